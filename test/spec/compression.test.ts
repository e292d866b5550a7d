// Content coding, HEAD and OPTIONS as they are on the wire: raw requests, because fetch decodes silently. What is coded is
// the same answer with a strong tag of its own (RFC 9110 §8.8.3.3; contract §6).

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ParcelSummary } from '../../src/contract/answers.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS } from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

interface Raw {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Raw> {
  const { hostname, port } = new URL(client.url);
  const sent = request({ hostname, port, path, method, headers: { 'X-Api-Key': TEST_KEY, ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { http: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const CHECK = `/v1/check?id=${EXAMPLE_ID}`;
const LARGE = [CHECK, `/v1/parcel?id=${EXAMPLE_ID}`, '/v1/sources', '/v1/openapi.json'];

test('a large answer is coded as accepted, and is the same answer', async () => {
  for (const path of LARGE) {
    const plain = await ask(path);
    assert.equal(plain.headers['content-encoding'], undefined, path);
    for (const coding of ['br', 'gzip'] as const) {
      const coded = await ask(path, { 'Accept-Encoding': coding });
      assert.equal(coded.headers['content-encoding'], coding, path);
      assert.equal(Number(coded.headers['content-length']), coded.bytes.length);
      assert.ok(coded.bytes.length < plain.bytes.length / 2, `${path}: ${coded.bytes.length} bytes`);
      assert.deepEqual(DECODERS[coding](coded.bytes), plain.bytes, path);
      assert.equal(coded.headers['content-type'], plain.headers['content-type']);
    }
  }
});

test('a POST is coded too', async () => {
  const body = JSON.stringify({ items: [{ id: EXAMPLE_ID }] });
  const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'br' };
  const { http, headers: got, bytes } = await ask('/v1/parcel/batch', headers, 'POST', body);
  assert.deepEqual([http, got['content-encoding']], [200, 'br']);
  assert.equal(JSON.parse(brotliDecompressSync(bytes).toString()).result[0].result.id, EXAMPLE_ID);
});

test('a small answer, and one for a client that wants none, is sent as it is', async () => {
  for (const path of ['/v1/parcel', '/v1/nope', '/v1/parcel?id=141803_2.0009.9999']) {
    const { headers, bytes } = await ask(path, { 'Accept-Encoding': 'br, gzip' });
    assert.equal(headers['content-encoding'], undefined, path);
    JSON.parse(bytes.toString());
  }
  for (const accepted of ['identity', 'deflate', 'br;q=0, gzip;q=0', '']) {
    const { headers } = await ask(CHECK, { 'Accept-Encoding': accepted });
    assert.equal(headers['content-encoding'], undefined, accepted);
  }
});

test('every answer says that it varies by coding', async () => {
  const etag = (await ask(CHECK)).headers.etag ?? '';
  const answers = [
    await ask(CHECK),
    await ask(CHECK, { 'Accept-Encoding': 'gzip' }),
    await ask(CHECK, { 'If-None-Match': etag }),
    await ask('/v1/parcel'),
    await ask('/v1/nope'),
  ];
  for (const { http, headers } of answers) {
    assert.equal(
      headers.vary,
      'X-Api-Key, Authorization, Accept, Accept-Encoding, Accept-Language',
      `${http}`,
    );
  }
});

test('other bytes have another strong tag; any of them is good for a 304', async () => {
  const tags = await Promise.all(
    ['identity', 'br', 'gzip'].map(async (coding) => {
      const { headers } = await ask(CHECK, { 'Accept-Encoding': coding });
      return headers.etag ?? '';
    }),
  );
  const [plain = ''] = tags;
  assert.match(plain, /^"[\w-]{20,}"$/);
  assert.deepEqual(tags, [plain, plain.replace(/"$/, '.br"'), plain.replace(/"$/, '.gzip"')]);
  for (const accepted of ['identity', 'br', 'gzip']) {
    for (const tag of tags) {
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await ask(CHECK, { 'Accept-Encoding': accepted, 'If-None-Match': header });
        assert.deepEqual([again.http, again.bytes.length], [304, 0], header);
        assert.equal(again.headers.etag, tag, 'the tag of what the client holds');
        assert.equal(again.headers['content-encoding'], undefined);
      }
    }
  }
  const other = await ask(CHECK, { 'Accept-Encoding': 'br', 'If-None-Match': '"other.br"' });
  assert.equal(other.http, 200);
});

test('HEAD has the headers of GET, coded or not, and no body', async () => {
  for (const path of [...LARGE, '/v1/parcel', '/v1/nope']) {
    for (const accepted of ['identity', 'br', 'gzip']) {
      const [get, head] = [
        await ask(path, { 'Accept-Encoding': accepted, 'X-Request-Id': 'same' }),
        await ask(path, { 'Accept-Encoding': accepted, 'X-Request-Id': 'same' }, 'HEAD'),
      ];
      assert.equal(head.bytes.length, 0);
      const told = ({ http, headers }: Raw) => {
        // The clock goes on, and the second request finds one less in the bucket.
        const { date, ratelimit, ...rest } = headers;
        return { http, ...rest };
      };
      assert.deepEqual(told(head), told(get), `${path} ${accepted}`);
    }
  }
});

test('OPTIONS is answered on every known path, without a key, and says what is allowed', async () => {
  for (const name of OPERATION_NAMES) {
    const path = OPERATIONS[name].path.replace('{layer}', 'flood').replace('{teryt}', '1418032');
    const { http, headers, bytes } = await ask(path, { 'X-Api-Key': '' }, 'OPTIONS');
    assert.deepEqual([http, bytes.length], [204, 0], path);
    assert.ok(headers.allow?.includes(OPERATIONS[name].method) && headers.allow.endsWith('OPTIONS'), path);
    assert.equal(headers['access-control-allow-origin'], '*');
  }
  for (const path of ['/', '/docs', '/healthz', '*']) {
    const { http, headers } = await ask(path, {}, 'OPTIONS');
    assert.equal(http, 204, path);
    assert.match(headers.allow ?? '', /^GET, HEAD, .*OPTIONS$/, path);
  }
});

test('many coded answers at once do not mix', async () => {
  const { body } = await client.get<ParcelSummary[]>(`/v1/search?id=${EXAMPLE_ID}`);
  const paths = body.result?.map(({ id }) => `/v1/parcel?id=${id}`) ?? [];
  assert.ok(paths.length > 2);
  const asked = Array.from({ length: 40 }, (_, at) => paths[at % paths.length] ?? '');
  const answers = await Promise.all(
    asked.map((path, at) => ask(path, { 'Accept-Encoding': at % 3 === 0 ? 'gzip' : 'br' })),
  );
  answers.forEach(({ headers, bytes }, at) => {
    const decode = headers['content-encoding'] === 'gzip' ? gunzipSync : brotliDecompressSync;
    const { result } = JSON.parse(decode(bytes).toString());
    assert.ok(asked[at]?.endsWith(`=${result.id}`), `${asked[at]} gave ${result.id}`);
  });
});
