// A parcel that is not held (any more): what is said of it, and which parcels are there in its place. They are never picked:
// whoever asked for one parcel must choose.

import type { Resolved } from '../../contract/answers.ts';
import { type Language, type Phrase, phraseIn, phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { Descent } from '../../domain/publish/descent.ts';
import { CHANGE_FEED, REMOVAL } from '../../domain/sentences/change-feed-sentences.ts';
import { parcelCandidate, rankWeighed, type Weighed, weighed } from '../../domain/text/candidates.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { start } from '../../domain/text/rules.ts';
import type { NoAnswer } from '../pipeline/outcome.ts';
import { candidateOf } from './identification.ts';

/** `absent` is the parcel that was understood, where that is one; `descents` those of the parcels that may be meant. */
export function goneParcel(
  corpus: Corpus,
  message: Phrase,
  absent: Resolved | null,
  descents: readonly Descent<LocatedParcel>[],
): NoAnswer {
  const told = {
    status: 'not_found',
    message: (language: Language) =>
      [phraseIn(message, language), ...descents.map(({ removal }) => REMOVAL[language](removal))]
        .join('. ')
        .replace(/\.$/, ''),
    ...(absent ? { absent } : {}),
  } as const;
  const successors = rankWeighed(descents.flatMap((descent) => weighHeirs(corpus, descent))).map(candidateOf);
  if (successors.length === 0) return told;
  return {
    ...told,
    hint: phraseOf(
      CHANGE_FEED.askSuccessors,
      successors.map(({ id }) => id ?? ''),
    ),
    successors,
  };
}

function weighHeirs(corpus: Corpus, { heirs }: Descent<LocatedParcel>): Weighed[] {
  return heirs.map(({ parcel, line }) => {
    const says = (language: Language) =>
      line
        .toReversed()
        .map((removal) => REMOVAL[language](removal))
        .join(' ');
    const predecessors = line.map(({ id, date }) => ({ id, date }));
    const candidate = { ...parcelCandidate(corpus, parcel.id, parcel), predecessors };
    return weighed(candidate, [start('successor', says)], parcel, corpus.language);
  });
}
