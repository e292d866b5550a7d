// The dataset of a data folder, opened for writing, with what the ingest chain needs beside the writer: the same
// choice of back end for the command line, the sample and the tests.

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UsageError } from './config.ts';
import { datasetIn, fetchedIn, workIn } from './data-folder.ts';
import { ComputePool } from './ingest/compute-pool.ts';
import { clearFetched } from './ingest/fetch/download-state.ts';
import type { IngestOptions } from './ingest/run.ts';
import { openPostgisEvidence } from './store/postgis/evidence.ts';
import { openPostgisWriter, type WriterOptions } from './store/postgis/writer.ts';
import { openSqliteEvidence } from './store/sqlite/evidence.ts';
import { migrateDataset } from './store/sqlite/migrate.ts';
import { openSqliteWriter } from './store/sqlite/writer.ts';
import type { DatasetWriter, EvidenceAddress, EvidenceReads } from './store/writer.ts';

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

export function openDataset(
  data: string,
  store: string | null = null,
  lock: WriterOptions = {},
): OpenDataset {
  const { writer, open, workFolder } = store === null ? filesOf(data) : databaseOf(data, store, lock);
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
        engine: { open, pool },
        workFolder,
        allowLoss: false,
        compute: true,
        now: () => new Date(),
        onProgress: () => undefined,
        ...changes,
      };
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      if (isLoading) for (const folder of [workFolder, workIn(data)]) removeEmpty(folder);
      await writer.close();
    },
  };
}

interface Parts {
  readonly writer: DatasetWriter;
  readonly open: (address: EvidenceAddress) => EvidenceReads;
  readonly workFolder: string;
}

function filesOf(data: string): Parts {
  upgradeDataset(data);
  // Unpacked source files may hold what must not be kept: they go with the first command after a kill.
  const writer = openSqliteWriter(datasetIn(data), () => {
    rmSync(workIn(data), { recursive: true, force: true });
    clearFetched(fetchedIn(data));
  });
  return { writer, open: openSqliteEvidence, workFolder: workIn(data) };
}

/** Several processes of one machine may work at once, each in a folder of its own; what a killed one left goes with the next. */
function databaseOf(data: string, store: string, lock: WriterOptions): Parts {
  for (const name of existsSync(workIn(data)) ? readdirSync(workIn(data)) : []) {
    if (!isRunning(Number(name))) rmSync(join(workIn(data), name), { recursive: true, force: true });
  }
  const workFolder = join(workIn(data), String(process.pid));
  return { writer: openPostgisWriter(store, lock), open: openPostgisEvidence, workFolder };
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** For what needs something to look at; of a database the first statement tells. */
export function requireDataset(data: string, store: string | null): void {
  if (store === null && !existsSync(datasetIn(data)))
    throw new UsageError(`there is no dataset in ${data} yet`);
}

/** Opening is enough: what a killed ingest left is cleared away. */
export async function clearAfterKill(data: string): Promise<void> {
  await openDataset(data)[Symbol.asyncDispose]();
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
