// Streets while they are typed: by their initials, by a word inside of their names, in the locality before them; and the localities of a
// street that stands before. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { Span } from './spelling.ts';
import type { Fragment } from './suggest-fragments.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { placedStreet, suggestedOf } from './suggest-labels.ts';
import { type CompletedName, localitiesNamed } from './suggest-next.ts';
import { byPlaceRank, type RankedPlace, rankOfPlace, WORD_INSIDE } from './suggest-rank.ts';
import { tokenise } from './tokens.ts';

/** Streets of the locality before, by a word inside of their names: "Łazy Kon" → Marii Konopnickiej. */
export function streetsInside(
  { typed, initials, kinds }: Fragment,
  before: readonly Span[],
  { addresses }: SuggestIndex,
  corpus: Corpus,
): RankedPlace[] {
  if (!kinds.includes('street')) return [];
  return localitiesNamed(before)
    .flatMap((locality) => addresses.streetsOf(locality))
    .flatMap((place): RankedPlace[] => {
      const key = foldName(place.name);
      const from = key.indexOf(` ${typed}`) + 1;
      return from === 0 || !isBehindInitials(key, from, initials)
        ? []
        : [{ place, key, from, rank: rankOfPlace(key, place, corpus) + WORD_INSIDE }];
    })
    .sort(byPlaceRank);
}

/** Whether the words of a name before a letter begin so: "m" of Marii Konopnickiej. */
export function isBehindInitials(key: string, from: number, initials: readonly string[]): boolean {
  if (initials.length === 0) return true;
  const words = key.slice(0, from).trim().split(' ');
  return words.length === initials.length && words.every((word, at) => word.startsWith(initials[at] ?? ''));
}

/** Most of what is typed ends so. Initials do not: they are capitals, have dots or end with a numeral ("jpii"). */
const SMALL_LETTER_LAST = /[a-hj-uwyząćęłńóśźż]$/;

/** "JP II", "JPII": the text, or its end, as the initials of a street, in the locality that stands before. */
export function streetsByInitials(
  text: string,
  { names, addresses }: SuggestIndex,
  limit: number,
): Suggestion[] {
  if (SMALL_LETTER_LAST.test(text)) return [];
  const tokens = tokenise(text);
  const from = tokens.findIndex((_, at) => names.streetsByInitials(tokens, at)?.to === tokens.length);
  if (from < 0) return [];
  const spans = names.find(tokens);
  const span = spans.find((one) => one.from === from && one.to === tokens.length);
  const around = new Set(
    spans.flatMap((one) =>
      one === span ? [] : (one.hits[0]?.places.filter(({ kind }) => kind === 'locality') ?? []),
    ),
  );
  const placed = (span?.hits ?? []).flatMap(({ places }) =>
    places.flatMap((place) =>
      place.kind === 'street'
        ? addresses.localitiesOf(place, MOST_LOCALITIES).map((street) => ({ place, street }))
        : [],
    ),
  );
  return placed
    .filter(({ street }) => around.size === 0 || around.has(street.locality))
    .slice(0, limit)
    .map(({ place, street }) => {
      const one = { place, key: foldName(place.name), from: 0, rank: 0 };
      const fragment = { before: '', typed: '' };
      return { ...placedStreet(one, street, fragment), match: [] };
    });
}

/** Localities of one street that are looked at. */
export const MOST_LOCALITIES = 2_000;

/** Of the localities that have the street, those that begin so. */
export function localitiesOfStreets(
  streets: readonly Span[],
  fragment: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): CompletedName[] {
  const places = streets.flatMap(({ hits }) => hits.flatMap((hit) => hit.places));
  const localities = new Set(
    places.flatMap((place) =>
      place.kind === 'street'
        ? index.addresses.localitiesOf(place, MOST_LOCALITIES).map(({ locality }) => locality)
        : [],
    ),
  );
  const begun = [...localities].flatMap((place): RankedPlace[] => {
    const key = foldName(place.name);
    const from = ` ${key}`.indexOf(` ${fragment.typed}`);
    return from < 0
      ? []
      : [{ place, key, from, rank: rankOfPlace(key, place, corpus) + (from > 0 ? WORD_INSIDE : 0) }];
  });
  const before = spelledOut(fragment.before, streets);
  return begun
    .sort(byPlaceRank)
    .slice(0, limit)
    .map((one) => ({
      name: suggestedOf(one, { ...fragment, before }, index, corpus),
      place: one.place,
      key: one.key,
      isWhole: one.key === fragment.typed,
      before: fragment.before,
      locality: null,
    }));
}

/** "jana pawla 12": the street by its whole name, where it was found by a part of it. */
function spelledOut(before: string, [span]: readonly Span[]): string {
  const [name, another] = new Set(span?.hits.flatMap(({ places }) => places.map((place) => place.name)));
  if (!span || name === undefined || another !== undefined) return before;
  const typed = tokenise(before)
    .slice(span.from, span.to)
    .map(({ text }) => text)
    .join(' ');
  return foldName(typed) === foldName(name) ? before : before.replace(typed, name);
}

/** Streets of the locality that stands before the fragment; the index does not know which streets lie where. */
export function streetsWanted({ typed, kinds }: Fragment, before: readonly Span[]): CompletionKey[] {
  if (!kinds.includes('street')) return [];
  return before.flatMap(({ hits }) =>
    (hits[0]?.places ?? []).flatMap((place): CompletionKey[] =>
      place.kind === 'locality'
        ? [{ kind: 'streets', gmina: place.gmina.teryt, locality: hits[0]?.key ?? '', prefix: typed }]
        : [],
    ),
  );
}

/** Localities in which a street is offered that the place before it has not, and streets that begin so. */
const MOST_ELSEWHERE = 6;
const MOST_STREETS = 3;

/** Streets where they are: in some gminy, or anywhere if these have none. "Mroków Sosnowa", where Mroków has no such street. */
export function streetsElsewhere(
  ranked: readonly RankedPlace[],
  typed: string,
  gminy: ReadonlySet<string>,
  { addresses }: SuggestIndex,
): Suggestion[] {
  const placed = ranked
    .flatMap((one) => (one.place.kind === 'street' ? [{ one, place: one.place }] : []))
    .slice(0, MOST_STREETS)
    .flatMap(({ one, place }) =>
      addresses.localitiesOf(place, MOST_LOCALITIES).map((where) => ({ one, where })),
    );
  const near = placed.filter(({ where: { locality } }) => gminy.has(locality.gmina.teryt));
  return (near.length > 0 ? near : placed)
    .slice(0, MOST_ELSEWHERE)
    .map(({ one, where }) => placedStreet(one, where, { before: '', typed }));
}
