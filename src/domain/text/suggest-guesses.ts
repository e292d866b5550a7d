// Whether what begins as typed, or nearly so, is likely to be meant. Somebody who types a sentence types words that are no names: a word
// that is finished is no beginning, and one with no capital no misspelling of a place of which nothing is held. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { PrefixTree, Range } from './prefix-tree.ts';
import { editsWithin } from './similarity.ts';
import type { Fragment } from './suggest-fragments.ts';
import { isHeld, type RankedPlace } from './suggest-rank.ts';
import { beginsAnnouncing, labelsOf } from './vocabulary.ts';

/** From so many letters a typo is understood, and a whole word stands for the name that it is inside of. */
const LEAST_LETTERS = 4;
/** With a typo a word inside of a name needs more: "mapa" is not 3 Maja. */
const LEAST_INSIDE = 6;

/** "gm. dział" is announced as a name, "Dział" written as one. */
const isSaidToBeName = ({ isCapital, isAnnounced }: Fragment): boolean => isCapital || isAnnounced;

/** "działk": more likely to become a word that announces than a name. */
export const isLabelBegun = (fragment: Fragment): boolean =>
  !isSaidToBeName(fragment) && beginsAnnouncing(fragment.typed);

/** Of places that begin as a label does, those that are held, and that of this name. "nad " and "młyn " are no places for a word inside of their names. */
export function isLikelyBegun(
  { place, key, from }: RankedPlace,
  fragment: Fragment,
  corpus: Corpus,
): boolean {
  const { typed, isFinished } = fragment;
  const held = isHeld(place, corpus);
  if (isFinished && from > 0 && !isSaidToBeName(fragment)) return held && typed.length >= LEAST_LETTERS;
  return held || key === typed || !isLabelBegun(fragment);
}

/** "Mrok " with a space behind it: a name that is not whole is meant only where it is written as one, and held. */
export const isLikelyCut = ({ place }: RankedPlace, fragment: Fragment, corpus: Corpus): boolean =>
  isSaidToBeName(fragment) && isHeld(place, corpus);

/** Where a fragment may be misspelt. Words that are finished are a whole name, which is the first that begins so. */
export function misspeltIn(tree: PrefixTree, fragment: Fragment): readonly Range[] {
  if (!mayBeMisspelt(fragment)) return [];
  const { typed, isFinished } = fragment;
  const ranges = tree.findMisspelt(typed);
  if (!isFinished) return ranges;
  const isNear = (place: number) =>
    tree.letterAt(place) === 0 && editsWithin(typed, tree.names[tree.nameAt(place)] ?? '', 1) !== null;
  return ranges.flatMap(({ low }) => (isNear(low) ? [{ low, high: low + 1 }] : []));
}

/** A word that is understood as it stands is not misspelt. */
export function mayBeMisspelt({ typed, isAnnounced }: Fragment): boolean {
  const last = typed.slice(typed.lastIndexOf(' ') + 1);
  const isUnderstood = labelsOf(last, false).length > 0 || (!isAnnounced && beginsAnnouncing(last));
  return typed.length >= LEAST_LETTERS && !isUnderstood;
}

export function isLikelyMisspelt({ place, from }: RankedPlace, fragment: Fragment, corpus: Corpus): boolean {
  const { typed, isFinished } = fragment;
  if (from > 0 && typed.length < LEAST_INSIDE) return false;
  const held = isHeld(place, corpus);
  if (!isFinished) return held || isSaidToBeName(fragment);
  // "szkoła " is no street, though one is named Szkolna.
  const isWord = place.kind === 'street' && !isSaidToBeName(fragment);
  return held && !isWord;
}
