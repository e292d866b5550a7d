// What is completed while it is typed: the names of the country by the beginnings of their words, and the obręby by their ids. Made
// of the index of names, once per dataset version.

import type { Corpus } from '../corpus/corpus.ts';
import type { NameIndex } from './name-index.ts';
import type { Place } from './place.ts';
import { PrefixList } from './prefix-list.ts';
import { rankOfName } from './suggest-rank.ts';

/** Names of one sort by the beginnings of their words, and how they rank (suggest-rank.ts). */
export interface RankedList {
  readonly list: PrefixList;
  readonly ranks: Uint32Array;
}

export class SuggestIndex {
  readonly names: NameIndex;
  /** Gminy, obręby, localities. */
  readonly places: RankedList;
  readonly streets: RankedList;
  /** In their order. */
  readonly obreb_ids: readonly string[];

  private constructor(
    names: NameIndex,
    places: RankedList,
    streets: RankedList,
    obreb_ids: readonly string[],
  ) {
    this.names = names;
    this.places = places;
    this.streets = streets;
    this.obreb_ids = obreb_ids;
  }

  static *of(names: NameIndex, corpus: Corpus): Generator<void, SuggestIndex> {
    const places = yield* rankedList(names, corpus, ({ kind }) => PLACE_KINDS.has(kind));
    const streets = yield* rankedList(names, corpus, ({ kind }) => kind === 'street');
    return new SuggestIndex(names, places, streets, [...corpus.admin.obreby.keys()].sort());
  }

  /** Beside the index of names. */
  get bytes(): number {
    return [this.places, this.streets].reduce(
      (sum, { list, ranks }) => sum + list.bytes + ranks.byteLength,
      0,
    );
  }
}

const PLACE_KINDS: ReadonlySet<Place['kind']> = new Set<Place['kind']>(['gmina', 'obreb', 'locality']);
/** Some milliseconds of work. */
const NAMES_A_STEP = 2_000;

function* rankedList(
  names: NameIndex,
  corpus: Corpus,
  isOfSort: (place: Place) => boolean,
): Generator<void, RankedList> {
  const [keys, ranks]: [string[], number[]] = [[], []];
  let seen = 0;
  for (const key of names.keys()) {
    if (seen++ % NAMES_A_STEP === 0) yield;
    const places = names.placesNamed(key).filter(isOfSort);
    if (places.length === 0) continue;
    keys.push(key);
    ranks.push(rankOfName(key, places, corpus));
  }
  return { list: yield* PrefixList.of(keys), ranks: Uint32Array.from(ranks) };
}
