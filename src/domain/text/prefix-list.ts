// Names by the beginnings of their words, for completing one while it is typed: "mro" finds Mroków and Wola Mrokowska. A place in
// the list is a number (which name, which letter), so that half a million names take four bytes a word beside their texts.

/** Names are told from each other by 24 bits, letters by 8. */
const LETTER_BITS = 8;
const MOST_LETTERS = (1 << LETTER_BITS) - 1;
/** Letters by which places are parted before they are sorted, so that no step takes long. */
const BUCKET_LETTERS = 3;
const PLACES_A_STEP = 2_000;

/** A name, by its number, with the letter where the typed part begins: names lie all over the memory, and most that are found are not shown. */
export interface Completed {
  readonly at: number;
  readonly from: number;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

export class PrefixList {
  readonly #names: readonly string[];
  readonly #places: Uint32Array;

  private constructor(names: readonly string[], places: Uint32Array) {
    this.#names = names;
    this.#places = places;
  }

  /** In steps of some milliseconds. Names are folded (fold.ts), each once. */
  static *of(names: readonly string[]): Generator<void, PrefixList> {
    const buckets = new Map<string, number[]>();
    let total = 0;
    for (const [at, name] of names.entries()) {
      if (at % PLACES_A_STEP === 0) yield;
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
      const sorted = (buckets.get(bucket) ?? []).map((place) => ({ place, text: textAt(names, place) }));
      sorted.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.place - b.place));
      for (const { place } of sorted) places[filled++] = place;
      yield;
    }
    return new PrefixList(names, places);
  }

  /** What the list takes beside the names. */
  get bytes(): number {
    return this.#places.byteLength;
  }

  nameAt(at: number): string {
    return this.#names[at] ?? '';
  }

  /** The first `most` names, in alphabetical order, with a word that begins so. */
  find(prefix: string, most: number): Completed[] {
    const low = this.#firstBehind(0, prefix, false);
    return this.#list([{ low, high: this.#firstBehind(low, prefix, true) }], most);
  }

  /** The same with one letter lost, added, changed or swapped with its neighbour; the first letter is as typed. */
  findMisspelt(prefix: string, most: number): Completed[] {
    const ranges: Range[] = [];
    let range = this.#narrow({ low: 0, high: this.#places.length }, 0, prefix.charCodeAt(0));
    for (let at = 1; at < prefix.length && range.low < range.high; at++) {
      this.#edit(range, prefix, at, ranges);
      range = this.#narrow(range, at, prefix.charCodeAt(at));
    }
    return this.#list(ranges, most);
  }

  /** The ranges of one edit at a letter, the rest as typed. */
  #edit(range: Range, prefix: string, at: number, ranges: Range[]): void {
    this.#follow(range, prefix, at, at + 1, ranges);
    const swapped = this.#narrow(
      this.#narrow(range, at, prefix.charCodeAt(at + 1)),
      at + 1,
      prefix.charCodeAt(at),
    );
    this.#follow(swapped, prefix, at + 2, at + 2, ranges);
    for (let low = range.low; low < range.high; ) {
      const code = this.#codeAt(low, at);
      const letter = this.#narrow({ low, high: range.high }, at, code);
      if (code >= 0) {
        this.#follow(letter, prefix, at + 1, at, ranges);
        if (code !== prefix.charCodeAt(at)) this.#follow(letter, prefix, at + 1, at + 1, ranges);
      }
      low = Math.max(letter.high, low + 1);
    }
  }

  /** Where the rest of the typed text, from `typed` on, stands at letter `at`. */
  #follow(range: Range, prefix: string, at: number, typed: number, ranges: Range[]): void {
    let rest = range;
    for (let step = 0; typed + step < prefix.length && rest.low < rest.high; step++) {
      rest = this.#narrow(rest, at + step, prefix.charCodeAt(typed + step));
    }
    if (rest.low < rest.high) ranges.push(rest);
  }

  /** Within a range whose first letters agree, that with this code at a letter. */
  #narrow({ low, high }: Range, at: number, code: number): Range {
    const first = this.#firstNotBefore(low, high, at, code);
    return { low: first, high: this.#firstNotBefore(first, high, at, code + 1) };
  }

  #firstNotBefore(from: number, to: number, at: number, code: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#codeAt(middle, at) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the first word stands that is not before the prefix, or the first behind all that begin so. */
  #firstBehind(from: number, prefix: string, isBehindAll: boolean): number {
    let [low, high] = [from, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(middle, prefix);
      if (order < 0 || (isBehindAll && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Of a word and a prefix: below zero where the word is before it, zero where it begins so. */
  #compare(index: number, prefix: string): number {
    const place = this.#places[index] ?? 0;
    const name = this.#names[place >>> LETTER_BITS] ?? '';
    const from = place & MOST_LETTERS;
    for (let at = 0; at < prefix.length; at++) {
      if (from + at >= name.length) return -1;
      const order = name.charCodeAt(from + at) - prefix.charCodeAt(at);
      if (order !== 0) return order;
    }
    return 0;
  }

  /** The code of a letter; -1 behind the end, which sorts before all. */
  #codeAt(index: number, at: number): number {
    const place = this.#places[index] ?? 0;
    const name = this.#names[place >>> LETTER_BITS] ?? '';
    const letter = (place & MOST_LETTERS) + at;
    return letter < name.length ? name.charCodeAt(letter) : -1;
  }

  #list(ranges: readonly Range[], most: number): Completed[] {
    const found = new Map<number, Completed>();
    for (const { low, high } of ranges) {
      for (let index = low; index < high && found.size < most; index++) {
        const place = this.#places[index] ?? 0;
        const at = place >>> LETTER_BITS;
        const from = place & MOST_LETTERS;
        if (from < (found.get(at)?.from ?? MOST_LETTERS)) found.set(at, { at, from });
      }
    }
    return [...found.values()];
  }
}

const textAt = (names: readonly string[], place: number) =>
  (names[place >>> LETTER_BITS] ?? '').slice(place & MOST_LETTERS);

/** Where the next word begins; -1 where there is none. */
function nextWord(name: string, from: number): number {
  const space = name.indexOf(' ', from);
  return space < 0 ? -1 : space + 1;
}
