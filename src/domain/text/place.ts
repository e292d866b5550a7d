// What a name may be the name of: units, obręby, localities, streets. Knows no text.

import type { Position } from '../geometry/types.ts';
import type { Gmina, Obreb } from '../places/admin-units.ts';

export type Place =
  | { readonly kind: 'gmina'; readonly name: string; readonly gmina: Gmina }
  | { readonly kind: 'obreb'; readonly name: string; readonly obreb: Obreb; readonly gmina: Gmina }
  | LocalityPlace
  | { readonly kind: 'powiat'; readonly name: string; readonly code: string }
  | { readonly kind: 'voivodeship'; readonly name: string; readonly code: string }
  | StreetPlace;

/** Localities are numbered, and so are streets: what is known of each lies in arrays (address-places.ts). */
export interface LocalityPlace {
  readonly kind: 'locality';
  readonly name: string;
  readonly gmina: Gmina;
  readonly number: number;
}

/** A name, wherever there is a street of that name. */
export interface StreetPlace {
  readonly kind: 'street';
  readonly name: string;
  readonly number: number;
}

export interface Locality {
  readonly name: string;
  readonly gmina: string;
}

/** A locality, or one of its streets, as the address register has them. */
export interface AddressedPlace {
  readonly gmina: string;
  readonly locality: string;
  /** Null for addresses without. */
  readonly street: string | null;
  /** Of one of its addresses. */
  readonly postcode: string | null;
  /** The same, EPSG:2180. */
  readonly position: Position;
}

/** A cadastral unit or a gmina told by its code. */
export interface NamedUnit {
  readonly gmina: Gmina;
  /** WWPPGG_R; null where the gmina has several. */
  readonly unit: string | null;
  /** The obręb where the code goes on to it. */
  readonly obreb_id: string | null;
}
