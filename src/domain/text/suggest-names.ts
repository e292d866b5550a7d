// Completing names: the last words of what was typed as the beginning of a name, the rest kept before it. Ranked by what is
// held, what kind of place it is and how large. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { Range } from './prefix-tree.ts';
import type { BestName, RankedNames, WantedNames } from './ranked-names.ts';
import type { Span } from './spelling.ts';
import { type Finder, findCut, findExact, findMisspelt } from './suggest-finders.ts';
import {
  type Fragment,
  fragmentsOf,
  lemmasOfBegunFragment,
  lemmasOfFragment,
  NAME_KINDS,
  type NameKind,
} from './suggest-fragments.ts';
import { isLabelBegun, mayBeMisspelt } from './suggest-guesses.ts';
import { placesOfKind, type SuggestIndex } from './suggest-index.ts';
import { placedStreet, streetHere, suggestedOf } from './suggest-labels.ts';
import { checksOf, isNamed, isNext, localitiesNamed, numberTold } from './suggest-next.ts';
import { gminyOfNames, namesPlaces } from './suggest-places.ts';
import { NO_SUGGESTIONS, type SuggestPlan } from './suggest-plan.ts';
import {
  NOT_WHOLE,
  OUTSIDE,
  type RankedPlace,
  rankOfPlace,
  WORD_INSIDE,
  withoutVillages,
} from './suggest-rank.ts';
import { suggestInRegion } from './suggest-regions.ts';
import { tokenise } from './tokens.ts';

/** A space at the end of the text says that its last word is whole. */
export function suggestNames(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const byInitials = streetsByInitials(text.trim(), index, limit);
  if (byInitials.length > 0) return { ...NO_SUGGESTIONS, names: byInitials };
  const fragments = fragmentsOf(text, (words) => index.names.placesNamed(words).length > 0);
  const spansBefore = (before: string) => (before === '' ? NO_SPANS : index.namesIn(before).spans);
  const find = (finder: Finder, fragment: Fragment): SuggestPlan | null => {
    const found = findNames(index, fragment, finder);
    const before = spansBefore(fragment.before);
    const inLocality = streetsWanted(fragment, before);
    if (found.length === 0) return null;
    const within = gminyOfNames(before);
    const told = numberTold(fragment.before);
    // "96-315 Mi": the postcode says where, as a place would.
    const [postcode = null] = /(?<!\d)\d{2}-\d{3}(?!\d)/.exec(fragment.before) ?? [];
    const { postal } = index.names;
    const outside = postal.gminyOutside(postcode);
    const named = gminyNamedBy(before);
    const gminy = named.size > 0 || postcode === null ? named : postal.gminyInside(postcode);
    const ranked = [
      ...rankNames(found, fragment, index, corpus, gminy, finder.looksAt * limit).filter(
        (one) =>
          finder.isLikely(one, fragment, corpus) &&
          isNext(one, fragment, before, told, inLocality.length > 0) &&
          !('gmina' in one.place && outside.has(one.place.gmina.teryt)),
      ),
      ...(finder === findExact && told === null ? streetsInside(fragment, before, index, corpus) : []),
    ];
    // What lies elsewhere is no next step: only what is announced, or what a place stands before that is not sure, may be anywhere.
    const isElsewhere = ({ place }: RankedPlace) => 'gmina' in place && !within.has(place.gmina.teryt);
    const mayBind = within.size > 0 && fragment.kinds === NAME_KINDS && ranked.length > 0;
    if (mayBind && ranked.every(isElsewhere) && namesPlaces(index.namesIn(fragment.before), corpus))
      return inLocality.length > 0 ? { names: [], wanted: inLocality, before: fragment.before } : null;
    // A street alone says nothing of where it is: the localities that have it are shown.
    const names: Suggestion[] = [];
    for (const one of ranked) {
      if (names.length >= limit) break;
      if (one.place.kind === 'street') {
        const most = within.size + outside.size > 0 ? MOST_LOCALITIES : limit - names.length;
        const placed = index.addresses
          .localitiesOf(one.place, most)
          .filter(({ locality }) => within.size === 0 || within.has(locality.gmina.teryt))
          .filter(({ locality }) => !outside.has(locality.gmina.teryt))
          .filter(({ locality }) => inLocality.length === 0 || isNamed(locality, before));
        for (const street of placed.slice(0, limit - names.length))
          names.push(
            inLocality.length > 0 ? streetHere(one, street, fragment) : placedStreet(one, street, fragment),
          );
      } else names.push(suggestedOf(one, fragment, index, corpus));
    }
    const wanted = [...inLocality, ...numbersBegun(fragment.before, ranked, corpus)];
    if (names.length === 0 && wanted.length === 0) return null;
    const checks = told === null ? [] : checksOf(names, ranked, told, corpus);
    return { names, wanted, before: fragment.before, checks };
  };
  let notHeld: SuggestPlan | null = null;
  for (const written of fragments) {
    // What is completed already by names that are not held goes on only behind a name as it is written.
    if (notHeld && !index.names.hasNameIn(index.namesIn(written.before).tokens)) continue;
    // "dom 36 Mro": a house stands in a locality.
    const fragment = isOfHouse(written) ? { ...written, kinds: HOUSE_KINDS } : written;
    // "ul. Sosnowa 3 Wo": a street lies in a locality.
    const streets =
      fragment.kinds === NAME_KINDS || fragment.kinds === HOUSE_KINDS
        ? spansBefore(fragment.before).filter(isStreet)
        : [];
    if (streets.length > 0) {
      const names = localitiesOfStreets(streets, fragment, index, corpus, limit);
      if (names.length > 0) return { names, wanted: [], before: fragment.before };
      // "Akacjowa 15, Ł": only a locality that has it comes next.
      if (/\d/.test(fragment.before) && !mayBeMisspelt(fragment)) return NO_SUGGESTIONS;
    }
    if (fragment.region !== null) {
      const names = suggestInRegion(fragment, index, corpus, limit);
      if (names.length > 0) return { names, wanted: [], before: fragment.before };
    }
    const plan = find(findExact, fragment);
    // "Kamionka W": what is held comes before the longer name of a gmina that is not.
    if (plan && hasHeld(plan)) return withLast(plan, notHeld);
    notHeld ??= plan;
    if (isLabelBegun(fragment)) continue;
    for (const typed of lemmasOfFragment(fragment, index.names)) {
      const inflected = find(findExact, { ...fragment, typed });
      // "dobra": as it is written it is a name as well.
      if (inflected && (notHeld !== plan || plan === null)) return inflected;
      if (inflected && plan && hasHeld(inflected)) return heldFirst(inflected, plan);
    }
  }
  // "Chylicac": the case of a name that is not typed to its end.
  for (const fragment of fragments) {
    if (fragment.isFinished || isLabelBegun(fragment)) continue;
    for (const typed of lemmasOfBegunFragment(fragment, index.names)) {
      const inflected = find(findExact, { ...fragment, typed, isFinished: true });
      if (inflected && (notHeld === null || hasHeld(inflected))) return withLast(inflected, notHeld);
    }
  }
  if (notHeld) return notHeld;
  for (const finder of [findCut, findMisspelt])
    for (const fragment of fragments) {
      const plan = find(finder, fragment);
      if (plan) return plan;
    }
  return NO_SUGGESTIONS;
}

const hasHeld = ({ wanted, names }: SuggestPlan): boolean =>
  wanted.length > 0 || names.some(({ held }) => held);

/** What is held of the first, then all of the second. */
const heldFirst = (first: SuggestPlan, second: SuggestPlan): SuggestPlan => ({
  ...first,
  names: [...first.names.filter(({ held }) => held), ...second.names],
});

const withLast = (plan: SuggestPlan, last: SuggestPlan | null): SuggestPlan =>
  last ? { ...plan, names: [...plan.names, ...last.names] } : plan;

/** What a house may be completed by. */
const HOUSE_KINDS: readonly NameKind[] = ['locality'];

const isOfHouse = ({ before, kinds }: Fragment): boolean =>
  kinds === NAME_KINDS && numberTold(before)?.kind === 'house';

/** Streets of the locality before, by a word inside of their names: "Łazy Kon" → Marii Konopnickiej. */
function streetsInside(
  { typed, kinds }: Fragment,
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
      return from === 0 ? [] : [{ place, key, from, rank: rankOfPlace(key, place, corpus) + WORD_INSIDE }];
    })
    .sort(byRank);
}

/** "Kamionka gm. ": the gminy that have the place. */
export function gminyOfPlace(
  place: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const gminy = index.names
    .find(tokenise(place))
    .flatMap(({ hits: [hit] }) => hit?.places.flatMap((one) => ('gmina' in one ? [one.gmina] : [])) ?? []);
  const fragment = { before: place.replace(/[\s,]+$/u, ''), typed: '' };
  return [...new Set(gminy)].slice(0, limit).map((gmina) => ({
    ...suggestedOf(
      { place: { kind: 'gmina', name: gmina.name, gmina }, key: foldName(gmina.name), from: 0, rank: 0 },
      fragment,
      index,
      corpus,
    ),
    match: [],
  }));
}

const isStreet = ({ hits: [hit] }: Span): boolean =>
  hit?.places.every(({ kind }) => kind === 'street') === true;

/** Most of what is typed ends so. Initials do not: they are capitals, have dots or end with a numeral ("jpii"). */
const SMALL_LETTER_LAST = /[a-hj-uwyząćęłńóśźż]$/;

/** "JP II", "JPII": the text, or its end, as the initials of a street, in the locality that stands before. */
function streetsByInitials(text: string, { names, addresses }: SuggestIndex, limit: number): Suggestion[] {
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
const MOST_LOCALITIES = 2_000;

/** Of the localities that have the street, those that begin so. */
function localitiesOfStreets(
  streets: readonly Span[],
  fragment: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] {
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
  return begun
    .sort(byRank)
    .slice(0, limit)
    .map((one) =>
      suggestedOf(one, { ...fragment, before: spelledOut(fragment.before, streets) }, index, corpus),
    );
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

/** "dz. 123/ Wola Mro": a number that goes on is completed in the obręb that is. */
function numbersBegun(before: string, [best]: readonly RankedPlace[], corpus: Corpus): CompletionKey[] {
  const [, number] = /(?:^|\s)(\d{1,8})[/-][\s,]*$/u.exec(before) ?? [];
  return number !== undefined && best?.place.kind === 'obreb' && corpus.holds(best.place.obreb.id)
    ? [{ kind: 'parcels', obreb_id: best.place.obreb.id, prefix: `${number}/` }]
    : [];
}

/** Names of one kind that begin so. */
interface FoundNames {
  readonly list: RankedNames;
  readonly ranges: readonly Range[];
}

function findNames({ lists }: SuggestIndex, fragment: Fragment, { rangesIn }: Finder): FoundNames[] {
  const found: FoundNames[] = [];
  for (const list of lists) {
    const ranges = fragment.kinds.includes(list.kind) ? rangesIn(list.tree, fragment) : [];
    if (ranges.length > 0) found.push({ list, ranges });
  }
  return found;
}

const NO_SPANS: readonly Span[] = [];

/** The gminy of the places before the fragment: "Wiskitki Kam". */
function gminyNamedBy(before: readonly Span[]): ReadonlySet<string> {
  const places = before.flatMap(({ hits }) => hits[0]?.places ?? []);
  return new Set(places.flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])));
}

/** Streets of the locality that stands before the fragment; the index does not know which streets lie where. */
function streetsWanted({ typed, kinds }: Fragment, before: readonly Span[]): CompletionKey[] {
  if (!kinds.includes('street')) return [];
  return before.flatMap(({ hits }) =>
    (hits[0]?.places ?? []).flatMap((place): CompletionKey[] =>
      place.kind === 'locality'
        ? [{ kind: 'streets', gmina: place.gmina.teryt, locality: hits[0]?.key ?? '', prefix: typed }]
        : [],
    ),
  );
}

/** The first places; each of the names that come first may be borne by several. */
function rankNames(
  found: readonly FoundNames[],
  fragment: Fragment,
  { names }: SuggestIndex,
  corpus: Corpus,
  gminy: ReadonlySet<string>,
  limit: number,
): RankedPlace[] {
  const withVillages = !fragment.kinds.includes('obreb');
  const wanted: WantedNames = { typed: fragment.typed, limit, withVillages };
  const placesOf = ({ key, places, hasVillages, from }: BestName): RankedPlace[] => {
    const shown = hasVillages ? placesOfKind(withoutVillages(names.placesNamed(key)), 'locality') : places;
    return shown.map((place) => ({
      place,
      key,
      from,
      rank:
        rankOfPlace(key, place, corpus) +
        (from > 0 ? WORD_INSIDE : 0) -
        (key === fragment.typed ? NOT_WHOLE : 0) +
        (place.kind === 'street' && gminy.size > 0 ? OUTSIDE : 0),
    }));
  };
  // Beside a place of another gmina a name says nothing; which gmina a street lies in is not known here.
  if (gminy.size > 0) {
    const inside = found
      .flatMap(({ list, ranges }) =>
        list.kind === 'street' ? list.best(ranges, wanted) : list.bestIn(gminy, ranges, wanted),
      )
      .flatMap(placesOf)
      .filter(({ place }) => place.kind === 'street' || gminy.has(place.gmina.teryt));
    if (inside.length > 0) return inside.sort(byRank).slice(0, limit);
  }
  let best: BestName[] = [];
  for (const { list, ranges } of found) {
    // Of the next kind only what comes before the last of those that are found.
    const more = list.best(ranges, wanted, best[limit - 1]?.order);
    if (more.length > 0) best = [...best, ...more].sort((a, b) => a.order - b.order).slice(0, limit);
  }
  return best.flatMap(placesOf).sort(byRank).slice(0, limit);
}

const byRank = (a: RankedPlace, b: RankedPlace): number =>
  a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
