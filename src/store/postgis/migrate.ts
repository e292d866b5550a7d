// The schema of the database, step by step: migrations/NNNN-name.sql leads from schema N-1 to N, each in one transaction under a
// lock, so that two processes do it once and a killed one leaves the database as it was. A published step is never edited.

import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { StoreError } from '../reads.ts';
import { connect, databaseName } from './open.ts';

export interface PostgisMigration {
  readonly to: number;
  readonly name: string;
  readonly sql: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);

export const POSTGIS_MIGRATIONS: readonly PostgisMigration[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({
    to: Number(file.slice(0, 4)),
    name: file.slice(5, -'.sql'.length),
    sql: readFileSync(new URL(file, FOLDER), 'utf8'),
  }));

export interface MigrationStep {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** The steps that were taken; none where the schema is the current one. A StoreError where it cannot be made so. */
export async function migrateDatabase(
  url: string,
  migrations: readonly PostgisMigration[] = POSTGIS_MIGRATIONS,
): Promise<MigrationStep[]> {
  const db = await connect(url, { statement_timeout: 0, lock_timeout: LOCK_WAIT_MS });
  try {
    const steps: MigrationStep[] = [];
    for (const migration of migrations) {
      if (await takeStep(db, url, migration, migrations)) {
        steps.push({ from: migration.to - 1, to: migration.to, name: migration.name });
      }
    }
    return steps;
  } finally {
    await db.end();
  }
}

/** Another process may be at the same step: its end is waited for. */
const LOCK_WAIT_MS = 60_000;

async function takeStep(
  db: Client,
  url: string,
  { to, sql }: PostgisMigration,
  migrations: readonly PostgisMigration[],
): Promise<boolean> {
  await db.query('BEGIN');
  try {
    await db.query("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' migrate'))");
    const isNew = (await schemaOf(db, url, migrations)) < to;
    if (isNew) {
      if (to === 1) await addPostgis(db, url);
      await db.query(sql);
      await db.query("INSERT INTO meta VALUES ('schema', $1) ON CONFLICT (key) DO UPDATE SET value = $1", [
        String(to),
      ]);
    }
    await db.query('COMMIT');
    return isNew;
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined);
    throw error instanceof StoreError
      ? error
      : new StoreError(`${databaseName(url)} cannot be migrated: ${(error as Error).message}`, {
          cause: error,
        });
  }
}

/** Where it is there already, nothing needs the right to make it. */
async function addPostgis(db: Client, url: string): Promise<void> {
  const { rows } = await db.query("SELECT 1 FROM pg_extension WHERE extname = 'postgis'");
  if (rows.length > 0) return;
  await db.query('CREATE EXTENSION postgis').catch((error: Error) => {
    throw new StoreError(
      `${databaseName(url)} cannot be migrated: ${error.message}; let an administrator run "CREATE EXTENSION postgis" in it once, then migrate again`,
      { cause: error },
    );
  });
}

/** 0 where there is none yet. Throws on one that a newer version of the program has written. */
async function schemaOf(db: Client, url: string, migrations: readonly PostgisMigration[]): Promise<number> {
  const { rows: found } = await db.query("SELECT to_regclass('meta') IS NOT NULL AS is_there");
  if (found[0]?.is_there !== true) return 0;
  const { rows } = await db.query("SELECT value FROM meta WHERE key = 'schema'");
  const schema = Number(rows[0]?.value ?? 0);
  const newest = migrations.at(-1)?.to ?? 0;
  if (schema > newest)
    throw new StoreError(
      `${databaseName(url)} has schema ${schema}, this version of the program knows schemas up to ${newest}; start the newer version that wrote it`,
    );
  return schema;
}

/** Throws a StoreError unless the schema is the one that this version of the program reads and writes. */
export async function requireSchema(db: Client, url: string): Promise<void> {
  const schema = await schemaOf(db, url, POSTGIS_MIGRATIONS);
  const newest = POSTGIS_MIGRATIONS.at(-1)?.to ?? 0;
  if (schema === newest) return;
  const what = schema === 0 ? 'holds no dataset yet' : `has schema ${schema}, which must be upgraded first`;
  throw new StoreError(`${databaseName(url)} ${what}; run "miedza store migrate"`);
}

/** The same for whoever has no connection yet. */
export async function requireDatabase(url: string): Promise<void> {
  const db = await connect(url);
  try {
    await requireSchema(db, url);
  } finally {
    await db.end();
  }
}
