// Worker threads of the compute stage, kept from load to load: starting one costs as much as working out a thousand
// parcels. A job is announced to each worker, fed chunk by chunk, and ended, so that it lets go of the files.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FactLayer } from '../domain/layers/facts.ts';
import type { EvidenceAddress, FactRow } from '../store/writer.ts';

export interface ComputeJob {
  readonly address: EvidenceAddress;
  readonly layers: readonly FactLayer[];
  /** How many there are: more workers than that are not started. */
  readonly chunks: number;
}

/** What a worker is told: a job to begin, parcels to work out, or (null) the end of the job. */
export type ComputeMessage = ComputeJob | readonly string[] | null;

/**
 * A worker keeps some 50 MB alive and makes much that is soon thrown away. Left to itself it would clean up only when it
 * has filled a large part of the machine's memory.
 */
const WORKER_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };

export class ComputePool {
  readonly #module: URL;
  #workers: Worker[] = [];

  constructor(module: URL) {
    this.#module = module;
  }

  /** Runs the job on all cores until there is no chunk left. */
  async run(
    job: ComputeJob,
    nextChunk: () => Promise<string[]>,
    keep: (rows: FactRow[]) => Promise<void>,
  ): Promise<void> {
    const wanted = Math.min(availableParallelism(), job.chunks);
    while (this.#workers.length < wanted) {
      this.#workers.push(new Worker(this.#module, { resourceLimits: WORKER_MEMORY }));
    }
    try {
      const feeding = this.#workers.slice(0, wanted).map((worker) => feed(worker, job, nextChunk, keep));
      await Promise.all(feeding);
    } catch (error) {
      // What state the others are in is not known: they are started anew when needed.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
    this.#workers = [];
  }
}

async function feed(
  worker: Worker,
  job: ComputeJob,
  nextChunk: () => Promise<string[]>,
  keep: (rows: FactRow[]) => Promise<void>,
): Promise<void> {
  // A worker without work keeps no process alive.
  worker.ref();
  try {
    await ask(worker, job);
    for (let ids = await nextChunk(); ids.length > 0; ids = await nextChunk())
      await keep(await ask(worker, ids));
    await ask(worker, null);
  } finally {
    worker.unref();
  }
}

/** One message, one answer; rejects when the worker fails or ends instead. */
function ask(worker: Worker, message: ComputeMessage): Promise<FactRow[]> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', answered).off('error', failed).off('exit', ended);
      finish();
    };
    const answered = (rows: FactRow[]) => settle(() => resolve(rows));
    const failed = (error: Error) => settle(() => reject(error));
    const ended = (code: number) =>
      settle(() => reject(new Error(`a compute worker stopped with code ${code}`)));
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(message);
  });
}
