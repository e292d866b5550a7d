// Free text beyond names and numbers: addresses, points, former ids, and what is said about each assumption.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { Candidate, ParcelSummary } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { type Client, startClient } from '../client.ts';
import { openAsker } from '../queries.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const resolve = (q: string) => client.get<Candidate>(`/v1/resolve?q=${encodeURIComponent(q)}&limit=20`);

test(rule('4.4-q-address'), async () => {
  const q = encodeURIComponent('ul. Polna 1, 05-506 Wola Mrokowska');
  const { body } = await client.get<ParcelSummary[]>(`/v1/search?q=${q}`);
  assert.equal(body.status, 'ok');
  assert.equal(body.query.resolved?.kind, 'address');
  const [parcel, more] = body.result ?? [];
  assert.equal(more, undefined, 'the parcel of the address alone');
  assert.equal(parcel?.address, 'Polna 1, 05-506 Wola Mrokowska');
  const layer = await client.get<{
    answer: { value: { addresses: { street: string; house_number: string }[] } };
  }>(`/v1/layer/address?id=${parcel?.id}`);
  const addresses = layer.body.result?.answer.value.addresses ?? [];
  assert.ok(addresses.some(({ street, house_number }) => street === 'Polna' && house_number === '1'));
});

test(rule('C8-address'), async () => {
  // The address point lies on the road 141803_2.0009.1.
  const { body } = await resolve('Sosnowa 1A, Wola Mrokowska');
  assert.equal(body.status, 'ok');
  assert.notEqual(body.result?.id, '141803_2.0009.1');
  assert.equal(body.result?.obreb_name, 'Wola Mrokowska');
  assert.match(
    body.query.resolved?.note ?? '',
    /lies on a road parcel; this is the nearest parcel, \d+\.\d m away/,
  );
});

test('coordinates typed as text are a point, and the note says so', async () => {
  const [lng = 0, lat = 0] =
    (await client.get<Candidate>(`/v1/resolve?id=${EXAMPLE_ID}`)).body.result?.centroid ?? [];
  const { body } = await resolve(`${String(lat).replace('.', ',')} ${String(lng).replace('.', ',')}`);
  assert.equal(body.result?.id, EXAMPLE_ID);
  assert.equal(body.query.resolved?.kind, 'point');
  assert.match(body.query.resolved?.note ?? '', /read as a point in decimal degrees/);
});

test('metres that make sense in both orders and lie on loaded ground in neither: the note names both', async () => {
  const { http, body } = await client.get('/v1/parcel?q=5520000%205590000');
  assert.deepEqual([http, body.status, body.billing.rule], [200, 'not_covered', 'refunded_not_covered']);
  assert.equal(body.query.resolved?.confidence, 0.5);
  const note = body.query.resolved?.note ?? '';
  assert.match(note, /^Both orders of easting and northing were tried; neither meets loaded ground\. /);
  for (const order of ['easting and northing', 'northing and easting']) {
    assert.match(
      note,
      new RegExp(`read as a point in metres of EPSG:2176, ${order}: \\d{2}\\.\\d{6}, \\d{2}\\.\\d{6}\\.`),
    );
  }
  // One order alone is named alone.
  const { body: single } = await client.get('/v1/parcel?q=850000%20480000');
  assert.match(single.query.resolved?.note ?? '', /^The text was read as a point in metres of EPSG:2180/);
});

test('an id from before its gmina changed its type gives the parcel of today, and says so', async () => {
  for (const query of ['id=143805_2.0001.501', 'q=143805_2.0001.501']) {
    const { body } = await client.get<Candidate>(`/v1/resolve?${query}`);
    assert.equal(body.result?.id, '143805_5.0001.501', query);
    assert.match(
      body.query.resolved?.note ?? '',
      /has the unit code of a rural gmina; Wiskitki is urban-rural, and 143805_5\.0001\.501 has that obręb and number\./,
    );
  }
  const { body } = await client.get<Candidate>('/v1/resolve?id=143805_2.0001.1');
  assert.deepEqual([body.status, body.candidates?.length], ['ambiguous', 2]);
  // Only a rural gmina that got a town has such ids: no other type stands for another.
  for (const id of ['141803_5.0009.123/4', '141803_1.0009.123/4', '143801_2.0001.1', '143805_1.0001.501']) {
    assert.equal((await client.get(`/v1/parcel?id=${id}`)).http, 404, id);
  }
});

test('a powiat that TERC does not have is not found, one that is not loaded is not covered', async () => {
  for (const powiat of ['1499', '3299']) {
    const { http, body } = await client.get(`/v1/parcel?id=${powiat}01_1.0001.1`);
    const message = `there is no powiat ${powiat} in the register of units`;
    assert.deepEqual([http, body.error?.message, body.billing.rule], [404, message, 'refunded_not_found']);
  }
  const unloaded = await client.get('/v1/parcel?id=146501_1.0001.1');
  assert.deepEqual([unloaded.http, unloaded.body.status], [200, 'not_covered']);
});

test('a number that was not used is named, on every read', async () => {
  for (const [q, id, says] of [
    ['dz. 123,4 Wola Mrokowska', '141803_2.0009.4', 'The number 123 is left out.'],
    ['141803_2.0009.123/4 i 7', EXAMPLE_ID, 'The number 7 is left out.'],
    ['141803_2.0009.123 - 4', EXAMPLE_ID, 'The dash was read as the slash of 123/4.'],
    ['dz. 5 i 9999 Lesznowola', '141803_2.0004.5', 'The number 9999 is left out.'],
  ] as const) {
    for (const path of ['check', 'parcel', 'resolve']) {
      const { body } = await client.get(`/v1/${path}?q=${encodeURIComponent(q)}`);
      assert.deepEqual([body.status, body.candidates?.[0]?.id], ['ambiguous', id], q);
      assert.ok((body.candidates?.[0]?.confidence ?? 1) < 0.85, q);
      assert.ok(body.query.resolved?.note?.endsWith(says), `${q}: ${body.query.resolved?.note}`);
    }
  }
});

test('an ambiguous answer names a gmina only where all candidates lie in it', async () => {
  for (const [q, gmina] of [
    ['dz. 1 Kamionka', null],
    ['dz. 5 Lesznowola', '1418032'],
  ] as const) {
    const { body } = await resolve(q);
    assert.deepEqual([body.status, body.query.resolved?.gmina_teryt], ['ambiguous', gmina], q);
  }
});

test(rule('4.1-typos'), async () => {
  const confidence = async (q: string, says: RegExp) => {
    const { body } = await resolve(q);
    const [best] = body.candidates ?? [];
    assert.equal(best?.id, EXAMPLE_ID, q);
    assert.match(best.match_reason, says, q);
    return best.confidence;
  };
  const exact = await confidence(
    'dz. 123/4 Wola Mrokowska',
    /^Parcel 123\/4 in obręb Wola Mrokowska, gmina Lesznowola\.$/,
  );
  const oneTypo = await confidence(
    'dz. 123/4 Wola Mrokowsak',
    /Read "Wola Mrokowsak" as Wola Mrokowska \(one typo\)/,
  );
  const twoTypos = await confidence('dz. 123/4 Wola Mrkowsak', /two typos/);
  const elsewhere = await confidence('dz. 123/4 Wola Mrokowska pow. żyrardowski', /names powiat żyrardowski/);
  assert.ok(exact > oneTypo && oneTypo > twoTypos && twoTypos > elsewhere);
});

test('a name of an obręb and of its gmina asks for the obręb', async () => {
  const { body } = await resolve('dz. 5 Lesznowola');
  assert.equal(body.status, 'ambiguous');
  assert.ok(body.candidates?.every(({ needs_obreb }) => needs_obreb));
  assert.equal(body.candidates?.[0]?.obreb_name, 'Lesznowola', 'the obręb of that name first');
});

test('of two houses none is picked, though one of them has a flat', async () => {
  const { body } = await resolve('Brzozowa 5, Spacerowa 3/99 Łazy');
  assert.equal(body.status, 'ambiguous');
  assert.deepEqual(
    body.candidates?.flatMap(({ address }) => address ?? []),
    ['Brzozowa 5, 05-506 Łazy', 'Spacerowa 3, 05-506 Łazy'],
  );
});

test('an obręb without a name is told by its id', async () => {
  const { data } = await buildSampleData();
  const dataset = new DatabaseSync(datasetIn(data));
  dataset.exec("UPDATE obreby SET name = NULL WHERE id = '141804_4.0002'");
  dataset.close();
  const asker = openAsker(data);
  const outcome = await asker.ask('26/1 gmina Piaseczno');
  await asker.close();
  assert.ok(outcome.status === 'ambiguous');
  assert.deepEqual(
    outcome.candidates.map(({ match_reason }) => match_reason),
    [
      'Parcel 26/1 of gmina Piaseczno, here in obręb 141804_4.0002.',
      'Parcel 26/1 of gmina Piaseczno, here in obręb Julianów.',
    ],
  );
});

test('what is not found is told by what arrived, and what is asked for is what is missing', async () => {
  for (const [q, says] of [
    [
      '141803_2.0007.26799/3.1_BUD',
      /^"141803_2\.0007\.26799\/3\.1_BUD" is the id of a building; there is no parcel 141803_2\.0007\.26799\/3 /,
    ],
    ['141803_2.0007.1_BUD', /^"141803_2\.0007\.1_BUD" is the id of a building, which tells no parcel/],
    [
      'powiat piaseczyński działka 102/3',
      /^of where 102\/3 lies the text names powiat piaseczyński \(1418\) only; name the obręb/,
    ],
    [
      'działka 102/3 pod Warszawą, powiat piaseczyński',
      /^of where 102\/3 lies the text names powiat piaseczyński \(1418\) only/,
    ],
    [
      'powiat żyrardowski',
      /^the text names powiat żyrardowski \(1438\) only; .* and of a parcel its number$/,
    ],
    ['działka 102/3a Mroków', /^not written as the number of a parcel is: "102\/3a"/],
    ['działka 12a/3 Mroków', /^not written as the number of a parcel is: "12a\/3"/],
    ['działka 1 obręb Piaseczno', /: Piaseczno is known, but not as what the text calls it$/],
    ['działka nr 102/3 wieś Warszawą', /: Warszawa is known, but not as what the text calls it$/],
    ['działka 102/3 ul. Leśna', /: Leśna is not known as an obręb, a village or a gmina$/],
  ] as const) {
    const { body } = await resolve(q);
    assert.equal(body.status, 'not_found', q);
    assert.match(body.error?.message ?? '', says, q);
  }
});

test('the id of a building offers the parcel that is a part of it', async () => {
  for (const end of ['.1_BUD', '_BUD', '.2_bud.5_LOK']) {
    const { body } = await resolve(EXAMPLE_ID + end);
    assert.deepEqual([body.status, body.candidates?.map(({ id }) => id)], ['ambiguous', [EXAMPLE_ID]], end);
    assert.match(body.query.resolved?.note ?? '', /is the id of a building/);
  }
});

test('how a name was read is said of the name, and a sentence ends with one full stop', async () => {
  for (const [q, says] of [
    [
      'działka 1 Kamionki',
      /Gminy that are not loaded are named Kamionka too, or begin so: Kamionka, Kamionka Wielka\.$/,
    ],
    ['działka 12 Gółków', /Read "Gółków" as Gołków \(with other Polish letters\)\.$/],
    ['działka 12 Łąży', /Read "Łąży" as Łazy \(with other Polish letters\)\./],
    ['działka 12 Golkow', /Read "Golkow" as Gołków \(without Polish letters\)\.$/],
    ['działka 12 Nową Wolę', /Read "Nową Wolę" as Nowa Wola \(another case of the name\)\.$/],
    ['działka 36 Mroków ładna np.', /Passed over: np\.$/],
  ] as const) {
    const { body } = await resolve(q);
    assert.match(body.candidates?.[0]?.match_reason ?? '', says, q);
    assert.doesNotMatch(body.candidates?.[0]?.match_reason ?? '', /\.\./, q);
  }
});

test('of numbers with an underscore between them the one that leaves nothing out comes first', async () => {
  for (const q of ['Wola_Mrokowska_dz_26_1', 'dz_26_1_Wola_Mrokowska', 'Wola Mrokowska dz. 26.1']) {
    const { body } = await resolve(q);
    assert.deepEqual(
      [body.status, ...(body.candidates ?? []).map(({ number }) => number)],
      ['ambiguous', '26/1', '1'],
      q,
    );
  }
});

test('a word that may be part of a name or the name of a unit elsewhere is both, in small letters and in capitals', async () => {
  for (const name of ['wola', 'zalesie', 'nowa']) {
    const placesOf = async (word: string) =>
      ((await resolve(`działka 123/4 ${word}`)).body.candidates ?? []).map(
        ({ gmina_teryt, obreb_id }) => obreb_id ?? gmina_teryt,
      );
    const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
    assert.deepEqual(await placesOf(name), await placesOf(capital), name);
  }
});
