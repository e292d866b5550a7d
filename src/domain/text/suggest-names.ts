// Completing names: the last words of what was typed as the beginning of a name, the rest kept before it. Ranked by what is
// held, what kind of place it is and how large. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import { findFragment, spansBefore } from './suggest-find.ts';
import { type Finder, findCut, findExact, findMisspelt } from './suggest-finders.ts';
import { joinedForms, turnedForms } from './suggest-forms.ts';
import {
  type Fragment,
  fragmentsOf,
  lemmasOfBegunFragment,
  lemmasOfFragment,
  NAME_KINDS,
  type NameKind,
} from './suggest-fragments.ts';
import { isLabelBegun, mayBeMisspelt } from './suggest-guesses.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { checksOf, isStreet, numberTold } from './suggest-next.ts';
import { NO_SUGGESTIONS, type SuggestPlan } from './suggest-plan.ts';
import { suggestInRegion } from './suggest-regions.ts';
import { localitiesOfStreets, streetsByInitials } from './suggest-streets.ts';

/** A space at the end of the text says that its last word is whole. */
export function suggestNames(text: string, index: SuggestIndex, corpus: Corpus, limit: number): SuggestPlan {
  const byInitials = streetsByInitials(text.trim(), index, limit);
  if (byInitials.length > 0) return { ...NO_SUGGESTIONS, names: byInitials };
  const streets = index.lists.find(({ kind }) => kind === 'street')?.tree;
  const fragments = fragmentsOf(text, {
    isName: (words) => index.names.placesNamed(words).length > 0,
    beginsStreet: (words) => {
      const { low, high } = streets?.find(words) ?? { low: 0, high: 0 };
      return low < high;
    },
  });
  const find = (finder: Finder, fragment: Fragment): SuggestPlan | null =>
    findFragment(finder, fragment, index, corpus, limit);
  let notHeld: SuggestPlan | null = null;
  for (const written of fragments) {
    // What is completed already by names that are not held goes on only behind a name as it is written.
    if (notHeld && !index.names.hasNameIn(index.namesIn(written.before).tokens)) continue;
    // "dom 36 Mro": a house stands in a locality.
    const fragment = isOfHouse(written, index) ? { ...written, kinds: HOUSE_KINDS } : written;
    // "ul. Sosnowa 3 Wo": a street lies in a locality.
    const streets =
      fragment.kinds === NAME_KINDS || fragment.kinds === HOUSE_KINDS
        ? spansBefore(fragment.before, index).filter(isStreet)
        : [];
    if (streets.length > 0) {
      const completed = localitiesOfStreets(streets, fragment, index, corpus, limit);
      const names = completed.map(({ name }) => name);
      const checks = checksOf(completed, index, corpus);
      if (names.length > 0) return { names, wanted: [], before: fragment.before, checks };
      // "Akacjowa 15, Ł": only a locality that has it comes next.
      if (/\d/.test(fragment.before) && !mayBeMisspelt(fragment)) return NO_SUGGESTIONS;
    }
    if (fragment.region !== null) {
      const names = suggestInRegion(fragment, index, corpus, limit);
      if (names.length > 0) return { names, wanted: [], before: fragment.before };
    }
    const plan = find(findExact, fragment);
    // "Kamionka W": what is held comes before the longer name of a gmina that is not.
    if (plan && hasHeld(plan)) return withLast(plan, notHeld);
    notHeld ??= plan;
    if (isLabelBegun(fragment)) continue;
    for (const typed of lemmasOfFragment(fragment, index.names)) {
      const inflected = find(findExact, { ...fragment, typed });
      // "dobra": as it is written it is a name as well.
      if (inflected && (notHeld !== plan || plan === null)) return inflected;
      if (inflected && plan && hasHeld(inflected)) return heldFirst(inflected, plan);
    }
    for (const turned of turnedForms(fragment, index)) {
      const found = find(findExact, turned);
      if (found && hasHeld(found)) return withLast(found, notHeld);
    }
  }
  // "Chylicac": the case of a name that is not typed to its end.
  for (const fragment of fragments) {
    if (fragment.isFinished || isLabelBegun(fragment)) continue;
    for (const typed of lemmasOfBegunFragment(fragment, index.names)) {
      const inflected = find(findExact, { ...fragment, typed, isFinished: true });
      if (inflected && (notHeld === null || hasHeld(inflected))) return withLast(inflected, notHeld);
    }
  }
  if (notHeld) return notHeld;
  for (const fragment of fragments)
    for (const joined of joinedForms(fragment)) {
      const plan = find(findExact, joined);
      if (plan && hasHeld(plan)) return plan;
    }
  for (const finder of [findCut, findMisspelt])
    for (const fragment of fragments) {
      const plan = find(finder, fragment);
      if (plan) return plan;
    }
  return NO_SUGGESTIONS;
}

const hasHeld = ({ wanted, names }: SuggestPlan): boolean =>
  wanted.length > 0 || names.some(({ held }) => held);

/** What is held of the first, then all of the second. */
const heldFirst = (first: SuggestPlan, second: SuggestPlan): SuggestPlan => ({
  ...first,
  names: [...first.names.filter(({ held }) => held), ...second.names],
});

const withLast = (plan: SuggestPlan, last: SuggestPlan | null): SuggestPlan =>
  last ? { ...plan, names: [...plan.names, ...last.names] } : plan;

/** What a house may be completed by. */
const HOUSE_KINDS: readonly NameKind[] = ['locality'];

const isOfHouse = ({ before, kinds }: Fragment, index: SuggestIndex): boolean =>
  kinds === NAME_KINDS && before !== '' && numberTold(index.namesIn(before).tokens)?.kind === 'house';
