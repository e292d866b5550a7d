// What readings want to look up, and what was found: the question and the answer of the one plural read between interpreting
// and weighing. A find is kept under the very key (object) that asked for it, so that the lookups of many texts go into one
// read and come apart again. Knows no store.

import type { Box, Position } from '../geometry/types.ts';

/** A parcel number in some obręby, on any map sheet. */
export interface NumberKey {
  readonly obreb_ids: readonly string[];
  readonly number: string;
}

/** An address as it is asked for, in folded spelling (fold.ts); what is null may be anything. */
export interface AddressKey {
  readonly gmina: string | null;
  readonly locality: string | null;
  /** Empty for a place without street names. */
  readonly street: string;
  readonly number: string;
}

/** Address points that are looked up for one key: more cannot be told apart by eye anyway. */
export const ADDRESSES_A_KEY = 20;
/** How far the parcel of an address may be from its point (contract §8). */
export const ADDRESS_REACH_M = 25;

export interface StoredAddress {
  /** 7-digit TERYT of the gmina. */
  readonly gmina: string;
  readonly locality: string;
  readonly street: string | null;
  readonly house_number: string;
  readonly postcode: string | null;
  /** EPSG:2180. */
  readonly position: Position;
}

/** A parcel as candidates show it. */
export interface LocatedParcel {
  readonly id: string;
  /** [lng, lat], always on the parcel. */
  readonly centroid: Position;
}

/** With the ground it covers. */
export interface ShapedParcel extends LocatedParcel {
  /** The geometry in EPSG:2180, as bytes: few reads have to decode it. */
  readonly wkb: Uint8Array;
  /** Its bounds. */
  readonly box: Box;
}

/** A parcel near an address. */
export interface GroundParcel extends ShapedParcel {
  /** As the publisher wrote it; null where it publishes none. */
  readonly land_use: string | null;
}

export interface TextLookups {
  /** Parcels by id. */
  readonly ids?: readonly string[];
  readonly numbers?: readonly NumberKey[];
  readonly addresses?: readonly AddressKey[];
  /** Parcels whose bounds hold the position (EPSG:2180); those that do not hold it themselves may be left out. */
  readonly points?: readonly Position[];
  /** Parcels whose bounds come within ADDRESS_REACH_M of the position of an address. */
  readonly around?: readonly Position[];
}

/** `Row` is a parcel as the store gives it whole. */
export interface TextFinds<Row extends ShapedParcel = ShapedParcel> {
  readonly ids: ReadonlyMap<string, Row>;
  readonly numbers: ReadonlyMap<NumberKey, readonly LocatedParcel[]>;
  readonly addresses: ReadonlyMap<AddressKey, readonly StoredAddress[]>;
  readonly points: ReadonlyMap<Position, readonly Row[]>;
  readonly around: ReadonlyMap<Position, readonly GroundParcel[]>;
}
