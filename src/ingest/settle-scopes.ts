// Completes the scopes of a load with the place that its file covers, once all of it is staged (docs/decisions/0024).

import { voivodeshipsServed } from '../domain/corpus/corpus.ts';
import type { SourceId } from '../domain/corpus/registers.ts';
import { areaOf } from '../domain/geometry/rings.ts';
import { boundaryScopes } from '../domain/publish/boundary-scopes.ts';
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
  if (stage.run.source === 'prg') return scopesOfBoundaries(writer, ground);
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

/** Obręby and units are held against the boundaries of gminy, of the same file or of one before. */
async function scopesOfBoundaries(writer: DatasetWriter, ground: LoadGround): Promise<string[]> {
  const { admin } = await writer.corpus();
  const needsGminy = ground.boundaries.has('unit') || ground.boundaries.has('obreb');
  const served = needsGminy ? await writer.boundaries('gmina', null) : [];
  const gminaAreas = new Map([
    ...served.map(({ code, geometry }) => [code.slice(0, 6), areaOf(geometry)] as const),
    ...[...(ground.boundaries.get('gmina') ?? [])].map(([code, area]) => [code.slice(0, 6), area] as const),
  ]);
  return [...ground.boundaries].flatMap(([level, came]) => boundaryScopes(level, came, admin, gminaAreas));
}
