// The TypeScript client against the real server on the sample world; and against a server that answers what it is told
// to, for what a healthy server never does.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { CALLS } from '../packages/client/src/calls.ts';
import { MiedzaClient, MiedzaError } from '../packages/client/src/client.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS } from '../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from './client.ts';
import { buildSampleData } from './sample.ts';

let server: Client;
let miedza: MiedzaClient;
before(async () => {
  server = await startClient((await buildSampleData()).data);
  miedza = new MiedzaClient({ url: server.url, key: TEST_KEY });
});
after(() => server.close());

test('methods and paths are those of the contract', () => {
  assert.deepEqual(Object.keys(CALLS), OPERATION_NAMES);
  for (const name of OPERATION_NAMES) {
    assert.deepEqual(CALLS[name], [OPERATIONS[name].method, OPERATIONS[name].path]);
  }
});

test('every operation answers its own example', async () => {
  const { example: box } = OPERATIONS.search_polygon;
  const polygon = {
    type: box.polygon.type,
    coordinates: box.polygon.coordinates.map((ring) => ring.map((position) => [...position])),
  };
  const answers = {
    resolve: await miedza.resolve(OPERATIONS.resolve.example),
    suggest: await miedza.suggest(OPERATIONS.suggest.example),
    parcel: await miedza.parcel(OPERATIONS.parcel.example),
    parcel_batch: await miedza.parcel_batch({ items: [...OPERATIONS.parcel_batch.example.items] }),
    search: await miedza.search(OPERATIONS.search.example),
    search_polygon: await miedza.search_polygon({ polygon }),
    layer: await miedza.layer(OPERATIONS.layer.example),
    check: await miedza.check(OPERATIONS.check.example),
    events: await miedza.events(OPERATIONS.events.example),
    sources: await miedza.sources(),
    gmina_planning_by_code: await miedza.gmina_planning_by_code(OPERATIONS.gmina_planning_by_code.example),
    gmina_planning: await miedza.gmina_planning(OPERATIONS.gmina_planning.example),
  };
  const made = await miedza.subscription_create(OPERATIONS.subscription_create.example);
  assert.equal(made.status, 'ok');
  const subscription = made.result?.id ?? '';
  const own = {
    usage: await miedza.usage(),
    subscription_create: made,
    subscriptions: await miedza.subscriptions(),
    subscription: await miedza.subscription({ subscription }),
    subscription_delete: await miedza.subscription_delete({ subscription }),
    subscription_test: await miedza.subscription_test({ subscription }),
  };
  assert.deepEqual(
    [...Object.keys(answers), ...Object.keys(own), 'ogc_items', 'ogc_feature', 'openapi'],
    OPERATION_NAMES,
  );
  assert.deepEqual(
    own.subscriptions.result?.map(({ id }) => id),
    [subscription],
  );
  assert.equal(own.subscription_delete.status, 'ok');
  assert.equal(own.subscription_test.status, 'not_found', 'it was deleted');
  for (const [name, { status }] of Object.entries(answers)) assert.equal(status, 'ok', name);
  assert.equal((await miedza.openapi()).openapi, '3.1.0');
});

test('what comes back is what the server sends', async () => {
  const { body } = await server.get(`/v1/layer/flood?id=${EXAMPLE_ID}`);
  assert.deepEqual(await miedza.layer({ layer: 'flood', id: EXAMPLE_ID }), body);
});

test('events are counted where a summary is asked for', async () => {
  const counted = await miedza.events({ q: 'Lesznowola', summary: true });
  assert.ok(counted.status === 'ok' && counted.result.by_type.length === 0);
  assert.equal(counted.result.observed_since, counted.query.observed_since);
});

test('an ambiguity, a miss and a place not held are answers', async () => {
  const ambiguous = await miedza.check({ q: 'dz. 1 Kamionka' });
  assert.ok(ambiguous.status === 'ambiguous' && ambiguous.candidates.length > 1);
  const missing = await miedza.check({ id: '141803_2.0009.9999' });
  assert.ok(missing.status === 'not_found' && missing.error.hint.length > 0);
  const elsewhere = await miedza.check({ id: '146501_1.0001.1' });
  assert.ok(elsewhere.status === 'not_covered' && elsewhere.result === null);
});

test('a refusal is thrown with its code, hint, status and request id', async () => {
  const refused = (code: string, http: number) => (error: unknown) => {
    assert.ok(error instanceof MiedzaError);
    assert.deepEqual([error.name, error.code, error.http], ['MiedzaError', code, http]);
    assert.ok(error.message.length > 5 && error.hint.length > 5);
    assert.equal(error.request_id, 'mine');
    assert.equal(error.envelope?.billing.charged, 0);
    return true;
  };
  const options = { request_id: 'mine' };
  await assert.rejects(miedza.check({}, options), refused('invalid_input', 400));
  await assert.rejects(miedza.layer({ layer: 'flood', id: 'x' }, options), refused('invalid_input', 400));
  const stranger = new MiedzaClient({ url: server.url, key: 'wrong' });
  await assert.rejects(stranger.sources({}, options), refused('unauthorized', 401));
});

test('pages follow one another to the end, without a gap, by GET and by POST', async () => {
  const bbox = '20.93,52.05,20.945,52.058';
  const whole = await miedza.search({ bbox, limit: 1_000 });
  assert.ok(whole.status === 'ok' && whole.result.length > 50);
  const ids = whole.result.map(({ id }) => id);
  const box = { type: 'Polygon' as const, coordinates: [boxRing(20.93, 52.05, 20.945, 52.058)] };
  for (const pages of [
    miedza.pages('search', { bbox, limit: 20 }),
    miedza.pages('search_polygon', { polygon: box, limit: 20 }),
  ]) {
    const found: string[][] = [];
    for await (const page of pages) {
      assert.ok(page.status === 'ok');
      found.push(page.result.map(({ id }) => id));
    }
    assert.equal(found.length, Math.ceil(ids.length / 20));
    assert.deepEqual(found.flat(), ids);
  }
});

const boxRing = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test('what cannot be answered, or fits on a page, is one page', async () => {
  const statuses: string[] = [];
  for await (const page of miedza.pages('search', { id: '141803_2.0009.9999' })) statuses.push(page.status);
  for await (const page of miedza.pages('events', { id: EXAMPLE_ID })) statuses.push(page.status);
  assert.deepEqual(statuses, ['not_found', 'ok']);
});

test('an unchanged answer is free the second time and the same', async () => {
  const statuses: number[] = [];
  const counting = new MiedzaClient({
    url: `${server.url}/`,
    key: TEST_KEY,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
  const first = await counting.check({ id: EXAMPLE_ID });
  const { billing: paid, ...before } = structuredClone(first);
  if (first.status === 'ok') first.result.checks.length = 0;
  const { billing, ...again } = await counting.check({ id: EXAMPLE_ID });
  assert.deepEqual(statuses, [200, 304]);
  assert.deepEqual(again, before);
  assert.deepEqual([paid.charged, billing.charged, billing.rule], [1, 0, 'free_not_modified']);
  await counting.check({ id: '141803_2.0009.123/3' });
  assert.deepEqual(statuses, [200, 304, 200]);
});

test('a fetch that is handed over belongs to nobody', async () => {
  const client = new MiedzaClient({
    url: server.url,
    key: TEST_KEY,
    // As that of a browser, which is called by itself or not at all.
    fetch(this: unknown, url, init) {
      assert.equal(this, undefined);
      return fetch(url, init);
    },
  });
  assert.equal((await client.sources()).status, 'ok');
});

test('parameters in another order are the same question', async () => {
  const seen: string[] = [];
  const watched = new MiedzaClient({
    url: server.url,
    key: TEST_KEY,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      seen.push(`${response.status} ${new URL(String(url)).search}`);
      return response;
    },
  });
  await watched.parcel({ id: EXAMPLE_ID, layers: 'soil', geometry: 'none' });
  await watched.parcel({ geometry: 'none', layers: 'soil', id: EXAMPLE_ID });
  const search = `?${new URLSearchParams({ geometry: 'none', id: EXAMPLE_ID, layers: 'soil' })}`;
  assert.deepEqual(seen, [`200 ${search}`, `304 ${search}`]);
});

/** A server that gives the prepared answers in turn, the last one for ever. */
async function prepared(...answers: [http: number, headers?: Record<string, string>, body?: string][]) {
  const seen: IncomingMessage[] = [];
  const told = createServer((request, response) => {
    seen.push(request);
    const [http, headers = {}, body = '{}'] = answers[Math.min(seen.length, answers.length) - 1] ?? [500];
    response.writeHead(http, headers).end(body);
  });
  await once(told.listen(0, '127.0.0.1'), 'listening');
  after(() => told.close());
  return { seen, url: `http://127.0.0.1:${(told.address() as AddressInfo).port}` };
}

const ENVELOPE = '{"status":"ok","result":[],"query":{"input":{},"resolved":null},"billing":{"cost":0}}';

test('429 and 503 are asked again as long as allowed', async () => {
  const busy = await prepared(
    [429, { 'retry-after': '0' }],
    [503, { 'retry-after': '0' }],
    [200, {}, ENVELOPE],
  );
  assert.equal((await new MiedzaClient(busy).sources()).status, 'ok');
  assert.equal(busy.seen.length, 3);

  const alwaysBusy = await prepared([503, { 'retry-after': '0' }]);
  const patient = new MiedzaClient({ ...alwaysBusy, retries: 2 });
  await assert.rejects(patient.sources(), { code: 'unreadable', http: 503 });
  assert.equal(alwaysBusy.seen.length, 3);

  const broken = await prepared([500, {}, ENVELOPE.replace('"ok"', '"error"')]);
  await assert.rejects(new MiedzaClient(broken).sources(), { code: 'internal', http: 500 });
  assert.equal(broken.seen.length, 1);
});

test('a longer wait than allowed is not waited for', async () => {
  const shut = await prepared([429, { 'retry-after': '86400' }]);
  await assert.rejects(new MiedzaClient(shut).sources(), { http: 429 });
  assert.equal(shut.seen.length, 1);
});

test('the longest wait that is allowed is waited for, whatever is added to it at random', async () => {
  for (let round = 0; round < 5; round++) {
    const busy = await prepared([503, { 'retry-after': '0' }], [200, {}, ENVELOPE]);
    const hasty = new MiedzaClient({ ...busy, longest_wait_s: 0 });
    assert.equal((await hasty.sources()).status, 'ok');
  }
});

test('the real limit is waited for, and the call succeeds', async () => {
  const { data } = await buildSampleData();
  const limits = { rate_per_s: 2, burst: 1, monthly_quota: null };
  const slow = await startClient(data, { static_limits: limits });
  try {
    const client = new MiedzaClient({ url: slow.url, key: TEST_KEY });
    const answers = await Promise.all([client.sources(), client.sources()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['ok', 'ok'],
    );
    const hasty = new MiedzaClient({ url: slow.url, key: TEST_KEY, retries: 0 });
    const both = Promise.all([hasty.sources(), hasty.sources()]);
    await assert.rejects(both, { code: 'rate_limited', http: 429 });
  } finally {
    await slow.close();
  }
});

test('a signal stops a call, also while it waits', async () => {
  const stop = new AbortController();
  const shut = await prepared([503, { 'retry-after': '20' }]);
  const call = new MiedzaClient(shut).sources({}, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 50);
  await assert.rejects(call, /enough/);
  await assert.rejects(miedza.sources({}, { signal: AbortSignal.abort(new Error('at once')) }), /at once/);
});

test('what is no answer of ours says so', async () => {
  const page = await prepared([502, {}, '<html>']);
  await assert.rejects(new MiedzaClient(page).sources(), { code: 'unreadable', http: 502 });
  const other = await prepared([200, {}, '{"hello":1}']);
  await assert.rejects(new MiedzaClient(other).sources(), { code: 'unreadable', http: 200 });
  const proxy = await prepared([502, {}, '{"message":"no upstream"}']);
  await assert.rejects(new MiedzaClient(proxy).openapi(), { code: 'unreadable', http: 502 });
  const nobody = new MiedzaClient({ url: 'http://127.0.0.1:1' });
  await assert.rejects(nobody.sources(), { code: 'unreachable', http: null });
  for (const url of [
    '',
    'miedza.example',
    'ftp://x',
    'http://x/v1',
    'http://x/api/v1/',
    'http://x/?a=1',
    'http://x/#a',
  ]) {
    assert.throws(() => new MiedzaClient({ url }), /url must be the http or https address/);
  }
});

test('the key goes to the server it was given for, not where that one points', async () => {
  const elsewhere = await prepared([200, {}, ENVELOPE]);
  const pointing = await prepared([307, { location: `${elsewhere.url}/v1/sources` }]);
  await assert.rejects(new MiedzaClient({ ...pointing, key: 'secret' }).sources(), { code: 'unreachable' });
  assert.equal(pointing.seen[0]?.headers['x-api-key'], 'secret');
  assert.equal(elsewhere.seen.length, 0);
});

test('what is wrong before anything is sent is told as such', async () => {
  const idle = await prepared([200, {}, ENVELOPE]);
  const cases: [options: object, message: RegExp][] = [
    [{ key: 'żółw' }, /^key must be visible ASCII characters without spaces$/],
    [{ key: 'two words' }, /^key must be/],
    [{ key: '' }, /^key must be/],
    [{ key: 7 }, /^key must be/],
    [{ retries: -1 }, /^retries must be a whole number from 0, got -1$/],
    [{ retries: 1.5 }, /^retries must be .* got 1\.5$/],
    [{ retries: 'x' }, /^retries must be .* got "x"$/],
    [{ longest_wait_s: Number.NaN }, /^longest_wait_s must be a number of seconds from 0, got NaN$/],
    [{ longest_wait_s: -0.5 }, /^longest_wait_s must be/],
    [{ kept_characters: null }, /^kept_characters must be a whole number from 0, got null$/],
  ];
  for (const [options, message] of cases) {
    assert.throws(() => new MiedzaClient({ url: idle.url, ...options }), { name: 'TypeError', message });
  }
  const client = new MiedzaClient({
    url: idle.url,
    key: 'k',
    retries: 0,
    longest_wait_s: 0,
    kept_characters: 0,
  });
  for (const request_id of ['żółw', 'two words', '', 'x'.repeat(65)]) {
    const message = /^request_id must be 1 to 64 letters, digits and _ \. : -, got "/;
    await assert.rejects(client.sources({}, { request_id }), { name: 'TypeError', message });
  }
  assert.equal(idle.seen.length, 0);
  assert.equal((await client.sources({}, { request_id: 'mine:1.2_3-4' })).status, 'ok');
});
