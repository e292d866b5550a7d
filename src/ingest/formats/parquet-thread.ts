// Decodes columns of Parquet in a thread that may be stopped. A damaged page can make the library run without end, or write until
// memory is full; here that ends the thread, in words, and the next request starts another.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FormatError, type FormatProblem } from './format-error.ts';
import type { ColumnCells, ColumnRequest } from './parquet-column.ts';

/** `close` lets go of the file that was read last. */
export type ThreadRequest = ColumnRequest | 'close';
export type ThreadAnswer =
  | ColumnCells
  | { readonly problem: FormatProblem }
  | { readonly failure: { readonly message: string } };

/** A page of rows takes some hundredths of a second; a row group of a million rows that is one page, seconds. */
const MOST_SECONDS = 60;
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 48 };

/** As this file is: TypeScript in a checkout, JavaScript in the package. */
const MODULE = new URL(`./parquet-worker${extname(import.meta.url)}`, import.meta.url);

let worker: Worker | null = null;
/** One request at a time. */
let last: Promise<unknown> = Promise.resolve();

export function decodeApart(request: ColumnRequest, mostSeconds = MOST_SECONDS): Promise<ColumnCells> {
  return enqueue(async () => {
    const answer = await ask(request, mostSeconds);
    if ('problem' in answer) throw new FormatError(answer.problem);
    if ('failure' in answer) throw Object.assign(new Error(), answer.failure);
    return answer;
  });
}

export async function closeApart(): Promise<void> {
  await enqueue(async () => {
    if (worker !== null) await ask('close', MOST_SECONDS);
  });
}

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

function ask(request: ThreadRequest, mostSeconds: number): Promise<ThreadAnswer> {
  const asked = worker ?? startWorker();
  worker = asked;
  // It keeps the process alive only while somebody waits for it.
  asked.ref();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void, isSound: boolean) => {
      clearTimeout(limit);
      asked.off('message', answered).off('error', failed).off('exit', ended);
      asked.unref();
      if (!isSound) {
        worker = null;
        void asked.terminate();
      }
      finish();
    };
    const answered = (answer: ThreadAnswer) => settle(() => resolve(answer), true);
    const failed = (error: Error) =>
      settle(
        () => reject(isOutOfMemory(error) ? tooMuch(`${MEMORY.maxOldGenerationSizeMb} MB of memory`) : error),
        false,
      );
    const ended = (code: number) =>
      settle(() => reject(new Error(`the thread stopped with code ${code}`)), false);
    const limit = setTimeout(
      () => settle(() => reject(tooMuch(`${mostSeconds} s`)), false),
      mostSeconds * 1_000,
    );
    asked.on('message', answered).on('error', failed).on('exit', ended);
    asked.postMessage(request);
  });
}

function startWorker(): Worker {
  return new Worker(MODULE, { resourceLimits: MEMORY });
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Only a page that does not hold what it says takes so much. */
function tooMuch(bound: string): FormatError {
  const found = `pages that take more than ${bound} to read`;
  return new FormatError({ file: null, position: null, found, expected: 'a sound GeoParquet file' });
}
