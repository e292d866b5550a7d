// What stands before a name that is completed and what may come behind it: the number that was typed before, the gmina and the streets of a
// village, the streets and numbers of a place that is typed whole. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { LocalityPlace } from './place.ts';
import { isGuessed, type Span } from './spelling.ts';
import { type Fragment, NAME_KINDS } from './suggest-fragments.ts';
import type { NamedText, SuggestIndex } from './suggest-index.ts';
import { askPlace } from './suggest-labels.ts';
import { obrebyTold } from './suggest-obreby.ts';
import type { NumberCheck } from './suggest-plan.ts';
import type { NamedPlace, RankedPlace } from './suggest-rank.ts';
import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';

/** A name that is completed, and how it is shown. */
export interface CompletedName {
  readonly name: Suggestion;
  readonly place: NamedPlace;
  readonly key: string;
  /** All of it is typed. */
  readonly isWhole: boolean;
  /** What was typed before it. */
  readonly before: string;
  /** Of a street: where it is. */
  readonly locality: LocalityPlace | null;
}

/** The number that stands before a name: "dz. 51/3", "dom nr 36", "36". Null where it cannot be that of a parcel or a house. */
export interface ToldNumber {
  readonly kind: 'parcel' | 'house' | 'any';
  readonly number: string | null;
  readonly house: string | null;
  /** "dz. 5 obręb 2" */
  readonly obreb: string | null;
}

/** What may stand before a number without saying what it is. */
const SAYS_NOTHING: readonly Label[] = ['number', 'small', 'filler', 'parcel_kind'];

export function numberTold(tokens: readonly Token[]): ToldNumber | null {
  const last = tokens.at(-1);
  const { number = null, house = null, postcode = null } = last ?? {};
  if (!last || (number === null && house === null)) return null;
  const before = tokens.slice(0, -1);
  const announcingAt = before.findLastIndex((token) => !has(token, 'number'));
  const announcing = before[announcingAt];
  if (has(announcing, 'obreb')) {
    const told = numberTold(before.slice(0, announcingAt));
    return told && told.kind !== 'house' ? { ...told, obreb: last.word } : null;
  }
  const numbers = { number, house, obreb: null };
  if (has(announcing, 'house')) return { kind: 'house', ...numbers };
  if (before.some((token) => has(token, 'parcel'))) return { kind: 'parcel', ...numbers };
  const isOther = announcing?.labels.some((label) => !SAYS_NOTHING.includes(label)) === true;
  return isOther || postcode !== null ? null : { kind: 'any', ...numbers };
}

/** Obręby of a gmina in which a number is looked for. */
const MOST_CHECKED = 20;
/** Of all names together; each is a lookup. */
const MOST_KEYS = 60;

/** Where the number that was typed before may stand, of each name that is held. */
export function checksOf(
  completed: readonly CompletedName[],
  index: SuggestIndex,
  corpus: Corpus,
): NumberCheck[] {
  let keys_left = MOST_KEYS;
  return completed.flatMap((one): NumberCheck[] => {
    const before = index.namesIn(one.before);
    const told = one.name.held && one.before !== '' ? numberTold(before.tokens) : null;
    if (!told || keys_left <= 0) return [];
    const keys = keysOfNumber(one, before, told, corpus).slice(0, keys_left);
    keys_left -= keys.length;
    if (keys.length === 0) return [];
    return [{ name: one.name, keys, absent: withoutNumber(one, before, told, index, corpus) }];
  });
}

/** What is offered where the number does not stand: nothing where it is announced, else the place, or its street, without the number. */
function withoutNumber(
  { name, place }: CompletedName,
  { tokens, spans }: NamedText,
  { kind }: ToldNumber,
  index: SuggestIndex,
  corpus: Corpus,
): Suggestion | null {
  if (kind !== 'any') return null;
  const [street] = spans.filter(isStreet);
  // In a gmina and around a village it may stand where it was not looked for.
  if (place.kind !== 'obreb' && !street) return name;
  const typed = street ? tokens.slice(street.from, street.to).map(({ text }) => text) : [];
  return { ...name, q: [...typed, askPlace(place, index, corpus)].join(' ') };
}

function keysOfNumber(
  { place, key }: CompletedName,
  before: NamedText,
  { kind, number, house, obreb }: ToldNumber,
  corpus: Corpus,
): CompletionKey[] {
  if (place.kind === 'street') return [];
  const { teryt } = place.gmina;
  const parcelIn = (obreb_id: string): CompletionKey[] =>
    number === null ? [] : [{ kind: 'parcels', obreb_id, prefix: number, isWhole: true }];
  if (obreb !== null) return obrebyTold([{ places: [place] }], obreb, corpus).flatMap(parcelIn);
  const houseIn = (locality: string, street: string): CompletionKey[] =>
    house === null || kind === 'parcel'
      ? []
      : [{ kind: 'houses', gmina: teryt, locality, street, prefix: house, isWhole: true }];
  const streets = kind === 'parcel' ? [] : before.spans.filter(isStreet);
  if (streets.length > 0)
    return streets.flatMap(({ hits }) => hits.flatMap((hit) => houseIn(key, hit.key))).slice(0, MOST_CHECKED);
  // "Mroków 12 Lesznowola": of the gmina only the village that is named before it.
  const named = place.kind === 'gmina' ? villagesOf(teryt, before) : [];
  const localities = named.length > 0 ? named.map((village) => village.key) : [key];
  const houses = localities.flatMap((locality) => houseIn(locality, ''));
  if (kind === 'house' || place.kind === 'locality' || number === null) return houses;
  const obreby =
    place.kind === 'obreb'
      ? [place.obreb.id]
      : named.length > 0
        ? named.flatMap(({ obreb_id }) => obreb_id ?? [])
        : corpus.admin
            .obrebyOf(teryt)
            .slice(0, MOST_CHECKED)
            .map(({ id }) => id);
  return [...obreby.flatMap(parcelIn), ...houses];
}

/** The obręby and localities of a gmina that are named. */
const villagesOf = (teryt: string, { spans }: NamedText) =>
  spans.flatMap(({ hits: [hit] }) =>
    (hit?.places ?? []).flatMap((one) =>
      (one.kind === 'obreb' || one.kind === 'locality') && one.gmina.teryt === teryt
        ? [{ key: hit?.key ?? '', obreb_id: one.kind === 'obreb' ? one.obreb.id : null }]
        : [],
    ),
  );

/** Names behind which something is completed. */
const MOST_GOING_ON = 4;

/** What comes behind a name that is typed whole, with a space behind it: the streets of a place, its first parcels or houses. */
export const keysBehind = (completed: readonly CompletedName[]): CompletionKey[] =>
  completed
    .filter(({ name, isWhole }) => name.held && isWhole)
    .slice(0, MOST_GOING_ON)
    .flatMap(({ place, key, locality }): CompletionKey[] => {
      if (place.kind === 'gmina') return [];
      if (place.kind === 'street') {
        if (!locality) return [];
        const around = { gmina: locality.gmina.teryt, locality: foldName(locality.name) };
        return [{ kind: 'houses', ...around, street: key, prefix: '' }];
      }
      const here = { gmina: place.gmina.teryt, locality: key, prefix: '' };
      return place.kind === 'obreb'
        ? [
            { kind: 'streets', ...here },
            { kind: 'parcels', obreb_id: place.obreb.id, prefix: '' },
          ]
        : [
            { kind: 'streets', ...here },
            { kind: 'houses', ...here, street: '' },
          ];
    });

/** Whether a name may come next: behind a village its gmina and its streets, behind the number of a parcel no street. */
export function isNext(
  { place }: RankedPlace,
  { kinds, before: text }: Fragment,
  before: readonly Span[],
  told: ToldNumber | null,
  isInLocality: boolean,
): boolean {
  // "obręb 02 Ż": the gmina is what is missing.
  const isObrebTold = /(?<!\p{L})obr\p{L}*\.?\s*(?:nr\.?\s*)?\d+[\s,]*$/iu.test(text);
  if (place.kind === 'street') return told?.kind !== 'parcel' && !isInLocality && !isObrebTold;
  if (kinds !== NAME_KINDS || place.kind === 'gmina') return true;
  if (isObrebTold) return place.kind === 'locality';
  return !before.some(isVillage);
}

/** Names no gmina. */
const isVillage = ({ hits: [hit] }: Span): boolean =>
  hit !== undefined &&
  !isGuessed(hit) &&
  hit.places.some(({ kind }) => kind === 'obreb' || kind === 'locality') &&
  !hit.places.some(({ kind, name }) => kind === 'gmina' && foldName(name) === hit.key);

/** Names nothing but streets. */
export const isStreet = ({ hits: [hit] }: Span): boolean =>
  hit?.places.every(({ kind }) => kind === 'street') === true;

export const localitiesNamed = (before: readonly Span[]): LocalityPlace[] =>
  before.flatMap(({ hits: [hit] }) => hit?.places.filter((place) => place.kind === 'locality') ?? []);

export const isNamed = (locality: LocalityPlace, before: readonly Span[]): boolean =>
  localitiesNamed(before).some(({ number }) => number === locality.number);
