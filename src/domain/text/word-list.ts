// The words of all names, for looking one up that was misspelt or cut short. The part for misspellings is built when
// it is first needed: a list of deletions (a word and its misspelling become equal when each loses a letter or two),
// held as numbers in flat arrays, so that half a million names cost tens of megabytes and not hundreds.

import { editsWithin } from './similarity.ts';

/** One typo in words of four letters and more, two in words of seven and more. */
export const typosAllowed = (word: string): number => (word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0);

/** Deletions are made in the first letters only: enough to find the word, and few for long ones. */
const PREFIX = 7;
const MOST_SLOTS = 1 << 21;
/** An abbreviation that so many words begin with says nothing. */
const MOST_COMPLETIONS = 2_000;

export class WordList {
  readonly #words: readonly string[];
  readonly #known: ReadonlySet<string>;
  #sorted: readonly string[] | null = null;
  #deletions: Deletions | null = null;

  constructor(words: ReadonlySet<string>) {
    this.#known = words;
    this.#words = [...words];
  }

  get size(): number {
    return this.#words.length;
  }

  has(word: string): boolean {
    return this.#known.has(word);
  }

  /** Words within as many typos as their length allows, at most `most`; the word itself is not among them. */
  near(word: string, most: number): { readonly word: string; readonly typos: number }[] {
    const allowed = Math.min(most, typosAllowed(word));
    if (allowed === 0) return [];
    this.#deletions ??= new Deletions(this.#words);
    const found: { word: string; typos: number }[] = [];
    for (const at of this.#deletions.candidates(word, allowed)) {
      const known = this.#words[at] ?? '';
      const typos = known === word ? null : editsWithin(word, known, allowed);
      if (typos !== null && typos <= typosAllowed(known)) found.push({ word: known, typos });
    }
    return found;
  }

  /** Words that begin so and are longer. */
  completions(prefix: string): string[] {
    this.#sorted ??= [...this.#words].sort((a, b) => (a < b ? -1 : 1));
    const from = this.#firstAtLeast(prefix);
    const to = this.#firstAtLeast(`${prefix}\u{ffff}`);
    if (to - from > MOST_COMPLETIONS) return [];
    return this.#sorted.slice(from, to).filter((word) => word !== prefix);
  }

  #firstAtLeast(text: string): number {
    const sorted = this.#sorted ?? [];
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Word numbers by the hashes of what is left of a word when letters are deleted; a slot may hold strangers too. */
class Deletions {
  readonly #starts: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #mask: number;

  constructor(words: readonly string[]) {
    let total = 0;
    for (const word of words) total += countDeletions(Math.min(word.length, PREFIX), typosAllowed(word));
    let slots = 1024;
    while (slots < total && slots < MOST_SLOTS) slots *= 2;
    this.#mask = slots - 1;
    this.#starts = new Uint32Array(slots + 1);
    this.#entries = new Uint32Array(total);
    const starts = this.#starts;
    const mask = this.#mask;
    // Count, sum up, fill: each slot's words lie side by side.
    for (const word of words) {
      eachDeletion(word, typosAllowed(word), (hash) => {
        starts[(hash & mask) + 1] = (starts[(hash & mask) + 1] ?? 0) + 1;
      });
    }
    for (let slot = 1; slot <= slots; slot++) starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
    const next = starts.slice(0, slots);
    words.forEach((word, at) => {
      eachDeletion(word, typosAllowed(word), (hash) => {
        const place = next[hash & mask] ?? 0;
        this.#entries[place] = at;
        next[hash & mask] = place + 1;
      });
    });
  }

  candidates(word: string, deletions: number): Set<number> {
    const found = new Set<number>();
    eachDeletion(word, deletions, (hash) => {
      const slot = hash & this.#mask;
      for (let at = this.#starts[slot] ?? 0; at < (this.#starts[slot + 1] ?? 0); at++) {
        found.add(this.#entries[at] ?? 0);
      }
    });
    return found;
  }
}

/** As many as eachDeletion visits: the whole, one letter less, two letters less. */
function countDeletions(length: number, deletions: number): number {
  return 1 + (deletions > 0 ? length : 0) + (deletions > 1 ? (length * (length - 1)) / 2 : 0);
}

/** Hashes of the first letters of a word, whole and with up to two of them deleted. */
function eachDeletion(word: string, deletions: number, visit: (hash: number) => void): void {
  const length = Math.min(word.length, PREFIX);
  visit(hashWithout(word, length, -1, -1));
  if (deletions === 0) return;
  for (let first = 0; first < length; first++) {
    visit(hashWithout(word, length, first, -1));
    if (deletions === 1) continue;
    for (let second = first + 1; second < length; second++) visit(hashWithout(word, length, first, second));
  }
}

/** FNV-1a over the letters that stay. */
function hashWithout(word: string, length: number, first: number, second: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) {
    if (at === first || at === second) continue;
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
