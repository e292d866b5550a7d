// Sorting half a million names without keeping anybody waiting: short runs are sorted, then merged two by two, and between the steps
// others may work. Knows nothing of names.

/** Items that are sorted or merged in one step: a fraction of a millisecond, however they compare. */
export const ITEMS_A_STEP = 256;

/** Stable, as Array.prototype.sort is. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let sorted: T[] = [];
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    if (from > 0) yield;
    for (const item of items.slice(from, from + ITEMS_A_STEP).sort(compare)) sorted.push(item);
  }
  for (let run = ITEMS_A_STEP; run < items.length; run *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < items.length; from += 2 * run) {
      const [middle, end] = [Math.min(from + run, items.length), Math.min(from + 2 * run, items.length)];
      let [left, right] = [from, middle];
      while (left < middle || right < end) {
        if (merged.length % ITEMS_A_STEP === 0) yield;
        const isLeft = right >= end || (left < middle && compare(sorted[left] as T, sorted[right] as T) <= 0);
        merged.push(sorted[isLeft ? left++ : right++] as T);
      }
    }
    sorted = merged;
  }
  return sorted;
}
