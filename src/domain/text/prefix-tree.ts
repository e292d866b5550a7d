// Names by the beginnings of their words, for completing one while it is typed: "mro" finds Mroków and Wola Mrokowska. Every word
// beginning is a number of four bytes (which name, which letter), sorted; over them lies a tree of letters, so that a beginning, also
// one with a typo, is found in a few steps. What ranks first in a range is not known here (ranked-names.ts).

import { ITEMS_A_STEP, sortInSteps } from './sort-in-steps.ts';

/** Names are told from each other by 24 bits, letters by 8. */
const LETTER_BITS = 8;
const MOST_LETTERS = (1 << LETTER_BITS) - 1;
/** Letters by which places are parted before they are sorted. */
const BUCKET_LETTERS = 3;
/** So few places are looked at one by one; more are parted by their next letter. */
const LEAF = 8;

const NODES_A_STEP = 16;

/** Places [low, high) of the sorted list. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

const NOWHERE: Range = { low: 0, high: 0 };

export class PrefixTree {
  readonly #names: readonly string[];
  readonly #places: Uint32Array;
  readonly #nodes: Nodes;

  private constructor(names: readonly string[], places: Uint32Array, nodes: Nodes) {
    this.#names = names;
    this.#places = places;
    this.#nodes = nodes;
  }

  /** In steps of a fraction of a millisecond. Names are folded (fold.ts), each once. */
  static *of(names: readonly string[]): Generator<void, PrefixTree> {
    const places = yield* sortedPlaces(names);
    return new PrefixTree(names, places, yield* nodesOf(names, places));
  }

  /** What the tree takes beside the names. */
  get bytes(): number {
    const { lows, highs, firsts, letters } = this.#nodes;
    return [this.#places, lows, highs, firsts, letters].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** How many places there are. */
  get size(): number {
    return this.#places.length;
  }

  /** The number of the name at a place. */
  nameAt(place: number): number {
    return (this.#places[place] ?? 0) >>> LETTER_BITS;
  }

  /** The letter of the name with which the word at a place begins. */
  letterAt(place: number): number {
    return (this.#places[place] ?? 0) & MOST_LETTERS;
  }

  /** Where a word begins so; the name that is typed whole comes first. */
  find(prefix: string): Range {
    const { lows, highs } = this.#nodes;
    let node = 0;
    for (let at = 0; at < prefix.length; at++) {
      const low = lows[node] ?? 0;
      const high = highs[node] ?? 0;
      if (high - low <= LEAF) return this.#among(low, high, prefix, at);
      node = this.#child(node, prefix.charCodeAt(at));
      if (node < 0) return NOWHERE;
    }
    return { low: lows[node] ?? 0, high: highs[node] ?? 0 };
  }

  /** Where these words stand whole. What ends with them and what goes on with a space lie before all that goes on with a letter. */
  findWords(words: string): Range {
    const { low, high } = this.find(words);
    let [from, to] = [low, high];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#endsWord(middle, words.length)) from = middle + 1;
      else to = middle;
    }
    return { low, high: from };
  }

  #endsWord(place: number, letters: number): boolean {
    const name = this.#names[this.nameAt(place)] ?? '';
    const next = this.letterAt(place) + letters;
    return next >= name.length || name[next] === ' ';
  }

  /** As `find` does, with one letter lost, added, changed or swapped with its neighbour; the first letter is as typed. */
  findMisspelt(prefix: string): Range[] {
    const ranges: Range[] = [];
    const { lows, highs } = this.#nodes;
    // As typed so far.
    let node = 0;
    for (let at = 0; at < prefix.length && node >= 0; at++) {
      const low = lows[node] ?? 0;
      const high = highs[node] ?? 0;
      if (high - low <= LEAF) {
        this.#misspeltAmong(low, high, prefix, ranges);
        return ranges;
      }
      if (at > 0) this.#edit(node, prefix, at, ranges);
      node = this.#child(node, prefix.charCodeAt(at));
    }
    return ranges;
  }

  /** One edit behind a node whose letters are as typed, the rest as typed. */
  #edit(node: number, prefix: string, at: number, ranges: Range[]): void {
    const { firsts, letters } = this.#nodes;
    // One typed too much; two swapped.
    this.#follow(node, prefix, at, at + 1, ranges);
    const next = at + 1 < prefix.length ? this.#child(node, prefix.charCodeAt(at + 1)) : -1;
    if (next >= 0) this.#followSwapped(next, prefix, at, ranges);
    const code = prefix.charCodeAt(at);
    for (let child = firsts[node] ?? 0; child < (firsts[node + 1] ?? 0); child++) {
      // One lost; another one typed.
      this.#follow(child, prefix, at + 1, at, ranges);
      if (letters[child] !== code) this.#follow(child, prefix, at + 1, at + 1, ranges);
    }
  }

  #followSwapped(node: number, prefix: string, at: number, ranges: Range[]): void {
    const { lows, highs } = this.#nodes;
    const [low, high] = [lows[node] ?? 0, highs[node] ?? 0];
    if (high - low <= LEAF) this.#misspeltAmong(low, high, prefix, ranges);
    else {
      const swapped = this.#child(node, prefix.charCodeAt(at));
      if (swapped >= 0) this.#follow(swapped, prefix, at + 2, at + 2, ranges);
    }
  }

  /** Where the rest of the typed text, from `typed` on, stands behind a node of `depth` letters. */
  #follow(from: number, prefix: string, depth: number, typed: number, ranges: Range[]): void {
    const { lows, highs } = this.#nodes;
    let node = from;
    for (let step = 0; typed + step < prefix.length; step++) {
      const [low, high] = [lows[node] ?? 0, highs[node] ?? 0];
      if (high - low <= LEAF) {
        for (let place = low; place < high; place++)
          if (this.#continues(place, depth + step, prefix, typed + step))
            ranges.push({ low: place, high: place + 1 });
        return;
      }
      node = this.#child(node, prefix.charCodeAt(typed + step));
      if (node < 0) return;
    }
    ranges.push({ low: lows[node] ?? 0, high: highs[node] ?? 0 });
  }

  /** The child by its letter; -1 where there is none. */
  #child(node: number, code: number): number {
    const { firsts, letters } = this.#nodes;
    const end = firsts[node + 1] ?? 0;
    for (let child = firsts[node] ?? 0; child < end; child++) if (letters[child] === code) return child;
    return -1;
  }

  /** Of a few places whose first letters agree with the prefix, those that go on so. */
  #among(from: number, to: number, prefix: string, at: number): Range {
    let low = from;
    while (low < to && !this.#continues(low, at, prefix, at)) low += 1;
    let high = low;
    while (high < to && this.#continues(high, at, prefix, at)) high += 1;
    return { low, high };
  }

  #continues(place: number, letter: number, prefix: string, typed: number): boolean {
    const packed = this.#places[place] ?? 0;
    const name = this.#names[packed >>> LETTER_BITS] ?? '';
    const from = (packed & MOST_LETTERS) + letter;
    for (let at = typed; at < prefix.length; at++)
      if (name.charCodeAt(from + at - typed) !== prefix.charCodeAt(at)) return false;
    return true;
  }

  #misspeltAmong(low: number, high: number, prefix: string, ranges: Range[]): void {
    for (let place = low; place < high; place++)
      if (this.#isMisspelt(place, prefix)) ranges.push({ low: place, high: place + 1 });
  }

  /** Whether the word at a place begins as typed but for one edit behind the first letter. */
  #isMisspelt(place: number, prefix: string): boolean {
    const packed = this.#places[place] ?? 0;
    const name = this.#names[packed >>> LETTER_BITS] ?? '';
    const from = packed & MOST_LETTERS;
    let at = 0;
    while (at < prefix.length && name.charCodeAt(from + at) === prefix.charCodeAt(at)) at += 1;
    // The edit may stand before the first letter that differs: among equal letters it does not matter where.
    if (at === 0) return false;
    const isSwapped =
      at + 1 < prefix.length &&
      name.charCodeAt(from + at) === prefix.charCodeAt(at + 1) &&
      name.charCodeAt(from + at + 1) === prefix.charCodeAt(at);
    return (
      this.#continues(place, at, prefix, at + 1) ||
      (from + at < name.length &&
        (this.#continues(place, at + 1, prefix, at) || this.#continues(place, at + 1, prefix, at + 1))) ||
      (isSwapped && this.#continues(place, at + 2, prefix, at + 2))
    );
  }
}

/** Nodes level by level: the children of one lie side by side, those of the next behind them. */
interface Nodes {
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** The first child; there is one more than nodes, so that the next one tells where they end. */
  readonly firsts: Uint32Array;
  readonly letters: Uint16Array;
}

function* sortedPlaces(names: readonly string[]): Generator<void, Uint32Array> {
  const buckets = new Map<string, number[]>();
  let total = 0;
  for (const [at, name] of names.entries()) {
    if (at % ITEMS_A_STEP === 0) yield;
    for (let from = 0; from >= 0 && from <= MOST_LETTERS; from = nextWord(name, from)) {
      const bucket = name.slice(from, from + BUCKET_LETTERS);
      const list = buckets.get(bucket);
      const place = at * (1 << LETTER_BITS) + from;
      if (list) list.push(place);
      else buckets.set(bucket, [place]);
      total += 1;
    }
  }
  const places = new Uint32Array(total);
  let filled = 0;
  for (const bucket of [...buckets.keys()].sort()) {
    yield;
    const texts = (buckets.get(bucket) ?? []).map((place) => ({ place, text: textAt(names, place) }));
    for (const { place } of yield* sortInSteps(texts, byText)) places[filled++] = place;
  }
  return places;
}

interface TextPlace {
  readonly place: number;
  readonly text: string;
}

/** Of equal texts the one that is a whole name comes first. */
const byText = (a: TextPlace, b: TextPlace): number =>
  a.text < b.text
    ? -1
    : a.text > b.text
      ? 1
      : (a.place & MOST_LETTERS) - (b.place & MOST_LETTERS) || a.place - b.place;

function* nodesOf(names: readonly string[], places: Uint32Array): Generator<void, Nodes> {
  const [lows, highs, letters, depths] = [[0], [places.length], [0], [0]];
  const firsts: number[] = [];
  const codeAt = (index: number, letter: number) => {
    const place = places[index] ?? 0;
    const name = names[place >>> LETTER_BITS] ?? '';
    const at = (place & MOST_LETTERS) + letter;
    return at < name.length ? name.charCodeAt(at) : -1;
  };
  const firstNotBefore = (from: number, to: number, letter: number, code: number) => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (codeAt(middle, letter) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let node = 0; node < lows.length; node++) {
    if (node % NODES_A_STEP === 0) yield;
    const [low = 0, high = 0, depth = 0] = [lows[node], highs[node], depths[node]];
    firsts.push(lows.length);
    if (high - low <= LEAF) continue;
    // What ends here comes before all letters.
    for (let from = firstNotBefore(low, high, depth, 0); from < high; ) {
      const code = codeAt(from, depth);
      const to = firstNotBefore(from, high, depth, code + 1);
      lows.push(from);
      highs.push(to);
      letters.push(code);
      depths.push(depth + 1);
      from = to;
    }
  }
  firsts.push(lows.length);
  return {
    lows: Uint32Array.from(lows),
    highs: Uint32Array.from(highs),
    firsts: Uint32Array.from(firsts),
    letters: Uint16Array.from(letters),
  };
}

const textAt = (names: readonly string[], place: number) =>
  (names[place >>> LETTER_BITS] ?? '').slice(place & MOST_LETTERS);

/** Where the next word begins; -1 where there is none. */
function nextWord(name: string, from: number): number {
  const space = name.indexOf(' ', from);
  return space < 0 ? -1 : space + 1;
}
