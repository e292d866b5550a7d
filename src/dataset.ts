// The dataset of a data folder, opened for writing, with what the ingest chain needs beside the writer: the same
// choice of back end for the command line, the sample and the tests.

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { extname } from 'node:path';
import { datasetIn, fetchedIn, workIn } from './data-folder.ts';
import { ComputePool } from './ingest/compute-pool.ts';
import { clearFetched } from './ingest/fetch/download-state.ts';
import type { IngestOptions } from './ingest/run.ts';
import { openSqliteEvidence } from './store/sqlite/evidence.ts';
import { migrateDataset } from './store/sqlite/migrate.ts';
import { openSqliteWriter } from './store/sqlite/writer.ts';
import type { DatasetWriter } from './store/writer.ts';

export interface OpenDataset extends AsyncDisposable {
  readonly writer: DatasetWriter;
  /** Options of one load; the caller adds what it wants to differ. */
  options(changes?: Partial<IngestOptions>): IngestOptions;
}

/** A dataset of an earlier version is upgraded in place; whoever waits for that is told why. */
export function upgradeDataset(data: string): void {
  const path = datasetIn(data);
  if (!existsSync(path)) return;
  migrateDataset(path, ({ from, to, name }) =>
    process.stderr.write(
      `Upgrading ${path} from schema ${from} to ${to} (${name}); nothing is loaded anew.\n`,
    ),
  );
}

export function openDataset(data: string): OpenDataset {
  upgradeDataset(data);
  // Unpacked source files may hold what must not be kept: they go with the first command after a kill.
  const writer = openSqliteWriter(datasetIn(data), () => {
    rmSync(workIn(data), { recursive: true, force: true });
    clearFetched(fetchedIn(data));
  });
  // As this file is: TypeScript in a checkout, JavaScript in the package.
  const worker = `./compute-worker${extname(import.meta.url)}`;
  const pool = new ComputePool(new URL(worker, import.meta.url));
  let isLoading = false;
  return {
    writer,
    options: (changes = {}) => {
      isLoading = true;
      return {
        writer,
        engine: { open: openSqliteEvidence, pool },
        workFolder: workIn(data),
        allowLoss: false,
        compute: true,
        now: () => new Date(),
        onProgress: () => undefined,
        ...changes,
      };
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      if (isLoading) removeEmpty(workIn(data));
      await writer.close();
    },
  };
}

/** Opening is enough: what a killed ingest left is cleared away. */
export async function clearAfterKill(data: string): Promise<void> {
  await openDataset(data)[Symbol.asyncDispose]();
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
