// Points and parcels: a point that surely lies on a parcel, and whether one does. Plain counting of crossings.

import type { MultiPolygon, Position } from '../src/domain/geometry/types.ts';

/** A point inside: on the line at this share of the height, in the middle of its longest stretch on the parcel. */
export function pointOn(geometry: MultiPolygon, share: number): Position {
  const rings = geometry.flat();
  const ys = rings.flat().map(([, y]) => y);
  const y = Math.min(...ys) + (Math.max(...ys) - Math.min(...ys)) * share;
  const crossings = crossingsAt(geometry, y).sort((a, b) => a - b);
  let best: readonly [from: number, to: number] = [0, 0];
  for (let index = 1; index < crossings.length; index += 2) {
    const stretch = [crossings[index - 1] ?? 0, crossings[index] ?? 0] as const;
    if (stretch[1] - stretch[0] > best[1] - best[0]) best = stretch;
  }
  return [(best[0] + best[1]) / 2, y];
}

export function isInside(geometry: MultiPolygon, [x, y]: Position): boolean {
  return crossingsAt(geometry, y).filter((crossing) => crossing > x).length % 2 === 1;
}

/** Where the edges cross the line at this height. */
function crossingsAt(geometry: MultiPolygon, y: number): number[] {
  const crossings: number[] = [];
  for (const ring of geometry.flat()) {
    for (let index = 1; index < ring.length; index += 1) {
      const [x1, y1] = ring[index - 1] ?? [0, 0];
      const [x2, y2] = ring[index] ?? [0, 0];
      if (y1 > y !== y2 > y) crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
    }
  }
  return crossings;
}
