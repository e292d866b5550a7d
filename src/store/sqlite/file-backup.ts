// A copy of a database file as it is at one moment, while others read and write it. Made aside and renamed, so that a copy that
// was stopped half-way is not taken for one.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from '../reads.ts';

/** Pages copied at a time; others get in between. */
const PAGES = 1_000;

export async function backUpFile(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new StoreError(`${to} is there already; choose another folder`);
  const draft = `${to}.new`;
  rmSync(draft, { force: true });
  const db = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    // One transaction from the first page to the last: what is published meanwhile does not begin the copy anew.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(db, draft, { rate: PAGES });
  } finally {
    db.close();
  }
  renameSync(draft, to);
}
