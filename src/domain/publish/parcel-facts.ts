// What is known of a parcel once a load is published: the facts of its layers, and the hash that moves with them.

import type { FactLayer, Facts } from '../layers/facts.ts';
import { FACT_LAYERS } from '../layers/layer-table.ts';
import { hashRecord } from '../record.ts';

/** A parcel that a load touches, as it is served and with what was worked out of it. */
export interface WorkedParcel {
  /** Of the parcel itself. */
  readonly hash: string;
  readonly record_hash: string;
  readonly facts: Facts;
  /** Null where nothing was worked out of it. */
  readonly worked: { readonly [L in FactLayer]?: string | null } | null;
}

/** What was worked out takes the place of what was known, of the layers that the load moves. */
export function factsAfter({ facts, worked }: WorkedParcel, layers: readonly FactLayer[]): Facts {
  if (worked === null) return facts;
  const after: Record<FactLayer, string | null> = { ...facts };
  for (const layer of layers) after[layer] = worked[layer] ?? null;
  return after;
}

/** Equal facts keep the hash, and with it every ETag. A load that moves no layer leaves it as it is. */
export function recordHashAfter(parcel: WorkedParcel, facts: Facts, layers: readonly FactLayer[]): string {
  if (layers.length === 0) return parcel.record_hash;
  // Where the ground is not divided it counts as if there were no such fact: hashes of earlier versions stay.
  const hashed = FACT_LAYERS.filter((layer) => layer !== 'ground' || facts.ground !== null);
  return hashRecord(
    parcel.hash,
    hashed.map((layer) => facts[layer]),
  );
}

export const haveSameFacts = (a: Facts, b: Facts): boolean =>
  a === b || FACT_LAYERS.every((layer) => a[layer] === b[layer]);
