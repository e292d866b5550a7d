// Push (contract §13): subscriptions over HTTP, and a receiver that takes, fails, stalls, redirects and goes away, while real
// editions of the parcel file are published.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '../../packages/client/src/verify-webhook.ts';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import type { Usage } from '../../src/contract/key-usage.ts';
import type { InputOf, ResultOf } from '../../src/contract/operations.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { Subscription } from '../../src/contract/subscriptions.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey, revokeKey } from '../../src/store/sqlite/key-records.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { ASKED_AT, buildSampleData } from '../sample.ts';
import { publishEdited } from './publish-edited.ts';

interface Taken {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let sample: { data: string; files: string };
let client: Client;
let now_ms = ASKED_AT.getTime();
const taken: Taken[] = [];
let answer = (_request: Taken, response: ServerResponse): void => void response.writeHead(204).end();
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const one = { path: request.url ?? '', headers: request.headers, body };
  taken.push(one);
  answer(one, response);
});
let base = '';

const settings = {
  push_networks: ['127.0.0.0/8'],
  clock: createClock(() => now_ms),
  public_url: 'https://miedza.example',
};
before(async () => {
  sample = await buildSampleData();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  client = await startClient(sample.data, settings);
});
after(async () => {
  await client.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  answer = (_request, response) => void response.writeHead(204).end();
  for (const { id } of await list()) await drop(id);
  taken.length = 0;
});

type New = ResultOf<'subscription_create'>;
async function subscribe(input: Partial<InputOf<'subscription_create'>>): Promise<New> {
  const { http, body } = await client.post<New>('/v1/subscriptions', { url: `${base}/hook`, ...input });
  assert.equal(http, 200, JSON.stringify(body.error));
  assert.ok(body.result);
  return body.result;
}
const list = async () => (await client.get<Subscription[]>('/v1/subscriptions')).body.result ?? [];
const drop = (id: string) =>
  client.send('DELETE', `/v1/subscriptions/${id}`, { headers: { 'X-Api-Key': TEST_KEY } });

/** Looks again until it is so: deliveries come by themselves. */
async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let waited_ms = 0; waited_ms < 120_000; waited_ms += 50) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
  assert.fail(`waited in vain for ${what}`);
}

let edition = 0;
/** The area of the example changes: an event of that parcel. */
async function publishChange(): Promise<void> {
  edition += 1;
  const area_ha = (0.1283 + edition / 10_000).toFixed(4);
  const sql = `UPDATE dzialki SET pole_ewidencyjne = '${area_ha}' WHERE id_dzialki = '${EXAMPLE_ID}';`;
  await publishEdited(sample, '1418', sql, new Date(now_ms + edition));
}

const kindsOf = (rows: readonly Taken[]) => rows.map(({ body }) => JSON.parse(body).type);

describe('subscriptions', () => {
  it('tell of a parcel, signed, thin, and cost 1 an event', async () => {
    const { id, secret, state } = await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    assert.equal(state, 'active');
    assert.equal((await list())[0]?.id, id);
    assert.ok(!JSON.stringify(await list()).includes(secret), 'shown once');
    await publishChange();
    const one = await until('a delivery', () => taken[0]);
    const event = JSON.parse(one.body);
    assert.deepEqual(event.data, {
      id: event.data.id,
      event: 'parcel_area_changed',
      subject: EXAMPLE_ID,
      layer: null,
      link: `https://miedza.example/v1/events?id=${encodeURIComponent(EXAMPLE_ID)}&since=${event.timestamp.slice(0, 10)}`,
    });
    assert.equal(one.headers['webhook-id'], `${id}_${event.data.id}`);
    const at = new Date(now_ms);
    assert.equal(
      (await verifyWebhook(one.body, one.headers, secret, { now: at })).type,
      'parcel_area_changed',
    );
    await assert.rejects(verifyWebhook(`${one.body} `, one.headers, secret, { now: at }), /signature/);
    await until('the state', async () => ((await list())[0]?.last_delivery ? true : undefined));
    assert.equal(taken.length, 1);
  });

  it('tell in order, try again, and say why they fail', async () => {
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    answer = (_request, response) => {
      now_ms += 3_000;
      response.writeHead(500).end('no');
    };
    await publishChange();
    await until('a failure', () => taken[0]);
    const failing = await until('the state', async () =>
      (await list()).find(({ state }) => state === 'failing'),
    );
    assert.equal(failing.last_error, 'answered 500');
    assert.equal(failing.next_attempt, new Date(now_ms + 5_000).toISOString(), 'from the end of the attempt');
    await publishChange();
    await sleep(1_500);
    assert.equal(taken.length, 1, 'the second event waits for the first');
    answer = (_request, response) => void response.writeHead(200).end();
    now_ms += 6_000;
    await until('both', () => (taken.length >= 3 ? true : undefined));
    const ids = taken.map(({ headers }) => String(headers['webhook-id']));
    assert.equal(ids[0], ids[1], 'the same message again');
    const [, first, second] = ids.map((one) => Number(one.split('_').at(-1)));
    assert.ok((first ?? 0) < (second ?? 0));
    await until('health', async () => ((await list())[0]?.state === 'active' ? true : undefined));
  });

  it('follow no redirect, and are disabled by 410 and after three days', async () => {
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    answer = ({ path }, response) =>
      void (path === '/elsewhere'
        ? response.writeHead(200).end()
        : response.writeHead(302, { location: `${base}/elsewhere` }).end());
    await publishChange();
    const failing = await until('the state', async () =>
      (await list()).find(({ state }) => state === 'failing'),
    );
    assert.match(failing.last_error ?? '', /302: redirects are not followed/);
    assert.deepEqual(new Set(taken.map(({ path }) => path)), new Set(['/hook']));
    answer = (_request, response) => void response.writeHead(503).end();
    now_ms += 73 * 3_600_000;
    const disabled = await until('the end', async () =>
      (await list()).find(({ state }) => state === 'disabled'),
    );
    assert.match(disabled.last_error ?? '', /failed for three days, the last time: answered 503/);
    await drop(disabled.id);
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    answer = (_request, response) => void response.writeHead(410).end();
    await publishChange();
    const gone = await until('410', async () => (await list()).find(({ state }) => state === 'disabled'));
    assert.match(gone.last_error ?? '', /410/);
  });

  it('give up on a receiver that never answers, without holding up another', async () => {
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'], url: `${base}/slow` });
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    answer = ({ path }, response) => {
      if (path !== '/slow') response.writeHead(204).end();
    };
    await publishChange();
    await until('the other', () => taken.find(({ path }) => path === '/hook'));
    const slow = await until('the timeout', async () =>
      (await list()).find(({ state }) => state === 'failing'),
    );
    assert.equal(slow.last_error, 'no answer within 5 s');
  });

  it('tell of a gmina and of an area', async () => {
    await subscribe({ gmina: '1418032', types: ['parcel_area_changed'], url: `${base}/gmina` });
    const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}&layers=flood`);
    const [lng, lat] = body.result?.centroid ?? [0, 0];
    const d = 0.002;
    const ring = [
      [lng - d, lat - d],
      [lng + d, lat - d],
      [lng + d, lat + d],
      [lng - d, lat + d],
      [lng - d, lat - d],
    ];
    const polygon = { type: 'Polygon' as const, coordinates: [ring] };
    await subscribe({ polygon, types: ['parcel_area_changed'], url: `${base}/area` });
    await publishChange();
    await until('both', () => (new Set(taken.map(({ path }) => path)).size === 2 ? true : undefined));
    assert.deepEqual(kindsOf(taken), ['parcel_area_changed', 'parcel_area_changed']);
  });

  it('send a test when asked', async () => {
    const { id, secret } = await subscribe({ parcel: EXAMPLE_ID });
    const sent = await client.post('/v1/subscription-test', { subscription: id });
    assert.deepEqual(sent.body.result, { delivered: true, http: 204, reason: null });
    assert.deepEqual(kindsOf(taken), ['test']);
    const [one] = taken;
    assert.ok(one);
    const { data } = await verifyWebhook(one.body, one.headers, secret, { now: new Date(now_ms) });
    assert.deepEqual(data, {
      id: 'ev_0',
      event: 'test',
      subject: EXAMPLE_ID,
      layer: null,
      link: `https://miedza.example/v1/subscriptions/${id}`,
    });
    const read = async () => (await client.get<Subscription>(`/v1/subscriptions/${id}`)).body.result;
    assert.deepEqual(await read(), (await list())[0]);
    answer = (_request, response) => void response.writeHead(500).end();
    await client.post('/v1/subscription-test', { subscription: id });
    assert.deepEqual([(await read())?.last_error, (await read())?.state], ['test: answered 500', 'active']);
    answer = (_request, response) => void response.writeHead(200).end();
    await client.post('/v1/subscription-test', { subscription: id });
    assert.equal((await read())?.last_error, null);
    assert.equal((await client.get('/v1/subscriptions/sub_none')).http, 404);
    const path = `/v1/subscriptions/${id}/test`;
    const headers = { 'X-Api-Key': TEST_KEY };
    const bare = await client.send('POST', path, { headers });
    assert.deepEqual(bare.body.result, { delivered: true, http: 200, reason: null });
    assert.deepEqual((await client.post(path, {})).body.result, bare.body.result);
    assert.equal((await client.post('/v1/subscriptions/sub_none/test', {})).http, 404);
    const refused = await client.send('POST', `${path}?colour=1`, { headers });
    assert.match(refused.body.error?.message ?? '', /unknown parameter "colour"/);
    assert.equal((await client.get(path)).http, 405);
    const none = await client.post('/v1/subscription-test', { subscription: 'sub_none' });
    assert.equal(none.http, 404);
  });

  it('are delivered by the next server where one was stopped before', async () => {
    await subscribe({ parcel: EXAMPLE_ID, types: ['parcel_area_changed'] });
    await client.close();
    await publishChange();
    now_ms += 31_000;
    client = await startClient(sample.data, settings);
    await until('a delivery', () => taken[0]);
  });

  it('are refused where nothing may be sent, or nothing would be told', async () => {
    const refused = async (input: object) => {
      const { http, body } = await client.post('/v1/subscriptions', { parcel: EXAMPLE_ID, ...input });
      assert.equal(http, 400, JSON.stringify(input));
      return body.error?.message ?? '';
    };
    assert.match(await refused({ url: 'https://10.0.0.1/' }), /10\.0\.0\.1 is not an address of the public/);
    assert.match(await refused({ url: 'https://[::1]/' }), /::1 is not an address/);
    assert.match(await refused({ url: 'https://169.254.169.254/latest/meta-data' }), /169\.254/);
    assert.match(
      await refused({ url: 'http://1.1.1.1/' }),
      /must begin with https, got http:\/\/1\.1\.1\.1\/$/,
    );
    assert.match(await refused({ url: 'ftp://example.com/' }), /https, got ftp:/);
    assert.match(await refused({ url: 'https://a:b@example.com/' }), /user name/);
    assert.match(await refused({ url: 'nowhere' }), /is no address/);
    assert.match(await refused({ url: 'https://1.1.1.1:22/' }), /port 22 belongs to another service/);
    for (const host of ['LOCALHOST.', 'x.localhost', 'metadata.google.internal', 'router.local', 'intranet'])
      assert.match(await refused({ url: `https://${host}/` }), /not (?:an address )?of the public internet/);
    assert.match(await refused({ url: base, gmina: '1418032' }), /parcel and gmina together/);
    for (const [path, hint] of [
      ['/v1/subscriptions', /^Pass url, .* exactly one of parcel, gmina or polygon/],
      ['/v1/subscription-test', /^Pass subscription/],
    ] as const)
      for (const body of [[], [1]])
        assert.match((await client.post(path, body)).body.error?.hint ?? '', hint);
    const line = { type: 'Polygon', coordinates: [[20.93, 20.94, 20.93].map((lng) => [lng, 52.05])] };
    for (const [wish, hint] of [
      [{ gmina: '1418032', types: 'foo' }, /^Pass types as a list of event names/],
      [{ gmina: '1418032', types: ['foo'] }, /^Pass types as a list of event names/],
      [{ parcel: 'foo' }, /^Pass parcel as an EGiB id/],
      [{ parcel: '020101_1.0001.1' }, /^Pass parcel as an EGiB id/],
      [{ polygon: line }, /^Pass polygon with at least three corners/],
    ] as const) {
      const { body } = await client.post('/v1/subscriptions', { url: base, ...wish });
      assert.match(body.error?.hint ?? '', hint, JSON.stringify(wish));
    }
    assert.match(await refused({ url: base, parcel: undefined }), /none of parcel, gmina, polygon/);
    assert.match(await refused({ url: base, parcel: '0201011.0001.1' }), /not an EGiB parcel id/);
    assert.match(
      await refused({ url: base, parcel: '020101_1.0001.1' }),
      /cadastre of powiat 0201 is not held/,
    );
    assert.match(
      await refused({ url: base, parcel: '141805_2.0001.1' }),
      /cadastre of gmina Prażmów is not held/,
    );
    for (const [gmina, why] of [
      ['0201011', /no parcels of Bolesławiec \(0201011\) are held/],
      ['9999999', /register of units has no gmina 9999999/],
      ['Lesznowola', /must be a TERYT code of 7 digits, got "Lesznowola"/],
      ['141803', /must be a TERYT code of 7 digits, got "141803"/],
    ] as const)
      assert.match(await refused({ url: base, parcel: undefined, gmina }), why);
    assert.equal((await drop('sub_none')).http, 404);
    const nowhere = await client.post('/v1/subscriptions', { url: base, parcel: '141803_2.0009.99999' });
    assert.deepEqual(
      [nowhere.http, nowhere.body.status, nowhere.body.billing.charged],
      [404, 'not_found', 0],
    );
    assert.match(nowhere.body.error?.message ?? '', /there is no parcel 141803_2\.0009\.99999/);
    assert.deepEqual(await list(), [], 'nothing was made');
  });

  it('to a name that leads nowhere yet are taken, and say so', async () => {
    const { id, state, last_error } = await subscribe({
      parcel: EXAMPLE_ID,
      url: 'https://nowhere.invalid/',
    });
    const told = 'nowhere.invalid leads to no address yet; it is looked up again for every delivery';
    assert.deepEqual([state, last_error], ['active', told]);
    const tried = await client.post<{ reason: string }>('/v1/subscription-test', { subscription: id });
    assert.equal(tried.body.result?.reason, told);
  });

  it('of another key are neither seen nor deleted', async () => {
    const { id } = await subscribe({ parcel: EXAMPLE_ID });
    const other = await startClient(sample.data, { ...settings, api_key: null });
    try {
      const { http } = await other.get('/v1/subscriptions');
      assert.equal(http, 401);
    } finally {
      await other.close();
    }
    assert.ok((await list()).some((one) => one.id === id));
  });
});

describe('the stream of events', () => {
  const open = async (query: string, headers: Record<string, string> = {}) => {
    const ended = new AbortController();
    const response = await fetch(`${client.url}/v1/events/stream?${query}`, {
      headers: { 'X-Api-Key': TEST_KEY, ...headers },
      signal: ended.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    return { response, text: () => text, reading, end: () => ended.abort() };
  };

  it('tells what happens, and goes on behind the last event that was seen', async () => {
    const parcel = `parcel=${encodeURIComponent(EXAMPLE_ID)}&types=parcel_area_changed`;
    const first = await open(parcel);
    assert.equal(first.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    await publishChange();
    const id = await until('an event', () => /^id: (ev_\d+)$/m.exec(first.text())?.[1]);
    assert.match(first.text(), /^event: parcel_area_changed\ndata: \{"type":"parcel_area_changed",/m);
    first.end();
    await publishChange();
    const second = await open(parcel, { 'Last-Event-ID': id });
    const next = await until('the next', () => /^id: (ev_\d+)$/m.exec(second.text())?.[1]);
    assert.ok(Number(next.slice(3)) > Number(id.slice(3)));
    second.end();
  });

  it('tells all that an area missed, and stands in the usage by its name', async () => {
    const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}&layers=flood`);
    const [lng, lat] = body.result?.centroid ?? [0, 0];
    const bbox = [lng - 0.002, lat - 0.002, lng + 0.002, lat + 0.002];
    const [w, s, e, n] = bbox;
    const ring = [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ];
    const polygon = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    const streamed = async () => {
      const { result } = (await client.get<Usage>('/v1/usage')).body;
      const rows = result?.days.filter(({ operation }) => operation === 'stream_event') ?? [];
      return rows.reduce((sum, { charged }) => sum + charged, 0);
    };
    const before = await streamed();
    const idsIn = (text: string) => [...text.matchAll(/^id: (ev_\d+)$/gm)].map(([, id]) => id);
    const told: (string | undefined)[][] = [];
    for (const query of [
      `bbox=${bbox.map((one) => one.toFixed(6))}`,
      `polygon=${encodeURIComponent(polygon)}`,
    ]) {
      const stream = await open(`${query}&types=parcel_area_changed`, { 'Last-Event-ID': 'ev_0' });
      assert.equal(stream.response.status, 200);
      told.push(
        await until('events', () => (idsIn(stream.text()).length > 0 ? idsIn(stream.text()) : undefined)),
      );
      stream.end();
    }
    assert.deepEqual(told[0], told[1]);
    assert.equal((await streamed()) - before, told.flat().length);
  });

  it('is open ten times a key at most, and a place is free again when one ends', async () => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => open('gmina=1418032')));
    const statuses = streams.map(({ response }) => response.status).sort();
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429]);
    streams.find(({ response }) => response.status === 200)?.end();
    await until('a place', async () => {
      const again = await open('gmina=1418032');
      streams.push(again);
      return again.response.status === 200 ? true : undefined;
    });
    for (const { end } of streams) end();
  });

  it('is refused in an envelope', async () => {
    const refused = async (query: string, headers = {}) => (await open(query, headers)).response.status;
    assert.equal(await refused('gmina=1418032', { 'X-Api-Key': 'wrong' }), 401);
    assert.equal(await refused(''), 400);
    assert.equal(await refused('gmina=1418032&parcel=x'), 400);
    assert.equal(await refused('gmina=1418032&types=nothing'), 400);
    assert.equal(await refused('gmina=1418032&q=x'), 400);
    assert.equal(await refused('parcel=141803_2.0009.99999'), 404);
    assert.equal(await refused('parcel=020101_1.0001.1'), 400);
    assert.equal(await refused('gmina=1418032', { 'Last-Event-ID': 'x' }), 400);
    assert.equal(await refused('polygon=x'), 400);
    assert.equal(await refused('bbox=20,52,21,53'), 400);
    const never = await open('gmina=1418032', { 'Last-Event-ID': 'ev_99999999' });
    await never.reading;
    assert.equal(never.response.status, 400);
    assert.match(never.text(), /Last-Event-ID ev_99999999 was never given here; the newest event is ev_\d+/);
    const unknown = await open('gmina=1418032&q=x');
    await unknown.reading;
    assert.match(unknown.text(), /"hint":"Pass exactly one of parcel, gmina, bbox or polygon/);
  });

  const endOf = (text: string) => /^event: end\ndata: (\{.*\})\n\n$/m.exec(text)?.[1] ?? text;

  it('ends when the server leaves, and says so', async () => {
    const { reading, text } = await open('gmina=1418032');
    await until('its beginning', () => (text().length > 0 ? true : undefined));
    await client.close();
    await reading;
    assert.match(endOf(text()), /^\{"code":"stopping","reason":"the server is being stopped: open/);
    client = await startClient(sample.data, settings);
  });

  it('ends when the key is revoked or its quota is used up, says so, and does not open then', async () => {
    const accounts = openAccounts(accountsIn(sample.data));
    try {
      const made = (name: string, monthly_quota: number | null) =>
        createKey(accounts, { name, monthly_quota, rate_per_s: 100, burst: 100 }, new Date(now_ms)).secret;
      const [revoked, poor] = [made('revoked', null), made('poor', 3)];
      const first = await until('the key', async () => {
        const stream = await open('gmina=1418032&lang=pl', { 'X-Api-Key': revoked });
        return stream.response.status === 200 ? stream : undefined;
      });
      await until('its beginning', () => (first.text().length > 0 ? true : undefined));
      revokeKey(accounts, 'revoked', new Date(now_ms));
      await first.reading;
      assert.equal(endOf(first.text()), '{"code":"revoked","reason":"klucz został unieważniony"}');
      const again = await open('gmina=1418032', { 'X-Api-Key': revoked });
      assert.equal(again.response.status, 401);
      const second = await open('gmina=1418032', { 'X-Api-Key': poor, 'Last-Event-ID': 'ev_0' });
      await second.reading;
      assert.equal([...second.text().matchAll(/^id: /gm)].length, 3);
      assert.equal(
        endOf(second.text()),
        '{"code":"quota","reason":"the monthly quota of the key is used up"}',
      );
      const third = await open('gmina=1418032', { 'X-Api-Key': poor });
      await third.reading;
      assert.deepEqual(
        [third.response.status, Number(third.response.headers.get('retry-after')) > 0],
        [429, true],
      );
      assert.match(third.text(), /"code":"rate_limited","message":"the monthly quota of 3 is used up"/);
    } finally {
      accounts.close();
    }
  });
});

it('the stream has no HEAD: an answer without an end has no length to tell', async () => {
  const response = await fetch(`${client.url}/v1/events/stream?gmina=1418032`, {
    method: 'HEAD',
    headers: { 'X-Api-Key': TEST_KEY },
  });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'GET, OPTIONS');
});
