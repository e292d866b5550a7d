// What holds for any input, tried with many: no layer has a value it may not have, batches add up, pages concatenate,
// and nothing that is sent makes the server fail. The client judges every answer by the contract as well.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Envelope, ParcelRecord, ParcelSummary } from '../../src/contract/answers.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS } from '../../src/contract/operations.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { readAllParcels } from './all-parcels.ts';

let client: Client;
let ids: string[];
before(async () => {
  const { data } = await buildSampleData();
  client = await startClient(data, {
    static_limits: { rate_per_s: 100_000, burst: 1_000_000, monthly_quota: null },
  });
  ids = [...(await readAllParcels(data)).keys()];
});
after(() => client.close());

const anyId = fc.nat().map((at) => ids[at % ids.length] ?? '');

test(rule('2.3-value-null', '1-unknown-is-null'), async () => {
  const layers = fc.uniqueArray(fc.constantFrom(...LAYER_KEYS), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(anyId, layers, async (id, keys) => {
      const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${id}&layers=${keys.join(',')}`);
      assert.deepEqual(Object.keys(body.result?.layers ?? {}), keys);
      for (const key of keys) {
        const answer = body.result?.layers[key];
        assert.equal(
          answer?.value === null,
          ['not_covered', 'not_computed'].includes(answer?.coverage ?? ''),
          key,
        );
      }
    }),
    { numRuns: 100 },
  );
});

test(rule('C5-sum', '4.3-billing'), async () => {
  const item = fc.oneof(
    anyId.map((id) => ({ id })),
    fc.constantFrom(
      { id: '141803_2.0009.9999' },
      { id: '146501_1.0001.1' },
      { q: 'Lesznowola' },
      { q: '1 Kamionka' },
      { point: '49.1,14.1' },
      { q: '' },
      { id: 'x' },
      {},
    ),
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 12 }), async (items) => {
      const sent = JSON.parse(JSON.stringify({ items, geometry: 'none', layers: ['soil'] }));
      const { http, body } = await client.post<Envelope[]>('/v1/parcel/batch', sent);
      assert.equal(http, 200);
      const bills = body.result?.map(({ billing }) => billing) ?? [];
      assert.equal(bills.length, sent.items.length);
      const sum = (pick: 'cost' | 'charged' | 'refunded') =>
        bills.reduce((total, bill) => total + bill[pick], 0);
      const outcomes = new Set(body.result?.map(({ status, billing }) => `${status} ${billing.rule}`));
      assert.deepEqual(body.billing, {
        cost: sent.items.length,
        charged: sum('charged'),
        refunded: sum('refunded'),
        rule: outcomes.size === 1 ? bills[0]?.rule : 'batch_mixed',
      });
      for (const { cost, charged, refunded, rule: billed } of bills) {
        assert.equal(cost, 1);
        assert.equal(charged + refunded, billed.startsWith('free_') ? 0 : 1);
      }
    }),
    { numRuns: 60 },
  );
});

test(rule('C7-pages'), async () => {
  const limit = fc.integer({ min: 1, max: 40 });
  const radius = fc.integer({ min: 0, max: 120 });
  await fc.assert(
    fc.asyncProperty(anyId, radius, limit, limit, async (id, radius_m, first, then) => {
      const path = `/v1/search?id=${id}&radius_m=${radius_m}`;
      const whole = (await client.get<ParcelSummary[]>(`${path}&limit=1000`)).body.result ?? [];
      const pages: ParcelSummary[] = [];
      let page = await client.get<ParcelSummary[]>(`${path}&limit=${first}`);
      pages.push(...(page.body.result ?? []));
      while (page.body.page?.next_cursor) {
        page = await client.get(`${path}&limit=${then}&cursor=${page.body.page.next_cursor}`);
        pages.push(...(page.body.result ?? []));
      }
      assert.deepEqual(pages, whole);
    }),
    { numRuns: 30 },
  );
});

test(rule('C1-never-broken'), async () => {
  const names = [
    'q',
    'id',
    'point',
    'lat',
    'lng',
    'layers',
    'geometry',
    'bbox',
    'radius_m',
    'limit',
    'cursor',
  ];
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names, 'since', 'types', 'layer') },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'id[]', 'q.a') },
  );
  const value = fc.oneof(
    fc.constantFrom(
      EXAMPLE_ID,
      'Lesznowola',
      '1 Kamionka',
      '52.05,20.93',
      '20.93,52.05,20.94,52.06',
      'flood',
      'full',
    ),
    fc.double().map(String),
    fc.integer().map(String),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  );
  const pair = fc
    .tuple(name, value, fc.boolean())
    .map(
      ([key, text, raw]) => `${encodeURIComponent(key)}=${raw ? encodeURI(text) : encodeURIComponent(text)}`,
    );
  const path = fc.constantFrom(...OPERATION_NAMES.map((operation) => OPERATIONS[operation].path));
  await fc.assert(
    fc.asyncProperty(path, value, fc.array(pair, { maxLength: 4 }), async (pattern, part, pairs) => {
      const target = pattern.replace(/\{\w+\}/, encodeURIComponent(part) || '-');
      const { http, body } = await client.get(`${target}?${pairs.join('&').replaceAll('#', '')}`);
      assert.ok(http < 500, `${http}: ${body.error?.message}`);
    }),
    { numRuns: 300 },
  );
});
