// The only four ways to make a layer answer. Whoever answers must say which of the states it is (spec §3.1);
// value is null exactly when nothing is known.

import type { Coverage, SourceRef } from '../../contract/sources.ts';

interface StatedAnswer<C extends Coverage, V> {
  coverage: C;
  note: string;
  source: SourceRef;
  as_of: string | null;
  value: V;
}

export function covered<V>(source: SourceRef, value: V, note: string): StatedAnswer<'covered', V> {
  return { coverage: 'covered', note, source, as_of: source.as_of, value };
}

/** The source covers the place and records nothing: a real negative, with the layer's empty value. */
export function coveredNoData<V>(
  source: SourceRef,
  empty: V,
  note: string,
): StatedAnswer<'covered_no_data', V> {
  return { coverage: 'covered_no_data', note, source, as_of: source.as_of, value: empty };
}

export function notCovered(source: SourceRef, note: string): StatedAnswer<'not_covered', null> {
  return { coverage: 'not_covered', note, source, as_of: source.as_of, value: null };
}

export function notComputed(source: SourceRef, note: string): StatedAnswer<'not_computed', null> {
  return { coverage: 'not_computed', note, source, as_of: source.as_of, value: null };
}

/** How much each state tells: of several answers about one place the highest counts. */
export const COVERAGE_RANK: { readonly [C in Coverage]: number } = {
  covered: 3,
  covered_no_data: 2,
  not_computed: 1,
  not_covered: 0,
};
