// The program with MIEDZA_STORE: every command that reads prints what it prints of a folder with the same rows, keys are those of the
// database, and a server of several processes is one server there too.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { migrateDatabase } from '../../src/store/postgis/migrate.ts';
import { TEST_KEY } from '../client.ts';
import { call } from '../mcp/assistant.ts';
import { PROGRAM, run, start, startServer, until, workersOf } from '../process/program.ts';
import { buildSampleData, LAND, temporaryFolder, worldOf } from '../sample.ts';
import { databaseOf, emptySchema } from './database.ts';

let data: string;
let store: string;
/** Nothing lies there: what is read comes from the database. */
const empty = join(temporaryFolder(), 'none');
before(async () => {
  ({ data } = await buildSampleData(1_000));
  store = await databaseOf(data);
});

const QUOTED = 'dz. 123/4 Wola Mrokowska';

describe('a command that reads prints the same of a database as of a folder', () => {
  const TABLE: [string, string[]][] = [
    ['get check', ['get', 'check', EXAMPLE_ID, '--json']],
    ['get resolve', ['get', 'resolve', QUOTED, '--json']],
    ['get events', ['get', 'events', 'Lesznowola', '--json']],
    ['get sources', ['get', 'sources', '--json']],
    ['suggest', ['suggest', 'Wola Mro', '--json']],
    ['explain', ['explain', QUOTED, '--json']],
    ['ingest status', ['ingest', 'status', '--json']],
  ];
  for (const [name, words] of TABLE)
    it(name, async () => {
      const [files, database] = await Promise.all([
        run([...words, '--data', data]),
        run([...words, '--data', empty], { MIEDZA_STORE: store }),
      ]);
      assert.deepEqual([files.code, files.stderr], [0, '']);
      assert.deepEqual(database, files);
    });

  it('get batch', async () => {
    const table = join(temporaryFolder(), 'table.csv');
    writeFileSync(table, `id\n${EXAMPLE_ID}\n141803_2.0009.1\n`);
    const [files, database] = await Promise.all([
      run(['get', 'batch', table, '--data', data]),
      run(['get', 'batch', table, '--data', empty], { MIEDZA_STORE: store }),
    ]);
    assert.equal(files.code, 0, files.stderr);
    assert.deepEqual(database, files);
  });

  it('export', async () => {
    const out = temporaryFolder();
    const words = (name: string) => [
      ...['export', '--what', 'checks', '--format', 'csv', '--out', join(out, name)],
    ];
    const [files, database] = await Promise.all([
      run([...words('files.csv'), '--data', data]),
      run([...words('database.csv'), '--data', empty], { MIEDZA_STORE: store }),
    ]);
    assert.deepEqual([files.code, database.code], [0, 0], files.stderr + database.stderr);
    const textOf = (name: string) => readFileSync(join(out, name), 'utf8');
    assert.ok(textOf('files.csv').split('\n').length > 900);
    assert.equal(textOf('database.csv'), textOf('files.csv'));
  });
});

it('a database without tables is told as such', async () => {
  const { code, stderr } = await run(['get', 'check', EXAMPLE_ID, '--data', empty], {
    MIEDZA_STORE: store.replace(/search_path%3D\w+/, 'search_path%3Dnowhere'),
  });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /holds no dataset yet; run "miedza store migrate"/);
});

it('keys and usage are those of the database, and assistants are answered from it', async () => {
  const env = { MIEDZA_STORE: store };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', '--data', empty],
      env: { MIEDZA_LOG_LEVEL: 'silent', ...env },
    }),
  );
  const { envelope } = await call(client, 'resolve', { id: EXAMPLE_ID });
  assert.equal(envelope.status, 'ok');
  await client.close();
  const made = await run(['keys', 'create', 'shop', '--data', empty], env);
  assert.equal(made.code, 0, made.stderr);
  const listed = await run(['keys', 'list', '--data', empty], env);
  assert.match(listed.stdout, /\bshop\b/);
  const used = await run(['keys', 'usage', '--data', empty], env);
  assert.match(used.stdout, /stdio:local/);
});

it('workers on a database serve as one: limits, usage, metrics, a killed one, a stop', async () => {
  const env = { MIEDZA_STORE: store, MIEDZA_LOG_LEVEL: 'silent', MIEDZA_WORKERS: '2' };
  const made = await run(['keys', 'create', 'limited', '--rate', '20', '--burst', '40', '--data', empty], {
    MIEDZA_STORE: store,
  });
  const key = /\bmdz_\S+|\S{30,}/.exec(made.stdout)?.[0] ?? '';
  const server = await startServer(['--data', empty, '--key', TEST_KEY], env);
  const ask = (path: string, secret: string) =>
    fetch(`${server.url}${path}`, { headers: { 'x-api-key': secret, connection: 'close' } });
  const workers = () => workersOf(server);
  assert.equal(workers().length, 2);
  const began_ms = performance.now();
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask('/v1/sources', key)));
  const allowed = answers.filter(({ status }) => status === 200).length;
  const due = 40 + (20 * (performance.now() - began_ms)) / 1_000;
  assert.ok(allowed >= 36 && allowed <= due * 1.05, `${allowed} allowed of ${due.toFixed(0)}`);
  assert.ok(answers.every(({ status }) => status === 200 || status === 429));

  const [victim = 0] = workers();
  process.kill(victim, 'SIGKILL');
  await until('the worker is replaced', () => workers().length === 2 && !workers().includes(victim));
  await until('it serves', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, () => ask('/v1/sources', TEST_KEY).catch(() => null)),
    );
    return all.every((answer) => answer?.status === 200);
  });
  await wait(1_050);
  const metrics = await (await ask('/metrics', TEST_KEY)).text();
  const counted = Number(
    /^miedza_requests_total\{operation="sources",http="200"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
  );
  assert.ok(counted >= 4, metrics.slice(0, 200));
  assert.equal((await ask('/readyz', TEST_KEY)).status, 200);
  assert.equal(await server.stop('SIGTERM'), 0);
  const used = await run(['keys', 'usage', '--data', empty], { MIEDZA_STORE: store });
  assert.match(used.stdout, /limited/);
});

/** The database behind a port of its own that resets the first connections: some before a word is said, the last in the middle. */
async function resettingDoor(store: string, resets: number) {
  const address = new URL(store);
  const socket = join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  let taken = 0;
  const door = createServer((client) => {
    taken += 1;
    if (taken < resets) return void client.resetAndDestroy();
    const server = connect(socket);
    for (const end of [client, server]) end.on('error', () => undefined);
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server);
    if (taken > resets) return void server.pipe(client);
    server.once('data', () => client.resetAndDestroy());
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  const { port } = door.address() as AddressInfo;
  address.searchParams.delete('host');
  return { door, url: address.href.replace(':///', `://127.0.0.1:${port}/`) };
}

it('a worker whose connection is reset while it starts says so and tries again', async () => {
  const { door, url } = await resettingDoor(store, 3);
  const { child, output, ended } = start(['worker', '--data', join(temporaryFolder(), 'worker')], {
    MIEDZA_STORE: url,
  });
  await until('it waits for jobs', () => output.stderr.includes('waiting for jobs'));
  assert.match(output.stderr, /the job queue: postgres:\/\/127\.0\.0\.1:\d+\/postgres: .+; trying again/);
  assert.doesNotMatch(output.stderr, /unexpected fault/);
  child.kill('SIGTERM');
  assert.equal(await ended, 0, output.stderr);
  door.close();
});

it('jobs of a database that cannot be reached are told in one line', async () => {
  const { code, stderr } = await run(['jobs'], { MIEDZA_STORE: 'postgres://localhost:1/nowhere' });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /^miedza: postgres:\/\/localhost:1\/nowhere: \S.*\n$/);
});

it('what jobs have loaded is worked out by jobs, and an unmigrated database says what to do first', async () => {
  const url = await emptySchema();
  const env = { MIEDZA_STORE: url };
  for (const words of [['keys', 'list'], ['jobs'], ['worker']]) {
    const { code, stderr } = await run([...words, '--data', empty], env);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, /holds no dataset yet; run "miedza store migrate"/);
  }
  await migrateDatabase(url);
  const files = temporaryFolder();
  const world = await worldOf(1_000);
  for (const name of readdirSync(world).filter((one) => LAND.test(one)))
    cpSync(join(world, name), join(files, name));
  const { child, output, ended } = start(['worker', '--data', join(temporaryFolder(), 'worker')], env);
  await until('it waits for jobs', () => output.stderr.includes('waiting for jobs'));
  const made = await run(['jobs', 'load', '--from', files, '--data', empty], env);
  assert.equal(made.code, 0, made.stderr);
  await until('all is worked out', () => (output.stderr.match(/parcels worked out/g) ?? []).length >= 2);
  child.kill('SIGTERM');
  assert.equal(await ended, 0, output.stderr);
  const { stdout } = await run(['get', 'check', EXAMPLE_ID, '--data', empty], env);
  assert.doesNotMatch(stdout, /not yet worked out/);
});
