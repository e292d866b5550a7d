// What share of a parcel counts. The statutes speak of the site, whose borders the applicant draws; these thresholds
// are the product's own reading of it, and keep slivers of inexact borders from deciding anything.

/** Less is a sliver along an edge: it does not count. */
export const SLIVER_PCT = 0.5;
/** Forest, reserve or infill area on at least this share leaves no usable rest. */
export const NEARLY_ALL_PCT = 95;
/** Forest on at least this share is named as a condition. */
export const FOREST_NAMED_PCT = 5;

/** Whether a parcel is in an infill area (OUZ), by the share in those that are held; outside them null unless all are held. */
export function inOuz(share_pct: number, holdsAll: boolean): boolean | null {
  if (share_pct >= SLIVER_PCT) return true;
  return holdsAll ? false : null;
}

/** So much is told as all of the parcel: shares have two decimals, and what is less is told as it is. */
export const WHOLE_PCT = 100;

/** Sums of fractions are not exact, and are told with two decimals. */
export const toHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Sums of fractions are not exact: so little below a hundredth is that hundredth. */
const EXACT = 1e-6;

/**
 * Sizes of parts as they are told: two decimals each, together their own sum, rounded (the largest remainders are rounded up). What is
 * told of one piece of ground in several places is rounded here, once (law §3.4).
 */
export function roundedTogether(sizes: readonly number[]): number[] {
  const hundredths = sizes.map((size) => size * 100);
  const rounded = hundredths.map((size) => Math.floor(size + EXACT));
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
  const missing = Math.round(sumOf(hundredths)) - sumOf(rounded);
  if (missing > 0) {
    const remainders = hundredths.map((size, at) => size - (rounded[at] ?? 0));
    const byRemainder = [...remainders.keys()].sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0));
    for (const at of byRemainder.slice(0, missing)) rounded[at] = (rounded[at] ?? 0) + 1;
  }
  return rounded.map((size) => size / 100);
}

/** Shares of one register: two decimals each, together no more than the whole. Those that were rounded up furthest give way first. */
export function roundedWithin(whole: number, sizes: readonly number[]): number[] {
  const hundredths = sizes.map((size) => size * 100);
  const rounded = hundredths.map(Math.round);
  const excess = rounded.reduce((sum, size) => sum + size, 0) - Math.floor(whole * 100 + EXACT);
  if (excess > 0) {
    const byGain = rounded
      .map((size, at) => ({ at, gain: size - (hundredths[at] ?? 0) }))
      .sort((a, b) => b.gain - a.gain);
    for (const { at } of byGain.slice(0, excess)) rounded[at] = (rounded[at] ?? 0) - 1;
  }
  return rounded.map((size) => size / 100);
}
