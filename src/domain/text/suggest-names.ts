// Completing names: the last words of what was typed as the beginning of a name, the rest kept before it. Ranked by what is
// held, what kind of place it is and how large. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { PlacedStreet } from './address-places.ts';
import { askGmina } from './ask-gmina.ts';
import type { CompletionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { PrefixTree, Range } from './prefix-tree.ts';
import type { BestName, RankedNames, WantedNames } from './ranked-names.ts';
import type { Span } from './spelling.ts';
import { type Fragment, fragmentsOf, lemmasOfFragment, NAME_KINDS } from './suggest-fragments.ts';
import { placesOfKind, type SuggestIndex } from './suggest-index.ts';
import { gminyOfNames } from './suggest-places.ts';
import { NO_SUGGESTIONS, type SuggestPlan } from './suggest-plan.ts';
import {
  isHeld,
  type NamedPlace,
  NOT_WHOLE,
  OUTSIDE,
  rankOfPlace,
  WORD_INSIDE,
  withoutVillages,
} from './suggest-rank.ts';
import { suggestInRegion } from './suggest-regions.ts';
import { tokenise } from './tokens.ts';

/** From the fourth letter on a typo is understood. */
const LEAST_MISSPELT = 4;

export function suggestNames(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const byInitials = streetsByInitials(text, index, limit);
  if (byInitials.length > 0) return { ...NO_SUGGESTIONS, names: byInitials };
  const fragments = fragmentsOf(text);
  const spansBefore = (before: string) => (before === '' ? NO_SPANS : index.namesIn(before).spans);
  const find = (finder: Finder, fragment: Fragment): SuggestPlan | null => {
    const found = findNames(index, fragment, finder);
    const before = spansBefore(fragment.before);
    const inLocality = streetsWanted(fragment, before);
    if (found.length === 0) return null;
    const ranked = rankNames(found, fragment, index, corpus, gminyNamedBy(before), limit);
    // What lies elsewhere is no next step: only what is announced, or what a place stands before that is not sure, may be anywhere.
    const within = gminyOfNames(before);
    const isElsewhere = ({ place }: RankedPlace) => 'gmina' in place && !within.has(place.gmina.teryt);
    if (within.size > 0 && fragment.kinds === NAME_KINDS && ranked.length > 0 && ranked.every(isElsewhere))
      return inLocality.length > 0 ? { names: [], wanted: inLocality, before: fragment.before } : null;
    // A street alone says nothing of where it is: the localities that have it are shown.
    const names: Suggestion[] = [];
    for (const one of ranked) {
      if (names.length >= limit) break;
      const localities =
        one.place.kind === 'street' && inLocality.length === 0
          ? index.addresses.localitiesOf(one.place, limit - names.length)
          : [];
      for (const placed of localities) names.push(placedStreet(one, placed, fragment));
      if (localities.length === 0) names.push(suggestedOf(one, fragment, index, corpus));
    }
    const wanted = [...inLocality, ...numbersBegun(fragment.before, ranked, corpus)];
    return { names, wanted, before: fragment.before };
  };
  for (const fragment of fragments) {
    // "ul. Sosnowa 3 Wo": a street lies in a locality.
    const streets = fragment.kinds === NAME_KINDS ? spansBefore(fragment.before).filter(isStreet) : [];
    if (streets.length > 0) {
      const names = localitiesOfStreets(streets, fragment, index, corpus, limit);
      if (names.length > 0) return { names, wanted: [], before: fragment.before };
    }
    if (fragment.region !== null) {
      const names = suggestInRegion(fragment, index, corpus, limit);
      if (names.length > 0) return { names, wanted: [], before: fragment.before };
    }
    const plan = find(findExact, fragment);
    if (plan) return plan;
    for (const typed of lemmasOfFragment(fragment, index.names)) {
      const inflected = find(findExact, { ...fragment, typed });
      if (inflected) return inflected;
    }
  }
  for (const fragment of fragments) {
    const plan = find(findMisspelt, fragment);
    if (plan) return plan;
  }
  return NO_SUGGESTIONS;
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
      const fragment = { before: '', typed: '', kinds: NAME_KINDS, region: null };
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
    .map((one) => suggestedOf(one, fragment, index, corpus));
}

/** "dz. 123/ Wola Mro": a number that goes on is completed in the obręb that is. */
function numbersBegun(before: string, [best]: readonly RankedPlace[], corpus: Corpus): CompletionKey[] {
  const [, number] = /(?:^|\s)(\d{1,8})[/-][\s,]*$/u.exec(before) ?? [];
  return number !== undefined && best?.place.kind === 'obreb' && corpus.holds(best.place.obreb.id)
    ? [{ kind: 'parcels', obreb_id: best.place.obreb.id, prefix: `${number}/` }]
    : [];
}

type Finder = (tree: PrefixTree, typed: string) => readonly Range[];

const findExact: Finder = (tree, typed) => {
  const range = tree.find(typed);
  return range.low < range.high ? [range] : [];
};

const findMisspelt: Finder = (tree, typed) => (typed.length < LEAST_MISSPELT ? [] : tree.findMisspelt(typed));

/** Names of one kind that begin so. */
interface FoundNames {
  readonly list: RankedNames;
  readonly ranges: readonly Range[];
}

function findNames({ lists }: SuggestIndex, { typed, kinds }: Fragment, find: Finder): FoundNames[] {
  const found: FoundNames[] = [];
  for (const list of lists) {
    const ranges = kinds.includes(list.kind) ? find(list.tree, typed) : [];
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

interface RankedPlace {
  readonly place: NamedPlace;
  readonly key: string;
  /** The letter where the word begins that was typed. */
  readonly from: number;
  /** Less is better. */
  readonly rank: number;
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

function suggestedOf(
  { place, key, from }: RankedPlace,
  fragment: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
): Suggestion {
  const { lead, label, text, centroid, held } = describe(place, index, corpus);
  return {
    kind: place.kind,
    label,
    match: [markOf(place.name, key, from, fragment, lead.length)],
    q: withBefore(fragment, text),
    gmina_name: place.kind === 'street' ? null : place.gmina.name,
    held,
    centroid,
  };
}

/** A street in one of its localities. */
function placedStreet(
  { place: { name }, key, from }: RankedPlace,
  { locality, centroid }: PlacedStreet,
  fragment: Fragment,
): Suggestion {
  const gmina_name = locality.gmina.name;
  return {
    kind: 'street',
    label: `ul. ${name}, ${locality.name}, gmina ${gmina_name}`,
    match: [markOf(name, key, from, fragment, 'ul. '.length)],
    q: withBefore(fragment, `ul. ${name}, ${locality.name}, gm. ${gmina_name}`),
    gmina_name,
    held: true,
    centroid,
  };
}

/** What was typed before, but for the gmina that is said again with the name. */
function withBefore({ before }: Fragment, text: string): string {
  if (before === '') return text;
  const [, gmina] = /gm\. (.+)$/u.exec(text) ?? [];
  const rest = gmina === undefined ? before : withoutGmina(before, gmina);
  return rest === '' ? text : `${rest} ${text}`;
}

function withoutGmina(before: string, gmina: string): string {
  const [, rest, name = ''] = /^(.*?)(?:(?<!\p{L})gm(?:\.|in\p{L})\s*)?([\p{L}\s-]+),?$/iu.exec(before) ?? [];
  if (rest === undefined) return before;
  const words = name.trim().split(/\s+/);
  for (let from = 0; from < words.length; from++) {
    if (foldName(words.slice(from).join(' ')) !== foldName(gmina)) continue;
    return [rest.trim(), ...words.slice(0, from)]
      .join(' ')
      .replace(/(?:^|\s)gm(?:\.|in\p{L})?$/iu, '')
      .trim();
  }
  return before;
}

/** The letters of a label that were typed; `lead` of them stand before the name. */
function markOf(
  name: string,
  key: string,
  from: number,
  { typed }: Fragment,
  lead: number,
): [number, number] {
  const to = Math.min(key.length, from + typed.length);
  // Most names have as many letters as their keys, each in its place.
  if (name.length === key.length) return [lead + from, lead + to];
  const places = letterPlaces(name);
  return [lead + (places[from] ?? 0), lead + (places[to] ?? name.length)];
}

interface Description {
  readonly label: string;
  /** What to ask for. */
  readonly text: string;
  /** What stands before the name in the label. */
  readonly lead: string;
  readonly held: boolean;
  readonly centroid: Suggestion['centroid'];
}

/** How a place is shown and asked for. */
function describe(place: NamedPlace, index: SuggestIndex, corpus: Corpus): Description {
  const { name } = place;
  const held = isHeld(place, corpus);
  switch (place.kind) {
    case 'gmina': {
      const { gmina } = place;
      const centroid = held ? index.positionOfGmina(gmina, corpus) : null;
      // A district is known by a name of its own.
      if (name !== gmina.name) {
        const [label, text] = [`${name}, gmina ${gmina.name}`, `${name}, gm. ${gmina.name}`];
        return { lead: '', label, text, held, centroid };
      }
      const text = askGmina(gmina, corpus);
      // A town and the gmina around it may bear one name.
      const kind = text.endsWith(gmina.teryt) ? ` (${gmina.kind})` : '';
      const label = `gmina ${name}${kind}, powiat ${gmina.powiat_name}`;
      return { lead: 'gmina ', label, text, held, centroid };
    }
    case 'obreb': {
      const label = `${name}, obręb, gmina ${place.gmina.name}`;
      const text = `obręb ${name}, gm. ${place.gmina.name}`;
      const centroid = held ? index.positionOfObreb(place.obreb.id) : null;
      return { lead: '', label, text, held, centroid };
    }
    case 'locality': {
      const [label, text] = [`${name}, gmina ${place.gmina.name}`, `${name}, gm. ${place.gmina.name}`];
      return { lead: '', label, text, held, centroid: index.addresses.positionOf(place) };
    }
    case 'street': {
      const text = `ul. ${name}`;
      const [first] = index.addresses.localitiesOf(place, 1);
      return { lead: 'ul. ', label: text, text, held, centroid: first?.centroid ?? null };
    }
  }
}

/** Where in a name each letter of its key stands, and behind them where it ends. Signs between two words are one in the key. */
function letterPlaces(name: string): number[] {
  const places: number[] = [];
  let wasBreak = true;
  for (const [at, sign] of [...name].entries()) {
    const letters = foldName(sign).length;
    if (letters > 0 || !wasBreak) for (let one = 0; one < Math.max(1, letters); one++) places.push(at);
    wasBreak = letters === 0;
  }
  return [...places, name.length];
}
