// What suggestions want of the store, and what comes back: numbers of parcels and houses that begin so, streets of a locality, a
// position in a place. Knows no store.

import type { Position } from '../geometry/types.ts';
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
  | { readonly kind: 'streets'; readonly gmina: string; readonly locality: string; readonly prefix: string }
  /** Localities that have the street, each with one of its addresses there; of a street of hundreds of places those first found. */
  | { readonly kind: 'places'; readonly street: string; readonly prefix: string };

/** Addresses of a street that are looked at for its localities: sorted by number, so that each locality comes early. */
export const ADDRESSES_A_STREET = 200;

export interface Completion {
  readonly parcels: readonly LocatedParcel[];
  readonly addresses: readonly StoredAddress[];
}

/** Where a place is: any parcel or address of it will do. */
export type PositionKey =
  | { readonly obreb_id: string }
  | { readonly gmina: string; readonly locality: string }
  | { readonly street: string };

/** [lng, lat] for each key; null where nothing of the place is held. */
export type FoundPositions = readonly (Position | null)[];
