// What the names of a text may mean: each place that a name may be the name of, with what its spelling and the words before it cost.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { SPELLINGS } from '../sentences/reading-sentences.ts';
import { foldName } from './fold.ts';
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

/** The name as its places bear it: "Kamionki" is Kamionka in another case. */
export const nameRead = ({ typed, hits: [hit] }: NamedSpan): string =>
  hit?.places.find(({ name }) => foldName(name) === hit.key)?.name ?? typed;

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
  const read = (kind: Edit['kind'] | 'other_name', says: keyof typeof SPELLINGS = kind) =>
    change(kind, phraseOf(DOUBTS.spelling, span.typed, place.name, SPELLINGS[says]));
  if (hit.edits.length === 0) {
    const marks = marksOf(plain(span.typed), plain(place.name));
    return marks === null ? [] : [marks === 'marks' ? read('diacritics', marks) : read(marks)];
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
  return [...new Set(kinds)].map((kind) => read(kind));
}

const MARKED = /[^\x20-\x7e]/u;

/** The marks of its letters are all that a name may differ by. It has lost some ("Golkow"), got others ("Gółków"), or is in another case ("Nową Wolę"). */
function marksOf(typed: string, name: string): 'diacritics' | 'marks' | 'inflected' | null {
  if (typed === name) return null;
  const [signs, letters] = [[...typed], [...name]];
  if (signs.length !== letters.length) return 'diacritics';
  const isEnding = (at: number) => /[ąę]/u.test(signs[at] ?? '') && (signs[at + 1] ?? ' ') === ' ';
  const changed = [...letters.keys()].filter((at) => signs[at] !== letters[at]);
  if (changed.some((at) => MARKED.test(signs[at] ?? '') && !isEnding(at))) return 'marks';
  return changed.some((at) => MARKED.test(letters[at] ?? '')) ? 'diacritics' : 'inflected';
}

/** But for capitals and what parts the words. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
