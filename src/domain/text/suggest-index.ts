// What is completed while it is typed: the names of the country by the beginnings of their words, the obręby by their ids, and where all
// of them lie. Made of the index of names, once per dataset version; the store is asked for numbers only.

import type { Corpus } from '../corpus/corpus.ts';
import type { Position } from '../geometry/types.ts';
import type { Gmina } from '../places/admin-units.ts';
import { roundDegrees } from '../record.ts';
import { rememberByText } from '../remember-by-text.ts';
import type { AddressPlaces } from './address-places.ts';
import type { NameIndex } from './name-index.ts';
import type { Place } from './place.ts';
import { PrefixTree } from './prefix-tree.ts';
import { type RankedName, RankedNames } from './ranked-names.ts';
import { ITEMS_A_STEP } from './sort-in-steps.ts';
import type { Span } from './spelling.ts';
import { NAME_KINDS, type NameKind } from './suggest-fragments.ts';
import { type NamedPlace, rankOfPlace, withoutVillages } from './suggest-rank.ts';
import type { Token } from './token.ts';
import { tokenise } from './tokens.ts';

/** What it is made of; of the same dataset version. */
export interface SuggestParts {
  readonly names: NameIndex;
  readonly addresses: AddressPlaces;
  readonly corpus: Corpus;
  /** Of a parcel of each obręb that is held. */
  readonly obrebPositions: ReadonlyMap<string, Position>;
}

/** Texts before what is being typed whose names are remembered. */
const REMEMBERED_TEXTS = 1_000;

export interface NamedText {
  readonly tokens: readonly Token[];
  /** Looked up when they are asked for: of most texts only the tokens are, and a misspelt word takes long. */
  readonly spans: readonly Span[];
}

export class SuggestIndex {
  readonly names: NameIndex;
  readonly addresses: AddressPlaces;
  /** In the order of their kinds. */
  readonly lists: readonly RankedNames[];
  /** In their order. */
  readonly obreb_ids: readonly string[];
  readonly #obrebPositions: ReadonlyMap<string, Position>;

  /** The names in a text. While a word or a number is typed, what stands before it stays the same. */
  readonly namesIn = rememberByText((text): NamedText => {
    const { names } = this;
    const tokens = tokenise(text);
    let spans: readonly Span[] | null = null;
    return {
      tokens,
      get spans() {
        spans ??= names.find(tokens);
        return spans;
      },
    };
  }, REMEMBERED_TEXTS);

  private constructor({ names, addresses, corpus, obrebPositions }: SuggestParts, lists: RankedNames[]) {
    this.names = names;
    this.addresses = addresses;
    this.lists = lists;
    this.obreb_ids = [...corpus.admin.obreby.keys()].sort();
    this.#obrebPositions = obrebPositions;
  }

  static *of(parts: SuggestParts): Generator<void, SuggestIndex> {
    const lists: RankedNames[] = [];
    for (const kind of NAME_KINDS) lists.push(yield* rankedNames(parts, kind));
    return new SuggestIndex(parts, lists);
  }

  /** Beside the index of names. */
  get bytes(): number {
    return this.lists.reduce((sum, list) => sum + list.bytes, this.addresses.bytes);
  }

  /** Null where nothing of it is held. */
  positionOfObreb(obreb_id: string): [lng: number, lat: number] | null {
    const position = this.#obrebPositions.get(obreb_id);
    return position ? [roundDegrees(position[0]), roundDegrees(position[1])] : null;
  }

  positionOfGmina({ teryt }: Gmina, corpus: Corpus): [lng: number, lat: number] | null {
    const first = corpus.admin.obrebyOf(teryt).find(({ id }) => corpus.holds(id));
    return first ? this.positionOfObreb(first.id) : null;
  }
}

/** Places of one kind with a name. */
export const placesOfKind = (places: readonly Place[], kind: NameKind): readonly NamedPlace[] =>
  places.filter((place): place is NamedPlace => place.kind === kind);

function* rankedNames({ names, corpus }: SuggestParts, kind: NameKind): Generator<void, RankedNames> {
  const ranked: RankedName[] = [];
  let seen = 0;
  for (const key of names.keys()) {
    if (seen++ % ITEMS_A_STEP === 0) yield;
    const places = placesOfKind(names.placesAnywhere(key), kind);
    if (places.length > 0) ranked.push(rankName(key, places, names, corpus));
  }
  const tree = yield* PrefixTree.of(ranked.map(({ key }) => key));
  return yield* RankedNames.of(kind, tree, ranked);
}

const NO_GMINY: ReadonlySet<string> = new Set();

/** The best of its places tells the rank of a name; villages of an obręb where there is nothing else. */
function rankName(key: string, places: readonly NamedPlace[], names: NameIndex, corpus: Corpus): RankedName {
  const apart =
    places[0]?.kind === 'locality'
      ? placesOfKind(withoutVillages(names.placesNamed(key)), 'locality')
      : places;
  let rank = Number.POSITIVE_INFINITY;
  for (const place of apart.length > 0 ? apart : places)
    rank = Math.min(rank, rankOfPlace(key, place, corpus));
  const gminy = new Set(places.flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])));
  const villages = places.length - apart.length;
  return { key, places, rank, gminy: gminy.size > 0 ? gminy : NO_GMINY, villages };
}
