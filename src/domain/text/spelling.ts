// How a typed word differs from that of a name, and what each difference costs. Knows no index: which names there are is
// name-index.ts.

import type { Place } from './place.ts';

type EditKind =
  | 'diacritics'
  | 'inflected'
  | 'shortened'
  | 'abbreviated'
  | 'joined'
  | 'turned'
  | 'begun'
  | 'ended'
  | 'one_typo'
  | 'two_typos'
  | 'short_typo';

/** How a typed word differs from that of the name. */
export interface Edit {
  readonly kind: EditKind;
  readonly typed: string;
  readonly read: string;
}

/** A name that may be meant by a stretch of text, and everything that bears it. */
export interface Hit {
  readonly key: string;
  readonly places: readonly Place[];
  readonly edits: readonly Edit[];
  /** Of all its edits. */
  readonly cost: number;
  /** Something that is loaded bears the name. */
  readonly isLoaded: boolean;
}

/** A stretch of tokens [from, to) with all that it may name, the nearest spelling first. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly hits: readonly Hit[];
}

/** Names that one stretch of text may mean; more come only from initials too. */
const MOST_HITS = 24;
export const COST: Readonly<Record<EditKind, number>> = {
  diacritics: 0,
  shortened: 0.05,
  inflected: 0.1,
  joined: 0.15,
  turned: 0.12,
  abbreviated: 0.2,
  one_typo: 0.3,
  begun: 0.4,
  ended: 0.4,
  short_typo: 0.5,
  two_typos: 0.6,
};

/** A word as it may be read. */
export interface Variant {
  readonly word: string;
  readonly edit: Edit | null;
}

/** The beginning of a name, as far as the text has been followed. */
export type Walk = Omit<Hit, 'places' | 'isLoaded'>;

export const walkOn = ({ key, edits, cost }: Walk, { word, edit }: Variant): Walk => ({
  key: key === '' ? word : `${key} ${word}`,
  edits: edit ? [...edits, edit] : edits,
  cost: edit ? cost + COST[edit.kind] : cost,
});

/** From so many letters on a name with any typo is still that name, with a letter lost inside, with letters swapped or doubled. */
const LEAST_LETTERS = { any: 12, lost: 9, swapped: 6 } as const;

/** "Łady" is another village than Łazy, "Mrokowo" than Mroków: whether a word with one typo may be another name of that many letters. */
export function mayBeOtherName({ typed, read }: Edit, letters: number): boolean {
  if (letters >= LEAST_LETTERS.any) return false;
  if (letters < LEAST_LETTERS.swapped) return true;
  let from = 0;
  while (from < typed.length && typed[from] === read[from]) from += 1;
  if (typed.length === read.length) return typed[from] !== read[from + 1] || typed[from + 1] !== read[from];
  const [longer, shorter] = typed.length > read.length ? [typed, read] : [read, typed];
  // Behind a letter that stands twice the words part one letter later.
  const isDoubled = longer[from] === longer[from - 1] || longer[from] === longer[from + 1];
  if (isDoubled) return false;
  return longer === typed || letters < LEAST_LETTERS.lost || from >= shorter.length - 1;
}

const TYPOS: Readonly<Record<EditKind, number>> = {
  diacritics: 0,
  inflected: 0,
  shortened: 0,
  abbreviated: 0,
  joined: 0,
  turned: 0,
  begun: 0,
  ended: 0,
  one_typo: 1,
  two_typos: 2,
  short_typo: 2,
};

/** Whether some of a name is missing. */
export const isPartial = ({ edits }: Hit): boolean =>
  edits.some(({ kind }) => kind === 'begun' || kind === 'ended');

/** Whether a name is guessed: some of it is misspelt, or missing. */
export const isGuessed = (hit: Hit): boolean =>
  isPartial(hit) || hit.edits.some(({ kind }) => TYPOS[kind] > 0 || kind === 'turned');

export const typosIn = (edits: readonly Edit[]) => edits.reduce((sum, { kind }) => sum + TYPOS[kind], 0);

/** One hit a name, its nearest spelling; an exact one leaves no room for misspelt ones. */
export function nearestHits(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length === 1) return hits;
  const byKey = new Map<string, Hit>();
  for (const hit of hits.toSorted((a, b) => a.cost - b.cost)) {
    if (!byKey.has(hit.key)) byKey.set(hit.key, hit);
  }
  const all = [...byKey.values()];
  const isExact = all.some((hit) => hit.edits.length === 0 && hit.isLoaded);
  const kept = isExact ? all.filter((hit) => hit.cost <= COST.shortened) : all;
  return kept.slice(0, MOST_HITS);
}
