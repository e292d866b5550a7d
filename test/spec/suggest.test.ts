// GET /v1/suggest: what is completed, in which order, what it costs, and that it takes nothing from the limit of the key.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Suggestion } from '../../src/contract/answers.ts';
import { SUGGEST_LIMITS } from '../../src/contract/limits.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const ask = (q: string, more = '') =>
  client.get<Suggestion[]>(`/v1/suggest?q=${encodeURIComponent(q)}${more}`);
const suggestionsOf = async (q: string, more = '') => (await ask(q, more)).body.result ?? [];

test('names are completed by the beginnings of their words, what is held first', async () => {
  for (const [q, kind, label, marked] of [
    ['Wola Mro', 'obreb', 'Wola Mrokowska, obręb, gmina Lesznowola', 'Wola Mro'],
    ['laz', 'obreb', 'Łazy, obręb, gmina Lesznowola', 'Łaz'],
    ['gm. wis', 'gmina', 'gmina Wiskitki, powiat żyrardowski', 'Wis'],
    ['ul. Szko', 'street', 'ul. Szkolna', 'Szko'],
    ['Oryszew-Os', 'obreb', 'Oryszew-Osada, obręb, gmina Wiskitki', 'Oryszew-Os'],
    ['dz. 12 Wola Mro', 'obreb', 'Wola Mrokowska, obręb, gmina Lesznowola', 'Wola Mro'],
    // One typo, from the fourth letter on.
    ['Mrkow', 'obreb', 'Mroków, obręb, gmina Lesznowola', 'Mrokó'],
    ['Warsz', 'gmina', 'gmina Warszawa, powiat Warszawa', 'Warsz'],
  ] as const) {
    const [first] = await suggestionsOf(q);
    assert.deepEqual([first?.kind, first?.label], [kind, label], q);
    const [[from, to] = [0, 0]] = first?.match ?? [];
    assert.equal(label.slice(from, to), marked, q);
  }
  assert.deepEqual(await suggestionsOf('Mrw'), [], 'three letters with a typo say nothing');
  const held = (await suggestionsOf('w', '&limit=20')).map((one) => one.held);
  assert.deepEqual(
    held,
    held.toSorted((a, b) => Number(b) - Number(a)),
  );
});

test('in a place, numbers of parcels and houses; of an id, the next part', async () => {
  const [parcel] = await suggestionsOf('Wola Mrokowska dz. 123/4');
  assert.equal(parcel?.id, '141803_2.0009.123/4');
  const kinds = new Set((await suggestionsOf('Zgorzała 1')).map(({ kind }) => kind));
  assert.deepEqual([...kinds], ['address', 'parcel']);
  const houses = await suggestionsOf('Piaseczno, Szkolna 1');
  assert.ok(houses.length > 1 && houses.every(({ label }) => label.startsWith('Szkolna 1')));
  const [street] = await suggestionsOf('Piaseczno Szk');
  assert.equal(street?.label, 'Szkolna, Piaseczno');
  const obreby = await suggestionsOf('141803_2.000');
  assert.ok(obreby.length > 3 && obreby.every(({ q }) => q?.startsWith('141803_2.000')));
  const ids = (await suggestionsOf('141803_2.0009.123/')).map(({ id }) => id);
  assert.ok(ids.includes('141803_2.0009.123/4'));
  assert.deepEqual(await suggestionsOf('140605_5.0001.1'), [], 'nothing is held there');
});

test('what a suggestion says to ask next leads to it', async () => {
  for (const q of ['Wola Mro', 'Zgorzała 1', 'Piaseczno, Szkolna 1', 'gm. wis', '141803_2.0009.12']) {
    for (const { q: next, id, kind, held, centroid } of await suggestionsOf(q)) {
      assert.equal((next === undefined) !== (id === undefined), true, q);
      assert.ok(centroid || !held, `${q}: a position`);
      const target =
        id === undefined ? `q=${encodeURIComponent(next ?? '')}` : `id=${encodeURIComponent(id)}`;
      const { body } = await client.get(`/v1/resolve?${target}`);
      // An obręb or a street alone is no parcel yet; it is known.
      const isWhole = kind === 'parcel' || kind === 'address' || kind === 'gmina';
      assert.ok(
        body.status === 'ok' || (!isWhole && body.status === 'ambiguous'),
        `${next ?? id}: ${body.status}`,
      );
    }
  }
});

test('nearer places of a kind come first', async () => {
  const near = await suggestionsOf('Kamionka', '&near=52.0576,20.443');
  assert.match(near[0]?.label ?? '', /Wiskitki/);
});

test('it is free, needs a key, says what is wrong, and has a rate limit of its own', async () => {
  const { http, body, headers } = await ask('Wola');
  assert.deepEqual([http, body.billing.cost, body.billing.charged], [200, 0, 0]);
  const policy = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
  const plain = await client.get('/v1/sources');
  const whole = /q=(\d+)/.exec(plain.headers.get('ratelimit-policy') ?? '')?.[1];
  assert.equal(Number(policy), Number(whole) * SUGGEST_LIMITS.rate_times);
  assert.equal((await ask(' ')).http, 400);
  assert.equal((await ask('a'.repeat(SUGGEST_LIMITS.q_characters.max + 1))).http, 400);
  assert.equal((await ask('a', '&limit=21')).http, 400);
  assert.equal((await ask('a', '&near=here')).http, 400);
  assert.deepEqual((await ask('xyzxyz')).body.result, []);
});
