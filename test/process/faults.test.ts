// What a running server meets on a bad day: a full disk, a dataset deleted, replaced or damaged under it. Each is told as
// 503 source_unavailable with a refund and by /readyz, and is over without a restart when its cause is.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn, datasetIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { clientOf, TEST_KEY } from '../client.ts';
import { buildSampleData, LAND, temporaryFolder, worldOf } from '../sample.ts';
import { PROGRAM, type RunningServer, run, startServer, until } from './program.ts';
import { runWarm } from './warm-program.ts';

const root = temporaryFolder();
let pristine: string;
let land: string;
/** Later editions of files that are loaded, with more in them. */
let larger: string;
let data: string;
let server: RunningServer;
let client: ReturnType<typeof clientOf>;
let copies = 0;

before(async () => {
  pristine = (await buildSampleData(1_000, { only: LAND })).data;
  land = copyFiles(await worldOf(1_000), 'land', LAND);
  larger = copyFiles(await worldOf(3_000), 'larger', /^(PRG_|1418\.gpkg)/);
});

function copyFiles(world: string, name: string, pattern: RegExp): string {
  const folder = join(root, name);
  for (const file of readdirSync(world))
    if (pattern.test(file) || file === 'synthetic.json') cpSync(join(world, file), join(folder, file));
  return folder;
}

async function serveCopy(): Promise<void> {
  copies += 1;
  data = join(root, `data-${copies}`);
  cpSync(pristine, data, { recursive: true });
  server = await startServer(['--data', data, '--key', TEST_KEY], { MIEDZA_LOG_LEVEL: 'silent' });
  client = clientOf(server.url);
}

const stop = async () => assert.equal(await server.stop('SIGTERM'), 0);
after(() => server.stop('SIGKILL'));

const BY_ID = `/v1/parcel?id=${EXAMPLE_ID}`;

async function isReady(): Promise<boolean> {
  const { status } = await fetch(`${server.url}/readyz`);
  assert.ok(status === 200 || status === 503, `readyz answers ${status}`);
  return status === 200;
}

/** Everything that reads facts or is paid for fails alike; what needs neither goes on. */
async function assertUnavailable(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { http, body } = await client.get(path);
    assert.equal(http, 503, path);
    assert.deepEqual([body.status, body.error?.code], ['error', 'source_unavailable'], path);
    assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_error' }, path);
  }
  const items = [{ id: EXAMPLE_ID }, { id: 'nonsense' }, { id: EXAMPLE_ID }];
  const { http, body } = await client.post('/v1/parcel/batch', { items });
  assert.equal(http, 503);
  assert.deepEqual(body.billing, { cost: 3, charged: 0, refunded: 3, rule: 'refunded_error' });
  assert.equal(await isReady(), false);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  assert.equal((await client.send('GET', '/v1/openapi.json')).http, 200);
}

async function assertServed(): Promise<void> {
  const { http, body } = await client.get<ParcelRecord>(BY_ID);
  assert.deepEqual([http, body.result?.id, body.billing.charged], [200, EXAMPLE_ID, 1]);
  assert.equal(await isReady(), true);
}

function usage(): { requests: number; charged: number; refunded: number } {
  const db = openAccounts(accountsIn(data));
  const sums = { requests: 0, charged: 0, refunded: 0 };
  for (const row of usageTable(db))
    for (const count of ['requests', 'charged', 'refunded'] as const) sums[count] += row[count];
  db.close();
  return sums;
}

describe('a dataset', () => {
  beforeEach(serveCopy);
  const parts = () => ['', '-wal', '-shm'].map((end) => datasetIn(data) + end);

  it('that is moved away is missed, and served again when it is back', async () => {
    await assertServed();
    const aside = join(root, 'aside.gpkg');
    renameSync(datasetIn(data), aside);
    await until('the dataset is missed', async () => !(await isReady()));
    await assertUnavailable([
      BY_ID,
      `/v1/check?id=${EXAMPLE_ID}`,
      '/v1/search?q=Lesznowola',
      '/v1/events?q=x',
    ]);
    renameSync(aside, datasetIn(data));
    await assertServed();
    await stop();
    assert.deepEqual(usage(), { requests: 7, charged: 2, refunded: 7 });
  });

  it('that is deleted is served again when it is loaded anew, without a restart', async () => {
    await assertServed();
    for (const part of parts()) rmSync(part, { force: true });
    await until('the dataset is missed', async () => !(await isReady()));
    await assertUnavailable([BY_ID]);
    const { code, stderr } = await runWarm(['ingest', '--from', land, '--data', data, '--no-compute']);
    assert.equal(code, 0, stderr);
    await until('the new dataset is taken up', isReady);
    await assertServed();
    await stop();
  });

  it('that is replaced is taken up whole: nothing held of the old one is mixed in', async () => {
    await assertServed();
    // The same version number, another day of its source, and another area of the parcel.
    const other = join(root, 'other.gpkg');
    copyFileSync(datasetIn(pristine), other);
    const db = new DatabaseSync(other);
    db.exec(`UPDATE sources SET as_of = '2001-02-03' WHERE source = 'egib';
             UPDATE parcels SET area_official_m2 = 4321`);
    db.close();
    for (const part of parts().slice(1)) rmSync(part, { force: true });
    renameSync(other, datasetIn(data));
    await until('the other dataset is taken up', async () => {
      const { body } = await client.get<ParcelRecord>(BY_ID);
      const { official_m2, source } = body.result?.area ?? assert.fail(body.status);
      const isNew = official_m2 === 4321;
      assert.equal(source.as_of === '2001-02-03', isNew, 'area and source come from one file');
      return isNew;
    });
    await assertServed();
    await stop();
  });
});

describe('the accounts file', () => {
  beforeEach(serveCopy);

  it('that is moved away is missed, and used again when it is back', async () => {
    await assertServed();
    const aside = join(root, 'aside.sqlite');
    renameSync(accountsIn(data), aside);
    await until('the accounts are missed', async () => !(await isReady()));
    await new Promise((resolve) => setTimeout(resolve, 120));
    await assertUnavailable([BY_ID]);
    renameSync(aside, accountsIn(data));
    await assertServed();
    await stop();
    assert.equal(usage().charged, 2);
  });
});

describe('a damaged page', () => {
  beforeEach(serveCopy);

  /** Overwrites bytes of the file in place; gives back what mends them. */
  function damage(ranges: readonly { at: number; length: number }[], byte: number): () => void {
    const file = openSync(datasetIn(data), 'r+');
    const saved = ranges.map(({ at, length }) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      writeSync(file, Buffer.alloc(length, byte), 0, length, at);
      return { at, bytes };
    });
    return () => {
      for (const { at, bytes } of saved) writeSync(file, bytes, 0, bytes.length, at);
      closeSync(file);
    };
  }

  function query(sql: string): Record<string, SQLOutputValue>[] {
    const db = new DatabaseSync(datasetIn(data), { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  }

  /** Not the example, which the server has read when it starts. */
  const unread = () => String(query('SELECT max(id) AS id FROM parcels')[0]?.id);

  it('of the parcels is a fault of those who need it, and is over when it is mended', async () => {
    const id = unread();
    const pages = query("SELECT pgoffset, pgsize FROM dbstat WHERE name = 'parcels' AND pagetype = 'leaf'");
    assert.ok(pages.length > 10);
    // The index of names is built in the background when the server starts; whoever asks for a name waits for it.
    assert.equal((await client.get('/v1/suggest?q=Wola')).http, 200);
    const mend = damage(
      pages.map(({ pgoffset, pgsize }) => ({ at: Number(pgoffset), length: Number(pgsize) })),
      0x55,
    );
    assert.equal(await isReady(), true, 'nobody has met it yet');
    await assertUnavailable([`/v1/parcel?id=${id}`, `/v1/check?id=${id}`, `/v1/search?id=${id}&radius_m=50`]);
    const { http } = await client.get('/v1/sources');
    assert.equal(http, 200, 'what lies elsewhere is served');
    assert.equal(await isReady(), false, 'the damage is still there');
    mend();
    await assertServed();
    await stop();
    assert.deepEqual(usage(), { requests: 7, charged: 1, refunded: 6 });
  });

  it('that SQLite cannot notice is noticed when a geometry in it makes no sense', async () => {
    const id = unread();
    const [row] = query(`SELECT geom FROM parcels WHERE id = '${id}'`);
    const shape = Buffer.from(row?.geom as Uint8Array);
    const at = readFileSync(datasetIn(data)).indexOf(shape);
    assert.ok(at > 0, 'the polygon lies in one page');
    // The last positions become "not a number"; the row stays well-formed.
    const mend = damage([{ at: at + shape.length - 64, length: 64 }], 0xff);
    const whole = `/v1/parcel?id=${id}&geometry=full`;
    for (const path of [whole, `/v1/search?id=${id}`]) {
      const { http, body } = await client.get(path);
      assert.deepEqual([http, body.error?.code], [503, 'source_unavailable'], path);
      assert.equal(body.billing.rule, 'refunded_error');
    }
    assert.equal(await isReady(), false);
    assert.equal((await client.get(`/v1/parcel?id=${id}`)).http, 200, 'the row itself can be read');
    mend();
    // The connection that read the row holds its page until it meets the polygon.
    await until('the polygon can be read', isReady);
    assert.equal((await client.get(whole)).http, 200);
    await stop();
  });
});

describe('a full disk', () => {
  beforeEach(serveCopy);

  // A limit on the size of files stands in for it: the write of SQLite fails, as it does where no room is left.
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`]);
  const hasPrlimit = () => {
    try {
      execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const skip = hasPrlimit() ? false : 'prlimit (util-linux) is not here';

  it('on which usage cannot be written down: nothing is served and nothing charged until there is room', {
    skip,
  }, async () => {
    await assertServed();
    const earlier = usage();
    limitFiles('1024');
    await assertUnavailable([BY_ID, '/v1/resolve?q=Lesznowola']);
    assert.deepEqual(usage(), earlier);
    limitFiles('unlimited');
    await assertServed();
    assert.equal(usage().charged, earlier.charged + 1);
    await stop();
  });

  it('stops an ingest with a clear word, and what was served is served on', { skip }, async () => {
    const { headers } = await client.get(BY_ID);
    const words = ['ingest', '--from', larger, '--allow-loss', '--data', data];
    // Too little to unpack the file, and to publish its rows.
    for (const bytes of [300_000, 1_500_000]) {
      const { status, stderr } = spawnSync(
        'prlimit',
        [`--fsize=${bytes}`, process.execPath, PROGRAM, ...words],
        {
          encoding: 'utf8',
        },
      );
      assert.equal(status, 2, stderr);
      assert.match(stderr, /^miedza: the disk cannot be read or written \(.+\); make room or mend it/m);
      assert.equal((await client.get(BY_ID)).headers.get('etag'), headers.get('etag'));
    }
    const { code, stderr } = await runWarm(words);
    assert.equal(code, 0, stderr);
    assert.notEqual((await client.get(BY_ID)).headers.get('etag'), headers.get('etag'));
    await stop();
  });
});

describe('a disk that is truly full', () => {
  /** A file system of so many bytes, where that is allowed: a disk that is truly full. */
  const mountSmall = (size: string): string | null => {
    const folder = temporaryFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    return status === 0 ? folder : null;
  };

  it('stops a sample and an ingest with the same word', async (t) => {
    const disk = mountSmall('3m');
    if (disk === null) return t.skip('no file system can be mounted here: that takes root');
    try {
      for (const words of [
        ['sample', '--parcels', '3000'],
        ['ingest', '--from', larger],
      ]) {
        const { code, stderr } = await run([...words, '--data', disk]);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /^miedza: the disk cannot be read or written \(.+\); make room or mend it/m);
      }
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
