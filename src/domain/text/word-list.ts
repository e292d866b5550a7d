// The words of all names, for looking one up that was misspelt or cut short. Misspellings are found by a list of
// deletions (a word and its misspelling become equal when each loses a letter or two), held as numbers in flat arrays,
// so that half a million names cost tens of megabytes and not hundreds.

import { editsWithin } from './similarity.ts';
import { ITEMS_A_STEP, sortInSteps } from './sort-in-steps.ts';
import { finish } from './steps.ts';

/** One typo in words of four letters and more, two in words of seven and more. */
export const typosAllowed = (word: string): number => (word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0);

/** Shorter words are not looked up with a typo. */
export const LEAST_TYPED = 3;
/** Deletions are made in the first letters only: enough to find the word, and few for long ones. */
const PREFIX = 7;
const MOST_SLOTS = 1 << 21;
const SLOTS_A_STEP = 1 << 16;
/** An abbreviation that so many words begin with says nothing. */
const MOST_COMPLETIONS = 2_000;

/** What words are looked up in, made of all of them. */
interface Lookup {
  readonly words: readonly string[];
  readonly sorted: readonly string[];
  readonly deletions: Deletions;
}

export class WordList {
  readonly #known = new Set<string>();
  #lookup: Lookup | null = null;

  /** All words are added before the first is looked up. */
  add(word: string): void {
    this.#known.add(word);
  }

  has(word: string): boolean {
    return this.#known.has(word);
  }

  /** Makes the lookup in steps of some milliseconds, so that others get in between. */
  *prepare(): Generator<void> {
    this.#lookup ??= yield* lookupOf(this.#known);
  }

  /**
   * Words within as many typos as their length allows, at most `most`; the word itself is not among them. A letter lost from
   * the shortest of them leaves three.
   */
  near(word: string, most: number): { readonly word: string; readonly typos: number }[] {
    const allowed = Math.min(most, word.length === LEAST_TYPED ? 1 : typosAllowed(word));
    if (allowed === 0) return [];
    const { words, deletions } = this.#prepared();
    const found: { word: string; typos: number }[] = [];
    for (const at of deletions.candidates(word, allowed)) {
      const known = words[at] ?? '';
      const typos = known === word ? null : editsWithin(word, known, allowed);
      if (typos !== null && typos <= typosAllowed(known)) found.push({ word: known, typos });
    }
    return found;
  }

  /** Words that begin so and are longer. */
  completions(prefix: string): string[] {
    const { sorted } = this.#prepared();
    const from = firstAtLeast(sorted, prefix);
    const to = firstAtLeast(sorted, `${prefix}\u{ffff}`);
    if (to - from > MOST_COMPLETIONS) return [];
    return sorted.slice(from, to).filter((word) => word !== prefix);
  }

  /** At once, where nobody prepared it. */
  #prepared(): Lookup {
    this.#lookup ??= finish(lookupOf(this.#known));
    return this.#lookup;
  }
}

function* lookupOf(known: ReadonlySet<string>): Generator<void, Lookup> {
  const words: string[] = [];
  for (const word of known) {
    if (words.length % ITEMS_A_STEP === 0) yield;
    words.push(word);
  }
  return { words, sorted: yield* sortWords(words), deletions: yield* Deletions.of(words) };
}

/** In the order of their letters' codes, a beginning at a time. */
export function* sortWords(words: readonly string[]): Generator<void, string[]> {
  const byBeginning = new Map<string, string[]>();
  for (const [at, word] of words.entries()) {
    if (at % ITEMS_A_STEP === 0) yield;
    const beginning = word.slice(0, 2);
    const list = byBeginning.get(beginning);
    if (list) list.push(word);
    else byBeginning.set(beginning, [word]);
  }
  const sorted: string[] = [];
  for (const beginning of [...byBeginning.keys()].sort()) {
    yield;
    for (const word of yield* sortInSteps(byBeginning.get(beginning) ?? [], byCodes)) sorted.push(word);
  }
  return sorted;
}

const byCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Where the first entry stands that is not before the text. */
export function firstAtLeast(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Word numbers by the hashes of what is left of a word when letters are deleted; a slot may hold strangers too. */
class Deletions {
  readonly #starts: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #mask: number;

  private constructor(starts: Uint32Array, entries: Uint32Array) {
    this.#starts = starts;
    this.#entries = entries;
    this.#mask = starts.length - 2;
  }

  static *of(words: readonly string[]): Generator<void, Deletions> {
    let total = 0;
    for (const [at, word] of words.entries()) {
      if (at % ITEMS_A_STEP === 0) yield;
      total += countDeletions(Math.min(word.length, PREFIX), typosAllowed(word));
    }
    let slots = 1024;
    while (slots < total && slots < MOST_SLOTS) slots *= 2;
    const mask = slots - 1;
    const starts = new Uint32Array(slots + 1);
    const entries = new Uint32Array(total);
    // Count, sum up, fill: each slot's words lie side by side.
    const count = (hash: number) => {
      starts[(hash & mask) + 1] = (starts[(hash & mask) + 1] ?? 0) + 1;
    };
    for (const [at, word] of words.entries()) {
      if (at % ITEMS_A_STEP === 0) yield;
      eachDeletion(word, typosAllowed(word), count);
    }
    for (let slot = 1; slot <= slots; slot++) {
      if (slot % SLOTS_A_STEP === 0) yield;
      starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
    }
    const next = starts.slice(0, slots);
    let filled = 0;
    const fill = (hash: number) => {
      const place = next[hash & mask] ?? 0;
      entries[place] = filled;
      next[hash & mask] = place + 1;
    };
    for (const word of words) {
      if (filled % ITEMS_A_STEP === 0) yield;
      eachDeletion(word, typosAllowed(word), fill);
      filled += 1;
    }
    return new Deletions(starts, entries);
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
