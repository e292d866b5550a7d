// What a name may be the name of: units, obręby, localities, streets. Knows no text.

import type { Gmina, Obreb } from '../places/admin-units.ts';

export type Place =
  | { readonly kind: 'gmina'; readonly name: string; readonly gmina: Gmina }
  | { readonly kind: 'obreb'; readonly name: string; readonly obreb: Obreb; readonly gmina: Gmina }
  | { readonly kind: 'locality'; readonly name: string; readonly gmina: Gmina }
  | { readonly kind: 'powiat'; readonly name: string; readonly code: string }
  | { readonly kind: 'voivodeship'; readonly name: string; readonly code: string }
  | { readonly kind: 'street'; readonly name: string };

export interface Locality {
  readonly name: string;
  readonly gmina: string;
}

/** A cadastral unit or a gmina told by its code. */
export interface NamedUnit {
  readonly gmina: Gmina;
  /** WWPPGG_R; null where the gmina has several. */
  readonly unit: string | null;
  /** The obręb where the code goes on to it. */
  readonly obreb_id: string | null;
}
