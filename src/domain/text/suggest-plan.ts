// What a text that is being typed may be completed to, before the store is asked.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { Position } from '../geometry/types.ts';
import type { CompletionKey, PositionKey } from './completions.ts';

/** A suggestion before its position is known. */
export interface Suggested extends Omit<Suggestion, 'centroid'> {
  /** Known, or where to look for one; null where nothing is held. */
  readonly at: Position | PositionKey | null;
}

export interface SuggestPlan {
  readonly names: readonly Suggested[];
  /** Of names that are streets, what leads to the localities that have them. */
  readonly spreads: ReadonlyMap<Suggested, CompletionKey>;
  /** What only the store completes. */
  readonly wanted: readonly CompletionKey[];
  /** Of the text, what stands before the number that is completed. */
  readonly before: string;
}

export const NO_SUGGESTIONS: SuggestPlan = { names: [], spreads: new Map(), wanted: [], before: '' };
