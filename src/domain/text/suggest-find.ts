// One fragment among the names: what is found of it, as far as it may come next behind what was typed before, and what is asked of the store
// beside it. Which fragments are tried, and in which order, is suggest-names.ts. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import type { StreetPlace } from './place.ts';
import type { Range } from './prefix-tree.ts';
import type { BestName, RankedNames, WantedNames } from './ranked-names.ts';
import type { Span } from './spelling.ts';
import { type Finder, findExact } from './suggest-finders.ts';
import { type Fragment, NAME_KINDS } from './suggest-fragments.ts';
import { placesOfKind, type SuggestIndex } from './suggest-index.ts';
import { type VillageLast, villageIn, villageLast } from './suggest-inside.ts';
import { placedStreet, streetHere, suggestedOf } from './suggest-labels.ts';
import { type CompletedName, checksOf, isNamed, isNext, keysBehind, numberTold } from './suggest-next.ts';
import { suggestObreby } from './suggest-obreby.ts';
import { gminyOfNames, namesPlaces } from './suggest-places.ts';
import type { SuggestPlan } from './suggest-plan.ts';
import {
  byPlaceRank,
  NOT_WHOLE,
  OUTSIDE,
  type RankedPlace,
  rankOfPlace,
  WORD_INSIDE,
  withoutVillages,
} from './suggest-rank.ts';
import {
  isBehindInitials,
  MOST_LOCALITIES,
  streetsElsewhere,
  streetsInside,
  streetsWanted,
} from './suggest-streets.ts';

/** Fewer letters begin too many streets. */
const LEAST_ELSEWHERE = 4;

const NO_SPANS: readonly Span[] = [];

export const spansBefore = (before: string, index: SuggestIndex): readonly Span[] =>
  before === '' ? NO_SPANS : index.namesIn(before).spans;

/** Null where nothing is found. */
export function findFragment(
  finder: Finder,
  fragment: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): SuggestPlan | null {
  const found = findNames(index, fragment, finder);
  if (found.length === 0) return null;
  const before = spansBefore(fragment.before, index);
  const inLocality = streetsWanted(fragment, before);
  const within = gminyOfNames(before);
  const told = fragment.before === '' ? null : numberTold(index.namesIn(fragment.before).tokens);
  // "96-315 Mi": the postcode says where, as a place would.
  const [postcode = null] = /(?<!\d)\d{2}-\d{3}(?!\d)/.exec(fragment.before) ?? [];
  const { postal } = index.names;
  const outside = postal.gminyOutside(postcode);
  const named = gminyNamedBy(before);
  const gminy = named.size > 0 || postcode === null ? named : postal.gminyInside(postcode);
  const mayBeStreet = finder === findExact && (told === null || told.kind === 'any');
  const best = rankNames(found, fragment, index, corpus, gminy, finder.looksAt * limit);
  // The store tells whether the place before has the street; if not, it is offered where it is.
  const isElse = finder === findExact && inLocality.length > 0 && fragment.typed.length >= LEAST_ELSEWHERE;
  const otherwise = isElse ? streetsElsewhere(best, fragment.typed, within, index) : [];
  const ranked = [
    ...best.filter(
      (one) =>
        finder.isLikely(one, fragment, corpus) &&
        isNext(one, fragment, before, told, inLocality.length > 0) &&
        !('gmina' in one.place && outside.has(one.place.gmina.teryt)),
    ),
    ...(mayBeStreet ? streetsInside(fragment, before, index, corpus) : []),
  ];
  // What lies elsewhere is no next step: only what is announced, or what a place stands before that is not sure, may be anywhere.
  const isElsewhere = ({ place }: RankedPlace) => 'gmina' in place && !within.has(place.gmina.teryt);
  const mayBind = within.size > 0 && fragment.kinds === NAME_KINDS && ranked.length > 0;
  if (mayBind && ranked.every(isElsewhere) && namesPlaces(index.namesIn(fragment.before), corpus))
    return inLocality.length > 0
      ? { names: [], wanted: inLocality, before: fragment.before, otherwise }
      : null;
  // A street alone says nothing of where it is: the localities that have it are shown.
  const streetsOf = (one: RankedPlace, place: StreetPlace, most: number): CompletedName[] =>
    index.addresses
      .localitiesOf(place, within.size + outside.size > 0 ? MOST_LOCALITIES : most)
      .filter(({ locality }) => within.size === 0 || within.has(locality.gmina.teryt))
      .filter(({ locality }) => !outside.has(locality.gmina.teryt))
      .filter(({ locality }) => inLocality.length === 0 || isNamed(locality, before))
      .slice(0, most)
      .map((street) => {
        const name =
          inLocality.length > 0 ? streetHere(one, street, fragment) : placedStreet(one, street, fragment);
        const isWhole = one.key === fragment.typed;
        return { name, place, key: one.key, isWhole, before: fragment.before, locality: street.locality };
      });
  const hasGmina = ranked.some(({ place }) => place.kind === 'gmina');
  const last = hasGmina && fragment.before !== '' ? villageLast(fragment.before, index) : null;
  const completed: CompletedName[] = [];
  for (const one of ranked) {
    const room = limit - completed.length;
    if (room <= 0) break;
    if (one.place.kind === 'street') completed.push(...streetsOf(one, one.place, room));
    else completed.push(placeOrVillage(one, last, fragment, index, corpus));
  }
  // The store knows streets by their first letters only.
  const streets = fragment.initials.length > 0 ? [] : inLocality;
  const wanted = [...streets, ...numbersBegun(fragment.before, ranked, corpus)];
  if (completed.length === 0 && wanted.length === 0) return null;
  const goesOn = finder === findExact && fragment.goesOn && told === null;
  const next = goesOn ? [...housesOf(streets), ...keysBehind(completed)] : [];
  // "gm. Lesznowola ": its obręby.
  const [only] = completed;
  const obreby =
    goesOn && next.length === 0 && only?.isWhole && only.name.held && only.place.kind === 'gmina'
      ? suggestObreby(new Set([only.place.gmina]), () => true, '', index, corpus, limit)
      : [];
  return {
    names: [...completed.map(({ name }) => name), ...obreby],
    wanted,
    before: fragment.before,
    checks: checksOf(completed, index, corpus),
    next,
    otherwise,
  };
}

/** "Piaseczno Słoneczna ": the houses of the street, if there is one of that name. */
const housesOf = (streets: readonly CompletionKey[]): CompletionKey[] =>
  streets.flatMap((key): CompletionKey[] =>
    key.kind === 'streets' ? [{ ...key, kind: 'houses', street: key.prefix, prefix: '' }] : [],
  );

/** A place as it is found; of a gmina behind one of its villages that village. */
function placeOrVillage(
  one: RankedPlace,
  last: VillageLast | null,
  fragment: Fragment,
  index: SuggestIndex,
  corpus: Corpus,
): CompletedName {
  const { place, key, from } = one;
  const { before, typed } = fragment;
  const village =
    place.kind === 'gmina' && last ? villageIn(place.gmina, last, { from, typed }, index, corpus) : null;
  const isWhole = key === typed;
  if (village) return { ...village, isWhole };
  return { name: suggestedOf(one, fragment, index, corpus), place, key, isWhole, before, locality: null };
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

/** The gminy of the places before the fragment: "Wiskitki Kam". */
function gminyNamedBy(before: readonly Span[]): ReadonlySet<string> {
  const places = before.flatMap(({ hits }) => hits[0]?.places ?? []);
  return new Set(places.flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])));
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
  const { typed, initials } = fragment;
  const isMeant = (key: string, from: number) => isBehindInitials(key, from, initials);
  const wanted: WantedNames = {
    typed,
    limit,
    withVillages,
    ...(initials.length > 0 ? { isMeant } : {}),
  };
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
    if (inside.length > 0) return inside.sort(byPlaceRank).slice(0, limit);
  }
  let best: BestName[] = [];
  for (const { list, ranges } of found) {
    // Of the next kind only what comes before the last of those that are found.
    const more = list.best(ranges, wanted, best[limit - 1]?.order);
    if (more.length > 0) best = [...best, ...more].sort((a, b) => a.order - b.order).slice(0, limit);
  }
  return best.flatMap(placesOf).sort(byPlaceRank).slice(0, limit);
}
