// miedza serve, as a person meets it: the sample, the banner, a clean stop, probes, metrics and the log.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn, datasetIn, sampleIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { clientOf } from '../client.ts';
import { query } from '../ingest/load-file.ts';
import { buildSampleData, LAND, temporaryFolder } from '../sample.ts';
import { type RunningServer, run, start, startServer, until } from './program.ts';

const KEY = 'secret-key-31415926';

let data: string;
before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
});

const serve = (...words: string[]) => startServer(['--data', data, '--api-key', KEY, ...words]);

describe('an address that others reach', () => {
  it('is warned of where the key is the one that everybody knows', async () => {
    const words = ['--sample', '--host', '0.0.0.0', '--data', data];
    const known = await startServer(words);
    assert.equal(await known.stop('SIGTERM'), 0);
    assert.match(
      known.output.stderr,
      /^Warning: 0\.0\.0\.0 can be reached by others, .* key "demo" .* --key KEY\.$/m,
    );
    const own = await startServer([...words, '--key', 'own']);
    assert.equal(await own.stop('SIGTERM'), 0);
    assert.doesNotMatch(own.output.stderr, /Warning/);
  });
});

describe('serve --sample', () => {
  it('builds the world, also where an attempt was killed before, and its banner can be followed', async () => {
    const fresh = join(temporaryFolder(), 'data');
    const killed = start(['serve', '--sample', '--port', '0', '--data', fresh]);
    // While it writes files: "the sample" in ingest-folder.test.ts is killed while it loads them.
    const isWriting = () => existsSync(sampleIn(fresh)) && readdirSync(sampleIn(fresh)).length > 0;
    await until('the first files', isWriting);
    killed.child.kill('SIGKILL');
    assert.equal(await killed.ended, 'SIGKILL');
    assert.match(killed.output.stderr, /^Building the sample world \(synthetic, about 20,000 parcels/);
    assert.equal(existsSync(datasetIn(fresh)), false);

    // The same build on a smaller world: all of the default one would take a minute.
    const built = await run(['sample', '--parcels', '1000', '--data', fresh]);
    assert.equal(built.code, 0, built.stderr);
    const server = await startServer(['--sample', '--data', fresh]);
    try {
      const banner = server.output.stderr;
      assert.match(banner, /API key {3}demo/);
      assert.doesNotMatch(banner, /Warning/, 'nobody else reaches it');
      const command = /curl .*/.exec(banner)?.[0] ?? '';
      const answer = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' }));
      assert.equal(answer.status, 'ok');
      assert.equal(answer.result.id, EXAMPLE_ID);
      assert.ok(Number(query(fresh, 'SELECT count(*) AS n FROM parcels')[0]?.n) > 900);
      // The source files hold what may not be kept: only the dataset stays.
      assert.deepEqual(
        readdirSync(fresh).filter((name) => !/^(dataset\.gpkg|accounts\.sqlite)/.test(name)),
        [],
      );
      for (const path of ['/docs', '/v1/openapi.json'])
        assert.equal((await fetch(server.url + path)).status, 200);
    } finally {
      assert.equal(await server.stop('SIGTERM'), 0);
    }
  });
});

describe('a stop', () => {
  const charged = () => {
    const db = openAccounts(accountsIn(data));
    const sum = usageTable(db).reduce((total, row) => total + row.charged, 0);
    db.close();
    return sum;
  };

  async function isListening(url: string): Promise<boolean> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return outcome;
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} answers and records the request under way, refuses new ones, and exits with 0`, async () => {
      const earlier = charged();
      const server = await serve();
      const body = JSON.stringify({ items: [{ id: EXAMPLE_ID }] });
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => {
        answer += text;
      });
      socket.write(
        `POST /v1/parcel/batch HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
      );
      // Answered on another connection, so the half request before it has been read.
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
      server.child.kill(signal);
      await until('the server listens no more', async () => !(await isListening(server.url)));
      socket.write(body.slice(10));
      // The client keeps its connection open; the server must not wait for it.
      await until('the server has ended', () => server.child.exitCode !== null);
      assert.equal(await server.ended, 0);
      assert.match(answer, /^HTTP\/1\.1 200 OK/);
      assert.ok(answer.includes(EXAMPLE_ID));
      assert.equal(charged(), earlier + 1);
      assert.match(server.output.stderr, /Stopped\.\n$/);
    });
  }
});

describe('leaving', () => {
  const GET = `GET /v1/parcel?id=${EXAMPLE_ID} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\n`;
  const dial = (url: string) => connect(Number(new URL(url).port), '127.0.0.1');

  it('sends an answer under way to its last byte, however slowly it is read', async () => {
    const server = await serve();
    const items = Array.from({ length: 1_000 }, () => ({ id: EXAMPLE_ID }));
    const body = JSON.stringify({ items, geometry: 'full' });
    const socket = dial(server.url);
    let received = 0;
    let head = '';
    socket.write(
      `POST /v1/parcel/batch HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const closed = once(socket, 'close');
    socket.on('data', (piece: Buffer) => {
      if (head === '') {
        head = piece.toString('latin1').split('\r\n\r\n')[0] ?? '';
        received -= head.length + 4;
        server.child.kill('SIGTERM');
      }
      received += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    await closed;
    const [, length] = /content-length: (\d+)/.exec(head) ?? [];
    assert.ok(Number(length) > 4_000_000, `${length} bytes are more than a socket holds`);
    assert.equal(received, Number(length));
    assert.equal(await server.ended, 0);
  });

  it('takes a signal that npm passes on for the one that the terminal has sent', async () => {
    const server = await serve();
    server.child.kill('SIGINT');
    setTimeout(() => server.child.kill('SIGINT'), 5);
    assert.equal(await server.ended, 0);
    assert.match(server.output.stderr, /Stopped\.\n$/);
  });

  it('ends with half a header and half a body on its hands, and tells late requests', async () => {
    const server = await serve();
    const halfHead = dial(server.url);
    halfHead.write(GET);
    const halfBody = dial(server.url);
    halfBody.write(
      `POST /v1/search HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    const late = dial(server.url).setEncoding('utf8');
    late.write(GET);
    let told = '';
    late.on('data', (text: string) => {
      told += text;
    });
    const half = [halfHead, halfBody].map((socket) => {
      const received: string[] = [];
      socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
      return received;
    });
    for (const socket of [halfHead, halfBody, late]) socket.on('error', () => {});
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    server.child.kill('SIGTERM');
    await until('the server listens no more', () => server.output.stdout.includes('stopping'));
    late.write('X-Request-Id: late-1\r\n\r\n');
    assert.equal(await server.ended, 0);
    assert.match(told, /^HTTP\/1\.1 503 /);
    for (const header of [
      /retry-after: \d+/,
      /x-request-id: late-1/,
      /x-credits-charged: 0/,
      /connection: close/,
    ])
      assert.match(told, header);
    assert.match(told, /"code":"source_unavailable"/);
    for (const received of half)
      assert.match(received.join(''), /^HTTP\/1\.1 503 [\s\S]*retry-after: 2\r\n[\s\S]*"source_unavailable"/);
  });
});

describe('probes and metrics', () => {
  it('say that it lives, that it is ready, and what was asked', async () => {
    const server = await serve();
    try {
      const probe = async (path: string) => {
        const response = await fetch(server.url + path);
        return [response.status, await response.text()];
      };
      assert.deepEqual(await probe('/healthz'), [200, 'ok\n']);
      assert.deepEqual(await probe('/readyz'), [200, 'ready\n']);
      const client = clientOf(server.url);
      const key = { 'X-Api-Key': KEY };
      for (let n = 0; n < 3; n += 1) await client.get(`/v1/parcel?id=${EXAMPLE_ID}`, key);
      await client.get('/v1/parcel?id=141803_2.0009.99999', key);
      const response = await fetch(`${server.url}/metrics`);
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
      const text = await response.text();
      for (const line of [
        'miedza_requests_total{operation="parcel",http="200"} 3',
        'miedza_requests_total{operation="parcel",http="404"} 1',
        'miedza_credits_charged_total{operation="parcel"} 3',
        'miedza_request_seconds_count{operation="parcel"} 4',
      ]) {
        assert.ok(text.split('\n').includes(line), `${line} is not in\n${text.slice(0, 1500)}`);
      }
      assert.match(text, /^process_resident_memory_bytes \d+/m);
    } finally {
      await server.stop('SIGTERM');
    }
  });
});

describe('the log', () => {
  let server: RunningServer;
  it('is one line of JSON for each request, without keys and without what was asked', async () => {
    server = await serve();
    const q = 'dz. 123/4 Wola Mrokowska';
    const ask = (path: string, headers: Record<string, string>) =>
      clientOf(server.url).send('GET', path, { headers });
    const path = `/v1/check?q=${encodeURIComponent(q)}`;
    await ask(path, { 'X-Api-Key': KEY, 'X-Request-Id': 'my-request-1' });
    await ask(path, { Authorization: `Bearer ${KEY}`, 'X-Request-Id': 'my-request-2' });
    await ask(path, { 'X-Api-Key': 'some-wrong-key', 'X-Request-Id': 'my-request-3' });
    await ask('/v1/parcel?id=141803_2.0009.99999', { 'X-Api-Key': KEY, 'X-Request-Id': 'my-request-4' });
    await ask('/v1/layer/nothing?id=1', { 'X-Api-Key': KEY, 'X-Request-Id': 'my-request-5' });
    assert.equal(await server.stop('SIGTERM'), 0);

    const { stdout } = server.output;
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = lines.filter((line) => 'operation' in line);
    assert.deepEqual(
      requests.map((line) => [
        line.request_id,
        line.operation,
        line.http,
        line.status,
        line.cost,
        line.charged,
      ]),
      [
        ['my-request-1', 'check', 200, 'ok', 1, 1],
        ['my-request-2', 'check', 200, 'ok', 1, 1],
        ['my-request-3', 'check', 401, 'error', 1, 0],
        ['my-request-4', 'parcel', 404, 'not_found', 1, 0],
        ['my-request-5', 'layer', 400, 'error', 1, 0],
      ],
    );
    for (const line of requests) assert.ok(line.duration_ms > 0 && line.time > 0, JSON.stringify(line));
    for (const secret of [KEY, 'some-wrong-key', q, encodeURIComponent(q), 'Mrokowska', '99999']) {
      assert.equal(stdout.includes(secret), false, `the log holds ${secret}`);
      assert.equal(server.output.stderr.includes(secret) && secret !== KEY, false);
    }
    assert.equal(
      lines.some((line) => line.msg === 'stopping' && line.signal === 'SIGTERM'),
      true,
    );
  });
});
