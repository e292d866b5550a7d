// The embedded store runs the suite of the port, and a few things that only a file can suffer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { StoreError, type StoreReads } from '../../src/store/reads.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { openSqliteWriter } from '../../src/store/sqlite/writer.ts';
import { temporaryFolder } from '../sample.ts';
import { shapesInBox } from '../shapes-in-box.ts';
import { parcelRow, rectangle, runOf } from './rows.ts';
import { publish, storeSuite } from './store-suite.ts';

const root = temporaryFolder();

storeSuite('in SQLite', async () => {
  const folder = mkdtempSync(join(root, 'store-'));
  const path = join(folder, 'dataset.gpkg');
  return {
    openWriter: async () => openSqliteWriter(path),
    openStore: async () => openSqliteStore(path),
    async publishElsewhere(load) {
      const worker = new Worker(new URL('./publish.worker.ts', import.meta.url), {
        workerData: { path, load },
      });
      const [code] = await once(worker, 'exit');
      assert.equal(code, 0);
    },
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

describe('a dataset file', () => {
  const fresh = () => join(mkdtempSync(join(root, 'file-')), 'dataset.gpkg');
  const isClear = (path: string, text: RegExp) => (error: unknown) => {
    assert.ok(error instanceof StoreError);
    assert.ok(error.message.includes(path), `the file is not named: ${error.message}`);
    assert.match(error.message, text);
    return true;
  };

  it('that is not there', () => {
    const path = fresh();
    assert.throws(() => openSqliteStore(path), isClear(path, /there is no dataset at .*miedza ingest/));
  });

  it('that is none', () => {
    const path = fresh();
    writeFileSync(path, 'x'.repeat(10_000));
    assert.throws(() => openSqliteStore(path), isClear(path, /cannot be opened as a Miedza dataset/));
    assert.throws(() => openSqliteWriter(path), isClear(path, /cannot be opened as a Miedza dataset/));
    // The failed writer holds no lock.
    rmSync(path);
    return openSqliteWriter(path).close();
  });

  it('of another version of the program', async () => {
    const path = fresh();
    await openSqliteWriter(path).close();
    const db = new DatabaseSync(path);
    for (const [other, said] of [
      ['1', /has schema 1, which cannot be upgraded .*anew with "miedza ingest"/],
      ['99', /has schema 99, this version of the program knows schemas up to \d+; start the newer version/],
    ] as const) {
      db.exec(`UPDATE meta SET value = '${other}' WHERE key = 'schema'`);
      assert.throws(() => openSqliteStore(path), isClear(path, new RegExp(`has schema ${other}, `)));
      assert.throws(() => openSqliteWriter(path), isClear(path, said));
    }
    db.close();
  });

  it('damaged under a running server: a StoreError for each read, not a crash', async () => {
    const path = fresh();
    const writer = openSqliteWriter(path);
    const rows = Array.from({ length: 500 }, (_, n) =>
      parcelRow(`141803_2.0009.${n + 1}`, {
        geometry: rectangle([637_000 + n, 470_000, 637_010 + n, 470_010]),
      }),
    );
    await publish(writer, {
      run: runOf('a'),
      rows,
      scopes: ['1418'],
      as_of: null,
      at: '2026-11-10T08:00:00.000Z',
    });
    await writer.close();
    const bytes = readFileSync(path);
    const store = openSqliteStore(path);
    writeFileSync(path, Buffer.from(bytes).fill(0x55, bytes.length / 2));
    await assert.rejects(
      store.read((now) => now.parcels(['141803_2.0009.1', '141803_2.0009.500'])),
      (error) => error instanceof StoreError && /the dataset cannot be read/.test(error.message),
    );
    await store.close();
    writeFileSync(path, bytes);
    const repaired = openSqliteStore(path);
    assert.equal((await repaired.read((now) => now.parcels(['141803_2.0009.500']))).size, 1);
    await repaired.close();
  });
});

describe('requests of one moment', () => {
  const load = (...numbers: number[]) => ({
    run: runOf('egib'),
    rows: numbers.map((n) =>
      parcelRow(`141803_2.0009.${n}`, {
        geometry: rectangle([637_000 + 10 * n, 470_000, 637_010 + 10 * n, 470_010]),
      }),
    ),
    scopes: ['1418'],
    as_of: '2026-11-01',
    at: '2026-11-01T00:00:00Z',
  });
  const opened = async () => {
    const path = join(mkdtempSync(join(root, 'turn-')), 'dataset.gpkg');
    const writer = openSqliteWriter(path);
    await publish(writer, load(1));
    return { writer, store: openSqliteStore(path, { shared: true }) };
  };
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it('read one version, and the next moment the next', async () => {
    const { writer, store } = await opened();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = store.read(async (reads) => {
      const before = reads.version;
      await held;
      assert.deepEqual([...(await reads.parcels(['141803_2.0009.2'])).keys()], [], 'as it began');
      return [before, reads.version];
    });
    const quick = await store.read(async (reads) => reads.version);
    await nextTurn();
    await publish(writer, load(1, 2));
    const later = await store.read(async (reads) => reads.version);
    release();
    assert.deepEqual(await slow, [quick, quick]);
    assert.equal(later, quick + 1);
    await store.close();
    await writer.close();
  });

  it('read in one transaction for as long as any of them reads and nobody writes', async () => {
    const { writer, store } = await opened();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const connections: StoreReads[] = [];
    const slow = store.read(async (reads) => {
      connections.push(reads);
      await held;
    });
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      await store.read(async (reads) => connections.push(reads));
    }
    assert.equal(new Set(connections).size, 1);
    await publish(writer, load(1, 2));
    await nextTurn();
    const ids = await store.read(async (reads) => {
      connections.push(reads);
      return [...(await shapesInBox(reads, [637_000, 470_000, 637_100, 470_100])).keys()];
    });
    assert.deepEqual([ids.length, new Set(connections).size], [2, 2], 'another one after a publish');
    release();
    await slow;
    await nextTurn();
    // All have ended: nothing holds the file, and a writer may fold its log into it.
    await store.close();
    await writer.close();
  });

  it('do not spoil each other: who fails, fails alone, and what comes next is opened anew where the file is at fault', async () => {
    const { writer, store } = await opened();
    const broken = (error: Error) => store.read(async () => Promise.reject(error));
    const opening = () => store.read(async (reads) => reads.opening);
    const ok = () => store.read(async (reads) => (await reads.parcels(['141803_2.0009.1'])).size);
    const first = await opening();
    const [bug, fine] = await Promise.allSettled([broken(new RangeError('a bug')), ok()]);
    assert.equal(bug.status === 'rejected' && bug.reason instanceof RangeError, true);
    assert.deepEqual(fine, { status: 'fulfilled', value: 1 });
    assert.equal(await opening(), first, 'a bug is not the fault of the file');
    const damaged = Object.assign(new Error('malformed'), { errcode: 11 });
    const [fault, beside] = await Promise.allSettled([broken(damaged), ok()]);
    assert.equal(fault.status === 'rejected' && fault.reason instanceof StoreError, true);
    assert.deepEqual(beside, { status: 'fulfilled', value: 1 });
    assert.notEqual(await opening(), first);
    await nextTurn();
    assert.equal(await ok(), 1);
    await store.close();
    await writer.close();
  });
});
