// POST /v1/parcel/batch (spec §4.3; contract §5): every item its own answer, billed item by item.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Envelope, ParcelRecord } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { runBatch } from '../../src/service/operations/batch.ts';
import { inSlices } from '../../src/service/pipeline/event-loop.ts';
import { createSnapshotCache } from '../../src/service/snapshot/snapshot-cache.ts';
import type { StoreReads } from '../../src/store/reads.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { ASKED_AT, buildSampleData } from '../sample.ts';

let client: Client;
let data: string;
before(async () => {
  ({ data } = await buildSampleData());
  client = await startClient(data);
});
after(() => client.close());

const sendBatch = (body: unknown) => client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', body);

/** One item of every outcome: what it is, its status, what is charged and given back for it, by which rule. */
const MIXED = [
  [{ id: EXAMPLE_ID }, 'ok', 1, 0, 'charged'],
  [{ q: 'Lesznowola' }, 'ambiguous', 1, 0, 'charged'],
  [{ id: '141803_2.0009.9999' }, 'not_found', 0, 1, 'refunded_not_found'],
  [{ id: '146501_1.0001.1' }, 'not_covered', 0, 1, 'refunded_not_covered'],
  [{ id: 'nonsense' }, 'error', 0, 0, 'free_invalid_input'],
  [{}, 'error', 0, 0, 'free_invalid_input'],
  [{ id: EXAMPLE_ID, q: 'x' }, 'error', 0, 0, 'free_invalid_input'],
  [{ id: EXAMPLE_ID, lat: 52 }, 'error', 0, 0, 'free_invalid_input'],
  [{ id: 7 }, 'error', 0, 0, 'free_invalid_input'],
  [null, 'error', 0, 0, 'free_invalid_input'],
  ['141803_2.0009.123/4', 'error', 0, 0, 'free_invalid_input'],
  [{ id: '141803_2.0009.123-4' }, 'ok', 1, 0, 'charged'],
] as const;

test('the hint of a bad item is about that item', async () => {
  const table: [unknown, RegExp, RegExp][] = [
    [null, /^the item must be an object/, /^Pass exactly one of q, id or point\.$/],
    [{}, /^none of q, id or point/, /^Pass exactly one of q, id or point\.$/],
    [{ q: '' }, /^q: must have 1 to 300/, /^Pass q as a person/],
    [{ id: 'x' }, /^id: "x" is not/, /^Pass an EGiB id/],
    [{ point: '1,2' }, /^lat of point/, /^Pass point as latitude/],
    [
      { lat: 52, lng: 21 },
      /unknown parameters "lat", "lng"/,
      /^Leave "lat" and "lng" out\. Pass exactly one of q, id or point\.$/,
    ],
    [{ q: 'x', layers: [] }, /unknown parameter "layers"/, /^Leave "layers" out\. Pass exactly one/],
    [{ q: 'x', ref: 5 }, /^ref must be text/, /^Pass as ref a text/],
  ];
  const { body } = await sendBatch({ items: table.map(([item]) => item) });
  for (const [at, [item, message, hint]] of table.entries()) {
    const { error } = body.result?.[at] ?? {};
    assert.match(error?.message ?? '', message, JSON.stringify(item));
    assert.match(error?.hint ?? '', hint, JSON.stringify(item));
  }
});

test(rule('4.3-envelopes', '4.3-billing', 'C5-bad-item', '2.2-result-null'), async () => {
  const { http, body } = await sendBatch({ items: MIXED.map(([item]) => item) });
  assert.equal(http, 200);
  assert.equal(body.status, 'ok');
  assert.deepEqual(body.billing, { cost: MIXED.length, charged: 3, refunded: 2, rule: 'batch_mixed' });
  const envelopes = body.result ?? [];
  assert.equal(envelopes.length, MIXED.length);
  for (const [at, [item, status, charged, refunded, billingRule]] of MIXED.entries()) {
    const envelope = envelopes[at];
    const what = JSON.stringify(item);
    assert.equal(envelope?.status, status, what);
    assert.deepEqual(envelope.billing, { cost: 1, charged, refunded, rule: billingRule }, what);
    assert.equal(envelope.result === null, status !== 'ok', what);
    assert.equal('candidates' in envelope, ['ambiguous', 'not_covered'].includes(status), what);
    assert.equal(envelope.error === undefined, !['error', 'not_found'].includes(status), what);
  }
});

test('the error of an item says what is wrong with it', async () => {
  const { body } = await sendBatch({
    items: [{}, { id: EXAMPLE_ID, lat: 52 }, { id: 7 }, { id: '151803_2.0001.1' }],
  });
  const messages = body.result?.map(({ error }) => error?.message ?? '') ?? [];
  for (const [at, words] of [
    /none of q, id or point was given/,
    /"lat"/,
    /id must be text/,
    /voivodeship code "15"/,
  ].entries())
    assert.match(messages[at] ?? '', words);
});

test('items come back in order, each with the reference of its caller', async () => {
  const ids = ['123/5', '123/1', '123/3', '123/4', '123/2'].map((number) => `141803_2.0009.${number}`);
  const { body } = await sendBatch({ items: ids.map((id, at) => ({ id, ref: `row ${at}` })) });
  assert.deepEqual(
    body.result?.map(({ result, ref }) => [result?.id, ref]),
    ids.map((id, at) => [id, `row ${at}`]),
  );
  const { body: mixed } = await sendBatch({
    items: [
      { id: 'nonsense', ref: 'mine' },
      { q: 'Lesznowola', ref: '' },
      { id: 7, ref: 8 },
    ],
  });
  assert.deepEqual(
    mixed.result?.map(({ ref }) => ref),
    ['mine', '', undefined],
  );
});

test('one parcel asked for many times, in many ways, is answered each time as by itself', async () => {
  const { body: single } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  const [lng, lat] = single.result?.centroid ?? [0, 0];
  const items = [
    { id: EXAMPLE_ID },
    { point: `${lat},${lng}` },
    { id: '141803_2.0009.123-4' },
    { q: 'dz. 123/4 Wola Mrokowska' },
    { id: '141803_2.0009.123/5' },
    { q: EXAMPLE_ID },
    { id: EXAMPLE_ID },
  ];
  const { body } = await sendBatch({ items });
  for (const [at, item] of items.entries()) {
    const query = new URLSearchParams(item as Record<string, string>);
    assert.deepEqual(body.result?.[at], (await client.get(`/v1/parcel?${query}`)).body, `${query}`);
  }
});

test('a thousand ids are read together, not one by one, and others are let in meanwhile', async () => {
  const { body } = await client.get<{ id: string }[]>(`/v1/search?id=${EXAMPLE_ID}&radius_m=2000&limit=1000`);
  const items = (body.result ?? []).map(({ id }) => ({ id }));
  assert.ok(items.length > 900, `${items.length} parcels`);
  const store = openSqliteStore(datasetIn(data));
  const calls: PropertyKey[] = [];
  // Turns of the event loop: in each of them another request could be answered.
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await store.read(async (reads) => {
    const known = await createSnapshotCache()(reads);
    const counted = new Proxy(reads, {
      get(target, name: keyof StoreReads) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        calls.push(name);
        return value.bind(target);
      },
    });
    const context = { reads: counted, ...known, now: ASKED_AT, day: '2026-11-15' };
    // As the pipeline runs long work.
    const outcome = await inSlices((pause) => runBatch({ ...context, pause }, { items, geometry: 'full' }));
    assert.equal(outcome.status === 'ok' && outcome.result?.length, items.length);
  });
  clearImmediate(counting);
  await store.close();
  assert.ok(turns > 2, `${turns} turns`);
  assert.deepEqual(calls.slice(0, 2), ['lookup', 'permitsIn']);
  assert.ok(calls.length < items.length / 10, `${calls.length} reads for ${items.length} ids`);
});

test('items that are asked for again are answered as the first time, whatever reference they come with', async () => {
  const items = MIXED.map(([item]) => item);
  const { body: first } = await sendBatch({ items });
  for (const _ of ['kept from the second time on', 'read from what is kept'])
    assert.deepEqual((await sendBatch({ items })).body, first);
  const withRefs = items.map((item, at) =>
    item !== null && typeof item === 'object' ? { ...item, ref: `ł "${at}"` } : item,
  );
  const { body } = await sendBatch({ items: withRefs });
  assert.deepEqual(
    body.result?.map(({ ref: _ref, ...envelope }) => envelope),
    first.result,
  );
  assert.deepEqual(
    body.result?.map(({ ref }) => ref),
    withRefs.map((item) =>
      item !== null && typeof item === 'object' && 'ref' in item ? item.ref : undefined,
    ),
  );
  const { body: other } = await sendBatch({ items, layers: ['soil'], geometry: 'none' });
  assert.deepEqual(Object.keys(other.result?.[0]?.result?.layers ?? {}), ['soil']);
});

test(rule('C5-one-rule', 'C5-sum'), async () => {
  for (const [item, status, charged, refunded, billingRule] of MIXED) {
    const { body } = await sendBatch({ items: [item, item, item] });
    assert.deepEqual(
      body.billing,
      { cost: 3, charged: 3 * charged, refunded: 3 * refunded, rule: billingRule },
      `${JSON.stringify(item)} is ${status}`,
    );
  }
  // An answer and a list of candidates are both charged, and still two outcomes.
  const { body } = await sendBatch({ items: [{ id: EXAMPLE_ID }, { q: 'Lesznowola' }] });
  assert.deepEqual(body.billing, { cost: 2, charged: 2, refunded: 0, rule: 'batch_mixed' });
});

test(rule('4.3-variants'), async () => {
  const items = [{ id: EXAMPLE_ID }, { q: '123/5 Wola Mrokowska' }];
  const { body } = await sendBatch({ items, layers: ['soil', 'pog'], geometry: 'full' });
  for (const { result } of body.result ?? []) {
    assert.deepEqual(Object.keys(result?.layers ?? {}), ['soil', 'pog']);
    assert.equal(result?.geometry?.type, 'MultiPolygon');
  }
  const { body: plain } = await sendBatch({ items: [{ id: EXAMPLE_ID }] });
  const { body: single } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`);
  assert.deepEqual(plain.result?.[0], single, 'an item is answered as the single read is');
});

test(rule('4.3-items', '4.3-no-extra'), async () => {
  const items = (count: number) => Array.from({ length: count }, () => ({ id: EXAMPLE_ID }));
  const { http, body } = await sendBatch({ items: items(1000), layers: ['soil'], geometry: 'none' });
  assert.equal(http, 200);
  assert.deepEqual(body.billing, { cost: 1000, charged: 1000, refunded: 0, rule: 'charged' });
  for (const [bad, words] of [
    [{ items: items(1001) }, /items must have at most 1000 items, got a list of 1001/],
    [{ items: [] }, /items must have at least 1 item, got a list of 0/],
    [{}, /items is missing/],
    [{ items: items(1), limit: 5 }, /unknown parameter "limit"; allowed are items, layers, geometry/],
    [{ items: items(1), geometry: 'wkt' }, /geometry must be one of none, centroid, full; got "wkt"/],
    [{ items: items(1), layers: ['floods'] }, /^layers must name layers by their keys; got "floods"/],
  ] as const) {
    const answer = await sendBatch(bad);
    assert.equal(answer.http, 400);
    assert.match(answer.body.error?.message ?? '', words);
    assert.equal(answer.body.billing.charged + answer.body.billing.refunded, 0);
  }
});
