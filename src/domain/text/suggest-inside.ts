// A village with its gmina behind it: "Kamionka, Wisk" is Kamionka in the gmina Wiskitki, not that gmina. Pure.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { foldName } from './fold.ts';
import { lemmasOfFragment, MOST_WORDS, withoutJoints } from './suggest-fragments.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { markOf, suggestedOf } from './suggest-labels.ts';
import { type CompletedName, isStreet } from './suggest-next.ts';
import type { NamedPlace, RankedPlace } from './suggest-rank.ts';
import { tokenise } from './tokens.ts';
import { labelsOf } from './vocabulary.ts';

type Village = Extract<NamedPlace, { kind: 'obreb' | 'locality' }>;

/** The village that a text ends with. */
export interface VillageLast {
  readonly key: string;
  /** All that bear its name. */
  readonly villages: readonly Village[];
  /** What stands before it. */
  readonly before: string;
}

/** As it is written, or in another case: "w Kamionce". */
export function villageLast(text: string, index: SuggestIndex): VillageLast | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  for (let from = Math.max(0, words.length - MOST_WORDS); from < words.length; from++) {
    const typed = foldName(words.slice(from).join(' '));
    if (typed === '') continue;
    const key = [typed, ...lemmasOfFragment({ typed }, index.names)].find(
      (form) => villagesNamed(form, index).length > 0,
    );
    if (key === undefined) continue;
    const labels = labelsOf(foldName(words[from - 1] ?? ''), false);
    const isObreb = labels.includes('obreb');
    const isAnnounced = isObreb || labels.includes('locality');
    const villages = villagesNamed(key, index).filter(({ kind }) => kind === 'obreb' || !isObreb);
    const before = withoutJoints(words.slice(0, isAnnounced ? from - 1 : from)).join(' ');
    return { key, villages, before };
  }
  return null;
}

const villagesNamed = (key: string, { names }: SuggestIndex): Village[] =>
  names
    .placesNamed(key)
    .filter((place): place is Village => place.kind === 'obreb' || place.kind === 'locality');

/** The village in a gmina, shown with the letters of both that were typed; null where there is none of its name. */
export function villageIn(
  gmina: Gmina,
  { key, villages, before }: VillageLast,
  { from, typed }: { readonly from: number; readonly typed: string },
  index: SuggestIndex,
  corpus: Corpus,
): Omit<CompletedName, 'isWhole'> | null {
  const inside = villages.filter((place) => place.gmina.teryt === gmina.teryt);
  // A street lies in the locality; of an obręb and its village else the obręb is meant.
  const isOfStreet = before !== '' && index.namesIn(before).spans.some(isStreet);
  const isBetter = ({ kind }: Village) => (kind === 'locality') === isOfStreet;
  const place = inside.find(isBetter) ?? inside[0];
  if (!place) return null;
  const name = suggestedOf({ place, key, from: 0, rank: 0 }, { before, typed: key }, index, corpus);
  const lead = name.label.length - gmina.name.length;
  const marks = typed === '' ? [] : [markOf(gmina.name, foldName(gmina.name), from, typed, lead)];
  return { name: { ...name, match: [...name.match, ...marks] }, place, key, before, locality: null };
}

/** "Kamionka gm. ": the place in each gmina that has it. */
export function gminyOfPlace(
  place: string,
  index: SuggestIndex,
  corpus: Corpus,
  limit: number,
): Suggestion[] {
  const text = place.replace(/[\s,]+$/u, '');
  const last = villageLast(text, index);
  const gminy = index.names
    .find(tokenise(place))
    .flatMap(({ hits: [hit] }) => hit?.places.flatMap((one) => ('gmina' in one ? [one.gmina] : [])) ?? []);
  return [...new Set(gminy)].slice(0, limit).map((gmina) => {
    const village = last && villageIn(gmina, last, { from: 0, typed: '' }, index, corpus);
    if (village) return village.name;
    const ranked: RankedPlace = {
      place: { kind: 'gmina', name: gmina.name, gmina },
      key: foldName(gmina.name),
      from: 0,
      rank: 0,
    };
    return { ...suggestedOf(ranked, { before: text, typed: '' }, index, corpus), match: [] };
  });
}
