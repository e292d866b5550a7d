// The compute stage: facts of every touched parcel, in worker threads on all cores. A handful is done in place, where
// starting a thread would cost more than the work.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FACT_LAYERS, type FactLayer } from '../domain/layers/facts.ts';
import type { SourceId } from '../domain/sources.ts';
import type { EvidenceAddress, EvidenceReads, FactRow, Stage } from '../store/store.ts';
import { FactCollector } from './collect-facts.ts';

/** Which layers' facts a load of a source may move. A changed parcel moves all. */
const LAYERS_MOVED_BY: { readonly [S in SourceId]?: readonly FactLayer[] } = {
  egib: FACT_LAYERS,
  pog: ['pog'],
  pog_fallback: ['pog'],
  mpzp: ['mpzp'],
  mpzp_symbols: ['mpzp'],
  prg_addresses: ['address'],
  flood: ['flood'],
  sopo: ['landslide'],
  gdos: ['protected'],
  bdot10k: ['buildings', 'road_access'],
  rcn: ['prices'],
};

export const layersMovedBy = (source: SourceId): readonly FactLayer[] => LAYERS_MOVED_BY[source] ?? [];

/** How evidence is read: in this thread, and by the module of a worker that opens it for itself. */
export interface ComputeEngine {
  readonly open: (address: EvidenceAddress) => EvidenceReads;
  readonly worker: URL;
}

const CHUNK = 500;
const IN_PLACE = 400;

export async function computeFacts(
  stage: Stage,
  engine: ComputeEngine,
  layers: readonly FactLayer[],
  touched: number,
  onProgress: (done: number) => void,
): Promise<void> {
  let last = '';
  let done = 0;
  const nextChunk = async (): Promise<string[]> => {
    const ids = await stage.touchedIds(last, CHUNK);
    last = ids.at(-1) ?? last;
    return ids;
  };
  const keep = async (rows: FactRow[]): Promise<void> => {
    await stage.addFacts(rows);
    done += rows.length;
    onProgress(done);
  };
  if (touched <= IN_PLACE) {
    using collector = new FactCollector(engine.open(stage.evidence()), layers);
    for (let ids = await nextChunk(); ids.length > 0; ids = await nextChunk())
      await keep(collector.collect(ids));
    return;
  }
  const threads = Math.min(availableParallelism(), Math.ceil(touched / CHUNK));
  const workerData = { address: stage.evidence(), layers };
  await Promise.all(
    Array.from({ length: threads }, () => feed(new Worker(engine.worker, { workerData }), nextChunk, keep)),
  );
}

/** Feeds one worker chunk by chunk; rejects when it fails, and always ends it. */
async function feed(
  worker: Worker,
  nextChunk: () => Promise<string[]>,
  keep: (rows: FactRow[]) => Promise<void>,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once(
      'exit',
      (code) => code !== 0 && reject(new Error(`a compute worker stopped with code ${code}`)),
    );
  });
  // Seen by whoever waits for the next answer; between two chunks nobody does.
  failed.catch(() => undefined);
  try {
    for (let ids = await nextChunk(); ids.length > 0; ids = await nextChunk()) {
      const answered = new Promise<FactRow[]>((resolve) => worker.once('message', resolve));
      worker.postMessage(ids);
      await keep(await Promise.race([answered, failed]));
    }
  } finally {
    await worker.terminate();
  }
}
