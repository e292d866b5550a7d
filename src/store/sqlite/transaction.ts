// Transactions of the writing side, and the version that tells readers of a publish.

import type { DatabaseSync } from 'node:sqlite';

/** All of `work` or nothing of it. The write lock is taken first, so that what `work` reads stays true. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** The same for work that waits. Nobody else writes by this connection meanwhile: there is one writer, and one stage. */
export async function inTransactionAsync<T>(db: DatabaseSync, work: () => Promise<T>): Promise<T> {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const BUSY = 5;
const RETRY_MS = 5;

/**
 * Commits go to a log (WAL) from now on. A file that has none yet must be locked alone for that: of several connections that ask at the same moment SQLite
 * refuses some at once, whatever their timeout, so that none waits for the other forever. They ask again for as long as they would have waited.
 */
export function writeAhead(db: DatabaseSync): void {
  const until_ms = performance.now() + Number(db.prepare('PRAGMA busy_timeout').get()?.timeout);
  const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === BUSY;
      if (!isBusy || performance.now() >= until_ms) throw error;
    }
    Atomics.wait(nobody, 0, 0, RETRY_MS);
  }
}

/** A reader that takes long is waited for so long. What stays in the log is read from there, and folded in by the next. */
const FOLD_WAIT_MS = 200;

/** The log of what was committed goes into the file, so that it does not grow from publish to publish. */
export function foldLog(db: DatabaseSync): void {
  const wait_ms = db.prepare('PRAGMA busy_timeout').get()?.timeout;
  db.exec(
    `PRAGMA busy_timeout = ${FOLD_WAIT_MS}; PRAGMA main.wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${wait_ms}`,
  );
}

export function nextVersion(db: DatabaseSync): number {
  const row = db
    .prepare("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'version' RETURNING value")
    .get();
  return Number(row?.value);
}
