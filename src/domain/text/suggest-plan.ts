// What a text that is being typed may be completed to, before the store is asked.

import type { Suggestion } from '../../contract/suggestion.ts';
import type { CompletionKey } from './completions.ts';

export interface SuggestPlan {
  readonly names: readonly Suggestion[];
  /** What only the store completes. */
  readonly wanted: readonly CompletionKey[];
  /** Of the text, what stands before the number that is completed. */
  readonly before: string;
  /** Of a name that is completed behind a number, where the number may stand: it is offered only if it does. */
  readonly checks?: readonly NumberCheck[];
}

export interface NumberCheck {
  readonly name: Suggestion;
  /** Whole numbers, of which one must be there. */
  readonly keys: readonly CompletionKey[];
}

export const NO_SUGGESTIONS: SuggestPlan = { names: [], wanted: [], before: '' };
