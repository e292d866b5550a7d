// Which of many names come first, told by one number for each (less is better): what is held before what is not, then what is typed whole,
// the kind of place, the name that begins so before the one with such a word inside, gminy by their size, short names before long ones.

import type { Corpus } from '../corpus/corpus.ts';
import type { Place } from './place.ts';
import type { Completed, PrefixList } from './prefix-list.ts';
import { isNameKind, NAME_KINDS } from './suggest-fragments.ts';

/** Places in the number, the last first: eight bits for the length, ten for the size. */
const LENGTHS = 1 << 8;
const SIZES = 1 << 10;
const INSIDE = LENGTHS * SIZES;
const KIND = INSIDE * 2;
const NOT_WHOLE = KIND * NAME_KINDS.length;
const NOT_HELD = NOT_WHOLE * 2;

export const isHeld = (place: Place, corpus: Corpus): boolean =>
  place.kind === 'obreb'
    ? corpus.holds(place.obreb.id)
    : !('gmina' in place) || corpus.holdsGmina(place.gmina);

/** The village of an obręb is that obręb. */
export function withoutVillages(places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places;
  const obreby = new Set(places.flatMap((place) => (place.kind === 'obreb' ? [place.gmina.teryt] : [])));
  return places.filter((place) => place.kind !== 'locality' || !obreby.has(place.gmina.teryt));
}

/** Of a name that is not typed whole: the best of its places, all streets or none. */
export function rankOfName(key: string, places: readonly Place[], corpus: Corpus): number {
  const ranks = withoutVillages(places).map((place) => rankOf(key, place, corpus));
  return Math.min(...ranks);
}

function rankOf(key: string, place: Place, corpus: Corpus): number {
  if (!isNameKind(place.kind)) return Number.POSITIVE_INFINITY;
  const size = sizeOf(place, corpus);
  return (
    (isHeld(place, corpus) ? 0 : NOT_HELD) +
    NOT_WHOLE +
    NAME_KINDS.indexOf(place.kind) * KIND +
    (SIZES - 1 - Math.min(size, SIZES - 1)) * LENGTHS +
    Math.min(key.length, LENGTHS - 1)
  );
}

export const sizeOf = (place: Place, { admin }: Corpus): number =>
  place.kind === 'gmina' ? admin.obrebyOf(place.gmina.teryt).length : 0;

/** Names that complete what is typed, and the ranks of all names of their list. */
export interface FoundNames {
  readonly list: PrefixList;
  readonly ranks: Uint32Array;
  readonly found: readonly Completed[];
}

export interface FoundName {
  readonly key: string;
  readonly from: number;
  readonly list: PrefixList;
}

interface BestName extends FoundName {
  readonly rank: number;
}

export const allNames = (lists: readonly FoundNames[]): FoundName[] =>
  lists.flatMap(({ list, found }) => found.map(({ at, from }) => ({ key: list.nameAt(at), from, list })));

/** The first few: most of what is found is not looked at. */
export function bestNames(lists: readonly FoundNames[], typed: string, limit: number): FoundName[] {
  const best: BestName[] = [];
  for (const { list, ranks, found } of lists) {
    for (const { at, from } of found) {
      const known = ranks[at] ?? 0;
      const mayBeWhole = known % LENGTHS === Math.min(typed.length, LENGTHS - 1);
      const isWhole = mayBeWhole && list.nameAt(at) === typed;
      const rank = known + (from > 0 ? INSIDE : 0) - (isWhole ? NOT_WHOLE : 0);
      const last = best.length < limit ? undefined : best.at(-1);
      if (last && rank > last.rank) continue;
      const one: BestName = { key: list.nameAt(at), from, list, rank };
      let place = best.length;
      while (place > 0 && isBefore(one, best[place - 1])) place -= 1;
      best.splice(place, 0, one);
      if (best.length > limit) best.pop();
    }
  }
  return best;
}

const isBefore = (one: BestName, other: BestName | undefined): boolean =>
  other !== undefined && (one.rank === other.rank ? one.key < other.key : one.rank < other.rank);
