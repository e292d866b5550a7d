// How alike two words are: edits between them, and the nearest of a list. Pure.

/** Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  return editsWithin(a, b, Math.max(a.length, b.length)) ?? 0;
}

/** The edits between two words, or null when there are more than `most`; gives up as soon as that is certain. */
export function editsWithin(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
      if (best < least) least = best;
    }
    if (least > most) return null;
    beforeLast = last;
    last = current;
  }
  const edits = last[b.length] ?? 0;
  return edits <= most ? edits : null;
}

/** The entry nearest to the word, or null when nothing is near (more than half of it would change). */
export function nearest(word: string, list: readonly string[]): string | null {
  const ranked = list
    .map((entry) => ({ entry, edits: editDistance(word.toLowerCase(), entry) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits <= Math.max(1, Math.floor(word.length / 2)) ? best.entry : null;
}
