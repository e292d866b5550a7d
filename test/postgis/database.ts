// Empty datasets in the cluster that npm run test:pg has started, each in a schema of its own.

import pg from 'pg';
import { migrateDatabase } from '../../src/store/postgis/migrate.ts';

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
