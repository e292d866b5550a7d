// Other ways to write what is being typed, each as the name would have it: words written as one, words the other way round. Pure.

import { isPartial } from './spelling.ts';
import type { Fragment } from './suggest-fragments.ts';
import type { SuggestIndex } from './suggest-index.ts';

/** The first of two words that are written as one has no fewer letters. */
const LEAST_JOINED = 3;

/** "NowaIw" → "nowa iw": one word with a space behind each of its letters. */
export function joinedForms(fragment: Fragment): Fragment[] {
  const { typed } = fragment;
  if (typed.includes(' ')) return [];
  return Array.from({ length: Math.max(0, typed.length - LEAST_JOINED) }, (_, more) => {
    const at = LEAST_JOINED + more;
    return { ...fragment, typed: `${typed.slice(0, at)} ${typed.slice(at)}` };
  });
}

/** "Iwiczna N" → Nowa Iwiczna: names that end with the first word, and begin as the second does. */
export function turnedForms(fragment: Fragment, index: SuggestIndex): Fragment[] {
  const [last = '', first = '', more] = fragment.typed.split(' ');
  if (first === '' || more !== undefined) return [];
  const keys = index
    .namesIn(last)
    .spans.flatMap(({ hits }) => hits.flatMap((hit) => (isPartial(hit) ? [hit.key] : [])))
    .filter((key) => key.startsWith(first) && key.endsWith(` ${last}`));
  return [...new Set(keys)].map((typed) => ({ ...fragment, typed, parts: [first, last] }));
}
