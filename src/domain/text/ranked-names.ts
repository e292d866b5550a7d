// Names of one kind of place by the beginnings of their words, each with its rank: the few that come first are found without looking
// at the others, however many begin so. What a rank is made of is suggest-rank.ts.

import type { PrefixTree, Range } from './prefix-tree.ts';
import { ITEMS_A_STEP } from './sort-in-steps.ts';
import type { NameKind } from './suggest-fragments.ts';
import { type NamedPlace, NOT_WHOLE, WORD_INSIDE } from './suggest-rank.ts';

/** Ranks are told from each other by the number of the name, which is alphabetical: 2^24 names, ranks below 2^24. */
const NAMES = 2 ** 24;
/** Places of which only the best rank is looked at, where that is not good enough. */
const BLOCK = 64;

/** What is known of each name when its list is made. */
export interface RankedName {
  readonly key: string;
  /** All of the kind that bear it. */
  readonly places: readonly NamedPlace[];
  /** As if it were not typed whole. */
  readonly rank: number;
  /** Where it lies. */
  readonly gminy: ReadonlySet<string>;
  /** How many of the places are villages, each in an obręb of its name. */
  readonly villages: number;
}

/** Of the places of a name. */
const [NO_VILLAGE, SOME_VILLAGES, ONLY_VILLAGES] = [0, 1, 2];

/** Less is better. */
interface Ranked {
  readonly order: number;
  readonly place: number;
}

export interface BestName {
  readonly key: string;
  readonly places: readonly NamedPlace[];
  /** Some of the places are villages that are not wanted. */
  readonly hasVillages: boolean;
  /** The letter where the word begins that was typed. */
  readonly from: number;
  readonly order: number;
}

export interface WantedNames {
  readonly typed: string;
  readonly limit: number;
  /** Where obręby are meant too, their villages are not shown beside them. */
  readonly withVillages: boolean;
  /** Of names that begin so, those that are meant; told by the name and the letter where the word begins that was typed. */
  readonly isMeant?: (key: string, from: number) => boolean;
}

export class RankedNames {
  readonly kind: NameKind;
  readonly tree: PrefixTree;
  /** Of each place of the tree. */
  readonly #orders: Float64Array;
  /** The best of each block. */
  readonly #blocks: Float64Array;
  /** By name. */
  readonly #villages: Uint8Array;
  readonly #named: readonly (NamedPlace | readonly NamedPlace[])[];
  /** Places of the tree by gmina. */
  readonly #inGmina: ReadonlyMap<string, readonly number[]>;

  private constructor(
    kind: NameKind,
    tree: PrefixTree,
    orders: Float64Array,
    blocks: Float64Array,
    villages: Uint8Array,
    named: readonly (NamedPlace | readonly NamedPlace[])[],
    inGmina: ReadonlyMap<string, readonly number[]>,
  ) {
    this.kind = kind;
    this.tree = tree;
    this.#orders = orders;
    this.#blocks = blocks;
    this.#villages = villages;
    this.#named = named;
    this.#inGmina = inGmina;
  }

  /** `names` are those of the tree. */
  static *of(kind: NameKind, tree: PrefixTree, names: readonly RankedName[]): Generator<void, RankedNames> {
    const orders = new Float64Array(tree.size);
    const blocks = new Float64Array(Math.ceil(tree.size / BLOCK)).fill(Number.POSITIVE_INFINITY);
    const inGmina = new Map<string, number[]>();
    for (let place = 0; place < tree.size; place++) {
      if (place % ITEMS_A_STEP === 0) yield;
      const at = tree.nameAt(place);
      const name = names[at];
      if (!name) throw new RangeError(`there is no name ${at}`);
      const order = (name.rank + (tree.letterAt(place) > 0 ? WORD_INSIDE : 0)) * NAMES + at;
      orders[place] = order;
      const block = Math.floor(place / BLOCK);
      if (order < (blocks[block] ?? 0)) blocks[block] = order;
      for (const gmina of name.gminy) {
        const places = inGmina.get(gmina);
        if (places) places.push(place);
        else inGmina.set(gmina, [place]);
      }
    }
    const villages = Uint8Array.from(names, ({ villages: some, places }) =>
      some === 0 ? NO_VILLAGE : some < places.length ? SOME_VILLAGES : ONLY_VILLAGES,
    );
    const named = names.map(({ places }) => (places.length === 1 && places[0] ? places[0] : places));
    return new RankedNames(kind, tree, orders, blocks, villages, named, inGmina);
  }

  get bytes(): number {
    let inGmina = 0;
    for (const places of this.#inGmina.values()) inGmina += 4 * places.length;
    const { byteLength } = this.#orders;
    return this.tree.bytes + byteLength + this.#blocks.byteLength + this.#villages.byteLength + inGmina;
  }

  /** The first of all names in the ranges, but for those that come no sooner than `bound`. */
  best(ranges: readonly Range[], wanted: WantedNames, bound = Number.POSITIVE_INFINITY): BestName[] {
    const best: Ranked[] = [];
    for (const { low, high } of ranges) {
      for (let place = low; place < high; place++) {
        const worst = best.length < wanted.limit ? bound : (best[best.length - 1]?.order ?? 0);
        if (place % BLOCK === 0) {
          while (place + BLOCK <= high && (this.#blocks[place / BLOCK] ?? 0) > worst) place += BLOCK;
          if (place >= high) break;
        }
        // The first place of a range may be typed whole, which puts it before others.
        if (place === low || (this.#orders[place] ?? 0) < worst) this.#offer(best, place, low, wanted, bound);
      }
    }
    return this.#namesOf(best, wanted);
  }

  /** The first of those that lie in some gminy. */
  bestIn(gminy: ReadonlySet<string>, ranges: readonly Range[], wanted: WantedNames): BestName[] {
    const best: Ranked[] = [];
    for (const gmina of gminy) {
      const places = this.#inGmina.get(gmina) ?? [];
      for (const { low, high } of ranges)
        for (let at = firstFrom(places, low); at < places.length; at++) {
          const place = places[at] ?? 0;
          if (place >= high) break;
          this.#offer(best, place, low, wanted, Number.POSITIVE_INFINITY);
        }
    }
    return this.#namesOf(best, wanted);
  }

  #namesOf(best: readonly Ranked[], { withVillages }: WantedNames): BestName[] {
    const { tree } = this;
    return best.map(({ order, place }) => {
      const at = tree.nameAt(place);
      const named = this.#named[at] ?? [];
      return {
        key: tree.names[at] ?? '',
        places: Array.isArray(named) ? named : [named],
        hasVillages: !withVillages && this.#villages[at] === SOME_VILLAGES,
        from: tree.letterAt(place),
        order,
      };
    });
  }

  /** Keeps a place where it is among the first; of a name its best place. */
  #offer(
    best: Ranked[],
    place: number,
    low: number,
    { typed, limit, withVillages, isMeant }: WantedNames,
    bound: number,
  ): void {
    const { tree } = this;
    const at = tree.nameAt(place);
    if (isMeant && !isMeant(tree.names[at] ?? '', tree.letterAt(place))) return;
    if (!withVillages && this.#villages[at] === ONLY_VILLAGES) return;
    const isWhole = place === low && tree.letterAt(place) === 0 && tree.names[at] === typed;
    const order = (this.#orders[place] ?? 0) - (isWhole ? NOT_WHOLE * NAMES : 0);
    if (order >= (best.length < limit ? bound : (best[best.length - 1]?.order ?? 0))) return;
    // The last makes room for it, or its own other place.
    let gap = best.findIndex((one) => tree.nameAt(one.place) === at);
    if (gap >= 0 && (best[gap]?.order ?? 0) <= order) return;
    if (gap < 0) gap = Math.min(best.length, limit - 1);
    for (let before = best[gap - 1]; before && before.order > order; before = best[gap - 1]) {
      best[gap] = before;
      gap -= 1;
    }
    best[gap] = { order, place };
  }
}

/** Where the first number stands that is not below. */
function firstFrom(places: readonly number[], least: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
