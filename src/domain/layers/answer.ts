// The only four ways to make a layer answer. Whoever answers must say which of the states it is (spec §3.1);
// value is null exactly when nothing is known.

import type { LayerAnswer, LayerKey, LayerValue } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';

export function covered<K extends LayerKey>(
  source: SourceRef,
  value: LayerValue<K>,
  note: string,
): LayerAnswer<K> {
  return { coverage: 'covered', note, source, as_of: source.as_of, value } as LayerAnswer<K>;
}

/** The source covers the place and records nothing: a real negative, with the layer's empty value. */
export function coveredNoData<K extends LayerKey>(
  source: SourceRef,
  empty: LayerValue<K>,
  note: string,
): LayerAnswer<K> {
  return { coverage: 'covered_no_data', note, source, as_of: source.as_of, value: empty } as LayerAnswer<K>;
}

export function notCovered<K extends LayerKey>(source: SourceRef, note: string): LayerAnswer<K> {
  return { coverage: 'not_covered', note, source, as_of: source.as_of, value: null } as LayerAnswer<K>;
}

export function notComputed<K extends LayerKey>(source: SourceRef, note: string): LayerAnswer<K> {
  return { coverage: 'not_computed', note, source, as_of: source.as_of, value: null } as LayerAnswer<K>;
}
