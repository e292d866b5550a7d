// What suggestions want of the store, and what comes back: numbers of parcels and houses that begin so, streets of a locality. Knows
// no store.

import type { LocatedParcel, StoredAddress } from './lookups.ts';

export type CompletionKey =
  | { readonly kind: 'parcels'; readonly obreb_id: string; readonly prefix: string }
  /** Folded (fold.ts); the street is empty in a place without. Null may be any. */
  | {
      readonly kind: 'houses';
      readonly gmina: string | null;
      readonly locality: string | null;
      readonly street: string;
      readonly prefix: string;
    }
  /** Streets of a locality, each with one of its addresses. */
  | { readonly kind: 'streets'; readonly gmina: string; readonly locality: string; readonly prefix: string };

export interface Completion {
  readonly parcels: readonly LocatedParcel[];
  readonly addresses: readonly StoredAddress[];
}
