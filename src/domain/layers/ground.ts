// The ground of a parcel as plans and reserves divide it together: which zone, infill area, local plan, designation and reserve
// lie on each piece (law §3.4). Shares of the whole parcel cannot tell that: 36 % outside the local plan and 64 % in an infill
// area say nothing about the 36 %. Knows no day: which of the plans counts is layers/parts-of-parcel.ts.

import type { SourceId } from '../corpus/registers.ts';
import { rememberLast } from '../remember-last.ts';
import type { Overlap, ParcelGround, Vicinity } from './facts.ts';
import type { Subject } from './subject.ts';

/** What lies on a piece of ground. */
export type GroundArea =
  | readonly [kind: 'zone', source: SourceId, plan: string, symbol: string]
  | readonly [kind: 'ouz', source: SourceId, plan: string]
  | readonly [kind: 'act', plan: string]
  | readonly [kind: 'use', plan: string, symbol: string]
  | readonly [kind: 'reserve'];

/** Stored only where something ends inside the parcel; elsewhere all that lies there lies on all of it. */
export interface GroundFact {
  readonly area_m2: number;
  readonly areas: readonly GroundArea[];
  /** Square metres of each piece, and which of the areas lie there. */
  readonly pieces: readonly (readonly [m2: number, areas: readonly number[]])[];
}

/** Shares have two decimals: less would be said as 0 %. */
const LEAST_SHARE = 0.00005;

export function collectGround(
  parcel: ParcelGround,
  { overlaps, divide }: Pick<Vicinity, 'overlaps' | 'divide'>,
): GroundFact | null {
  // Most parcels are not divided, and that shows without a closer look.
  const endsInside = ({ overlap_m2 }: Overlap) =>
    overlap_m2 !== null &&
    overlap_m2 >= LEAST_SHARE * parcel.area_m2 &&
    overlap_m2 < (1 - LEAST_SHARE) * parcel.area_m2;
  if (!overlaps.some(endsInside)) return null;
  const groups = new Map<string, Overlap[]>();
  for (const overlap of overlaps) {
    const area = areaOf(overlap);
    if (area === null || (overlap.overlap_m2 ?? 0) < LEAST_SHARE * parcel.area_m2) continue;
    const name = JSON.stringify(area);
    const group = groups.get(name);
    if (group) group.push(overlap);
    else groups.set(name, [overlap]);
  }
  const names = [...groups.keys()].sort();
  const pieces = divide(names.map((name) => groups.get(name) ?? []))
    .filter(({ m2 }) => m2 >= LEAST_SHARE * parcel.area_m2)
    .map(({ m2, within }) => [roundM2(m2), within] as const)
    .sort((a, b) => b[0] - a[0] || (a[1].join() < b[1].join() ? -1 : 1));
  if (pieces.length < 2) return null;
  // As the record tells it, so that the pieces add up to that.
  const area_m2 = Math.round(parcel.area_m2 * 100) / 100;
  return { area_m2, areas: names.map((name) => JSON.parse(name)), pieces };
}

/** To the square centimetre: shares of two decimals are then those of the shapes themselves, as the layers tell them. */
const roundM2 = (m2: number): number => Math.round(m2 * 10_000) / 10_000;

function areaOf({ role, source, attributes }: Overlap): GroundArea | null {
  const [plan, symbol] = [String(attributes.plan), String(attributes.symbol)];
  switch (role) {
    case 'pog_zone':
      return ['zone', source as SourceId, plan, symbol];
    case 'pog_ouz':
      return ['ouz', source as SourceId, plan];
    case 'mpzp_act':
      return ['act', plan];
    case 'mpzp_area':
      return ['use', plan, symbol];
    case 'protected':
      return attributes.type === 'rezerwat' && attributes.buffer !== true ? ['reserve'] : null;
    default:
      return null;
  }
}

/** A piece of the parcel, with all that lies there. */
export interface GroundHere {
  readonly share_pct: number;
  /** Null for the whole parcel. */
  readonly m2: number | null;
  readonly areas: readonly GroundArea[];
}

/** Null where nothing divides the parcel: then whatever lies there lies on all of it, and its layers' own facts tell. */
export const dividedGround = ({ facts }: Subject): readonly GroundHere[] | null =>
  facts.ground === null ? null : readGround(facts.ground);

const readGround = rememberLast((text: string): readonly GroundHere[] => {
  const { area_m2, areas, pieces }: GroundFact = JSON.parse(text);
  // What was too small to be kept is counted with the largest piece, which comes first: pieces add up to the parcel.
  const left_m2 = area_m2 - pieces.reduce((sum, [m2]) => sum + m2, 0);
  return pieces.map(([kept_m2, within], at) => {
    const m2 = at === 0 ? kept_m2 + left_m2 : kept_m2;
    return {
      share_pct: (100 * m2) / area_m2,
      m2,
      areas: within.flatMap((area) => (areas[area] ? [areas[area]] : [])),
    };
  });
});

/** Where nothing divides the parcel, a share is all or nothing. */
export const isOnAll = (share_pct: number): boolean => share_pct >= 50;

export const groundFacts = {
  key: 'ground',
  /** The layers whose evidence divides the ground: what moves one of them moves this. */
  drawn_by: ['pog', 'mpzp', 'protected'],
  collect: collectGround,
} as const;
