// How much of a parcel the areas of a register cover, and when that is no more than the noise of two surveys: hazard maps
// and forms of protection are drawn to metres, parcels to centimetres, and their common edges never quite agree.

import { SLIVER_PCT } from '../law/shares.ts';
import { type Overlap, type ParcelGround, sharesOf } from './facts.ts';

/** Shares have two decimals: less would be said as 0 %. */
const LEAST_PCT = 0.01;
/** Less than half a square metre is an edge, unless the parcel itself is as small as that. */
const LEAST_M2 = 0.5;

/** The share of the parcel under all of them together, never above 100; 0 where it is noise. */
export function shareUnder(
  parcel: Pick<ParcelGround, 'area_m2'>,
  overlaps: readonly Pick<Overlap, 'overlap_m2'>[],
): number {
  const covered_m2 = overlaps.reduce((sum, { overlap_m2 }) => sum + (overlap_m2 ?? 0), 0);
  const [share_pct = 0] = sharesOf([covered_m2], parcel.area_m2);
  const isNoise = share_pct < LEAST_PCT || (covered_m2 < LEAST_M2 && share_pct < SLIVER_PCT);
  return isNoise ? 0 : share_pct;
}
