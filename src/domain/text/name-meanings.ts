// What the names of a text may mean: each place that a name may be the name of, with what its spelling and the words before it cost.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { SPELLINGS } from '../sentences/reading-sentences.ts';
import { type NamedSpan, placesOf } from './named-span.ts';
import type { Place } from './place.ts';
import { type Applied, change } from './rules.ts';
import { type Edit, type Hit, mayBeOtherName } from './spelling.ts';

/** A place that a name of the text may mean. */
export interface Meaning {
  readonly span: NamedSpan;
  readonly hit: Hit;
  readonly place: Place;
  readonly spelling: () => Applied[];
}

export function meaningsOf(spans: readonly NamedSpan[]): Meaning[] {
  return spans.flatMap((span) =>
    span.hits.flatMap((hit) =>
      placesOf(span, hit.places).map((place) => ({
        span,
        hit,
        place,
        spelling: () => [...spellingOf(span, hit, place), ...commonness(span, hit), ...nearness(span)],
      })),
    ),
  );
}

/** Wola is a district of Warsaw, and the beginning of names of villages. */
const commonness = ({ typed, hits, labels }: NamedSpan, { isLoaded }: Hit): Applied[] =>
  !isLoaded && labels.size === 0 && hits.some((other) => other.isLoaded)
    ? [change('begins_others', phraseOf(DOUBTS.beginsOthers, typed))]
    : [];

const nearness = (span: NamedSpan): Applied[] =>
  span.labels.has('near')
    ? [change('near_only', phraseOf(span.labels.has('seat') ? DOUBTS.seat : DOUBTS.near, span.typed))]
    : [];

/**
 * How the typed name differs from the place's, in rules. Two words with one typo each are two typos. Where nothing else says which
 * place is meant, a typo that may make another name of it does not settle.
 */
export function spellingOf(span: NamedSpan, hit: Hit, place: Place, isAlone = true): Applied[] {
  const read = (kind: Edit['kind'] | 'other_name') =>
    change(kind, phraseOf(DOUBTS.spelling, span.typed, place.name, SPELLINGS[kind]));
  if (hit.edits.length === 0) {
    if (isSpeltAlike(span.typed, place.name)) return [];
    return [read(lacksMarks(span.typed, place.name) ? 'diacritics' : 'inflected')];
  }
  const typos = hit.edits.filter(({ kind }) => kind === 'one_typo').length;
  const kinds = hit.edits.map((edit) =>
    edit.kind !== 'one_typo'
      ? edit.kind
      : typos > 1
        ? 'two_typos'
        : isAlone && mayBeOtherName(edit, hit.key.replaceAll(' ', '').length)
          ? 'other_name'
          : edit.kind,
  );
  return [...new Set(kinds)].map(read);
}

/** But for capitals and what parts the words. */
const isSpeltAlike = (typed: string, name: string) => typed === name || plain(typed) === plain(name);

const MARKED = /[^\x20-\x7e]/u;

/** Whether a letter has lost its mark. One that has got a mark makes another case: "Nową Wolę". */
function lacksMarks(typed: string, name: string): boolean {
  const [signs, letters] = [[...plain(typed)], [...plain(name)]];
  return (
    signs.length !== letters.length ||
    letters.some((letter, at) => MARKED.test(letter) && letter !== signs[at])
  );
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
