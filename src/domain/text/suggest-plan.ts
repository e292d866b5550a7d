// What a text that is being typed may be completed to, before the store is asked.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { CompletionKey } from './completions.ts';

export interface SuggestPlan {
  readonly names: readonly Suggestion[];
  /** What only the store completes; it comes before the names. */
  readonly wanted: readonly CompletionKey[];
  /** Of the text, what stands before the number that is completed. */
  readonly before: string;
  /** Of a name that is completed behind a number, where the number may stand. */
  readonly checks?: readonly NumberCheck[];
  /** What may come behind a name that is typed whole; it stands behind the names. */
  readonly next?: readonly CompletionKey[];
  /** Offered where nothing else is found. */
  readonly otherwise?: readonly Suggestion[];
}

export interface NumberCheck {
  readonly name: Suggestion;
  /** Whole numbers: the parcel or house that is found comes before the name. */
  readonly keys: readonly CompletionKey[];
  /** What is offered instead of the name where the number does not stand; null for nothing. */
  readonly absent: Suggestion | null;
}

export const NO_SUGGESTIONS: SuggestPlan = { names: [], wanted: [], before: '' };

/** All that the store is asked for, in one call. */
export const keysOfPlan = ({ wanted, checks = [], next = [] }: SuggestPlan): CompletionKey[] => [
  ...wanted,
  ...checks.flatMap(({ keys }) => keys),
  ...next,
];
