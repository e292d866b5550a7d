// Which of many names come first, told by one number for each (less is better): what is held before what is not, what lies in a place that
// is named before it, what is typed whole, the kind of place, the name that begins so before the one with such a word inside, gminy by
// their size, short names before long ones.

import type { Corpus } from '../corpus/corpus.ts';
import type { Place } from './place.ts';
import { NAME_KINDS, type NameKind } from './suggest-fragments.ts';

/** Places in the number, the last first: eight bits for the length, ten for the size. */
const LENGTHS = 1 << 8;
const SIZES = 1 << 10;
export const WORD_INSIDE = LENGTHS * SIZES;
const KIND = WORD_INSIDE * 2;
export const NOT_WHOLE = KIND * NAME_KINDS.length;
export const OUTSIDE = NOT_WHOLE * 2;
const NOT_HELD = OUTSIDE * 2;

/** A place whose name is completed. */
export type NamedPlace = Extract<Place, { readonly kind: NameKind }>;

export const isHeld = (place: NamedPlace, corpus: Corpus): boolean =>
  place.kind === 'obreb'
    ? corpus.holds(place.obreb.id)
    : place.kind === 'street' || corpus.holdsGmina(place.gmina);

/** The village of an obręb is that obręb. */
export function withoutVillages(places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places;
  const obreby = new Set(places.flatMap((place) => (place.kind === 'obreb' ? [place.gmina.teryt] : [])));
  return obreby.size === 0
    ? places
    : places.filter((place) => place.kind !== 'locality' || !obreby.has(place.gmina.teryt));
}

/** Of a place whose name is not typed whole, and begins as typed. */
export function rankOfPlace(key: string, place: NamedPlace, corpus: Corpus): number {
  const size = place.kind === 'gmina' ? corpus.admin.obrebyOf(place.gmina.teryt).length : 0;
  return (
    (isHeld(place, corpus) ? 0 : NOT_HELD) +
    NOT_WHOLE +
    NAME_KINDS.indexOf(place.kind) * KIND +
    (SIZES - 1 - Math.min(size, SIZES - 1)) * LENGTHS +
    Math.min(key.length, LENGTHS - 1)
  );
}

/** A place among others. */
export interface RankedPlace {
  readonly place: NamedPlace;
  readonly key: string;
  /** The letter where the word begins that was typed. */
  readonly from: number;
  /** Less is better. */
  readonly rank: number;
}

export const byPlaceRank = (a: RankedPlace, b: RankedPlace): number =>
  a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
