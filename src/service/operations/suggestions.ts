// GET /v1/suggest: completions while somebody types. Plans with the names in memory, then asks the store for numbers and
// positions: two calls at most.

import type { InputOf } from '../../contract/operations.ts';
import type { Suggestion } from '../../contract/suggestion.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { PositionKey } from '../../domain/text/completions.ts';
import { joinSuggestions, planSuggestions } from '../../domain/text/plan-suggestions.ts';
import type { Suggested } from '../../domain/text/suggest-plan.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { parsePoint } from '../pipeline/parse.ts';
import type { Context } from '../snapshot/context.ts';

export async function runSuggest(
  context: Context,
  input: InputOf<'suggest'>,
): Promise<Outcome<Suggestion[]>> {
  const { corpus, names, reads } = context;
  const near = input.near === undefined ? null : parsePoint(input.near, 'near');
  const plan = planSuggestions(input.q, await names.suggestions(reads, corpus), corpus, input.limit);
  const completed = plan.wanted.length > 0 ? await reads.complete(plan.wanted, input.limit) : [];
  const suggested = joinSuggestions(plan, completed, corpus, input.limit);
  const result = await withPositions(context, suggested);
  return { status: 'ok', result: near ? nearestFirst(result, near) : result };
}

async function withPositions({ reads }: Context, suggested: readonly Suggested[]): Promise<Suggestion[]> {
  const keys = suggested.flatMap(({ at }) => (isKey(at) ? [at] : []));
  const found = keys.length > 0 ? await reads.positions(keys) : [];
  const positions = new Map(keys.map((key, index) => [key, found[index] ?? null]));
  return suggested.map(({ at, ...rest }) => {
    const position = isKey(at) ? (positions.get(at) ?? null) : at;
    return { ...rest, centroid: position ? [rounded(position[0]), rounded(position[1])] : null };
  });
}

const isKey = (at: Position | PositionKey | null): at is PositionKey => at !== null && !Array.isArray(at);

/** Seven decimals (contract §2). */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** Within a kind: what it is still counts for more than where. */
function nearestFirst(suggestions: readonly Suggestion[], [lng, lat]: Position): Suggestion[] {
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))];
  const distance = ({ centroid }: Suggestion) =>
    centroid ? Math.hypot((centroid[0] - lng) * Math.cos((lat * Math.PI) / 180), centroid[1] - lat) : 360;
  return suggestions.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || distance(a) - distance(b),
  );
}
