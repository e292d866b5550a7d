// What Node's own parser refuses before Fastify sees a request, on a real socket: the envelope names the true fault.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { createServer } from './http-server.ts';
import { createMetrics } from './metrics.ts';

const POST =
  'POST /v1/parcel/batch HTTP/1.1\r\nHost: x\r\nX-Api-Key: x\r\nContent-Type: application/json\r\n';

for (const [what, bytes, message] of [
  [
    'headers that stop coming',
    'GET /v1/parcel HTTP/1.1\r\nHost: x\r\n',
    /did not arrive in time.*10 seconds.*30/,
  ],
  ['a body that stops coming', `${POST}Content-Length: 100\r\n\r\n{"items"`, /did not arrive in time/],
  [
    'huge headers',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
    /larger than 16384 bytes/,
  ],
  ['no HTTP at all', 'NONSENSE\r\n\r\n', /not readable HTTP$/],
  ['a broken chunk', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, /not readable HTTP$/],
] as const)
  test(`the answer to ${what} names the fault`, async (t) => {
    const server = createServer({
      handle: () => assert.fail('the pipeline must not be reached'),
      isKnown: () => true,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      ready: async () => true,
    });
    t.after(() => server.close());
    // Node looks for late requests every half minute; a test must not wait for that.
    Object.assign(server.server, {
      connectionsCheckingInterval: 20,
      headersTimeout: 60,
      requestTimeout: 120,
    });
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const text = await exchange(Number(port), bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(head, /\r\nx-credits-charged: 0\r\n/);
    const { status, error, billing } = JSON.parse(body);
    assert.deepEqual([status, error.code, billing.rule], ['error', 'invalid_input', 'free_invalid_input']);
    assert.match(error.message, message);
  });

/** Everything the server says until it hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

test('a page that is not built is said at /, and /docs leads to no reference', async (t) => {
  const server = createServer({
    handle: () => assert.fail('the pipeline must not be reached'),
    isKnown: () => true,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    ready: async () => true,
    page_not_built: true,
  });
  t.after(() => server.close());
  const home = await server.inject('/');
  assert.equal(home.statusCode, 404);
  assert.match(home.body, /^The page is not built here: "npm ci && npm run build:page" builds it/);
  assert.doesNotMatch((await server.inject('/docs')).body, /href="\/docs\/reference"/);
});
