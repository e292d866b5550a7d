// Upgrades a dataset in place, step by step: migrations/NNNN-name.sql leads from schema N-1 to N. Each step is one
// transaction, so that a process killed in the middle leaves the file as it was. A published step is never edited.

import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../reads.ts';
import { foldLog, inTransaction, writeAhead } from './transaction.ts';
import { isWritable, openUnwritable } from './unwritable.ts';
import { takeWriterLock } from './writer-lock.ts';

export interface Migration {
  readonly to: number;
  readonly name: string;
  readonly sql: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);

export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({
    to: Number(file.slice(0, 4)),
    name: file.slice(5, -'.sql'.length),
    sql: readFileSync(new URL(file, FOLDER), 'utf8'),
  }));

/** The schema that this version of the program reads and writes, as schema.sql has it. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.to ?? 0;

/** Another process may be upgrading the same file, or look at it for a moment. */
const LOCK_WAIT_MS = 10_000;

/** Nothing to do where the schema is the current one; throws a StoreError where it cannot be made so. */
export function migrateDataset(
  path: string,
  onStep: (step: { from: number; to: number; name: string }) => void = () => undefined,
  migrations: readonly Migration[] = MIGRATIONS,
  wait_ms = LOCK_WAIT_MS,
): void {
  const canWrite = isWritable(path);
  let opened: DatabaseSync | undefined;
  try {
    const db = canWrite ? new DatabaseSync(path, { timeout: wait_ms }) : openUnwritable(path);
    opened = db;
    const newest = migrations.at(-1)?.to ?? 0;
    if (requireKnownSchema(db, migrations) === newest) return;
    if (!canWrite) throw new Error('it must be upgraded first, and it cannot be written');
    const lock = takeWriterLock(path, wait_ms);
    if (!lock)
      throw new Error('it must be upgraded first, and another process is writing to it; wait and try again');
    try {
      writeAhead(db);
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = FILE;');
      // Asked again: whoever had the lock before may have done some of it.
      const from = requireKnownSchema(db, migrations);
      for (const { to, name, sql } of migrations.filter((migration) => migration.to > from)) {
        onStep({ from: to - 1, to, name });
        inTransaction(db, () => {
          db.exec(sql);
          db.prepare("UPDATE meta SET value = ? WHERE key = 'schema'").run(String(to));
        });
      }
      foldLog(db);
    } finally {
      lock.close();
    }
  } catch (error) {
    throw new StoreError(`${path} cannot be opened as a Miedza dataset: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    opened?.close();
  }
}

/** Throws where no migrations lead from the file's schema to the current one. */
function requireKnownSchema(db: DatabaseSync, migrations: readonly Migration[]): number {
  const written = db.prepare("SELECT value FROM meta WHERE key = 'schema'").get()?.value;
  const schema = Number(written);
  const oldest = (migrations[0]?.to ?? 1) - 1;
  const newest = migrations.at(-1)?.to ?? 0;
  if (schema > newest) {
    throw new Error(
      `it has schema ${schema}, this version of the program knows schemas up to ${newest}; start the newer version that wrote it`,
    );
  }
  if (!(schema >= oldest)) {
    throw new Error(
      `it has schema ${written}, which cannot be upgraded (schemas from ${oldest} on can); load the source files anew with "miedza ingest" into another folder (--data)`,
    );
  }
  return schema;
}
