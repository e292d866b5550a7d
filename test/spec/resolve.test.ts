// GET /v1/resolve (spec §4.1) and how text, ids and points are read on every other endpoint.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Candidate, ParcelRecord } from '../../src/contract/answers.ts';
import { HINTS } from '../../src/contract/fault-hints.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const resolve = (q: string, more = '') =>
  client.get<Candidate>(`/v1/resolve?q=${encodeURIComponent(q)}${more}`);

const TEXTS = [
  // What is typed → status, ids of the candidates (or gmina codes).
  ['dz. 123/4 Wola Mrokowska', 'ok', [EXAMPLE_ID]],
  ['Wola Mrokowska 123/4', 'ok', [EXAMPLE_ID]],
  ['działka nr ew. 123-4, obręb Wola Mrokowska, gm. Lesznowola', 'ok', [EXAMPLE_ID]],
  [EXAMPLE_ID, 'ok', [EXAMPLE_ID]],
  ['dz. 501 Stara Iwiczna', 'ok', ['141803_2.0006.501']],
  ['Lesznowola', 'ok', ['1418032']],
  ['gmina Piaseczno', 'ok', ['1418043']],
  // The same name of an obręb in two gminy: nothing is picked.
  ['1 Kamionka', 'ambiguous', ['141804_5.0004.1', '143805_5.0003.1']],
  ['dz. 1 Kamionka gmina Wiskitki', 'ok', ['143805_5.0003.1']],
  // The same name of three gminy.
  ['Oleśnica', 'ambiguous', ['0214011', '0214062', '2612033']],
] as const;

test(rule('4.1-candidates-always', '4.1-result', '4.1-settle', '2.4-candidate'), async () => {
  for (const [q, status, expected] of TEXTS) {
    const { http, body } = await resolve(q);
    assert.equal(http, 200, q);
    assert.equal(body.status, status, q);
    const candidates = body.candidates ?? [];
    assert.deepEqual(
      candidates.map(({ id, gmina_teryt }) => id ?? gmina_teryt),
      expected,
      q,
    );
    assert.deepEqual(body.result, status === 'ok' ? candidates[0] : null, q);
    const [best, next] = candidates.map(({ confidence }) => Math.round(confidence * 1000));
    assert.equal(
      status === 'ok',
      (best ?? 0) >= 850 && (best ?? 0) - (next ?? 0) >= 150,
      `${q}: 0.85 and 0.15`,
    );
    for (const { match_reason, confidence } of candidates) {
      assert.ok(match_reason.length > 5, q);
      assert.equal(Math.round(confidence * 1000) / 1000, confidence, `${q}: three decimals`);
    }
    assert.ok(body.query.resolved?.note, `${q}: the assumption is stated`);
  }
});

test(rule('4.1-diacritics'), async () => {
  for (const q of ['123/4 WOLA MROKOWSKA', '123/4 wola mrokowska', '  123/4   Wola\tMrokowska ']) {
    assert.equal((await resolve(q)).body.result?.id, EXAMPLE_ID, q);
  }
  const [plain, marked] = await Promise.all([resolve('dz. 1 Mrokow'), resolve('dz. 1 Mroków')]);
  assert.equal(plain?.body.result?.obreb_name, 'Mroków');
  assert.equal(marked?.body.result?.id, plain?.body.result?.id);
  assert.equal((await resolve('Zyrardow')).body.result?.gmina_name, 'Żyrardów');
});

test('what is not found says what is loaded', async () => {
  const { http, body } = await resolve('dz. 99999 Mroków');
  assert.deepEqual([http, body.candidates, body.corpus_coverage?.partitions_loaded], [404, [], 2]);
});

test('an id of a gmina, town or rural area without a loaded parcel is not covered; of a unit that is none not found', async () => {
  for (const unit of ['141805_2', '141801_5', '141802_5', '141806_4', '141806_5', '143802_5', '143804_2']) {
    const id = `${unit}.0001.1`;
    const asked = await client.get(`/v1/resolve?id=${id}`);
    const [candidate] = asked.body.candidates ?? [];
    assert.deepEqual([asked.body.status, candidate?.id, candidate?.held], ['ok', id, false]);
    for (const path of ['parcel', 'check', 'events', 'sources', 'gminy/planning', 'layer/soil']) {
      const { http, body } = await client.get(`/v1/${path}?id=${id}`);
      assert.deepEqual([http, body.status], [200, 'not_covered'], `${path} ${id}`);
      assert.match(body.query.resolved?.note ?? '', /^No parcel of gmina .* is loaded\.$/);
    }
  }
  for (const id of ['141803_5.0001.1', '141899_2.0001.1', '141803_2.0009.99999']) {
    const { http, body } = await client.get(`/v1/parcel?id=${id}`);
    assert.deepEqual([http, body.error?.hint], [404, HINTS.checkId.en], id);
    assert.equal((await client.get(`/v1/resolve?id=${id}`)).body.error?.hint, HINTS.checkId.en);
  }
});

test('an id without the map sheet that the numbers of its obręb have names the parcels that may be meant', async () => {
  const id = '143801_1.0003.17/1';
  const { http, body } = await client.get(`/v1/parcel?id=${id}`);
  assert.deepEqual([http, body.error?.hint], [404, 'Ask for 143801_1.0003.AR_2.17/1.']);
  assert.match(
    body.error?.message ?? '',
    /numbers of this obręb have a map sheet \(AR_\): 143801_1\.0003\.AR_2\.17\/1$/,
  );
  const offered = await client.get(`/v1/resolve?id=${id}`);
  assert.deepEqual(
    [offered.body.status, offered.body.candidates?.map((one) => one.id)],
    ['ambiguous', ['143801_1.0003.AR_2.17/1']],
  );
});

test(rule('4.1-corpus-coverage', '1-mazowieckie', 'C2-partitions'), async () => {
  for (const [q] of TEXTS) {
    const { corpus_coverage } = (await resolve(q)).body;
    assert.deepEqual(corpus_coverage?.voivodeships, ['14']);
    assert.equal(corpus_coverage.partitions_loaded, 2);
    assert.equal(corpus_coverage.partitions_total, 42);
    assert.match(
      corpus_coverage.note,
      /2 of 42 powiaty of mazowieckie: piaseczyński \(1418\) in part \(2 of 6 gminy: Lesznowola, Piaseczno\), żyrardowski \(1438\) in part \(3 of 5 gminy: /,
    );
  }
});

test(rule('4.1-needs-obreb', '4.1-limit'), async () => {
  // Number 1 exists in many obręby of gmina Piaseczno.
  const { body } = await resolve('1 gmina Piaseczno', '&limit=20');
  const all = body.candidates ?? [];
  assert.equal(body.status, 'ambiguous');
  assert.ok(all.length > 5, `${all.length} obręby`);
  assert.ok(all.every(({ needs_obreb, number }) => needs_obreb && number === '1'));
  assert.equal(new Set(all.map(({ obreb_id }) => obreb_id)).size, all.length, 'each tells its obręb');
  assert.match(body.query.resolved?.note ?? '', /name the obręb/);
  const ids = (list: readonly Candidate[] | undefined) => list?.map(({ id }) => id);
  assert.deepEqual(
    ids((await resolve('1 gmina Piaseczno', '&limit=2')).body.candidates),
    ids(all.slice(0, 2)),
  );
  assert.deepEqual(
    ids((await resolve('1 gmina Piaseczno')).body.candidates),
    ids(all.slice(0, 5)),
    'default 5',
  );
  assert.equal((await resolve('123/4 Wola Mrokowska')).body.result?.needs_obreb, false);
});

test('a candidate that names an obręb has a position in it, and asks for the number alone', async () => {
  const { candidates } = (await resolve('Wola Mrokowska')).body;
  const [obreb] = candidates ?? [];
  assert.deepEqual([obreb?.kind, obreb?.id, obreb?.obreb_name], ['gmina', null, 'Wola Mrokowska']);
  const [lng, lat] = obreb?.centroid ?? [];
  const there = (await client.get<ParcelRecord>(`/v1/parcel?point=${lat},${lng}&layers=flood`)).body.result;
  assert.equal(there?.admin.obreb_id, obreb?.obreb_id);
  assert.equal((await resolve('Lesznowola')).body.result?.centroid, null, 'a gmina has none');
});

test(rule('4.1-needs-obreb'), async () => {
  for (const [q, needs_obreb, ...ids] of [
    // A town and the land around it number their obręby apart: these two are both 0002.
    ['26/1 gmina Piaseczno', true, '141804_4.0002.26/1', '141804_5.0002.26/1'],
    // One obręb, two map sheets.
    ['4/1 Żyrardów', false, '143801_1.0003.AR_2.4/1', '143801_1.0003.AR_4.4/1'],
  ] as const) {
    const { candidates = [] } = (await resolve(q)).body;
    assert.deepEqual(
      candidates.map(({ id }) => id),
      ids,
      q,
    );
    for (const candidate of candidates) {
      assert.equal(candidate.needs_obreb, needs_obreb, q);
      assert.match(candidate.match_reason, /, here in obręb /, 'none is said to be the only one');
    }
  }
});

test(rule('4.1-held', 'C4-resolve-not-loaded'), async () => {
  for (const [query, status, gmina] of [
    ['id=146501_1.0001.1', 'ok', '1465011'],
    ['q=dz.%2012%20Gr%C3%B3jec', 'ok', '1406053'],
    ['q=Gr%C3%B3jec', 'ok', '1406053'],
    ['q=dz.%2012%20Ole%C5%9Bnica', 'ambiguous', '0214011'],
  ] as const) {
    const { http, body } = await client.get<Candidate>(`/v1/resolve?${query}`);
    assert.equal(http, 200, query);
    assert.equal(body.status, status, query);
    assert.equal(body.candidates?.[0]?.gmina_teryt, gmina);
    assert.ok(
      body.candidates.every(({ held, obreb_name }) => !held && obreb_name === null),
      query,
    );
    assert.match(body.corpus_coverage?.note ?? '', /held: false/);
  }
  const outside = await client.get<Candidate>('/v1/resolve?point=49.1,14.1');
  assert.deepEqual(
    [outside.http, outside.body.status, outside.body.result, outside.body.candidates],
    [200, 'not_covered', null, []],
  );
  assert.equal(outside.body.billing.rule, 'refunded_not_covered');
  assert.match(outside.body.query.resolved?.note ?? '', /outside the loaded powiaty/);
  assert.ok((outside.body.corpus_coverage?.partitions_loaded ?? 0) > 0);
});

test('resolve by id and point gives one candidate at full confidence', async () => {
  const byId = await client.get<Candidate>(`/v1/resolve?id=${EXAMPLE_ID.replace('/', '-')}`);
  const [lng, lat] = byId.body.result?.centroid ?? [0, 0];
  const byPoint = await client.get<Candidate>(`/v1/resolve?point=${lat},${lng}`);
  for (const { body } of [byId, byPoint]) {
    assert.equal(body.result?.id, EXAMPLE_ID);
    assert.equal(body.result.confidence, 1);
    assert.equal(body.candidates?.length, 1);
  }
});

test(rule('1-ambiguous-not-error', '4.13.1-ambiguous'), async () => {
  const q = encodeURIComponent('1 Kamionka');
  for (const path of [
    'parcel',
    'check',
    'layer/flood',
    'events',
    'search',
    'gminy/planning',
    'resolve',
    'sources',
  ]) {
    const { http, body } = await client.get(`/v1/${path}?q=${q}`);
    assert.equal(http, 200, path);
    assert.equal(body.status, 'ambiguous', path);
    assert.equal(body.result, null, path);
    assert.deepEqual(
      body.candidates?.map(({ gmina_name }) => gmina_name),
      ['Piaseczno', 'Wiskitki'],
      path,
    );
    const cost = path === 'sources' ? 0 : 1;
    assert.deepEqual([body.billing.cost, body.billing.charged, body.billing.refunded], [cost, cost, 0], path);
  }
});
