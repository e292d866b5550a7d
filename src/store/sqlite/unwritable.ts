// A dataset where nothing can be written: a read-only disk, a folder of somebody else. It can be looked at all the same.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Whether anything can be written beside the file: a log, a lock, the dataset itself. */
export function isWritable(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * SQLite wants to write beside a dataset even to read it. Told that nobody changes the file it does not, but then it does not
 * see what a writer has not folded into the file yet either.
 */
export function openUnwritable(path: string): DatabaseSync {
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    throw new Error(
      `the folder cannot be written, and ${log} holds what is not in the file yet; run "miedza ingest status" once where it can be written, or copy the folder to such a place`,
    );
  }
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}
