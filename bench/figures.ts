// Figures of a bench: medians and spreads of repeated rounds, and how they are printed. A verdict is always a ratio
// of two things measured in the same run, for the machine may be busy with other work.

export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Of values in rising order. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** "0.512 (0.498 to 0.530)" */
export function showFigure({ median, min, max }: Figure, digits: number): string {
  const show = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${show(median)} (${show(min)} to ${show(max)})`;
}

/** One line of a report: what, its value, and whether a target is met where there is one. */
export function say(
  what: string,
  value: string,
  target?: { readonly text: string; readonly met: boolean },
): void {
  const verdict = target ? `   target ${target.text}: ${target.met ? 'met' : 'MISSED'}` : '';
  process.stdout.write(`  ${what.padEnd(44)} ${value}${verdict}\n`);
}
