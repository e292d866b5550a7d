// Completing names: the last words of what was typed as the beginning of a name, the rest kept before it. Ranked by what is
// held, what kind of place it is and how large. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey, PositionKey } from './completions.ts';
import { foldName } from './fold.ts';
import type { Place } from './place.ts';
import type { Completed } from './prefix-list.ts';
import type { SuggestIndex } from './suggest-index.ts';
import type { Suggested, SuggestPlan } from './suggest-plan.ts';
import { tokenise } from './tokens.ts';
import { type Label, labelsOf } from './vocabulary.ts';

/** Names that are looked at for one beginning: a letter alone begins thousands. */
const MOST_PLACES = 300;
const MOST_STREETS = 60;
/** From the fourth letter on a typo is understood. */
const LEAST_MISSPELT = 4;
/** No name has more words that matter. */
const MOST_WORDS = 6;

type Kind = 'gmina' | 'obreb' | 'locality' | 'street';
const KINDS: readonly Kind[] = ['gmina', 'obreb', 'locality', 'street'];
/** What a word before the name says that it is. */
const ANNOUNCED: ReadonlyMap<Label, readonly Kind[]> = new Map<Label, readonly Kind[]>([
  ['gmina', ['gmina']],
  ['obreb', ['obreb']],
  ['street', ['street']],
  ['locality', ['locality', 'obreb']],
  ['town', ['gmina', 'locality']],
]);

/** The last words of a text, of which the last may be unfinished, and what stands before them. */
interface Fragment {
  readonly before: string;
  readonly typed: string;
  readonly kinds: readonly Kind[];
}

export function suggestNames(
  text: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Pick<SuggestPlan, 'names' | 'wanted' | 'before'> {
  const fragments = fragmentsOf(text);
  for (const find of [findExact, findMisspelt]) {
    for (const fragment of fragments) {
      const found = find(index, fragment);
      const wanted = streetsWanted(fragment, index);
      if (found.length === 0 && wanted.length === 0) continue;
      const context = gminyBefore(fragment.before, index);
      const names = rankNames(found, fragment, index, corpus, context, limit);
      return { names, wanted, before: fragment.before };
    }
  }
  return { names: [], wanted: [], before: '' };
}

/** From all words to the last one alone; labels and numbers begin no name. */
function fragmentsOf(text: string): Fragment[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const fragments: Fragment[] = [];
  for (let from = Math.max(0, words.length - MOST_WORDS); from < words.length; from++) {
    const [first = '', last] = [words[from], words[from - 1]];
    const labels = labelsOf(foldName(first), false).filter((label) => label !== 'unit');
    const isLast = from === words.length - 1;
    if ((labels.length > 0 && !isLast) || /^\d+(?:\/|$)/.test(first)) continue;
    const typed = foldName(words.slice(from).join(' '));
    if (typed === '') continue;
    const kinds = labelsOf(foldName(last ?? ''), false).flatMap((label) => ANNOUNCED.get(label) ?? []);
    // What announces the name is said again with it.
    const before = words.slice(0, kinds.length > 0 ? from - 1 : from).join(' ');
    fragments.push({ before, typed, kinds: kinds.length > 0 ? kinds : KINDS });
  }
  return fragments;
}

type Found = Completed & { readonly isStreet: boolean };

function findExact(index: SuggestIndex, { typed, kinds }: Fragment): Found[] {
  return join(
    kinds.some((kind) => kind !== 'street') ? index.places.find(typed, MOST_PLACES) : [],
    kinds.includes('street') ? index.streets.find(typed, MOST_STREETS) : [],
  );
}

function findMisspelt(index: SuggestIndex, { typed, kinds }: Fragment): Found[] {
  if (typed.length < LEAST_MISSPELT) return [];
  return join(
    kinds.some((kind) => kind !== 'street') ? index.places.findMisspelt(typed, MOST_PLACES) : [],
    kinds.includes('street') ? index.streets.findMisspelt(typed, MOST_STREETS) : [],
  );
}

const join = (places: readonly Completed[], streets: readonly Completed[]): Found[] => [
  ...places.map((one) => ({ ...one, isStreet: false })),
  ...streets.map((one) => ({ ...one, isStreet: true })),
];

/** The gminy of the places before the fragment: "Wiskitki Kam". */
function gminyBefore(before: string, { names }: SuggestIndex): ReadonlySet<string> {
  if (before === '') return new Set();
  const places = names.find(tokenise(before)).flatMap(({ hits }) => hits[0]?.places ?? []);
  return new Set(places.flatMap((place) => ('gmina' in place ? [place.gmina.teryt] : [])));
}

/** Streets of the locality that stands before the fragment; the index does not know which streets lie where. */
function streetsWanted({ before, typed, kinds }: Fragment, { names }: SuggestIndex): CompletionKey[] {
  if (before === '' || !kinds.includes('street')) return [];
  return names
    .find(tokenise(before))
    .flatMap(({ hits }) =>
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
  /** Less is better, the first that differs decides. */
  readonly order: readonly (number | string)[];
}

function rankNames(
  found: readonly Found[],
  fragment: Fragment,
  { names }: SuggestIndex,
  corpus: Corpus,
  context: ReadonlySet<string>,
  limit: number,
): Suggested[] {
  const ranked = found.flatMap(({ name: key, from, isStreet }) => {
    const places = names.placesNamed(key).filter(({ kind }) => (kind === 'street') === isStreet);
    const obreby = new Set(places.flatMap((place) => (place.kind === 'obreb' ? [place.gmina.teryt] : [])));
    return places.flatMap((place): Ranked[] => {
      if (!isKind(place.kind) || !fragment.kinds.includes(place.kind)) return [];
      // The village of an obręb is that obręb.
      if (place.kind === 'locality' && fragment.kinds.includes('obreb') && obreby.has(place.gmina.teryt))
        return [];
      const isInside = 'gmina' in place && context.has(place.gmina.teryt);
      const size = place.kind === 'gmina' ? corpus.admin.obrebyOf(place.gmina.teryt).length : 0;
      const order = [
        Number(!isHeld(place, corpus)),
        Number(context.size > 0 && !isInside),
        Number(key !== fragment.typed),
        KINDS.indexOf(place.kind),
        Number(from > 0),
        -size,
        key.length,
        key,
      ];
      return [{ place, key, from, order }];
    });
  });
  const best = ranked.sort(byOrder).slice(0, limit);
  return best.map(({ place, key, from }) => suggestedOf(place, key, from, fragment, corpus));
}

const isHeld = (place: Place, corpus: Corpus): boolean =>
  place.kind === 'obreb'
    ? corpus.holds(place.obreb.id)
    : !('gmina' in place) || corpus.holdsPartition(place.gmina.powiat);

const isKind = (kind: Place['kind']): kind is Kind => KINDS.some((known) => known === kind);

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
    kind: place.kind as Kind,
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
      const { gmina } = place;
      const [first] = corpus.admin.obrebyOf(gmina.teryt).filter(({ id }) => corpus.holds(id));
      const at = first ? { obreb_id: first.id } : nowhere;
      const held = corpus.holdsPartition(gmina.powiat);
      return {
        lead: 'gmina ',
        label: `gmina ${gmina.name}, powiat ${gmina.powiat_name}`,
        text: `gm. ${gmina.name}`,
        at,
        held,
      };
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
      const held = corpus.holdsPartition(gmina.powiat);
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
