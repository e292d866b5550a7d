// For tests of facts: what lies around a parcel, told as a strip of ground. What one role draws lies side by side from the west,
// in the order given; what no longer fits reaches back from the east and overlaps.

import type { GroundPiece } from '../geometry/joint-areas.ts';
import type { Overlap, Vicinity } from './facts.ts';

export function alongStrip(
  area_m2: number,
  overlaps: readonly Overlap[],
): Pick<Vicinity, 'overlaps' | 'divide'> {
  const spans = new Map<Overlap, readonly [number, number]>();
  for (const drawn of Map.groupBy(overlaps, ({ role }) => role).values()) {
    let next = 0;
    for (const overlap of drawn) {
      const m2 = Math.min(area_m2, overlap.overlap_m2 ?? 0);
      const from = Math.min(next, area_m2 - m2);
      spans.set(overlap, [from, from + m2]);
      next = from + m2;
    }
  }
  const divide: Vicinity['divide'] = (groups) => {
    const spansOf = groups.map((group) =>
      group.flatMap((overlap) => [spans.get(overlap) ?? ([0, 0] as const)]),
    );
    const ends = [...new Set([0, area_m2, ...spansOf.flat(2)])].sort((a, b) => a - b);
    const pieces = new Map<string, GroundPiece>();
    for (const [at, to] of ends.entries()) {
      const from = ends[at - 1];
      if (from === undefined || to > area_m2) continue;
      const isHere = (group: readonly (readonly [number, number])[]) =>
        group.some(([a, b]) => a <= from && b >= to);
      const within = spansOf
        .keys()
        .filter((n) => isHere(spansOf[n] ?? []))
        .toArray();
      const m2 = to - from + (pieces.get(within.join())?.m2 ?? 0);
      pieces.set(within.join(), { within, m2 });
    }
    return [...pieces.values()];
  };
  return { overlaps, divide };
}
