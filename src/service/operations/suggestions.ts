// GET /v1/suggest: completions while somebody types. Names are in memory with all that is shown of them; the store is asked for numbers
// of parcels and houses, and for the streets of a locality: one call at most.

import type { InputOf } from '../../contract/operations.ts';
import type { Suggestion } from '../../contract/suggestion.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { planSuggestions } from '../../domain/text/plan-suggestions.ts';
import { maskRegisterNumbers } from '../../domain/text/register-numbers.ts';
import { joinSuggestions } from '../../domain/text/suggest-join.ts';
import { keysOfPlan } from '../../domain/text/suggest-plan.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { parsePoint } from '../pipeline/parse.ts';
import type { Context } from '../snapshot/context.ts';

export async function runSuggest(
  context: Context,
  input: InputOf<'suggest'>,
): Promise<Outcome<Suggestion[]>> {
  const { corpus, names, reads } = context;
  const near = input.near === undefined ? null : parsePoint(input.near, 'near');
  const plan = planSuggestions(
    maskRegisterNumbers(input.q),
    await names.suggestions(reads, corpus),
    corpus,
    input.limit,
  );
  const keys = keysOfPlan(plan);
  const completed = keys.length > 0 ? await reads.complete(keys, input.limit) : [];
  const result = joinSuggestions(plan, completed, corpus, input.limit);
  return { status: 'ok', result: near ? nearestFirst(result, near) : result };
}

/** Within a kind: what it is still counts for more than where, and so does a number: the nearest 12 does not come before 1. */
function nearestFirst(suggestions: readonly Suggestion[], [lng, lat]: Position): Suggestion[] {
  const groupOf = ({ kind, label }: Suggestion) =>
    kind === 'parcel' || kind === 'address' ? `${kind} ${label.split(',', 1)[0]}` : kind;
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))];
  const groups = [...new Set(suggestions.map(groupOf))];
  const distance = ({ centroid }: Suggestion) =>
    centroid ? Math.hypot((centroid[0] - lng) * Math.cos((lat * Math.PI) / 180), centroid[1] - lat) : 360;
  return suggestions.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)) ||
      distance(a) - distance(b),
  );
}
