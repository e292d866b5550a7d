// For tests of facts: what lies around a parcel, told as a strip of ground. What one role draws lies side by side from the west,
// in the order given; what no longer fits reaches back from the east and overlaps.

import type { GroundPiece } from '../geometry/joint-areas.ts';
import type { Overlap, Vicinity } from './facts.ts';
import type { PogFact } from './general-plan.ts';
import { collectGround, type GroundFact } from './ground.ts';
import type { MpzpFact } from './local-plans.ts';

export function alongStrip(
  area_m2: number,
  overlaps: readonly Overlap[],
): Pick<Vicinity, 'overlaps' | 'divide'> {
  const spans = new Map<Overlap, readonly [number, number]>();
  const starts = new Map<unknown, number>();
  for (const drawn of Map.groupBy(overlaps, ({ role }) => role).values()) {
    let next = 0;
    let plan: unknown;
    for (const overlap of drawn) {
      // Designations lie within the outline of their plan, where it has one.
      if (overlap.role === 'mpzp_area' && overlap.attributes.plan !== plan) {
        plan = overlap.attributes.plan;
        next = starts.get(plan) ?? next;
      }
      const m2 = Math.min(area_m2, overlap.overlap_m2 ?? 0);
      const from = Math.min(next, area_m2 - m2);
      spans.set(overlap, [from, from + m2]);
      if (overlap.role === 'mpzp_act') starts.set(overlap.attributes.plan, from);
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

/** The ground of a parcel of 1,000 m² whose facts are given as shares, each kind laid along the strip. */
export function groundOf(pog: readonly PogFact[], mpzp: readonly MpzpFact[]): GroundFact | null {
  const drawn = (
    role: string,
    share_pct: number,
    attributes: Overlap['attributes'],
    source = '',
  ): Overlap => ({
    role,
    source,
    key: '',
    attributes,
    overlap_m2: share_pct * 10,
  });
  const overlaps = [
    ...pog.flatMap(({ source, plan, ouz_pct, zones }) => [
      ...zones.map(([symbol, share_pct]) => drawn('pog_zone', share_pct, { plan, symbol }, source)),
      drawn('pog_ouz', ouz_pct, { plan }, source),
    ]),
    ...mpzp.map(({ plan, share_pct }) => drawn('mpzp_act', share_pct, { plan })),
    ...mpzp.flatMap(({ plan, designations }) =>
      designations.map(([symbol, share]) => drawn('mpzp_area', share, { plan, symbol })),
    ),
  ];
  return collectGround({ area_m2: 1_000, land_use: null }, alongStrip(1_000, overlaps));
}
