// Names of obręby by their last word: "Iwiczna" is no place, Nowa Iwiczna and Stara Iwiczna are, and are offered where nothing else
// fits. Knows folded names only.

/** Names that are offered for one word; of more nobody finds his. */
const MOST_NAMES = 12;
const NONE: readonly string[] = [];

export class NameEndings {
  readonly #byLast = new Map<string, string[]>();

  /** A name of one word ends in itself. */
  add(key: string): void {
    const from = key.lastIndexOf(' ');
    if (from < 0) return;
    const last = key.slice(from + 1);
    const known = this.#byLast.get(last);
    if (!known) this.#byLast.set(last, [key]);
    else if (known.length < MOST_NAMES) known.push(key);
  }

  endingWith(word: string): readonly string[] {
    return this.#byLast.get(word) ?? NONE;
  }
}
