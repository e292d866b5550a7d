// The compute stage: facts of every touched parcel, chunk by chunk in worker threads on all cores. A single chunk is done in
// place: no thread could share the work, and starting one costs as much as a thousand parcels.

import type { FactLayer } from '../domain/layers/facts.ts';
import type { EvidenceAddress, EvidenceReads, FactRow, Stage } from '../store/writer.ts';
import { FactCollector } from './collect-facts.ts';
import type { ComputePool } from './compute-pool.ts';

/** How evidence is read: in this thread, and by workers that open it for themselves. */
export interface ComputeEngine {
  readonly open: (address: EvidenceAddress) => EvidenceReads;
  readonly pool: ComputePool;
}

/** About an obręb: parcels that lie together are worked out together. */
const CHUNK = 2_000;

export async function computeFacts(
  stage: Stage,
  engine: ComputeEngine,
  layers: readonly FactLayer[],
  touched: number,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  const nextChunk = chunksInTurn((after) => stage.touchedIds(after, CHUNK));
  const keep = async (rows: FactRow[]): Promise<void> => {
    await stage.addFacts(rows);
    done += rows.length;
    onProgress(done);
  };
  if (touched <= CHUNK) {
    await using collector = new FactCollector(engine.open(await stage.evidence()), layers);
    for (let ids = await nextChunk(); ids.length > 0; ids = await nextChunk())
      await keep(await collector.collect(ids));
    return;
  }
  const job = { address: await stage.evidence(), layers, chunks: Math.ceil(touched / CHUNK) };
  await engine.pool.run(job, nextChunk, keep);
}

/** Each call gives what comes after the call before, also where several workers ask at once: none works out what another one does. */
export function chunksInTurn(idsAfter: (last: string) => Promise<string[]>): () => Promise<string[]> {
  let last = '';
  let turn: Promise<string[]> = Promise.resolve([]);
  return () => {
    turn = turn.then(async () => {
      const ids = await idsAfter(last);
      last = ids.at(-1) ?? last;
      return ids;
    });
    return turn;
  };
}
