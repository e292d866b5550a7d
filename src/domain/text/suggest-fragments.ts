// The last words of what is being typed, as the beginning of a name: from all of them to the last one alone, as they stand and out of
// another case ("Woli Mrok" → "wola mrok"). What stands before them is kept. Pure.

import { foldName } from './fold.ts';
import { lemmasOf, lemmasOfBegun } from './inflection.ts';
import type { NameIndex } from './name-index.ts';
import { dayOfStreet } from './number-words.ts';
import type { Place } from './place.ts';
import { type Label, labelsOf, NO_LABELS } from './vocabulary.ts';

/** No name has more words that matter. */
export const MOST_WORDS = 6;
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
  /** "M." before "Konop": what the words before it begin with. */
  readonly initials: readonly string[];
  /** What was typed, where it does not stand in the name as one piece: each is marked by itself. */
  readonly parts?: readonly string[];
  readonly kinds: readonly NameKind[];
  /** "powiat pia", "woj. maz": the name of what lies around the places that are meant. */
  readonly region: 'powiat' | 'voivodeship' | null;
  /** A label before it says that it is a name. */
  readonly isAnnounced: boolean;
  readonly isCapital: boolean;
  /** A space or a comma stands behind the last word. */
  readonly isFinished: boolean;
  /** The text goes on behind it: what comes next is wanted too. */
  readonly goesOn: boolean;
}

/** What is known of names. */
export interface KnownNames {
  /** Whether folded words are a name: in "Nowa Wieś S" nothing announces a village. */
  readonly isName: (words: string) => boolean;
  /** Whether a street begins so. */
  readonly beginsStreet: (words: string) => boolean;
}

/** From all words to the last one alone; labels begin no name, and numbers only with a word behind ("3 Maja") or "ul." before them. */
export function fragmentsOf(text: string, { isName, beginsStreet }: KnownNames): Fragment[] {
  const isFinished = /[\s,;]$/u.test(text);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const folded = words.map(foldName);
  for (const [at, word] of words.entries()) {
    const day = at + 1 < words.length ? dayOfStreet(word) : null;
    // "III Maja", "3-go maj", "trzeciego ma" as "3 ma", where streets are named so.
    if (day !== null && beginsStreet(`${day} ${folded[at + 1]}`)) words[at] = folded[at] = day;
  }
  const fragments: Fragment[] = [];
  for (let from = Math.max(0, words.length - MOST_WORDS); from < words.length; from++) {
    const first = words[from] ?? '';
    const labels = labelsOf(folded[from] ?? '', false).filter((label) => label !== 'unit');
    const isLast = from === words.length - 1;
    const labelsBefore = labelsOf(folded[from - 1] ?? '', false);
    const isNumber = /^\d+\/|^\d{3}/.test(first) || (isLast && /^\d+$/.test(first));
    if ((labels.length > 0 && !isLast) || (isNumber && !labelsBefore.includes('street'))) continue;
    const typed = folded.slice(from).filter(Boolean).join(' ');
    if (typed === '') continue;
    const isCapital = /^\P{L}*\p{Lu}/u.test(first);
    const behindInitials = streetBehindInitials(words, folded, from, typed);
    const ends = { isCapital, isFinished, goesOn: isFinished };
    if (behindInitials) fragments.push({ ...behindInitials, ...ends });
    const announced = labelsBefore.length > 0 && endsName(folded, from, isName) ? NO_LABELS : labelsBefore;
    const kinds = announced.flatMap((label) => ANNOUNCED.get(label) ?? []);
    const region = REGIONS.find((label) => announced.includes(label)) ?? null;
    // What announces the name is said again with it.
    const isAnnounced = kinds.length > 0 || region !== null;
    const before = withoutJoints(words.slice(0, isAnnounced ? from - 1 : from)).join(' ');
    const meant = kinds.length > 0 ? kinds : NAME_KINDS;
    fragments.push({ before, typed, initials: [], kinds: meant, region, isAnnounced, ...ends });
  }
  return fragments;
}

/** Fewer letters behind initials begin too many names. */
const LEAST_BEHIND_INITIALS = 3;
const STREET_KIND: readonly NameKind[] = ['street'];

/** "ul. M. Konop": the word behind initials is one of a street's name. */
function streetBehindInitials(
  words: readonly string[],
  folded: readonly string[],
  from: number,
  typed: string,
): Omit<Fragment, 'isCapital' | 'isFinished' | 'goesOn'> | null {
  let first = from;
  while (first > 0 && /^\p{L}\.$/u.test(words[first - 1] ?? '')) first -= 1;
  if (first === from || typed.length < LEAST_BEHIND_INITIALS) return null;
  const initials = folded.slice(first, from);
  const isAnnounced = labelsOf(folded[first - 1] ?? '', false).includes('street');
  const before = withoutJoints(words.slice(0, isAnnounced ? first - 1 : first)).join(' ');
  const parts = [...initials, typed];
  return { before, typed, initials, parts, kinds: STREET_KIND, region: null, isAnnounced: true };
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
export function withoutJoints(words: readonly string[]): readonly string[] {
  const isJoint = (word: string | undefined) => word !== undefined && wordLabels(word).includes('small');
  let to = words.length;
  while (to > 0 && isJoint(words[to - 1])) to -= 1;
  return words.slice(0, to);
}

/** What a fragment may be out of another case: each of its words as it stands, or as a word of names that it may be a case of. */
export function lemmasOfFragment({ typed }: Pick<Fragment, 'typed'>, names: NameIndex): string[] {
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
