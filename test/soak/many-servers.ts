// npm run soak:pg: three servers behind nginx and two workers on one PostgreSQL, a minute of mixed load. Meanwhile a server is killed
// and started anew, a worker is killed in the middle of a publish, PostgreSQL is restarted. Run by hand: it needs nginx, PostgreSQL
// with PostGIS, and the machine for itself.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, startPostgis } from '../../bench/postgis.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { openJobs } from '../../src/job-queue.ts';
import { openKeyBook } from '../../src/store/postgis/accounts.ts';
import { migrateDatabase } from '../../src/store/postgis/migrate.ts';
import { buildSampleData, LOADED_AT, loadFolder, temporaryFolder } from '../sample.ts';
import { PROGRAM } from './server.ts';

const SECONDS = 60;
const CLIENTS = 8;
const EDITIONS = 8;
const EDITED = 20;
const say = (text: string) => process.stdout.write(`${text}\n`);

const bin = findPostgres();
const cluster = bin === null ? null : await startPostgis(bin);
if (!cluster) throw new Error('needs PostgreSQL with PostGIS');
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
const store = cluster.url;
const folder = temporaryFolder();

say('loading the sample world');
await migrateDatabase(store);
const { files } = await buildSampleData();
await loadFolder(files, join(folder, 'data'), { store, at: LOADED_AT });
const { book, close: closeBook } = openKeyBook(store);
const { secret } = await book.create({ name: 'soak', rate_per_s: 10_000, burst: 20_000 }, new Date());

function run(words: readonly string[], name: string): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, MIEDZA_STORE: store, MIEDZA_DATA: join(folder, name), MIEDZA_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  child.stderr?.on('data', (text) => {
    if (name.startsWith('worker')) process.stdout.write(`  ${name}: ${text}`);
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const ports = [await freePort(), await freePort(), await freePort()];
const front = await freePort();
const startServer = (at: number) => run(['serve', '--port', String(ports[at])], `server-${at}`);
const servers = ports.map((_, at) => startServer(at));
const startWorker = (at: number) => run(['worker'], `worker-${at}`);
const workers = [startWorker(0), startWorker(1)];

mkdirSync(join(folder, 'nginx'), { recursive: true });
writeFileSync(
  join(folder, 'nginx.conf'),
  `daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log; worker_processes 1; events {}
   http { access_log off; client_body_temp_path ${folder}/nginx/a; proxy_temp_path ${folder}/nginx/b;
     fastcgi_temp_path ${folder}/nginx/c; uwsgi_temp_path ${folder}/nginx/d; scgi_temp_path ${folder}/nginx/e;
     upstream miedza { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ')} }
     server { listen 127.0.0.1:${front}; location / { proxy_pass http://miedza; proxy_http_version 1.1;
       proxy_set_header Connection ""; } } }`,
);
children.add(spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }));

const MOST_TRIES = 100;
const MOST_TRIES_AT_START = 600;
const told = { charged: 0, answers: 0, retries: 0 };
/** Again and again until it is answered: what a client does. */
async function ask(
  url: string,
  path: string,
  body?: unknown,
  most = MOST_TRIES,
): Promise<{ etag: string | null; json: Answer }> {
  for (let tries = 0; tries < most; tries++) {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-Api-Key': secret, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(15_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      told.charged += Number(response.headers.get('x-credits-charged') ?? 0);
      if (response.status === 200) {
        told.answers += 1;
        return { etag: response.headers.get('etag'), json: JSON.parse(text) };
      }
      assert.ok(response.status >= 500, `${path}: ${response.status} ${text.slice(0, 300)}`);
      if (response.status === 503 && !text.startsWith('<html'))
        assert.ok(response.headers.has('retry-after'), `a 503 without Retry-After: ${text}`);
      if (response.status === 500 && !text.startsWith('<html')) throw new Error(`a bug: ${text}`);
    } catch (error) {
      if (error instanceof assert.AssertionError || (error as Error).message.startsWith('a bug')) throw error;
    }
    told.retries += 1;
    await sleep(200);
  }
  throw new Error(`${path} was not answered`);
}
interface Item {
  readonly result: {
    readonly id: string;
    readonly record_hash: string;
    readonly area: { official_m2: number };
  };
}
interface Answer {
  readonly status: string;
  readonly result: Item['result'] & readonly Item[];
}

// On a busy machine a dozen processes take their time to start.
for (const port of ports)
  await ask(`http://127.0.0.1:${port}`, '/v1/sources', undefined, MOST_TRIES_AT_START);
const url = `http://127.0.0.1:${front}`;

const [original = ''] = await unpackZip(join(files, '1418.gpkg.zip'), join(folder, 'unpacked'));
const db = new DatabaseSync(original);
const ids = db
  .prepare('SELECT id_dzialki AS id FROM dzialki ORDER BY id_dzialki')
  .all()
  .map(({ id }) => String(id).replaceAll('-', '/'));
db.close();
const edited = ids.slice(0, EDITED);
const steady = ids.slice(-EDITED);
const expected = new Map<string, string>();
for (const id of steady) {
  const { json } = await ask(url, `/v1/parcel?id=${encodeURIComponent(id)}`);
  expected.set(id, json.result.record_hash);
}

/** Each edition gives the same new area to all edited parcels: an answer with two of them mixes versions. */
async function edition(number: number): Promise<string> {
  const place = join(folder, `edition-${number}`);
  mkdirSync(place);
  const [path = ''] = await unpackZip(join(files, '1418.gpkg.zip'), place);
  const named = join(place, '1418.gpkg');
  if (path !== named) renameSync(path, named);
  copyFileSync(join(files, 'synthetic.json'), join(place, 'synthetic.json'));
  const file = new DatabaseSync(named);
  const list = edited.map((id) => `'${id}'`).join(', ');
  file.exec(`UPDATE dzialki SET pole_ewidencyjne = ${number} WHERE id_dzialki IN (${list})`);
  file.close();
  return named;
}
const jobs = await openJobs(store, () => undefined);
const paths: string[] = [];
for (let number = 1; number <= EDITIONS; number++) paths.push(await edition(number));

const point = '/v1/search?point=52.0500,20.9300&radius_m=300';
const requests: (() => Promise<void>)[] = [
  async () => {
    const id = steady[Math.floor(Math.random() * steady.length)] ?? '';
    const { json } = await ask(url, `/v1/parcel?id=${encodeURIComponent(id)}`);
    assert.equal(json.result.record_hash, expected.get(id), 'a wrong answer');
  },
  async () => {
    const { json } = await ask(url, '/v1/parcel/batch', {
      items: edited.map((id) => ({ id })),
      layers: ['flood'],
      geometry: 'none',
    });
    const areas = new Set(json.result.map(({ result }) => result.area.official_m2));
    assert.equal(json.result.length, EDITED, 'half an answer');
    assert.ok(areas.size === 1 || areas.size > 2, `versions are mixed: ${[...areas]}`);
  },
  async () => void (await ask(url, `/v1/check?id=${encodeURIComponent(edited[0] ?? '')}`)),
  async () => void (await ask(url, '/v1/resolve?q=dz.%20123/4%20Wola%20Mrokowska')),
  async () => void (await ask(url, '/v1/suggest?q=wola%20mr')),
  async () => void (await ask(url, point)),
  async () => void (await ask(url, `/v1/events?id=${encodeURIComponent(edited[1] ?? '')}`)),
];

const until_ms = performance.now() + SECONDS * 1_000;
const faults: unknown[] = [];
async function client(): Promise<void> {
  while (performance.now() < until_ms) {
    try {
      await requests[Math.floor(Math.random() * requests.length)]?.();
    } catch (error) {
      faults.push(error);
    }
  }
}

async function schedule(): Promise<void> {
  const admin = new pg.Client(store);
  await admin.connect();
  for (const [at, path] of paths.entries()) {
    await jobs.send('load', { source: 'egib', path, powiat: null });
    if (at === 1) {
      servers[0]?.kill('SIGKILL');
      say('server 0 killed');
    }
    if (at === 2) {
      servers[0] = startServer(0);
      say('server 0 started anew');
      say(`worker killed in the middle of a publish: process ${await killPublisher(admin)}`);
      await admin.end();
    }
    if (at === 4)
      for (const n of [0, 1])
        if (workers[n]?.killed || workers[n]?.exitCode !== null) workers[n] = startWorker(n);
    if (at === 5) {
      await cluster?.restart();
      say('PostgreSQL restarted');
    }
    await sleep(6_000);
  }
}

/** Waits until a worker holds the lock of publishing, and kills it. */
async function killPublisher(admin: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await admin.query(
      `SELECT split_part(a.application_name, ' ', 2)::int AS pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.relation = 'counters'::regclass AND l.mode = 'RowShareLock' AND l.granted`,
    );
    const pid = rows[0]?.pid;
    const publisher = workers.find((worker) => worker.pid === pid);
    if (publisher) {
      publisher.kill('SIGKILL');
      return pid;
    }
    await sleep(2);
  }
}

say(`${SECONDS} s of load by ${CLIENTS} clients`);
await Promise.all([...Array.from({ length: CLIENTS }, client), schedule()]);
say('the load is over; waiting for the last jobs');
const check = new pg.Client(store);
await check.connect();
for (let left = 120; left > 0; left--) {
  const open = (await jobs.list()).filter(({ state }) => state !== 'completed');
  if (open.length === 0) break;
  if (open.some(({ state }) => state === 'failed')) throw new Error(`a job failed: ${JSON.stringify(open)}`);
  await sleep(1_000);
}
await sleep(2_000);
const { rows: published } = await check.query(
  `SELECT sha256, count(*)::int AS times FROM runs WHERE outcome = 'published' AND file = '1418.gpkg' GROUP BY sha256`,
);
const { rows: outcomes } = await check.query(
  'SELECT outcome, count(*)::int AS runs FROM runs GROUP BY outcome ORDER BY outcome',
);
const finals = await Promise.all(
  ports.map((port) =>
    ask(`http://127.0.0.1:${port}`, `/v1/parcel?id=${encodeURIComponent(edited[0] ?? '')}`),
  ),
);
const { rows: usage } = await check.query('SELECT sum(charged)::int AS charged FROM usage');
const etags = new Set(finals.map(({ etag }) => etag));
const states = (await jobs.list()).map(
  ({ state, retries }) => `${state}${retries > 0 ? ` after ${retries} retries` : ''}`,
);
say(`answers ${told.answers}, retries by clients ${told.retries}, faults ${faults.length}`);
say(`charged by what was told ${told.charged}, in the ledger ${usage[0].charged}`);
say(`jobs: ${states.join(', ')}`);
say(`runs: ${outcomes.map(({ outcome, runs }) => `${runs} ${outcome}`).join(', ')}`);
say(
  `editions published: ${published.map(({ times }) => times).join(', ')} times; versions at the end: ${etags.size}`,
);
await check.end();
await closeBook();
await jobs.stop(1_000);
for (const child of children) child.kill('SIGTERM');
await sleep(3_000);
for (const child of children) child.kill('SIGKILL');
await cluster.stop();
assert.deepEqual(faults, []);
assert.equal(published.length, EDITIONS);
assert.ok(
  published.every(({ times }) => times === 1),
  'every edition is published once',
);
assert.ok(usage[0].charged >= told.charged, 'the ledger holds what was told');
assert.equal(etags.size, 1);
say('all good');
process.exit(0);
