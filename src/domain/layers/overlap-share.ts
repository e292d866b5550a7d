// How much of a parcel the areas of a register cover together, and when that is no more than the noise of two surveys: hazard
// maps and forms of protection are drawn to metres, parcels to centimetres, and their common edges never quite agree.

import { SLIVER_PCT } from '../law/shares.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';

/** Shares have two decimals: less would be said as 0 %. */
const LEAST_PCT = 0.01;
/** Less than half a square metre is an edge, unless the parcel itself is as small as that. */
const LEAST_M2 = 0.5;

type Divide = Pick<Vicinity, 'divide'>;

/** What several of them cover counts once: two reaches of one river, a form and its new outline. */
export function unitedArea(overlaps: readonly Overlap[], { divide }: Divide): number {
  const [first, ...more] = overlaps;
  if (first === undefined) return 0;
  if (more.length === 0) return first.overlap_m2 ?? 0;
  return divide([overlaps]).reduce((sum, { within, m2 }) => sum + (within.length > 0 ? m2 : 0), 0);
}

/** The share of the parcel under all of them together, never above 100; 0 where it is noise. */
export function shareUnder(
  parcel: Pick<ParcelGround, 'area_m2'>,
  overlaps: readonly Overlap[],
  around: Divide,
): number {
  const covered_m2 = unitedArea(overlaps, around);
  const [share_pct = 0] = sharesOf([covered_m2], parcel.area_m2);
  const isNoise = share_pct < LEAST_PCT || (covered_m2 < LEAST_M2 && share_pct < SLIVER_PCT);
  return isNoise ? 0 : share_pct;
}
