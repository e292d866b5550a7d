// One writer at a time. The lock is SQLite's own, on a file beside the dataset, so it goes with the process however that
// ends.

import { DatabaseSync } from 'node:sqlite';

/** Null while another process has it. */
export function takeWriterLock(dataset: string, timeout_ms: number): DatabaseSync | null {
  const lock = new DatabaseSync(`${dataset}.lock`, { timeout: timeout_ms });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return lock;
  } catch {
    lock.close();
    return null;
  }
}
