// Completing names: the last words of what was typed as the beginning of a name, the rest kept before it. Ranked by what is
// held, what kind of place it is and how large. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import { askGmina } from './ask-gmina.ts';
import type { CompletionKey, PositionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { NameIndex } from './name-index.ts';
import type { Place } from './place.ts';
import type { Completed, PrefixList } from './prefix-list.ts';
import type { Span } from './spelling.ts';
import {
  type Fragment,
  fragmentsOf,
  isNameKind,
  lemmasOfFragment,
  NAME_KINDS,
  type NameKind,
} from './suggest-fragments.ts';
import type { RankedList, SuggestIndex } from './suggest-index.ts';
import { NO_SUGGESTIONS, type Suggested, type SuggestPlan } from './suggest-plan.ts';
import { allNames, bestNames, type FoundNames, isHeld, sizeOf, withoutVillages } from './suggest-rank.ts';
import { suggestInRegion } from './suggest-regions.ts';
import { tokenise } from './tokens.ts';

/** Names that are looked at for one beginning: a letter alone begins thousands. */
const MOST_PLACES = 300;
const MOST_STREETS = 60;
/** From the fourth letter on a typo is understood. */
const LEAST_MISSPELT = 4;
export function suggestNames(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const fragments = fragmentsOf(text);
  const spansBefore = memoisedSpans(index.names);
  const find = (finder: Finder, fragment: Fragment) => {
    const found = findNames(index, fragment, finder);
    const before = spansBefore(fragment.before);
    const inLocality = streetsWanted(fragment, before);
    if (found.length === 0 && inLocality.length === 0) return null;
    const context = gminyNamedBy(before);
    const ranked = rankNames(found, fragment, index, corpus, context, limit);
    // A street alone says nothing of where it is: the localities that have it are shown.
    const spread =
      inLocality.length > 0 ? [] : ranked.filter(({ kind }) => kind === 'street').slice(0, MOST_SPREAD);
    const spreads = new Map(
      spread.map((one) => [one, { kind: 'places', street: streetOf(one), prefix: fragment.typed } as const]),
    );
    const wanted = [
      ...inLocality,
      ...spreads.values(),
      ...numbersBegun(fragment.before, found.length > 0 ? ranked : []),
    ];
    return { names: ranked, spreads, wanted, before: fragment.before };
  };
  for (const fragment of fragments) {
    // "ul. Sosnowa 3 Wo": a street lies in a locality.
    const isOfStreet = fragment.kinds === NAME_KINDS && spansBefore(fragment.before).some(isStreet);
    const inLocality = isOfStreet ? find(findExact, { ...fragment, kinds: ['locality'] }) : null;
    if (inLocality && inLocality.names.length > 0) return inLocality;
    if (fragment.region !== null) {
      const names = suggestInRegion(fragment, corpus, limit);
      if (names.length > 0) return { names, spreads: new Map(), wanted: [], before: fragment.before };
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

/** "dz. 123/ Wola Mro": a number that goes on is completed in the obręb that is. */
function numbersBegun(before: string, [best]: readonly Suggested[]): CompletionKey[] {
  const [, number] = /(?:^|\s)(\d{1,8})[/-][\s,]*$/u.exec(before) ?? [];
  const at = best?.kind === 'obreb' ? best.at : null;
  return number !== undefined && at !== null && 'obreb_id' in at
    ? [{ kind: 'parcels', obreb_id: at.obreb_id, prefix: `${number}/` }]
    : [];
}

/** Streets whose localities are looked up. */
const MOST_SPREAD = 3;

const streetOf = ({ at }: Suggested): string =>
  at !== null && !Array.isArray(at) && 'street' in at ? at.street : '';

type Finder = (list: PrefixList, typed: string, most: number) => readonly Completed[];

const findExact: Finder = (list, typed, most) => list.find(typed, most);

const findMisspelt: Finder = (list, typed, most) =>
  typed.length < LEAST_MISSPELT ? [] : list.findMisspelt(typed, most);

function findNames(
  { places, streets }: SuggestIndex,
  { typed, kinds }: Fragment,
  find: Finder,
): FoundNames[] {
  const found: FoundNames[] = [];
  const add = (ranked: RankedList, most: number) => {
    const names = find(ranked.list, typed, most);
    if (names.length > 0) found.push({ ...ranked, found: names });
  };
  if (kinds.some((kind) => kind !== 'street')) add(places, MOST_PLACES);
  if (kinds.includes('street')) add(streets, MOST_STREETS);
  return found;
}

/** What is named before a fragment; asked for once by each way of reading it. */
function memoisedSpans(names: NameIndex): (before: string) => readonly Span[] {
  const known = new Map<string, readonly Span[]>([['', []]]);
  return (before) => {
    const spans = known.get(before) ?? names.find(tokenise(before));
    known.set(before, spans);
    return spans;
  };
}

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

interface Ranked {
  readonly place: Place;
  readonly key: string;
  readonly from: number;
  /** In the gmina of a place that stands before it. */
  readonly isInside: boolean;
  /** Less is better, the first that differs decides. */
  readonly order: readonly (number | string)[];
}

function rankNames(
  found: readonly FoundNames[],
  fragment: Fragment,
  { names, streets }: SuggestIndex,
  corpus: Corpus,
  context: ReadonlySet<string>,
  limit: number,
): Suggested[] {
  // Where kinds are told, or a place before the name, the ranks of all names do not hold.
  const isPlain = context.size === 0 && fragment.kinds === NAME_KINDS;
  const looked = isPlain ? bestNames(found, fragment.typed, limit) : allNames(found);
  const ranked = looked.flatMap(({ key, from, list }) => {
    const isStreet = list === streets.list;
    const named = names.placesNamed(key).filter(({ kind }) => (kind === 'street') === isStreet);
    const places = fragment.kinds.includes('obreb') ? withoutVillages(named) : named;
    return places.flatMap((place): Ranked[] => {
      if (!isNameKind(place.kind) || !fragment.kinds.includes(place.kind)) return [];
      const isInside = 'gmina' in place && context.has(place.gmina.teryt);
      const order = [
        Number(!isHeld(place, corpus)),
        Number(context.size > 0 && !isInside),
        Number(key !== fragment.typed),
        NAME_KINDS.indexOf(place.kind),
        Number(from > 0),
        -sizeOf(place, corpus),
        key.length,
        key,
      ];
      return [{ place, key, from, isInside, order }];
    });
  });
  // Beside a place of another gmina a name says nothing.
  const inside =
    context.size > 0 ? ranked.filter(({ isInside, place }) => isInside || !('gmina' in place)) : ranked;
  const best = (inside.length > 0 ? inside : ranked).sort(byOrder).slice(0, limit);
  return best.map(({ place, key, from }) => suggestedOf(place, key, from, fragment, corpus));
}

function byOrder({ order: a }: Ranked, { order: b }: Ranked): number {
  for (const [at, mine] of a.entries()) {
    const other = b[at] ?? 0;
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return 0;
}

function suggestedOf(
  place: Place,
  key: string,
  from: number,
  { before, typed }: Fragment,
  corpus: Corpus,
): Suggested {
  const { label, text, at, held, lead } = describe(place, key, corpus);
  const places = letterPlaces(place.name);
  const [start, end] = [
    places[from] ?? 0,
    places[Math.min(key.length, from + typed.length)] ?? place.name.length,
  ];
  return {
    kind: place.kind as NameKind,
    label,
    match: [[lead.length + start, lead.length + end]],
    q: before === '' ? text : `${before} ${text}`,
    gmina_name: 'gmina' in place ? place.gmina.name : null,
    held,
    at,
  };
}

/** How a place is shown and asked for; `lead` stands before its name in the label. */
function describe(place: Place, key: string, corpus: Corpus) {
  const nowhere: PositionKey | null = null;
  switch (place.kind) {
    case 'gmina': {
      const { gmina, name } = place;
      const [first] = corpus.admin.obrebyOf(gmina.teryt).filter(({ id }) => corpus.holds(id));
      const held = corpus.holdsGmina(gmina);
      const at = held && first ? { obreb_id: first.id } : nowhere;
      // A district is known by a name of its own.
      if (name !== gmina.name)
        return {
          lead: '',
          label: `${name}, gmina ${gmina.name}`,
          text: `${name}, gm. ${gmina.name}`,
          at,
          held,
        };
      const text = askGmina(gmina, corpus);
      // A town and the gmina around it may bear one name.
      const kind = text.endsWith(gmina.teryt) ? ` (${gmina.kind})` : '';
      const label = `gmina ${name}${kind}, powiat ${gmina.powiat_name}`;
      return { lead: 'gmina ', label, text, at, held };
    }
    case 'obreb': {
      const { obreb, gmina, name } = place;
      const held = corpus.holds(obreb.id);
      const at = held ? { obreb_id: obreb.id } : nowhere;
      return {
        lead: '',
        label: `${name}, obręb, gmina ${gmina.name}`,
        text: `obręb ${name}, gm. ${gmina.name}`,
        at,
        held,
      };
    }
    case 'locality': {
      const { gmina, name } = place;
      const at = { gmina: gmina.teryt, locality: key };
      const held = corpus.holdsGmina(gmina);
      return {
        lead: '',
        label: `${name}, gmina ${gmina.name}`,
        text: `${name}, gm. ${gmina.name}`,
        at,
        held,
      };
    }
    default:
      return {
        lead: 'ul. ',
        label: `ul. ${place.name}`,
        text: `ul. ${place.name}`,
        at: { street: key },
        held: true,
      };
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
