// Moving between stores, both ways; migrations; dump and restore: the same rows by their digests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPostgres } from '../../bench/postgis.ts';
import { accountsIn, datasetIn } from '../../src/data-folder.ts';
import { EVIDENCE_ROLES } from '../../src/domain/layers/layer-table.ts';
import { createSnapshotCache } from '../../src/service/snapshot/snapshot-cache.ts';
import { migrateDatabase, POSTGIS_MIGRATIONS } from '../../src/store/postgis/migrate.ts';
import { openPostgisSource, openPostgisTarget } from '../../src/store/postgis/moved-tables.ts';
import { openPostgisStore } from '../../src/store/postgis/read-pool.ts';
import { openSqliteAccounts } from '../../src/store/sqlite/accounts.ts';
import { openSqliteSource, openSqliteTarget } from '../../src/store/sqlite/moved-tables.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { copyTables, MOVED_TABLES } from '../../src/store/store-tables.ts';
import { drawTile } from '../../src/tiles/draw-tile.ts';
import { buildSampleData, loadFolder, temporaryFolder } from '../sample.ts';
import { digestsOf } from '../store/table-digests.ts';
import { emptySchema, freshDataset } from './database.ts';

/** A corner of Poland, EPSG:2180. */
const EVERYWHERE = [500_000, 350_000, 750_000, 600_000] as const;

/** Over Wola Mrokowska. */
const TILE = { z: 14, x: 9144, y: 5407 };

/** Bytes as text: stores give them in different classes. */
const textOf = (value: unknown) =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, cell) {
    // A buffer has been turned into a list of numbers before it comes here.
    const own = this[name];
    return own instanceof Uint8Array ? Buffer.from(own).toString('hex') : cell;
  });

const filesIn = (data: string) => ({ dataset: datasetIn(data), accounts: accountsIn(data) });

test('a store is copied into a database, dumped and restored, and copied back: the same rows', async () => {
  const sample = await buildSampleData(1_000);
  const accounts = openSqliteAccounts(accountsIn(sample.data));
  await accounts.book.create({ name: 'shop', monthly_quota: 100 }, new Date());
  await accounts.ledger.record({
    key_id: 'k',
    day: '2026-11-15',
    operation: 'parcel',
    requests: 2,
    cost: 2,
    charged: 1,
    refunded: 1,
  });
  await accounts.close();
  const before = await digestsOf(openSqliteSource(filesIn(sample.data)));
  const url = await freshDataset();
  const into = await openPostgisTarget(url);
  const told: string[] = [];
  await copyTables(
    openSqliteSource(filesIn(sample.data)),
    into,
    () => openPostgisSource(url),
    (table) => told.push(table),
  );
  await into.close();
  assert.deepEqual(told, Object.keys(MOVED_TABLES));
  assert.deepEqual(await digestsOf(await openPostgisSource(url)), before);
  await assert.rejects(openPostgisTarget(url), /holds a dataset or keys already/);

  const restored = restore(url);
  assert.deepEqual(await digestsOf(await openPostgisSource(restored)), before);

  const back = join(temporaryFolder(), 'data');
  const files = openSqliteTarget(filesIn(back));
  const database = await openPostgisSource(url);
  await copyTables(
    database,
    files,
    async () => openSqliteSource(filesIn(back)),
    () => undefined,
  );
  await files.close();
  await database.close();
  assert.deepEqual(await digestsOf(openSqliteSource(filesIn(back))), before);
  // A copy is loaded on like the original: nothing has changed, so nothing is published.
  await loadFolder(sample.files, back);
  await loadFolder(sample.files, back, { store: url });
});

/** The dataset of one database in another, by pg_dump and pg_restore. */
function restore(url: string): string {
  const bin = findPostgres() ?? '';
  const { searchParams } = new URL(url);
  const [host, user] = [searchParams.get('host') ?? '', searchParams.get('user') ?? ''];
  const schema = /search_path=(\w+)/.exec(url.replaceAll('%3D', '='))?.[1] ?? '';
  const reach = ['-h', host, '-U', user];
  const dump = execFileSync(join(bin, 'pg_dump'), [...reach, '-Fc', '-n', schema, 'postgres'], {
    maxBuffer: 2 ** 28,
  });
  const other = `restored_${schema}`;
  const sql = (database: string, text: string) =>
    execFileSync(join(bin, 'psql'), [...reach, '-d', database, '-XqAt', '-c', text]);
  sql('postgres', `CREATE DATABASE ${other}`);
  sql(other, 'CREATE EXTENSION postgis');
  execFileSync(join(bin, 'pg_restore'), [...reach, '-d', other, '--exit-on-error'], { input: dump });
  return url.replace('/postgres?', `/${other}?`);
}

test('what is loaded into a database is, row by row, what is loaded into a file', async () => {
  const sample = await buildSampleData(1_000);
  const url = await freshDataset();
  await loadFolder(sample.files, sample.data, { store: url });
  const [file, database] = [
    await digestsOf(openSqliteSource(filesIn(sample.data))),
    await digestsOf(await openPostgisSource(url)),
  ];
  for (const [table, digest] of Object.entries(file)) assert.equal(database[table], digest, table);
  // What tiles and feeds are made of.
  const stores = [openSqliteStore(datasetIn(sample.data)), openPostgisStore(url)];
  const [one, other] = await Promise.all(
    stores.map((store) =>
      store.read(async (reads) => ({
        evidence: await reads.evidenceIn(EVERYWHERE, EVIDENCE_ROLES),
        boundaries: await reads.boundariesIn(EVERYWHERE, 'gmina'),
        newest: await reads.newestEvent(),
        first: await reads.firstParcel(),
        names: await Array.fromAsync(reads.addressedPlaces()).then((pages) => pages.flat()),
        parcels: await Promise.all(
          ['', '1418', '141803_2.0009.1'].map((prefix) => reads.parcelsFrom(prefix, '141803_2.0009.2', 50)),
        ),
        permits: await reads.permitsIn([EVERYWHERE, [637_000, 470_000, 638_000, 471_000]]),
        tile: await drawTile(reads, (await createSnapshotCache()(reads)).corpus, TILE, () => undefined),
      })),
    ),
  );
  assert.ok(one && one.evidence.length > 100 && one.boundaries.length > 1 && one.names.length > 1);
  assert.ok(one.tile.length > 1_000 && one.permits.flat().length > 0);
  assert.equal(one.parcels.flat().length, 150);
  // Names come in any order.
  const inOrder = (read: typeof other) =>
    Object.entries(read ?? {}).map(([name, value]) => [
      name,
      name === 'names' || name === 'streets' ? [value].flat().map(textOf).sort() : textOf(value),
    ]);
  assert.deepEqual(inOrder(other), inOrder(one));
  for (const store of stores) await store.close();
});

test('migrations run once, by two processes at once too, and a newer schema is refused', async () => {
  const url = await emptySchema();
  const steps = await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
  assert.equal(steps.flat().length, POSTGIS_MIGRATIONS.length);
  assert.deepEqual(await migrateDatabase(url), []);
  const broken = [
    ...POSTGIS_MIGRATIONS,
    { to: 99, name: 'broken', sql: 'CREATE TABLE half (); SELECT nothing' },
  ];
  await assert.rejects(migrateDatabase(url, broken), /cannot be migrated: column "nothing" does not exist/);
  const next = [...POSTGIS_MIGRATIONS, { to: 99, name: 'next', sql: 'CREATE TABLE half ()' }];
  assert.deepEqual(
    (await migrateDatabase(url, next)).map(({ name }) => name),
    ['next'],
  );
  await assert.rejects(
    migrateDatabase(url),
    /has schema 99, this version of the program knows schemas up to/,
  );
  await assert.rejects(openPostgisSource(url), /has schema 99/);
});
