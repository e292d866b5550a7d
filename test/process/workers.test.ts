// A server of several processes is one server: limits, quotas, usage, keys, publishes and metrics are the same whichever of them
// answers; one that is killed is replaced; a stop drains all. Each request has a connection of its own, so that they take turns.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey, revokeKey } from '../../src/store/sqlite/key-records.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { TEST_KEY } from '../client.ts';
import { buildSampleData, LAND, loadFolder, worldOf } from '../sample.ts';
import { type RunningServer, run, startServer, until, workersOf } from './program.ts';
import { runWarm } from './warm-program.ts';

const WORKERS = 2;
const BY_ID = `/v1/parcel?id=${EXAMPLE_ID}`;
const ENV = { MIEDZA_LOG_LEVEL: 'silent', MIEDZA_WORKERS: String(WORKERS), MIEDZA_ADDRESS_RATE: '10' };

let data: string;
let server: RunningServer;
before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  server = await startServer(['--data', data, '--key', TEST_KEY], ENV);
});
after(() => server.stop('SIGKILL'));

interface Answer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function ask(path: string, key: string | null, body?: string, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    };
    const asked = request(`${server.url}${path}`, {
      agent,
      headers,
      method: body === undefined ? 'GET' : 'POST',
    });
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text += piece;
        })
        .on('error', reject)
        .on('end', () => resolve({ http: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.end(body);
  });
}

const makeKey = (
  name: string,
  limits: { rate_per_s?: number; burst?: number; monthly_quota?: number },
): string => {
  const db = openAccounts(accountsIn(data));
  try {
    return createKey(db, { name, ...limits }, new Date()).secret;
  } finally {
    db.close();
  }
};

const chargedOf = (key?: string): number => {
  const db = openAccounts(accountsIn(data));
  try {
    return usageTable(db, key === undefined ? {} : { key }).reduce((sum, row) => sum + row.charged, 0);
  } finally {
    db.close();
  }
};

const workersNow = (): number[] => workersOf(server);

/** A key takes effect within a second. */
const KEY_MS = 1_100;

test('the limit of a key holds within 5 % over all workers', async () => {
  const limits = { rate_per_s: 40, burst: 60 };
  const key = makeKey('limited', limits);
  await wait(KEY_MS);
  const began_ms = performance.now();
  let [asked, allowed] = [0, 0];
  const client = async () => {
    while (performance.now() - began_ms < 2_000) {
      const { http } = await ask(BY_ID, key);
      asked += 1;
      if (http === 200) allowed += 1;
      else assert.equal(http, 429);
    }
  };
  await Promise.all(Array.from({ length: 12 }, client));
  const due = limits.burst + (limits.rate_per_s * (performance.now() - began_ms)) / 1_000;
  const least = Math.min(asked, due) * 0.9;
  assert.ok(allowed <= due * 1.05 && allowed >= least, `${allowed} of ${asked}, ${due.toFixed(0)} due`);
});

test('a quota is exact, and the ledger holds what was told', async () => {
  const key = makeKey('quota', { rate_per_s: 1_000, burst: 1_000, monthly_quota: 50 });
  await wait(KEY_MS);
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask(BY_ID, key)));
  const told = answers.reduce((sum, { headers }) => sum + Number(headers['x-credits-charged']), 0);
  assert.equal(told, 50);
  assert.equal(chargedOf('quota'), 50);
  assert.equal(answers.filter(({ http }) => http === 200).length, 50);
  assert.equal(answers.filter(({ http }) => http === 429).length, 70);
});

test('requests without a key from one address have one limit', async () => {
  const began_ms = performance.now();
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask('/docs', null)));
  const allowed = answers.filter(({ http }) => http === 200).length;
  // Ten a second and five seconds of it at once.
  const due = 50 + (10 * (performance.now() - began_ms)) / 1_000;
  assert.ok(allowed >= 48 && allowed <= due * 1.5, `${allowed} of 120, ${due.toFixed(0)} due`);
  await wait(1_500);
});

test('metrics are those of all workers, whichever is asked', async () => {
  const count = async () => {
    // At most a second old.
    await wait(1_050);
    const { text } = await ask('/metrics', null);
    return Number(/^miedza_requests_total\{operation="sources",http="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const before = await count();
  for (let at = 0; at < 10; at += 1) assert.equal((await ask('/v1/sources', TEST_KEY)).http, 200);
  assert.equal(await count(), before + 10);
  assert.equal(await count(), before + 10);
});

test('MCP works whichever worker a request meets', async () => {
  const call = (id: number, method: string, params: object) =>
    ask('/mcp', TEST_KEY, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  for (let at = 0; at < 4; at += 1) {
    const { http, text } = await call(at, 'tools/call', { name: 'resolve', arguments: { id: EXAMPLE_ID } });
    assert.equal(http, 200, text);
    assert.match(text, new RegExp(EXAMPLE_ID.replace('/', '.')));
  }
});

test('a revoked key is refused by every worker within a second', async () => {
  const key = makeKey('revoked', {});
  await wait(KEY_MS);
  for (let at = 0; at < 4; at += 1) assert.equal((await ask(BY_ID, key)).http, 200);
  const db = openAccounts(accountsIn(data));
  revokeKey(db, 'revoked', new Date());
  db.close();
  await wait(KEY_MS);
  for (let at = 0; at < 2 * WORKERS; at += 1) assert.equal((await ask(BY_ID, key)).http, 401);
});

test('a publish reaches every worker within a second', async () => {
  const etags = async () => {
    const answers = await Promise.all(Array.from({ length: 2 * WORKERS }, () => ask(BY_ID, TEST_KEY)));
    return new Set(answers.map(({ headers }) => headers.etag));
  };
  const [earlier] = await etags();
  const other = await worldOf(1_500);
  await loadFolder(other, data, { only: /^PRG_/ });
  const from = join(other, '1418.gpkg.zip');
  const { code, stderr } = await runWarm(['ingest', '--from', from, '--allow-loss', '--data', data]);
  assert.equal(code, 0, stderr);
  const later = await etags();
  assert.equal(later.size, 1);
  assert.ok(!later.has(earlier));
});

test('a worker that is killed under load is replaced, and nothing told is missing in the ledger', async () => {
  const CLIENTS = 8;
  const before = chargedOf();
  const metric = async () => {
    await wait(1_050);
    const { text } = await ask('/metrics', null);
    return Number(/^miedza_requests_total\{operation="parcel",http="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const seen = await metric();
  let told = 0;
  let lost = 0;
  let isOver = false;
  const agent = new Agent({ keepAlive: true });
  const client = async () => {
    while (!isOver) {
      const answer = await ask(BY_ID, TEST_KEY, undefined, agent).catch(() => null);
      if (answer === null) lost += 1;
      else {
        assert.equal(answer.http, 200);
        told += Number(answer.headers['x-credits-charged']);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await wait(300);
  const [victim = 0, ...others] = workersNow();
  process.kill(victim, 'SIGKILL');
  await until('the worker is replaced', () => {
    const now = workersNow();
    return now.length === WORKERS && !now.includes(victim) && others.every((pid) => now.includes(pid));
  });
  await wait(500);
  isOver = true;
  await Promise.all(clients);
  agent.destroy();
  const written = chargedOf() - before;
  assert.ok(lost >= 1 && lost <= CLIENTS, `${lost} lost`);
  assert.ok(written >= told && written <= told + lost, `${written} written, ${told} told, ${lost} lost`);
  assert.ok((await metric()) >= seen);
  assert.equal((await ask('/readyz', null)).text, 'ready\n');
});

test('a stop drains all workers: a batch under way arrives whole', async () => {
  const items = Array.from({ length: 300 }, () => ({ id: EXAMPLE_ID }));
  const body = JSON.stringify({ items, geometry: 'full' });
  // Told to go on, a request is under way: one whose connection is still handed over would be refused.
  const batches = Array.from({ length: 2 * WORKERS }, () => {
    const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json', expect: '100-continue' };
    const asked = request(`${server.url}/v1/parcel/batch`, { agent: false, method: 'POST', headers });
    asked.flushHeaders();
    return asked;
  });
  await Promise.all(batches.map((asked) => once(asked, 'continue')));
  const answers = batches.map(async (asked) => {
    const [response] = (await once(asked.end(body), 'response')) as [IncomingMessage];
    return { http: response.statusCode, body: JSON.parse(await text(response)) };
  });
  const stopped = server.stop('SIGTERM');
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.http, 200);
    assert.equal(answer.body.result.length, items.length);
  }
  assert.equal(await stopped, 0);
  assert.match(server.output.stderr, /Stopped\.\n$/);
  await assert.rejects(ask('/healthz', null), { code: 'ECONNREFUSED' });
});

test('a stop while a worker is being replaced does not wait for it', async () => {
  const other = await startServer(['--data', data, '--key', TEST_KEY], ENV);
  const workers = () => workersOf(other);
  const [victim = 0] = workers();
  process.kill(victim, 'SIGKILL');
  await until('another is started', () => workers().length === WORKERS && !workers().includes(victim));
  assert.equal(await other.stop('SIGTERM'), 0);
});

test('a port that is taken, and a wrong number of workers, are told in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await run(['serve', '--data', data, '--port', String(port)], ENV);
  other.close();
  assert.equal(taken.code, 2);
  assert.match(taken.stderr, new RegExp(`^miedza: port ${port} is taken; choose another`, 'm'));
  const wrong = await runWarm(['serve', '--data', data, '--workers', 'many']);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.stderr,
    /^miedza: --workers \(MIEDZA_WORKERS\) must be a whole number from 1 to 256; got "many"$/m,
  );
});
