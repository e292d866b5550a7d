// The downloader against a real server that does everything a public server was seen or is known to do.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FormatError } from '../formats/format-error.ts';
import { createDownloader, DownloadError } from './download.ts';
import { type Answer, START, serve, temporaryFolder, testClock } from './test-server.fixture.ts';

const CONTENT = randomBytes(300_000);
const VERSION = { etag: '"v1"', 'last-modified': 'Sun, 01 Nov 2026 21:35:00 GMT' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const send: Answer = (_, response) =>
  response.writeHead(200, { ...VERSION, 'content-length': CONTENT.length }).end(CONTENT);
const fail =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
/** Sends the start of the content and hangs up when it has arrived, which hangUp tells. */
const cut =
  (bytes: number, headers: Record<string, string> = VERSION): Answer =>
  (_, response) => {
    response.writeHead(200, { ...headers, 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, bytes));
    CUTS.set(bytes, response);
  };
const CUTS = new Map<number, ServerResponse>();
const hangUp = { onProgress: (bytes: number) => CUTS.get(bytes)?.destroy() };
/** Sends what is missing if the version is confirmed, else everything. */
const resume: Answer = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
  if (request.headers['if-range'] !== VERSION.etag) return send(request, response);
  const range = { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` };
  response
    .writeHead(206, { ...VERSION, ...range, 'content-length': CONTENT.length - from })
    .end(CONTENT.subarray(from));
};

async function start(t: TestContext, ...answers: Answer[]) {
  const server = await serve(t, ...answers);
  const clock = testClock();
  const path = join(temporaryFolder(t), 'deep', '1418.gpkg.zip');
  const download = createDownloader(clock);
  const url = `${server.url}/GPKG/1418.gpkg.zip`;
  return { server, clock, path, url, download, left: () => readdirSync(join(path, '..')).sort() };
}

test('a file, its progress and what is remembered of it', async (t) => {
  const { server, path, url, download, left, clock } = await start(t, send);
  const seen: [number, number | null][] = [];
  const done = await download(url, path, { onProgress: (bytes, total) => seen.push([bytes, total]) });
  assert.deepEqual(done, { path, sha256: sha256(CONTENT), bytes: CONTENT.length, unchanged: false });
  assert.ok(readFileSync(path).equals(CONTENT));
  assert.deepEqual(seen.at(-1), [CONTENT.length, CONTENT.length]);
  assert.deepEqual(left(), ['1418.gpkg.zip', '1418.gpkg.zip.json']);
  assert.match(server.requests[0]?.headers['user-agent'] ?? '', /^miedza\/\d/);
  assert.deepEqual(JSON.parse(readFileSync(`${path}.json`, 'utf8')), {
    url,
    etag: '"v1"',
    last_modified: VERSION['last-modified'],
    sha256: sha256(CONTENT),
    bytes: CONTENT.length,
    fetched_at: new Date(START).toISOString(),
  });
  assert.deepEqual(clock.slept, []);
});

test('an unchanged file is not sent again', async (t) => {
  const { server, path, url, download } = await start(t, send, fail(304), send, send);
  await download(url, path);
  const again = await download(url, path);
  assert.deepEqual([again.unchanged, again.sha256], [true, sha256(CONTENT)]);
  const { headers } = server.requests[1] ?? {};
  assert.deepEqual(
    [headers?.['if-none-match'], headers?.['if-modified-since']],
    ['"v1"', VERSION['last-modified']],
  );

  await t.test('not asked conditionally when the bytes are gone and nobody knows them', async () => {
    rmSync(path);
    assert.equal((await download(url, path)).unchanged, false);
    assert.equal(server.requests[2]?.headers['if-none-match'], undefined);
  });
  await t.test('nor when the address is another', async () => {
    assert.equal((await download(`${url}?other`, path)).unchanged, false);
    assert.equal(server.requests[3]?.headers['if-none-match'], undefined);
  });
});

test('an unchanged file whose bytes were deleted is not sent again when its content is known', async (t) => {
  const { server, path, url, download } = await start(t, send, fail(304));
  const first = await download(url, path);
  rmSync(path);
  const asked: string[] = [];
  const isKnown = async (hash: string) => asked.push(hash) > 0;
  assert.deepEqual(await download(url, path, { isKnown }), { ...first, unchanged: true });
  assert.deepEqual(asked, [sha256(CONTENT)]);
  assert.equal(server.requests[1]?.headers['if-none-match'], '"v1"');
  assert.equal(existsSync(path), false);
});

test('a transfer that was cut goes on where it stopped', async (t) => {
  const { server, path, url, download, left } = await start(t, cut(100_000), resume);
  assert.equal((await download(url, path, hangUp)).sha256, sha256(CONTENT));
  const { range, 'if-range': confirm } = server.requests[1]?.headers ?? {};
  assert.deepEqual([range, confirm], ['bytes=100000-', '"v1"']);
  assert.deepEqual(left(), ['1418.gpkg.zip', '1418.gpkg.zip.json']);
});

test('a transfer goes on in the next run, and starts over when the file changed meanwhile', async (t) => {
  const other = Buffer.from('another version');
  const answers = [...Array<Answer>(6).fill(cut(100_000)), resume, ...Array<Answer>(6).fill(cut(50_000))];
  const changed: Answer = (_, response) => response.writeHead(200, { etag: '"v2"' }).end(other);
  const { server, path, url, download } = await start(t, ...answers, changed);
  await assert.rejects(
    download(url, path, hangUp),
    /: cut off after 100000 of 300000 bytes \(.*\) \(6 times\); given up after 6 attempts; 100000 bytes are kept/,
  );
  assert.equal((await download(url, path, hangUp)).sha256, sha256(CONTENT));
  rmSync(path);
  await assert.rejects(download(url, path, hangUp), DownloadError);
  assert.equal((await download(url, path, hangUp)).sha256, sha256(other));
  assert.equal(server.requests.at(-1)?.headers['if-range'], '"v1"');
});

/** Versions that cannot be confirmed, and answers to a range that cannot be joined to what is there. */
const STARTS_OVER: [name: string, answers: Answer[]][] = [
  ['without a version', [cut(100_000, {}), send]],
  ['with a weak version only', [cut(100_000, { etag: 'W/"v1"' }), send]],
  ['when the range cannot be satisfied', [cut(100_000), fail(416), send]],
  ['when another range comes', [cut(100_000), fail(206, { 'content-range': 'bytes 5-9/10' }, '12345'), send]],
];
for (const [name, answers] of STARTS_OVER) {
  test(`a transfer that was cut starts over ${name}`, async (t) => {
    const { server, path, url, download } = await start(t, ...answers);
    assert.equal((await download(url, path, hangUp)).sha256, sha256(CONTENT));
    assert.equal(server.requests.at(-1)?.headers.range, undefined);
  });
}

test('503 twice, then fine: longer and longer waits, the host’s pause included', async (t) => {
  const { server, clock, path, url, download } = await start(t, fail(503), fail(503), send);
  await download(url, path);
  assert.equal(server.requests.length, 3);
  // One half of 2 s, which is as long as the pause; one half of 4 s.
  assert.deepEqual(clock.slept, [1_000, 2_000]);
});

test('429 says how long to wait, in seconds or as a date', async (t) => {
  const date = new Date(START + 120_000).toUTCString();
  const { clock, path, url, download } = await start(
    t,
    fail(429, { 'retry-after': '90' }),
    fail(503, { 'retry-after': date }),
    send,
  );
  await download(url, path);
  assert.deepEqual(clock.slept, [90_000, 30_000]);
});

test('a host that asks to wait for an hour is left alone', async (t) => {
  const { server, path, url, download } = await start(t, fail(429, { 'retry-after': '3600' }));
  await assert.rejects(
    download(url, path),
    /429 Too Many Requests \(Retry-After: 3600 s\); not tried again$/,
  );
  assert.equal(server.requests.length, 1);
});

test('given up after six attempts, with what was tried', async (t) => {
  const { server, clock, path, url, download } = await start(t, fail(500), fail(408), fail(502));
  await assert.rejects(download(url, path), (error) => {
    assert.ok(error instanceof DownloadError);
    assert.deepEqual([error.url, error.status], [url, 502]);
    const said = '500 Internal Server Error, then 408 Request Timeout, then 502 Bad Gateway (4 times)';
    assert.equal(error.message, `${url}: ${said}; given up after 6 attempts`);
    return true;
  });
  assert.equal(server.requests.length, 6);
  assert.equal(clock.slept.length, 5);
});

test('404 is final and says what the server said', async (t) => {
  const body = '<html><h1>Nie znaleziono</h1>\n<p>pliku 1499</p></html>';
  const { server, path, url, download, left } = await start(t, fail(404, {}, body));
  await assert.rejects(download(url, path), {
    message: `${url}: 404 Not Found "Nie znaleziono pliku 1499"; not tried again`,
    status: 404,
  });
  assert.equal(server.requests.length, 1);
  assert.deepEqual(left(), []);
});

test('a server that falls silent in the middle: the transfer goes on in a new request', async (t) => {
  const stall: Answer = (_, response) => {
    response.writeHead(200, { ...VERSION, 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 1_000));
  };
  const { server, clock, path, url, download } = await start(t, stall, resume);
  let stalled = true;
  const onProgress = () => {
    if (stalled) setImmediate(clock.expire);
    stalled = false;
  };
  assert.equal((await download(url, path, { onProgress })).sha256, sha256(CONTENT));
  assert.equal(server.requests[1]?.headers.range, 'bytes=1000-');
});

test('a server that never answers', async (t) => {
  const { clock, path, url, download } = await start(t, () => clock.expire());
  await assert.rejects(download(url, path), /: no answer for 180 s \(6 times\); given up after 6 attempts$/);
});

test('nobody listens', async (t) => {
  const { path, download } = await start(t, send);
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const said = /: no connection \(.*ECONNREFUSED.*\) \(6 times\); given up after 6 attempts$/;
  await assert.rejects(download(`http://127.0.0.1:${port}/x`, path), said);
});

test('redirects are followed', async (t) => {
  const { server, path, url, download } = await start(t, fail(302, { location: '/moved/1418.zip' }), send);
  assert.equal((await download(url, path)).sha256, sha256(CONTENT));
  assert.equal(server.requests[1]?.url, '/moved/1418.zip');
});

test('an answer packed for the way is unpacked, and not taken for short', async (t) => {
  const packed = gzipSync(Buffer.alloc(50_000, 'a'));
  const gzip: Answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
  const { path, url, download } = await start(t, gzip);
  assert.equal((await download(url, path)).bytes, 50_000);
});

test('a body that is shorter or longer than announced', async (t) => {
  // Node's own server and client refuse to be wrong about it, a proxy between them need not.
  const lie = (length: number) =>
    new Response(CONTENT.subarray(0, 100), { headers: { 'content-length': `${length}` } });
  for (const [length, said] of [
    [150, 'ended after 100 of 150 bytes'],
    [50, 'has 100 bytes, 50 were announced'],
  ] as const) {
    const path = join(temporaryFolder(t), 'x');
    const download = createDownloader({ ...testClock(), fetch: async () => lie(length) });
    await assert.rejects(download('http://x.test/', path), new RegExp(said));
    assert.equal(existsSync(path), false);
  }
});

test('bytes that fail the check are asked for once more and never become the file', async (t) => {
  const { server, path, url, download, left } = await start(t, send);
  const check = async (file: string) => {
    assert.ok(readFileSync(file).equals(CONTENT));
    throw new FormatError({ file, position: null, found: 'a web page', expected: 'a zip archive' });
  };
  await assert.rejects(download(url, path, { check }), {
    status: 200,
    message: `${url}: the 300000 bytes that came are not usable: found a web page; expected a zip archive (2 times); given up after 2 attempts`,
  });
  assert.equal(server.requests.length, 2);
  assert.deepEqual(left(), []);
});

test('a good file stays when its successor is refused', async (t) => {
  const { path, url, download } = await start(
    t,
    send,
    fail(200, { etag: '"v2"' }, '<html>maintenance</html>'),
  );
  await download(url, path);
  const check = async (file: string) => {
    throw new FormatError({ file, position: null, found: 'a web page', expected: 'a zip archive' });
  };
  await assert.rejects(download(url, path, { check }), DownloadError);
  assert.ok(readFileSync(path).equals(CONTENT));
});

test('one request at a time to a host, with a pause of a second between', async (t) => {
  let open = 0;
  let most = 0;
  const answer: Answer = (_, response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.end('x');
    });
  };
  const { server, clock, path, url, download } = await start(t, answer);
  await Promise.all([1, 2, 3].map((n) => download(`${url}?${n}`, `${path}-${n}`)));
  assert.deepEqual([server.requests.length, most], [3, 1]);
  assert.deepEqual(clock.slept, [1_000, 1_000]);
});
