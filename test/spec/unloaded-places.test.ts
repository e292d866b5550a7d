// Places that exist and are not loaded: by id and by name the answer is "not covered", never "there is none". The sample's
// TERC names a part of the country only; the rest the package knows.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, startClient } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';

describe('a place that exists and is not loaded', () => {
  let client: Client;
  before(async () => {
    client = await startClient((await buildSampleData(1_000, { only: LAND })).data);
  });
  after(() => client.close());

  const NOT_COVERED: [string, string, RegExp][] = [
    ['an id', 'id=020103_2.0001.5', /^Powiat bolesławiecki \(0201\) is not loaded\.$/],
    ['an id of Warsaw', 'id=146513_8.0001.5', /^Powiat Warszawa \(1465\) is not loaded\.$/],
    [
      'an address',
      'q=ul. Marszałkowska 1, Warszawa',
      /gmina Warszawa.*Powiat Warszawa \(1465\) is not loaded/,
    ],
    ['a district', 'q=dz. 12 Mokotów', /Parcel 12 .* gmina Warszawa \(1465011\)/],
    ['a district of two words', 'q=dz. 12 Praga-Południe', /gmina Warszawa/],
    [
      'a gmina in another voivodeship',
      'q=dz. 5 Gromadka',
      /gmina Gromadka \(0201032\).* Powiat bolesławiecki/,
    ],
    ['in another case', 'q=działka 5 w Gromadce', /gmina Gromadka \(0201032\)/],
    ['a town by its name alone', 'q=Warszawa', /gmina Warszawa.*Powiat Warszawa \(1465\) is not loaded/i],
    ['that a village here is misspelt as', 'q=dz. 4 Mrozy', /gmina Mrozy/],
  ];
  for (const [name, question, note] of NOT_COVERED) {
    it(`${name}: ${question}`, async () => {
      const { http, body } = await client.get(`/v1/parcel?${encodeURI(question)}`);
      assert.deepEqual([http, body.status], [200, 'not_covered'], JSON.stringify(body));
      assert.match(body.query.resolved?.note ?? '', note);
      assert.equal(body.candidates?.[0]?.held, false);
      assert.equal(body.billing.charged, 0);
    });
  }

  it('planning of a gmina by its name says once why', async () => {
    const { body } = await client.get('/v1/gminy/planning?q=Warszawa');
    assert.equal(body.status, 'not_covered');
    assert.equal(
      body.query.resolved?.note?.match(/is not loaded/g)?.length,
      1,
      body.query.resolved?.note ?? '',
    );
  });

  it('of a name that several bear none is picked', async () => {
    const { body } = await client.get(`/v1/resolve?q=${encodeURIComponent('dz. 4 Bolesławiec')}`);
    assert.equal(body.status, 'ambiguous');
    assert.deepEqual(
      body.candidates?.map(({ gmina_teryt, held }) => [gmina_teryt, held]),
      [
        ['0201011', false],
        ['0201022', false],
        ['1018013', false],
      ],
    );
  });

  const NOT_FOUND: [string, string, RegExp][] = [
    ['a powiat that does not exist', 'id=029901_2.0001.5', /there is no powiat 0299/],
    [
      'a number that is not in a place that is loaded',
      'q=dz. 99999 Nowa Wola',
      /no 99999 is known at Nowa Wola/,
    ],
    ['a name that nothing bears', 'q=dz. 5 Xyzzowo', /no parcel, obręb or gmina/],
  ];
  for (const [name, question, message] of NOT_FOUND) {
    it(`${name}: ${question}`, async () => {
      const { http, body } = await client.get(`/v1/parcel?${encodeURI(question)}`);
      assert.equal(http, 404);
      assert.match(body.error?.message ?? '', message);
    });
  }
});
