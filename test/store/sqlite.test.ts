// The embedded store runs the suite of the port, and a few things that only a file can suffer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openSqliteStore } from '../../src/store/sqlite/read.ts';
import { openSqliteWriter } from '../../src/store/sqlite/write.ts';
import { StoreError } from '../../src/store/store.ts';
import { temporaryFolder } from '../sample.ts';
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
    for (const other of ['1', '99']) {
      db.exec(`UPDATE meta SET value = '${other}' WHERE key = 'schema'`);
      const said = new RegExp(`has schema ${other}, .* reads schema 2; .*anew with "miedza ingest"`);
      assert.throws(() => openSqliteStore(path), isClear(path, said));
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
      store.read((now) => now.geometries(['141803_2.0009.1', '141803_2.0009.500'])),
      (error) => error instanceof StoreError && /the dataset cannot be read/.test(error.message),
    );
    await store.close();
    writeFileSync(path, bytes);
    const repaired = openSqliteStore(path);
    assert.equal((await repaired.read((now) => now.parcels(['141803_2.0009.500']))).size, 1);
    await repaired.close();
  });
});
