// Completes the scopes of a load with the place that its file covers, once all of it is staged (docs/decisions/0024).

import { voivodeshipsServed } from '../domain/corpus/corpus.ts';
import type { SourceId } from '../domain/corpus/registers.ts';
import { type LoadGround, voivodeshipOf } from '../domain/publish/load-place.ts';
import type { DatasetWriter, Stage } from '../store/writer.ts';

/** Registers that are drawn by part, without saying where a part ends. */
const BY_PART: ReadonlySet<SourceId> = new Set(['flood', 'sopo', 'gdos']);

/** Null where nothing tells which voivodeship the file covers. */
export async function settleScopes(
  stage: Stage,
  writer: DatasetWriter,
  name: string,
  scopes: readonly string[],
  ground: LoadGround,
): Promise<readonly string[] | null> {
  if (stage.run.source === 'prg') return ground.ofBoundaries(scopes);
  if (!BY_PART.has(stage.run.source)) return scopes;
  const { admin, states } = await writer.corpus();
  const place = voivodeshipOf(name, ground.boxes, {
    boundaries: await writer.boundaries('powiat', null),
    voivodeships: voivodeshipsServed(admin, states),
  });
  if (place === null) return null;
  await stage.assignPlace(place);
  return scopes.map((part) => `${part}${place}`);
}
