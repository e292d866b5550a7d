// The last words of what is being typed, as the beginning of a name: from all of them to the last one alone, as they stand and out of
// another case ("Woli Mrok" → "wola mrok"). What stands before them is kept. Pure.

import { foldName } from './fold.ts';
import { lemmasOf, lemmasOfBegun } from './inflection.ts';
import type { NameIndex } from './name-index.ts';
import { dayOfStreet } from './number-words.ts';
import type { Place } from './place.ts';
import { isMonthBegun, type Label, labelsOf, NO_LABELS } from './vocabulary.ts';

/** No name has more words that matter. */
const MOST_WORDS = 6;
/** Readings of declined words that are looked up. */
const MOST_LEMMAS = 12;

export type NameKind = 'gmina' | 'obreb' | 'locality' | 'street';
export const NAME_KINDS: readonly NameKind[] = ['gmina', 'obreb', 'locality', 'street'];
export const isNameKind = (kind: Place['kind']): kind is NameKind =>
  NAME_KINDS.some((known) => known === kind);

/** What a word before the name says that it is. */
const ANNOUNCED: ReadonlyMap<Label, readonly NameKind[]> = new Map<Label, readonly NameKind[]>([
  ['gmina', ['gmina']],
  ['obreb', ['obreb']],
  ['street', ['street']],
  ['locality', ['locality', 'obreb']],
  ['district', ['gmina']],
  ['town', ['gmina', 'locality']],
]);

/** The last words of a text, of which the last may be unfinished, and what stands before them. */
export interface Fragment {
  readonly before: string;
  readonly typed: string;
  readonly kinds: readonly NameKind[];
  /** "powiat pia", "woj. maz": the name of what lies around the places that are meant. */
  readonly region: 'powiat' | 'voivodeship' | null;
  /** A label before it says that it is a name. */
  readonly isAnnounced: boolean;
  readonly isCapital: boolean;
  /** A space or a comma stands behind the last word. */
  readonly isFinished: boolean;
}

/**
 * From all words to the last one alone; labels begin no name, and numbers only with a word behind: "3 Maja". `isName` says whether
 * folded words are a name: in "Nowa Wieś S" nothing announces a village.
 */
export function fragmentsOf(text: string, isName: (words: string) => boolean): Fragment[] {
  const isFinished = /[\s,;]$/u.test(text);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const folded = words.map(foldName);
  for (const [at, word] of words.entries()) {
    const day = isMonthBegun(folded[at + 1] ?? '') ? dayOfStreet(word) : null;
    // "III Maja", "3-go maj", "trzeciego maj" as "3 maj": streets are named so.
    if (day !== null) words[at] = folded[at] = day;
  }
  const fragments: Fragment[] = [];
  for (let from = Math.max(0, words.length - MOST_WORDS); from < words.length; from++) {
    const first = words[from] ?? '';
    const labels = labelsOf(folded[from] ?? '', false).filter((label) => label !== 'unit');
    const isLast = from === words.length - 1;
    if ((labels.length > 0 && !isLast) || /^\d+\/|^\d{3}/.test(first) || (isLast && /^\d+$/.test(first)))
      continue;
    const typed = folded.slice(from).filter(Boolean).join(' ');
    if (typed === '') continue;
    const labelsBefore = labelsOf(folded[from - 1] ?? '', false);
    const announced = labelsBefore.length > 0 && endsName(folded, from, isName) ? NO_LABELS : labelsBefore;
    const kinds = announced.flatMap((label) => ANNOUNCED.get(label) ?? []);
    const region = REGIONS.find((label) => announced.includes(label)) ?? null;
    // What announces the name is said again with it.
    const isAnnounced = kinds.length > 0 || region !== null;
    const to = isAnnounced ? from - 1 : from;
    const before = withoutJoints(words.slice(0, to)).join(' ');
    const isCapital = /^\P{L}*\p{Lu}/u.test(first);
    const meant = kinds.length > 0 ? kinds : NAME_KINDS;
    fragments.push({ before, typed, kinds: meant, region, isAnnounced, isCapital, isFinished });
  }
  return fragments;
}

/** Whether the word before is the last of a name of several words. */
function endsName(folded: readonly string[], to: number, isName: (words: string) => boolean): boolean {
  for (let from = Math.max(0, to - MOST_WORDS); from < to - 1; from++)
    if (isName(folded.slice(from, to).join(' '))) return true;
  return false;
}

const REGIONS = ['powiat', 'voivodeship'] as const;

const wordLabels = (word: string): readonly Label[] => labelsOf(foldName(word), false);

/** "działka w" before a name that is said in full is "działka". */
function withoutJoints(words: readonly string[]): readonly string[] {
  const isJoint = (word: string | undefined) => word !== undefined && wordLabels(word).includes('small');
  let to = words.length;
  while (to > 0 && isJoint(words[to - 1])) to -= 1;
  return words.slice(0, to);
}

/** What a fragment may be out of another case: each of its words as it stands, or as a word of names that it may be a case of. */
export function lemmasOfFragment({ typed }: Fragment, names: NameIndex): string[] {
  return phrasesOf(typed.split(' '), names).filter((phrase) => phrase !== typed);
}

/** The same where the ending of the last word is not whole yet: "Zalesiu Górny" → "zalesie gorne". */
export function lemmasOfBegunFragment({ typed }: Fragment, names: NameIndex): string[] {
  const words = typed.split(' ');
  const last = words.pop() ?? '';
  const lemmas = knownOf(lemmasOfBegun(last), names);
  if (lemmas.length === 0) return [];
  const before = words.length === 0 ? [''] : phrasesOf(words, names);
  return before.flatMap((phrase) => lemmas.map((lemma) => `${phrase} ${lemma}`.trim())).slice(0, MOST_LEMMAS);
}

const knownOf = (lemmas: readonly string[], names: NameIndex): string[] =>
  lemmas.filter((lemma) => names.hasWord(lemma));

function phrasesOf(words: readonly string[], names: NameIndex): string[] {
  let phrases = [''];
  for (const word of words) {
    const forms = [word, ...knownOf(lemmasOf(word), names)];
    phrases = phrases.flatMap((phrase) => forms.map((form) => `${phrase} ${form}`.trim()));
    phrases = phrases.slice(0, MOST_LEMMAS);
  }
  return phrases;
}
