// GET /v1/sources and the two forms of gmina planning (spec §4.9–§4.11).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GminaPlanning } from '../../src/contract/layers.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { Source } from '../../src/contract/sources.ts';
import { SOURCE_IDS } from '../../src/domain/sources.ts';
import { createClock } from '../../src/service/clock.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LOADED_AT } from '../sample.ts';

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

const HELD = ['egib', 'terc', 'prg', 'prg_addresses', 'pog', 'pog_fallback', 'mpzp', 'mpzp_symbols'];
/** The fallback is held for two gminy, symbols for one. */
const HELD_IN_LESZNOWOLA = HELD.filter((id) => id !== 'pog_fallback');
const HELD_IN_PUSZCZA = HELD.filter((id) => id !== 'mpzp_symbols');

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
    const isHeld = HELD.includes(source.id);
    assert.equal(source.as_of !== null, isHeld, source.id);
    assert.equal(source.last_success_at, isHeld ? LOADED_AT.toISOString() : null, source.id);
  }
});

test('what the sample generator made is called synthetic, in title and attribution', async () => {
  for (const { id, title, attribution } of await sources()) {
    assert.equal(title.startsWith('SYNTHETIC SAMPLE, not real data: '), HELD.includes(id), id);
    assert.equal(attribution.startsWith('Synthetic sample data in the format of: '), HELD.includes(id), id);
  }
});

test(rule('2.10-freshness'), async () => {
  const freshness = async (days: number) => {
    now = LOADED + days * DAY_MS;
    const list = await sources();
    now = LOADED;
    return Object.fromEntries(list.map((source) => [source.id, source.freshness]));
  };
  // Plans are due every day, parcels, boundaries and addresses every 7, units and symbols every 30.
  for (const [days, plans, parcels, units] of [
    [0, 'fresh', 'fresh', 'fresh'],
    [1, 'fresh', 'fresh', 'fresh'],
    [2, 'stale', 'fresh', 'fresh'],
    [7, 'stale', 'fresh', 'fresh'],
    [8, 'stale', 'stale', 'fresh'],
    [31, 'stale', 'stale', 'stale'],
  ] as const) {
    const found = await freshness(days);
    const of = (...ids: string[]) => new Set(ids.map((id) => found[id]));
    assert.deepEqual(of('pog', 'mpzp'), new Set([plans]), `${days} days`);
    assert.deepEqual(of('egib', 'prg', 'prg_addresses', 'pog_fallback'), new Set([parcels]), `${days} days`);
    assert.deepEqual(of('terc', 'mpzp_symbols'), new Set([units]), `${days} days`);
    assert.equal(found.flood, 'unknown');
  }
});

test(rule('4.9-here', '2.10-coverage-here'), async () => {
  assert.ok((await sources()).every((source) => !('coverage_here' in source)));
  for (const [query, held] of [
    [`?id=${EXAMPLE_ID}`, HELD_IN_LESZNOWOLA],
    ['?q=Lesznowola', HELD_IN_LESZNOWOLA],
    ['?q=123/4%20Wola%20Mrokowska', HELD_IN_LESZNOWOLA],
    [`?id=${SHOWCASE.pog_fallback_only}`, HELD_IN_PUSZCZA],
    ['?q=gmina%20Puszcza%20Maria%C5%84ska', HELD_IN_PUSZCZA],
  ] as const) {
    const list = await sources(query);
    assert.equal(list.length, SOURCE_IDS.length);
    for (const { id, coverage_here } of list) {
      assert.equal(coverage_here, held.includes(id) ? 'covered' : 'not_covered', `${query}: ${id}`);
    }
  }
});

test(rule('4.9-layer'), async () => {
  const ids = async (query: string) => (await sources(query)).map(({ id }) => id);
  assert.deepEqual(await ids('?layer=flood'), ['flood']);
  assert.deepEqual(await ids('?layer=planning'), ['pog', 'pog_fallback', 'mpzp', 'mpzp_symbols']);
  assert.deepEqual(await ids('?layer=address'), ['prg_addresses']);
  assert.deepEqual(await ids(`?layer=road_access&id=${EXAMPLE_ID}`), ['egib', 'bdot10k']);
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
    `id=${EXAMPLE_ID}`,
    `id=${EXAMPLE_ID.replace('/', '-')}`,
  ]) {
    const { http, body } = await client.get<GminaPlanning>(`/v1/gminy/planning?${query}`);
    assert.equal(http, 200, query);
    assert.deepEqual(body.result, byCode.body.result, query);
    assert.equal(body.query.resolved?.gmina_teryt, '1418032');
  }
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
