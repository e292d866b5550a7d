// Completes the scopes of a load with the place that its file covers, once all of it is staged (docs/decisions/0024).

import { voivodeshipsServed } from '../domain/corpus/corpus.ts';
import type { SourceId } from '../domain/corpus/registers.ts';
import { type LoadGround, lookSwapped, voivodeshipOf } from '../domain/publish/load-place.ts';
import type { DatasetWriter, Stage } from '../store/writer.ts';
import { FormatError } from './formats/format-error.ts';

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
  const boundaries = await writer.boundaries('powiat', null);
  const voivodeships = voivodeshipsServed(admin, states);
  const place = voivodeshipOf(name, ground.boxes, { boundaries, voivodeships });
  if (lookSwapped(ground.boxes, place, boundaries)) {
    const where = place === null ? 'the powiaty whose boundaries are loaded' : `voivodeship ${place}`;
    const found = `features that lie in ${where} only with easting and northing exchanged: the axes look swapped`;
    throw new FormatError({ file: name, position: null, found, expected: 'the order that srsName tells' });
  }
  if (place === null) return null;
  await stage.assignPlace(place);
  return scopes.map((part) => `${part}${place}`);
}
