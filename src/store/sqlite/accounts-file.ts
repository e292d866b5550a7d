// Owns the file accounts.sqlite: its schema, its migrations and how a transaction is taken. It is apart from the
// dataset because it is written with every request and outlives every new dataset. Several processes open it at
// once (the server, the command line): hence WAL, a busy timeout, and a write lock taken at the start.
// It knows nothing of what a key or a charge means.

import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AccountsError } from '../accounts.ts';
import { PUSH_TABLES, STREAM_SEATS } from './push-tables.ts';
import { inTransaction, writeAhead } from './transaction.ts';

export type AccountsDb = DatabaseSync;

/** Waiting blocks the event loop, so it is short; what the command line does under the lock takes milliseconds. */
const BUSY_TIMEOUT_MS = 2000;

/** MIGRATIONS[n] leads from version n to n + 1 (PRAGMA user_version). A published entry is never edited. */
const MIGRATIONS: readonly string[] = [
  // keys_revision counts changes of keys, so that a reader can tell cheaply whether its copy is still good.
  // PRAGMA data_version would not do: it misses changes of the same connection and counts every usage row.
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     hash BLOB NOT NULL UNIQUE,
     rate_per_s REAL NOT NULL,
     burst INTEGER NOT NULL,
     monthly_quota INTEGER,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) STRICT;
   CREATE TABLE keys_revision (revision INTEGER NOT NULL) STRICT;
   INSERT INTO keys_revision VALUES (0);
   CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
   CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
   CREATE TABLE usage (
     key_id TEXT NOT NULL,
     day TEXT NOT NULL,
     operation TEXT NOT NULL,
     requests INTEGER NOT NULL,
     cost INTEGER NOT NULL,
     charged INTEGER NOT NULL,
     refunded INTEGER NOT NULL,
     PRIMARY KEY (key_id, day, operation)
   ) STRICT, WITHOUT ROWID;`,
  // A secret that was replaced is valid for a while longer; the name of a revoked key is free again.
  `ALTER TABLE keys RENAME TO keys_before;
   CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     hash BLOB NOT NULL UNIQUE,
     previous_hash BLOB UNIQUE,
     previous_until TEXT,
     rate_per_s REAL NOT NULL,
     burst INTEGER NOT NULL,
     monthly_quota INTEGER,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) STRICT;
   INSERT INTO keys (id, name, hash, rate_per_s, burst, monthly_quota, created_at, revoked_at)
     SELECT id, name, hash, rate_per_s, burst, monthly_quota, created_at, revoked_at FROM keys_before;
   DROP TABLE keys_before;
   CREATE UNIQUE INDEX keys_by_name ON keys (name) WHERE revoked_at IS NULL;
   CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
   CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
   UPDATE keys_revision SET revision = revision + 1;`,
  PUSH_TABLES,
  STREAM_SEATS,
];

/** For accounts that end with the process. */
export const IN_MEMORY = ':memory:';

/**
 * Opens the file, making or migrating it as needed. The folder must exist and be writable. With synchronous=NORMAL
 * a commit survives the death of the process; a power cut may lose the last commits, never the file.
 */
export function openAccounts(path: string): AccountsDb {
  let db: DatabaseSync | undefined;
  try {
    // SQLite would only say that it cannot open the file; the slash asks for a folder.
    if (path !== IN_MEMORY) accessSync(`${dirname(path)}/`, constants.R_OK | constants.W_OK | constants.X_OK);
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    writeAhead(db);
    db.exec('PRAGMA synchronous = NORMAL');
    migrate(db);
    FILES.set(db, { path, file: identityOf(path), looked_ms: performance.now() });
    return db;
  } catch (error) {
    db?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new AccountsError(`cannot open the accounts file ${path}: ${reason}`, { cause: error });
  }
}

function migrate(db: AccountsDb): void {
  inTransaction(db, () => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    if (version > MIGRATIONS.length) {
      throw new Error(`its version is ${version}, this program knows versions up to ${MIGRATIONS.length}`);
    }
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    // Written even when nothing changed: a file that can only be read is found out now, not at the first request.
    writeVersion(db);
  });
}

/** Which file each connection has open: one that was deleted or moved away can be written on, and nobody would ever read it. */
const FILES = new WeakMap<AccountsDb, { readonly path: string; readonly file: string; looked_ms: number }>();
const LOOK_EVERY_MS = 100;

const identityOf = (path: string): string => {
  const file = path === IN_MEMORY ? undefined : statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev} ${file.ino}` : 'none';
};

/** Throws when another file, or none, lies where this one was opened. Looks every so often. */
export function requireInPlace(db: AccountsDb, now_ms = performance.now()): void {
  const opened = FILES.get(db);
  if (!opened || now_ms - opened.looked_ms < LOOK_EVERY_MS) return;
  if (identityOf(opened.path) !== opened.file)
    throw new AccountsError(
      `the accounts file ${opened.path} was moved, deleted or replaced; put it back, or restart`,
    );
  opened.looked_ms = performance.now();
}

const writeVersion = (db: AccountsDb) => db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);

/** Throws where nothing can be written, as on a full disk; changes nothing. */
export function requireWritable(db: AccountsDb): void {
  requireInPlace(db, Number.POSITIVE_INFINITY);
  inTransaction(db, () => writeVersion(db));
}
