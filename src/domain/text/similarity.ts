// How alike two words are: edits between them, and the nearest of a list. Pure.

/** Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  return editsWithin(a, b, Math.max(a.length, b.length)) ?? 0;
}

/** The edits between two words, or null when there are more than `most`; gives up as soon as that is certain. */
export function editsWithin(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  // What both begin and end with takes no edit; of near words it is nearly all.
  let from = 0;
  let [aEnd, bEnd] = [a.length, b.length];
  while (from < aEnd && from < bEnd && a.charCodeAt(from) === b.charCodeAt(from)) from += 1;
  while (aEnd > from && bEnd > from && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const edits = editsBetween(a.slice(from, aEnd), b.slice(from, bEnd), most);
  return edits <= most ? edits : null;
}

/** Row by row; more than `most` as soon as every way takes more. */
function editsBetween(a: string, b: string, most: number): number {
  if (a === '' || b === '') return a.length + b.length;
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column <= b.length; column++) last.push(column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    const letter = a.charCodeAt(row - 1);
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1);
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other;
      if (isSwapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
      if (best < least) least = best;
    }
    if (least > most) return least;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** The entry nearest to the word, or null when nothing is near (more than half of it would change). */
export function nearest(word: string, list: readonly string[]): string | null {
  const ranked = list
    .map((entry) => ({ entry, edits: editDistance(word.toLowerCase(), entry) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits <= Math.max(1, Math.floor(word.length / 2)) ? best.entry : null;
}
