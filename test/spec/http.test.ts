// What HTTP itself promises (contract §1, §5, §10): methods, paths, headers on every status, request ids, CORS, and
// that the examples of the contract work.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERRORS } from '../../src/contract/errors.ts';
import { openApiDocument } from '../../src/contract/openapi-document.ts';
import {
  EXAMPLE_ID,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const PARCEL = `/v1/parcel?id=${EXAMPLE_ID}`;
const WITH_KEY = { headers: { 'X-Api-Key': TEST_KEY } };

/** The call that the example of an operation describes. */
function callOf({ method, path, example }: Operation) {
  if (method === 'POST') return client.post(path, example);
  const rest = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(example)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, String(value));
    else rest.set(name, String(value));
  }
  return client.send(method, rest.size > 0 ? `${filled}?${rest}` : filled, WITH_KEY);
}

/** Their examples name something that only its owner has. */
const OWN: readonly OperationName[] = ['subscription', 'subscription_delete', 'subscription_test'];

/** Operations of ours; those under /ogc have the paths and names of their standard. */
const OURS = OPERATION_NAMES.filter((name) => !name.startsWith('ogc_'));

test(rule('C1-examples', '9-prefix'), async () => {
  for (const name of OURS) {
    assert.ok(OPERATIONS[name].path.startsWith('/v1/'));
    const { http, body } = await callOf(OPERATIONS[name]);
    if (OWN.includes(name)) {
      assert.equal(http, 404, name);
      continue;
    }
    assert.equal(http, 200, name);
    if (name !== 'openapi') assert.equal(body.status, 'ok', name);
  }
});

test(rule('9-snake-case'), async () => {
  const keys = new Set<string>();
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) keys.add(key);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const name of OURS) if (name !== 'openapi') collect((await callOf(OPERATIONS[name])).body);
  collect((await client.get('/v1/parcel')).body);
  assert.ok(keys.size > 60, `${keys.size} names`);
  for (const key of keys) assert.match(key, /^[a-z][a-z0-9_]*$/);
});

test(rule('4.12-openapi'), async () => {
  const served = await client.send('GET', '/v1/openapi.json');
  assert.equal(served.http, 200);
  assert.deepEqual(served.body, JSON.parse(JSON.stringify(openApiDocument())));
  assert.deepEqual(
    ['x-request-cost', 'x-credits-charged', 'x-credits-refunded'].map((name) => served.headers.get(name)),
    ['0', '0', '0'],
  );
});

test(rule('5-key', 'C10-bearer'), async () => {
  for (const name of OPERATION_NAMES) {
    const { method, path, auth } = OPERATIONS[name];
    const { http, headers } = await client.send(
      method,
      path.replace('{layer}', 'flood').replace('{teryt}', '1418032'),
    );
    assert.equal(http, auth ? 401 : 200, name);
    assert.equal(headers.get('www-authenticate'), auth ? 'Bearer' : null, name);
  }
  for (const [authorization, http] of [
    [`Bearer ${TEST_KEY}`, 200],
    [`bearer ${TEST_KEY}`, 200],
    [`Basic ${TEST_KEY}`, 401],
    ['Bearer', 401],
    ['Bearer wrong', 401],
  ] as const) {
    assert.equal(
      (await client.send('GET', PARCEL, { headers: { authorization } })).http,
      http,
      authorization,
    );
  }
});

test('HEAD gives the headers of GET and no body', async () => {
  for (const path of [PARCEL, '/v1/sources', '/v1/parcel', '/v1/openapi.json']) {
    const [get, head] = [await client.get(path), await client.send('HEAD', path, WITH_KEY)];
    assert.equal(head.http, get.http, path);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'x-request-cost']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path}: ${name}`);
    }
  }
  const tag = (await client.get(PARCEL)).headers.get('etag') ?? '';
  const headers = { ...WITH_KEY.headers, 'If-None-Match': tag };
  assert.equal((await client.send('HEAD', PARCEL, { headers })).http, 304);
});

test(rule('C1-method'), async () => {
  for (const [method, path, allow] of [
    ['POST', '/v1/parcel', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/parcel', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/layer/flood', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/gminy/1418032/planning', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/parcel/batch', 'POST, OPTIONS'],
    ['PUT', '/v1/search', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const { http, headers, body } = await client.send(method, `${path}?id=${EXAMPLE_ID}`, WITH_KEY);
    assert.equal(http, 405, `${method} ${path}`);
    assert.equal(headers.get('allow'), allow);
    assert.deepEqual([body.status, body.error?.code, body.billing.charged], ['error', 'invalid_input', 0]);
    assert.match(body.error?.message ?? '', new RegExp(`^${method} is not allowed here`));
  }
});

test(rule('C1-unknown-path', '4-json'), async () => {
  for (const path of [
    '/v1/nope',
    '/v1/parcel/',
    '/v1/parcels',
    '/v1/layer',
    '/v1/gminy/planning/',
    '/v2/parcel',
    '/:a([)',
    '/x',
  ]) {
    const { http, headers, body } = await client.get(path);
    assert.equal(http, 404, path);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual([body.status, body.error?.code], ['not_found', 'not_found'], path);
    assert.match(body.error?.hint ?? '', /openapi\.json/);
    const options = await client.send('OPTIONS', path);
    assert.deepEqual([options.http, options.body.error?.code], [404, 'not_found'], `OPTIONS ${path}`);
  }
});

test('a browser may ask from any origin', async () => {
  const headers = {
    Origin: 'https://example.org',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key, content-type, if-none-match',
  };
  for (const path of ['/v1/search', '/v1/parcel/batch', '/v1/layer/flood']) {
    const preflight = await client.send('OPTIONS', path, { headers });
    assert.equal(preflight.http, 204, path);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /GET.*POST/);
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['x-api-key', 'authorization', 'content-type', 'if-none-match']) {
      assert.ok(allowed.includes(name), name);
    }
  }
  const exposed = (await client.get(PARCEL)).headers.get('access-control-expose-headers') ?? '';
  for (const name of ['ETag', 'X-Request-Id', 'X-Credits-Charged', 'RateLimit'])
    assert.ok(exposed.includes(name));
});

test(rule('C5-headers-everywhere', '4.13.4-headers'), async () => {
  const tag = (await client.get(PARCEL)).headers.get('etag') ?? '';
  const answers = [
    [200, await client.get(PARCEL)],
    [200, await client.get('/v1/openapi.json')],
    [200, await client.get('/v1/sources')],
    [200, await client.post('/v1/parcel/batch', { items: [{ id: EXAMPLE_ID }, { q: 'x' }] })],
    [204, await client.send('OPTIONS', '/v1/parcel')],
    [304, await client.get(PARCEL, { 'If-None-Match': tag })],
    [400, await client.get('/v1/parcel')],
    [400, await client.get('/v1/layer/%E0%A4%A')],
    [401, await client.send('GET', PARCEL)],
    [404, await client.get('/v1/parcel?q=xyzzy')],
    [404, await client.get('/v1/nope')],
    [405, await client.send('DELETE', '/v1/parcel', WITH_KEY)],
  ] as const;
  for (const [http, answer] of answers) {
    assert.equal(answer.http, http);
    const found = ['x-request-cost', 'x-credits-charged', 'x-credits-refunded'].map((name) =>
      answer.headers.get(name),
    );
    for (const value of found) assert.match(value ?? '', /^\d+$/, `${http}`);
    if (answer.text === '' || !answer.body.billing) continue;
    const { cost, charged, refunded } = answer.body.billing;
    assert.deepEqual(found.map(Number), [cost, charged, refunded]);
  }
});

test(rule('C1-request-id'), async () => {
  const idOf = async (sent?: string) =>
    (await client.get(PARCEL, sent === undefined ? {} : { 'X-Request-Id': sent })).headers.get(
      'x-request-id',
    ) ?? '';
  for (const sane of ['abc', 'a1-b2_c3.d4:e5', 'x'.repeat(64)]) assert.equal(await idOf(sane), sane);
  for (const other of ['x'.repeat(65), 'a b', 'a"b', '<script>', '', 'é']) {
    assert.notEqual(await idOf(other), other);
  }
  const made = await Promise.all(Array.from({ length: 20 }, () => idOf()));
  assert.equal(new Set(made).size, 20);
  for (const path of ['/v1/nope', '/v1/parcel', '/v1/layer/%E0%A4%A']) {
    assert.equal(
      (await client.get(path, { 'X-Request-Id': 'mine' })).headers.get('x-request-id'),
      'mine',
      path,
    );
  }
});

test('no answer may be sniffed, framed or cached by strangers', async () => {
  for (const path of [PARCEL, '/v1/parcel', '/v1/nope', '/v1/openapi.json']) {
    const { headers } = await client.get(path);
    assert.equal(headers.get('cache-control'), 'private, max-age=0, must-revalidate', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.match(headers.get('vary') ?? '', /X-Api-Key/);
    for (const telling of ['server', 'x-powered-by']) assert.equal(headers.get(telling), null);
  }
});

test(rule('C10-headers'), async () => {
  for (const path of [
    PARCEL,
    '/v1/sources',
    '/v1/parcel',
    '/v1/parcel?q=xyzzy',
    '/v1/parcel?id=146501_1.0001.1',
  ]) {
    const { headers } = await client.get(path);
    assert.match(headers.get('ratelimit') ?? '', /^"rate";r=\d+;t=\d+$/, path);
    assert.match(headers.get('ratelimit-policy') ?? '', /^"rate";q=\d+;w=\d+$/, path);
  }
  for (const path of ['/v1/openapi.json', '/v1/nope']) {
    assert.equal((await client.get(path)).headers.get('ratelimit'), null, path);
  }
});

test(rule('7-error', '7-example-id'), async () => {
  const docs = await (await fetch(`${client.url}/docs`)).text();
  for (const code of Object.keys(ERRORS)) assert.ok(docs.includes(`id="${code}"`), `/docs explains ${code}`);
  for (const [path, code] of [
    ['/v1/parcel', 'invalid_input'],
    ['/v1/parcel?id=nonsense', 'invalid_input'],
    ['/v1/parcel?id=141803_2.0009.9999', 'not_found'],
  ] as const) {
    const { error, result } = (await client.get(path)).body;
    assert.equal(result, null);
    assert.equal(error?.code, code);
    assert.ok(error.message.length > 10 && error.hint.length > 10);
    assert.equal(error.docs, `/docs#${code}`);
    assert.equal(error.example_id, EXAMPLE_ID);
  }
});
