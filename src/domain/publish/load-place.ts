// Where the file of a register that is loaded by part belongs: to a voivodeship, so that the file of a second one does not
// replace that of the first (docs/decisions/0024). A file seldom says it; then it is where its features lie.

import { readScope } from '../corpus/scope.ts';
import { boxesMeet } from '../geometry/box.ts';
import { areaOf } from '../geometry/rings.ts';
import type { Box } from '../geometry/types.ts';
import { boundsOf } from '../geometry/wkb.ts';
import { voivodeshipIn } from '../places/voivodeships.ts';
import type { BoundaryLevel, BoundaryRow, StagedRow } from './staged-rows.ts';

/** Where the rows of a load lie that do not say their place, gathered as they are staged. */
export class LoadGround {
  readonly boxes: Box[] = [];
  /** Of boundaries, level by level: square metres by code. */
  readonly boundaries = new Map<BoundaryLevel, Map<string, number>>();

  add({ kind, row }: StagedRow): void {
    if (kind === 'evidence' && readScope(row.place).part !== null) this.boxes.push(boundsOf(row.geometry));
    if (kind !== 'boundary') return;
    const areas = this.boundaries.get(row.level) ?? new Map<string, number>();
    this.boundaries.set(row.level, areas.set(row.code, areaOf(row.geometry)));
  }
}

/** What helps to tell which voivodeship a file covers. */
export interface KnownPlaces {
  /** Of powiaty. */
  readonly boundaries: readonly Pick<BoundaryRow, 'code' | 'geometry'>[];
  readonly voivodeships: readonly string[];
}

/**
 * By its name; else the voivodeship in whose powiaty most of its features lie: files are cut along boxes, which reach over
 * the border. Without features or without boundaries, the only voivodeship that is served. Null: it cannot be told.
 */
export function voivodeshipOf(name: string, boxes: readonly Box[], known: KnownPlaces): string | null {
  const named = voivodeshipIn(name);
  if (named !== null) return named;
  if (boxes.length > 0 && known.boundaries.length > 0) return mostOf(boxes, known.boundaries);
  const [only, ...more] = known.voivodeships;
  return only !== undefined && more.length === 0 ? only : null;
}

/** Whether most features lie in the powiaty of a voivodeship only with easting and northing exchanged. */
export function lookSwapped(
  boxes: readonly Box[],
  voivodeship: string | null,
  boundaries: KnownPlaces['boundaries'],
): boolean {
  const units = boundaries
    .filter(({ code }) => code.startsWith(voivodeship ?? ''))
    .map(({ geometry }) => boundsOf({ type: 'MultiPolygon', coordinates: geometry }));
  const meetings = (shapes: readonly Box[]) =>
    shapes.filter((box) => units.some((unit) => boxesMeet(unit, box))).length;
  const mirrored = boxes.map(([minX, minY, maxX, maxY]): Box => [minY, minX, maxY, maxX]);
  return meetings(boxes) * 2 < boxes.length && meetings(mirrored) * 2 > boxes.length;
}

function mostOf(boxes: readonly Box[], boundaries: KnownPlaces['boundaries']): string | null {
  const ground = boundaries.map(({ code, geometry }) => ({
    voivodeship: code.slice(0, 2),
    box: boundsOf({ type: 'MultiPolygon', coordinates: geometry }),
  }));
  const counts = new Map<string, number>();
  for (const box of boxes) {
    const met = new Set(
      ground.filter((unit) => boxesMeet(unit.box, box)).map(({ voivodeship }) => voivodeship),
    );
    for (const code of met) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}
