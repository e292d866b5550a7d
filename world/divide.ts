// Dividing lengths and counts into shares without losing a centimetre or a parcel.

/** The drawing is made on a 10 cm grid, in whole centimetres. */
const GRID_CM = 10;

export function snap(length_cm: number): number {
  return Math.round(length_cm / GRID_CM) * GRID_CM;
}

/** Cuts [from, to] into intervals in proportion to the weights, `gap` apart, ends on the grid. */
export function divideLength(
  from: number,
  to: number,
  weights: readonly number[],
  gap = 0,
): [from: number, to: number][] {
  const room = to - from - gap * (weights.length - 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let start = from;
  return weights.map((weight, index) => {
    weightSoFar += weight;
    const isLast = index === weights.length - 1;
    const end = isLast ? to : snap(from + (room * weightSoFar) / total) + gap * index;
    const interval: [number, number] = [start, end];
    start = end + gap;
    return interval;
  });
}

/** Shares `count` things out: each gets its least, the rest goes in proportion to the weights. The sum is exact. */
export function divideCount(count: number, shares: readonly { weight: number; least: number }[]): number[] {
  const rest = count - shares.reduce((sum, share) => sum + share.least, 0);
  if (rest < 0)
    throw new RangeError(`${count} is too few for ${shares.length} shares with these least sizes`);
  const total = shares.reduce((sum, share) => sum + share.weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return shares.map(({ weight, least }) => {
    weightSoFar += weight;
    const due = Math.round((rest * weightSoFar) / total);
    const share = least + due - given;
    given = due;
    return share;
  });
}
