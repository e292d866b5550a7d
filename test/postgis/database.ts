// Empty datasets in the cluster that npm run test:pg has started, each in a schema of its own.

import pg from 'pg';
import { accountsIn, datasetIn } from '../../src/data-folder.ts';
import { migrateDatabase } from '../../src/store/postgis/migrate.ts';
import { openPostgisSource, openPostgisTarget } from '../../src/store/postgis/moved-tables.ts';
import { openSqliteSource } from '../../src/store/sqlite/moved-tables.ts';
import { copyTables } from '../../src/store/store-tables.ts';

function clusterUrl(): string {
  const url = process.env.MIEDZA_TEST_POSTGRES;
  if (url === undefined) throw new Error('run by npm run test:pg, which starts the cluster');
  return url;
}

/** The address of a schema without tables. */
export async function emptySchema(): Promise<string> {
  const url = clusterUrl();
  const client = new pg.Client(url);
  await client.connect();
  const schema = `dataset_${crypto.randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.end();
  return `${url}&options=${encodeURIComponent(`-csearch_path=${schema},public`)}`;
}

/** The address of an empty dataset. */
export async function freshDataset(): Promise<string> {
  const url = await emptySchema();
  await migrateDatabase(url);
  return url;
}

/** The address of a dataset with the rows of a data folder. */
export async function databaseOf(data: string): Promise<string> {
  const url = await freshDataset();
  const from = openSqliteSource({ dataset: datasetIn(data), accounts: accountsIn(data) });
  const into = await openPostgisTarget(url);
  await copyTables(
    from,
    into,
    () => openPostgisSource(url),
    () => undefined,
  );
  await into.close();
  await from.close();
  return url;
}
