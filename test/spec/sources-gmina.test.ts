// GET /v1/sources and the two forms of gmina planning (spec §4.9–§4.11).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LayerResult } from '../../src/contract/answers.ts';
import { type GminaPlanning, LAYER_KEYS, type LayerKey } from '../../src/contract/layers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { Coverage, Source } from '../../src/contract/sources.ts';
import { SOURCE_IDS } from '../../src/domain/corpus/registers.ts';
import { COVERAGE_RANK } from '../../src/domain/layers/answer.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { query } from '../ingest/load-file.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND, LOADED_AT } from '../sample.ts';

const DAY_MS = 86_400_000;
const LOADED = LOADED_AT.getTime();

let client: Client;
let now = LOADED;
before(async () => {
  const { data } = await buildSampleData();
  client = await startClient(data, { clock: createClock(() => now) });
});
after(() => client.close());

async function sources(query = ''): Promise<Source[]> {
  const { http, body } = await client.get<Source[]>(`/v1/sources${query}`);
  assert.equal(http, 200);
  assert.deepEqual(body.billing, { cost: 0, charged: 0, refunded: 0, rule: 'free_operation' });
  return body.result ?? [];
}

test(rule('4.9-all', '2.10-source', '4.14-zero-free'), async () => {
  const list = await sources();
  assert.deepEqual(
    list.map(({ id }) => id),
    SOURCE_IDS,
  );
  for (const source of list) {
    for (const member of ['title', 'publisher', 'licence', 'attribution'] as const) {
      assert.ok(source[member].length >= 5, `${source.id}: ${member}`);
    }
    assert.match(source.as_of ?? '', /^20\d\d-/, source.id);
    assert.equal(source.last_success_at, LOADED_AT.toISOString(), source.id);
  }
});

test('how much of a source is held is told in its own unit: plans by gmina, however they came', async () => {
  const { data } = await buildSampleData();
  const [terc] = query(
    data,
    `SELECT count(*) FILTER (WHERE length(code) = 4) AS powiaty, count(*) FILTER (WHERE code GLOB '14????[123]') AS gminy,
       count(*) FILTER (WHERE code GLOB '1418??[123]' OR code GLOB '1438??[123]') AS loaded FROM terc WHERE code LIKE '14%'`,
  );
  const pct = (part: unknown, of: unknown) => Math.round((Number(part) / Number(of)) * 10_000) / 100;
  const told = Object.fromEntries(
    (await sources()).map(({ id, coverage_pct, coverage_unit }) => [id, [coverage_pct, coverage_unit]]),
  );
  assert.deepEqual(told.egib, [pct(2, terc?.powiaty), 'powiat']);
  assert.deepEqual(told.pog, [pct(terc?.loaded, terc?.gminy), 'gmina']);
  assert.deepEqual(told.pog_fallback, [pct(2, terc?.gminy), 'gmina']);
  assert.deepEqual(told.mpzp_symbols, [pct(1, terc?.gminy), 'gmina']);
  assert.deepEqual(told.gdos, [100, 'country']);
});

test('what the sample generator made is called synthetic, in title and attribution', async () => {
  for (const { id, title, attribution } of await sources()) {
    assert.ok(title.startsWith('SYNTHETIC SAMPLE, not real data: '), id);
    assert.ok(attribution.startsWith('Synthetic sample data in the format of: '), id);
  }
});

test('a source that is not held has no dates, unknown freshness, and is not called synthetic', async () => {
  const land = await startClient((await buildSampleData(1_000, { only: LAND })).data);
  try {
    const { body } = await land.get<Source[]>(`/v1/sources?id=${EXAMPLE_ID}`);
    const list = body.result ?? [];
    assert.equal(list.length, SOURCE_IDS.length);
    for (const { id, as_of, last_success_at, freshness, title, coverage_here } of list) {
      const isHeld = ['egib', 'terc', 'prg'].includes(id);
      assert.equal(coverage_here, isHeld ? 'covered' : 'not_covered', id);
      assert.equal(title.startsWith('SYNTHETIC'), isHeld, id);
      if (!isHeld) assert.deepEqual([as_of, last_success_at, freshness], [null, null, 'unknown'], id);
    }
  } finally {
    await land.close();
  }
});

test(rule('2.10-freshness'), async () => {
  const freshness = async (days: number) => {
    now = LOADED + days * DAY_MS;
    const list = await sources();
    now = LOADED;
    return new Set(list.map(({ id, freshness: found }) => `${id} ${found}`));
  };
  const DAILY = ['pog', 'mpzp', 'rwdz'];
  const MONTHLY = ['terc', 'mpzp_symbols', 'flood', 'bdot10k'];
  const targetOf = (id: string) => (DAILY.includes(id) ? 1 : MONTHLY.includes(id) ? 30 : 7);
  for (const days of [0, 1, 2, 7, 8, 30, 31]) {
    const expected = SOURCE_IDS.map((id) => `${id} ${days > targetOf(id) ? 'stale' : 'fresh'}`);
    assert.deepEqual(await freshness(days), new Set(expected), `${days} days`);
  }
});

const coveragesAt = async (query: string): Promise<Record<string, unknown>> =>
  Object.fromEntries((await sources(query)).map(({ id, coverage_here }) => [id, coverage_here]));

/** The fallback holds two gminy, symbols one. */
const IN_LESZNOWOLA = { pog_fallback: 'not_covered' };
/** Only the fallback holds a plan of this gmina. */
const IN_PUSZCZA = { pog: 'not_covered', mpzp: 'not_covered', mpzp_symbols: 'not_covered' };
/** No local plan, no mapped river, no landslide, nothing protected. */
const AT_EXAMPLE = {
  ...IN_LESZNOWOLA,
  mpzp: 'covered_no_data',
  mpzp_symbols: 'covered_no_data',
  flood: 'not_covered',
  sopo: 'covered_no_data',
  gdos: 'covered_no_data',
};
/** Not mapped for anything, no permit near, too few sales. */
const AT_BARTNIKI = {
  ...IN_PUSZCZA,
  flood: 'not_covered',
  sopo: 'not_covered',
  gdos: 'covered_no_data',
  rwdz: 'covered_no_data',
  rcn: 'covered_no_data',
};

test(rule('4.9-here', '2.10-coverage-here'), async () => {
  assert.ok((await sources()).every((source) => !('coverage_here' in source)));
  for (const [query, others] of [
    ['?q=Lesznowola', IN_LESZNOWOLA],
    ['?q=Puszcza%20Maria%C5%84ska', IN_PUSZCZA],
    [`?id=${EXAMPLE_ID}`, AT_EXAMPLE],
    ['?q=123/4%20Wola%20Mrokowska', AT_EXAMPLE],
    [`?id=${SHOWCASE.pog_fallback_only}`, AT_BARTNIKI],
  ] as const) {
    const expected = { ...Object.fromEntries(SOURCE_IDS.map((id) => [id, 'covered'])), ...others };
    assert.deepEqual(await coveragesAt(query), expected, query);
  }
});

test('nothing but the register of units covers a gmina whose powiat is not loaded, in the voivodeship or beyond', async () => {
  const expected = Object.fromEntries(
    SOURCE_IDS.map((id) => [id, id === 'terc' ? 'covered' : 'not_covered']),
  );
  for (const name of ['Kraków', 'Warszawa']) {
    assert.deepEqual(await coveragesAt(`?q=${encodeURIComponent(name)}`), expected, name);
    for (const layer of LAYER_KEYS) {
      const here = await coveragesAt(`?q=${encodeURIComponent(name)}&layer=${layer}`);
      assert.deepEqual(new Set(Object.values(here)), new Set(['not_covered']), `${name}: ${layer}`);
    }
  }
});

test('a source says of a parcel and a layer what the layer says there, and without a layer the best of them', async () => {
  const met = new Set<string>();
  for (const id of new Set(Object.values(SHOWCASE))) {
    const best = new Map<string, Coverage>();
    for (const layer of LAYER_KEYS) {
      const { body } = await client.get<LayerResult>(`/v1/layer/${layer}?id=${encodeURIComponent(id)}`);
      const answer = body.result?.answer;
      assert.ok(answer);
      const here = await sources(`?id=${encodeURIComponent(id)}&layer=${layer}`);
      const answering = here.find((source) => source.id === answer.source.id);
      assert.equal(answering?.coverage_here, answer.coverage, `${id}: ${layer} by ${answer.source.id}`);
      if (answer.source.as_of !== null)
        assert.equal(answering?.as_of, answer.source.as_of, `${id}: ${layer}`);
      met.add(`${layer} ${answer.source.id} ${answer.coverage}`);
      for (const { id: source, coverage_here } of here) {
        assert.ok(coverage_here, `${id}: ${layer} by ${source}`);
        const known = best.get(source) ?? 'not_covered';
        best.set(source, COVERAGE_RANK[coverage_here] > COVERAGE_RANK[known] ? coverage_here : known);
      }
    }
    const units = { egib: 'covered', terc: 'covered', prg: 'covered' };
    const whole = await coveragesAt(`?id=${encodeURIComponent(id)}`);
    assert.deepEqual(whole, { ...Object.fromEntries(best), ...units }, id);
  }
  for (const one of [
    ...['planning pog covered', 'planning pog_fallback covered', 'pog pog_fallback covered'],
    ...['mpzp mpzp covered', 'mpzp mpzp covered_no_data', 'mpzp mpzp not_covered'],
    ...['wz pog covered', 'wz mpzp not_covered', 'wz egib covered'],
    ...['buildings egib covered_no_data', 'buildings bdot10k covered', 'soil egib not_covered'],
    ...['flood flood covered', 'flood flood covered_no_data', 'flood flood not_covered'],
    ...['landslide sopo covered', 'protected gdos covered', 'permits rwdz covered', 'prices rcn covered'],
    ...['road_access bdot10k covered', 'address prg_addresses covered'],
  ]) {
    assert.ok(met.has(one), `no parcel of the table has ${one}`);
  }
});

test('a source beside the one that answers says what it holds itself', async () => {
  const TABLE: [id: string, layer: LayerKey, source: string, Coverage][] = [
    [SHOWCASE.pog_adopted, 'pog', 'pog_fallback', 'covered'],
    [EXAMPLE_ID, 'pog', 'pog_fallback', 'not_covered'],
    [SHOWCASE.pog_fallback_only, 'planning', 'pog', 'not_covered'],
    [EXAMPLE_ID, 'planning', 'mpzp', 'covered_no_data'],
    [SHOWCASE.mpzp_1mn, 'mpzp', 'mpzp_symbols', 'covered'],
    [SHOWCASE.mpzp_none_here, 'planning', 'mpzp_symbols', 'covered_no_data'],
    [SHOWCASE.pog_draft, 'mpzp', 'mpzp_symbols', 'not_covered'],
    [SHOWCASE.building_one, 'buildings', 'bdot10k', 'covered'],
    [SHOWCASE.building_none, 'buildings', 'bdot10k', 'covered_no_data'],
    [SHOWCASE.building_bdot10k, 'buildings', 'egib', 'not_covered'],
    [EXAMPLE_ID, 'road_access', 'egib', 'covered'],
    [SHOWCASE.soil_not_published, 'road_access', 'egib', 'not_covered'],
    [SHOWCASE.soil_not_published, 'wz', 'egib', 'not_covered'],
    [EXAMPLE_ID, 'wz', 'gdos', 'covered_no_data'],
  ];
  for (const [id, layer, source, expected] of TABLE) {
    const here = await coveragesAt(`?id=${encodeURIComponent(id)}&layer=${layer}`);
    assert.equal(here[source], expected, `${id}: ${source} for ${layer}`);
  }
});

test('a place that is not found, not loaded or not clear keeps its status', async () => {
  for (const [query, http, status] of [
    ['id=141803_2.0009.99999', 404, undefined],
    ['id=146501_1.0001.1', 200, 'not_covered'],
    ['point=53.9,21.9', 200, 'not_covered'],
    ['q=dz.%201%20Kamionka', 200, 'ambiguous'],
  ] as const) {
    const { http: found, body } = await client.get<Source[]>(`/v1/sources?${query}`);
    assert.equal(found, http, query);
    assert.equal(http === 404 ? undefined : body.status, status, query);
    assert.equal(body.result ?? null, null, query);
  }
});

test(rule('4.9-layer'), async () => {
  const ids = async (query: string) => (await sources(query)).map(({ id }) => id);
  assert.deepEqual(await ids('?layer=flood'), ['flood']);
  assert.deepEqual(await ids('?layer=planning'), ['pog', 'pog_fallback', 'mpzp', 'mpzp_symbols']);
  assert.deepEqual(await ids('?layer=address'), ['prg_addresses']);
  assert.deepEqual(await ids(`?layer=road_access&id=${EXAMPLE_ID}`), ['egib', 'bdot10k']);
  assert.deepEqual(await ids('?layer=wz'), ['egib', 'pog', 'pog_fallback', 'mpzp', 'mpzp_symbols', 'gdos']);
  for (const key of LAYER_KEYS) assert.ok((await ids(`?layer=${key}`)).length > 0, `${key} has a source`);
});

test(rule('4.10-by-code', '2.11-gmina'), async () => {
  const { http, body } = await client.get<GminaPlanning>('/v1/gminy/1418032/planning');
  assert.equal(http, 200);
  assert.equal(body.result?.gmina_teryt, '1418032');
  assert.equal(body.result.gmina_name, 'Lesznowola');
  assert.equal(body.result.pog_status, 'in_force');
  assert.equal(body.result.as_of, '2026-11-08');
  assert.deepEqual(
    body.result.sources.map(({ id }) => id),
    ['pog', 'mpzp'],
  );
  assert.deepEqual(body.query, {
    input: { gmina_teryt: '1418032' },
    resolved: { kind: 'gmina', id: null, gmina_teryt: '1418032', confidence: 1, note: null },
  });
});

test(rule('4.10-no-gmina'), async () => {
  // Six and eight digits, letters, a powiat, the town and the rural part of a gmina, a stale kind of gmina.
  for (const code of [
    '141803',
    '14180321',
    'abcdefg',
    '1418000',
    '1418044',
    '1418045',
    '1418033',
    '9999999',
    '%20',
  ]) {
    const { http, body } = await client.get(`/v1/gminy/${code}/planning`);
    assert.equal(http, 404, code);
    assert.equal(body.error?.code, 'not_found');
    assert.match(body.error.message, /is not the 7-digit code of a gmina/);
    assert.equal(body.billing.rule, 'refunded_not_found');
  }
});

test(rule('4.11-by-place'), async () => {
  const byCode = await client.get<GminaPlanning>('/v1/gminy/1418032/planning');
  for (const query of [
    'q=Lesznowola',
    'q=gmina%20lesznowola',
    'q=123/4%20Wola%20Mrokowska',
    // Several parcels, one gmina.
    'q=5%20Lesznowola',
    'q=Wola%20Mrokowska',
    'q=dz.%20123/4/5%20Wola%20Mrokowska',
    `id=${EXAMPLE_ID}`,
    `id=${EXAMPLE_ID.replace('/', '-')}`,
  ]) {
    const { http, body } = await client.get<GminaPlanning>(`/v1/gminy/planning?${query}`);
    assert.equal(http, 200, query);
    assert.deepEqual(body.result, byCode.body.result, query);
    assert.equal(body.query.resolved?.gmina_teryt, '1418032');
  }
});

test('how sure the gmina is, as resolve would say', async () => {
  for (const [q, confidence] of [
    ['Lesznowla', 0.89],
    ['dz. 5 Lesznowla', 0.91],
    ['dz. 123/4 Wola Mrokowska', 0.97],
  ] as const) {
    const { body } = await client.get<GminaPlanning>(`/v1/gminy/planning?q=${encodeURIComponent(q)}`);
    assert.deepEqual([body.status, body.query.resolved?.confidence], ['ok', confidence], q);
    assert.notEqual(body.query.resolved?.note, null, q);
  }
  // The obręb lies in one gmina, and the text names another.
  const q = encodeURIComponent('dz. 123/4 Wola Mrokowska gm. Piaseczno');
  assert.equal((await client.get(`/v1/gminy/planning?q=${q}`)).body.status, 'ambiguous');
});

test('a gmina that is not loaded is not_covered, in both forms', async () => {
  for (const path of ['/v1/gminy/1465011/planning', '/v1/gminy/planning?q=Warszawa']) {
    const { http, body } = await client.get(path);
    assert.deepEqual(
      [http, body.status, body.billing.rule],
      [200, 'not_covered', 'refunded_not_covered'],
      path,
    );
    assert.match(body.query.resolved?.note ?? '', /Powiat Warszawa \(1465\) is not loaded/);
  }
});
