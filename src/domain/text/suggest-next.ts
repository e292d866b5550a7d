// What may come next behind what is typed already: behind a village its gmina and its streets, behind an announced number the places
// that have it. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { foldName } from './fold.ts';
import type { LocalityPlace } from './place.ts';
import { isGuessed, type Span } from './spelling.ts';
import { type Fragment, NAME_KINDS } from './suggest-fragments.ts';
import type { NumberCheck } from './suggest-plan.ts';
import type { RankedPlace } from './suggest-rank.ts';
import { has } from './token.ts';
import { tokenise } from './tokens.ts';

/** The number that stands before a name, as far as it is announced: "dz. 51/3", "dom nr 36". */
export interface ToldNumber {
  readonly kind: 'parcel' | 'house';
  readonly number: string;
}

export function numberTold(before: string): ToldNumber | null {
  const tokens = tokenise(before);
  const number = tokens.at(-1)?.number;
  if (number == null) return null;
  const announcing = tokens.slice(0, -1).findLast((token) => !has(token, 'number'));
  if (has(announcing, 'house')) return { kind: 'house', number };
  return tokens.slice(0, -1).some((token) => has(token, 'parcel')) ? { kind: 'parcel', number } : null;
}

/** Obręby of a gmina in which a number is looked for. */
const MOST_CHECKED = 20;

/** Where the number that was typed before must stand, of each name that is held. */
export function checksOf(
  names: readonly Suggestion[],
  ranked: readonly RankedPlace[],
  { kind, number }: ToldNumber,
  corpus: Corpus,
): NumberCheck[] {
  return names.flatMap((name, at): NumberCheck[] => {
    const { place, key } = ranked[at] ?? {};
    if (!name.held || !place || place.kind === 'street') return [];
    const { teryt } = place.gmina;
    if (kind === 'house')
      return [
        {
          name,
          keys: [{ kind: 'houses', gmina: teryt, locality: key ?? '', street: '', prefix: number }],
          isAnnounced: true,
        },
      ];
    if (place.kind === 'locality') return [];
    const obreby =
      place.kind === 'obreb' ? [place.obreb] : corpus.admin.obrebyOf(teryt).slice(0, MOST_CHECKED);
    return [
      {
        name,
        keys: obreby.map(({ id }) => ({ kind: 'parcels', obreb_id: id, prefix: number })),
        isAnnounced: true,
      },
    ];
  });
}

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

export const localitiesNamed = (before: readonly Span[]): LocalityPlace[] =>
  before.flatMap(({ hits: [hit] }) => hit?.places.filter((place) => place.kind === 'locality') ?? []);

export const isNamed = (locality: LocalityPlace, before: readonly Span[]): boolean =>
  localitiesNamed(before).some(({ number }) => number === locality.number);
