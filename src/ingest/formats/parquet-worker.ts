// The thread in which columns of Parquet are decoded (parquet-thread.ts): one file at a time, kept open until another is asked for.

import { parentPort } from 'node:worker_threads';
import type { FileMetaData } from 'hyparquet';
import { FormatError } from './format-error.ts';
import { decodeColumn, openParquetFile, type ParquetFile, readMetadata } from './parquet-column.ts';
import type { ThreadAnswer, ThreadRequest } from './parquet-thread.ts';

let current: { readonly path: string; readonly file: ParquetFile; readonly metadata: FileMetaData } | null =
  null;

parentPort?.on('message', async (request: ThreadRequest) => {
  const answer = await answerTo(request);
  parentPort?.postMessage(answer, blocksOf(answer));
});

/** Handed over without being copied. */
function blocksOf(answer: ThreadAnswer): ArrayBuffer[] {
  const arrays =
    'cells' in answer
      ? [answer.cells.bytes, answer.cells.ends, answer.cells.isNull]
      : 'values' in answer && answer.values.at
        ? [answer.values.at]
        : [];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

async function answerTo(request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    if (request === 'close' || current?.path !== request.path) await letGo();
    if (request === 'close') return { values: { values: [], at: null } };
    if (current === null) {
      const file = await openParquetFile(request.path);
      current = { path: request.path, file, metadata: await readMetadata(file) };
    }
    return await decodeColumn(current.file, current.metadata, request);
  } catch (error) {
    if (error instanceof FormatError) return { problem: error.problem };
    const { message, ...facts } = error instanceof Error ? error : new Error(String(error));
    return { failure: { ...facts, message } };
  }
}

async function letGo(): Promise<void> {
  const file = current?.file;
  current = null;
  await file?.handle.close();
}
