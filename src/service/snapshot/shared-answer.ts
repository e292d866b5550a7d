// An answer of a layer that many parcels share, together with the bytes of its JSON: it is encoded once, when it becomes shared. To
// everyone else it is an answer like any other.

import type { LayerAnswer } from '../../contract/layers.ts';

const JSON_BYTES = Symbol('JSON');

export type SharedAnswer = LayerAnswer & { readonly [JSON_BYTES]: Buffer };

/** From here on the answer must not change, and cannot. */
export function shareAnswer(answer: LayerAnswer): SharedAnswer {
  // Not enumerable: neither encoders nor comparisons see it.
  Object.defineProperty(answer, JSON_BYTES, { value: Buffer.from(JSON.stringify(answer)) });
  return Object.freeze(answer) as SharedAnswer;
}

/** Undefined for an answer that is not shared. */
export const bytesOfShared = (answer: LayerAnswer | SharedAnswer): Buffer | undefined =>
  JSON_BYTES in answer ? answer[JSON_BYTES] : undefined;
