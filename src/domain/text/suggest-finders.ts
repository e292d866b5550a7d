// How a fragment is looked for among the names of one kind: as it stands, as the beginning of a longer word, with a typo. Which of the
// finds are likely is suggest-guesses.ts. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { PrefixTree, Range } from './prefix-tree.ts';
import type { Fragment } from './suggest-fragments.ts';
import { isLikelyBegun, isLikelyCut, isLikelyMisspelt, misspeltIn } from './suggest-guesses.ts';
import type { RankedPlace } from './suggest-rank.ts';

export interface Finder {
  readonly rangesIn: (tree: PrefixTree, fragment: Fragment) => readonly Range[];
  /** For each that is wanted: those that are not likely make room for others. */
  readonly looksAt: number;
  /** Of what is found, what is likely to be meant. */
  readonly isLikely: (one: RankedPlace, fragment: Fragment, corpus: Corpus) => boolean;
}

const filled = (range: Range): readonly Range[] => (range.low < range.high ? [range] : []);

export const findExact: Finder = {
  rangesIn: (tree, { typed, isFinished }) => filled(isFinished ? tree.findWords(typed) : tree.find(typed)),
  looksAt: 1,
  isLikely: isLikelyBegun,
};

/** What goes on behind words that are finished. */
export const findCut: Finder = {
  rangesIn: (tree, { typed, isFinished }) => (isFinished ? filled(tree.find(typed)) : []),
  looksAt: 1,
  isLikely: isLikelyCut,
};

export const findMisspelt: Finder = {
  rangesIn: misspeltIn,
  looksAt: 4,
  isLikely: isLikelyMisspelt,
};
