// Opening the dataset file: creates it with its schema, or checks that it is ours. One place for the pragmas.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../reads.ts';
import { migrateDataset, SCHEMA_VERSION } from './migrate.ts';
import { writeAhead } from './transaction.ts';
import { isWritable, openUnwritable } from './unwritable.ts';

/** 'GPKG', and version 1.3 as the GeoPackage standard writes it. */
const APPLICATION_ID = 0x47504b47;
const GEOPACKAGE_VERSION = 10300;

/** Page cache per connection. Larger ones cost memory and gain little: the operating system caches the file. */
const READ_CACHE_KIB = 8_192;
const WRITE_CACHE_KIB = 32_768;

export function openForReading(path: string): DatabaseSync {
  if (!existsSync(path)) {
    throw new StoreError(`there is no dataset at ${path}; load one with "miedza ingest" or "miedza sample"`);
  }
  return connect(path, `PRAGMA query_only = ON; PRAGMA cache_size = -${READ_CACHE_KIB};`);
}

/** Where nothing can be written the dataset can still be looked at; whoever would write is refused (writer.ts). */
export function openForWriting(path: string): DatabaseSync {
  if (!existsSync(path)) create(path);
  if (!isWritable(path)) return openForReading(path);
  migrateDataset(path);
  return connect(
    path,
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${WRITE_CACHE_KIB}; PRAGMA temp_store = FILE;`,
  );
}

/** Built aside and renamed, so that a half-made file is never taken for a dataset. */
function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const db = new DatabaseSync(draft);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${GEOPACKAGE_VERSION}`);
  db.exec(`BEGIN; ${readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')} COMMIT;`);
  db.close();
  renameSync(draft, path);
}

function connect(path: string, pragmas: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (isWritable(path)) {
      db = new DatabaseSync(path, { timeout: 10_000 });
      writeAhead(db);
    } else db = openUnwritable(path);
    const schema = db.prepare("SELECT value FROM meta WHERE key = 'schema'").get()?.value;
    if (schema !== String(SCHEMA_VERSION)) {
      throw new Error(
        `it has schema ${schema}, this version of the program reads schema ${SCHEMA_VERSION}; start the server anew or run "miedza ingest status": both upgrade it`,
      );
    }
    db.exec(pragmas);
    return db;
  } catch (error) {
    db?.close();
    throw new StoreError(`${path} cannot be opened as a Miedza dataset: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
