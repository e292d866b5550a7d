// An answer of a layer that many parcels share, together with the bytes of its JSON: it is encoded once, when it becomes shared. To
// everyone else it is an answer like any other.

import type { LayerAnswer } from '../../contract/layers.ts';

const JSON_BYTES = Symbol('JSON');
/** Gives bytes memory of their own: those of a small Buffer are a piece of a pool, all of which would live as long as the answer. */
const UTF8 = new TextEncoder();

export type SharedAnswer = LayerAnswer & { readonly [JSON_BYTES]: Uint8Array };

/** From here on the answer must not change, and cannot. */
export function shareAnswer(answer: LayerAnswer): SharedAnswer {
  // Not enumerable: neither encoders nor comparisons see it.
  Object.defineProperty(answer, JSON_BYTES, { value: UTF8.encode(JSON.stringify(answer)) });
  return Object.freeze(answer) as SharedAnswer;
}

/** Undefined for an answer that is not shared. */
export const bytesOfShared = (answer: LayerAnswer | SharedAnswer): Uint8Array | undefined =>
  JSON_BYTES in answer ? answer[JSON_BYTES] : undefined;
