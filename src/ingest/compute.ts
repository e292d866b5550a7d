// The compute stage: facts of every touched parcel, in worker threads on all cores. A handful is done in place, where
// starting a thread would cost more than the work.

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
    await using collector = new FactCollector(engine.open(await stage.evidence()), layers);
    for (let ids = await nextChunk(); ids.length > 0; ids = await nextChunk())
      await keep(await collector.collect(ids));
    return;
  }
  await engine.pool.run({ address: await stage.evidence(), layers }, nextChunk, keep);
}
