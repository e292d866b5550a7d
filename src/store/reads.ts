// The port to the facts, reading side: what a request may ask. All reads are plural and async, so that a batch costs one
// statement and a second back end (PostGIS) fits behind the same words. Stores only narrow by key, box and index; exact
// geometry is domain/geometry/polygons.ts. How facts get in is writer.ts.

import type { EventName } from '../contract/answers.ts';
import type { CorpusParts, MpzpCover, Plan } from '../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import type { Box, MultiPolygon, Position } from '../domain/geometry/types.ts';
import type { Facts } from '../domain/layers/facts.ts';
import type { PermitPlace } from '../domain/layers/permits.ts';
import type { Obreb, TercUnit } from '../domain/places/admin-units.ts';
import type { BoundaryLevel, BoundaryRow } from '../domain/publish/staged-rows.ts';
import type { Locality } from '../domain/text/name-index.ts';

export interface StoredParcel {
  readonly id: string;
  readonly facts: Facts;
  readonly area_official_m2: number | null;
  readonly area_geometry_m2: number;
  /** [lng, lat], always on the parcel. */
  readonly centroid: Position;
  /** The geometry in EPSG:2180, as bytes: few reads have to decode it. */
  readonly wkb: Uint8Array;
  /** Its bounds. */
  readonly box: Box;
  readonly record_hash: string;
}

/** A parcel as lists show it: without what is known of it layer by layer. */
export type OutlinedParcel = Pick<StoredParcel, 'id' | 'area_official_m2' | 'centroid' | 'wkb' | 'box'>;

/** A parcel as candidates show it. */
export type LocatedParcel = Pick<StoredParcel, 'id' | 'centroid'>;

export interface StoredEvent {
  readonly seq: number;
  readonly event: EventName;
  readonly subject: string;
  readonly layer: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly as_of: string | null;
  readonly detected_at: string;
  readonly source: SourceId | null;
  /** The load that caused it, in whose words its source is named. */
  readonly scope: string;
}

export interface EventFilter {
  /** Parcel ids, gmina codes, permits, loads of registers: an event of any of them is wanted. */
  readonly subjects: readonly string[];
  /** Six digits of units: an event of anything in them is wanted too. */
  readonly places: readonly string[];
  readonly since: string | null;
  readonly types: readonly EventName[] | null;
  /** Keyset: only events before this one. */
  readonly before_seq: number | null;
  readonly limit: number;
}

/** An address as it is asked for, in folded spelling (domain/text/fold.ts); what is null may be anything. */
export interface AddressKey {
  readonly gmina: string | null;
  readonly locality: string | null;
  /** Empty for a place without street names. */
  readonly street: string;
  readonly number: string;
}

export interface StoredAddress {
  /** The key it was found by. */
  readonly key: AddressKey;
  /** 7-digit TERYT of the gmina. */
  readonly gmina: string;
  readonly locality: string;
  readonly street: string | null;
  readonly house_number: string;
  readonly postcode: string | null;
  /** EPSG:2180. */
  readonly position: Position;
}

/** Reads of one version of the dataset: all answers of one request come from the same publish. */
export interface StoreReads {
  readonly version: number;
  /** Which opening of a dataset this is: another file at the same place may bear the same version. */
  readonly opening: number;
  parcels(ids: readonly string[]): Promise<Map<string, StoredParcel>>;
  geometries(ids: readonly string[]): Promise<Map<string, MultiPolygon>>;
  /** Ids of parcels whose bounding box meets the box (EPSG:2180), in no order. */
  parcelIdsInBox(box: Box): Promise<string[]>;
  /** The same parcels as lists show them. */
  parcelsInBox(box: Box): Promise<OutlinedParcel[]>;
  /** The same parcels with their geometries: where few are expected, one read instead of two. */
  parcelShapesInBox(box: Box): Promise<Map<string, MultiPolygon>>;
  /** The parcels with this number in these obręby, on any map sheet. */
  parcelsByNumber(obreb_ids: readonly string[], number: string): Promise<LocatedParcel[]>;
  /** For each box (EPSG:2180) the building permits that lie in it, once for each parcel of theirs that does. */
  permitsIn(boxes: readonly Box[]): Promise<PermitPlace[][]>;
  /** Boundaries whose bounding box holds the position. */
  boundariesAt(position: Position, level: BoundaryLevel): Promise<BoundaryRow[]>;
  /** Land uses as the publisher wrote them; null where it publishes none. */
  landUses(ids: readonly string[]): Promise<Map<string, string | null>>;
  /** Address points for each key, at most `limit` a key. */
  addresses(keys: readonly AddressKey[], limit: number): Promise<StoredAddress[]>;
  /** Names from the address register, a page at a time: there are hundreds of thousands. */
  localities(): AsyncIterable<readonly Locality[]>;
  /** Each name once. */
  streets(): AsyncIterable<readonly string[]>;
  terc(): Promise<TercUnit[]>;
  obreby(): Promise<Obreb[]>;
  sourceStates(): Promise<SourceState[]>;
  plans(): Promise<Plan[]>;
  mpzpCover(): Promise<MpzpCover[]>;
  computed(): Promise<CorpusParts['computed']>;
  events(filter: EventFilter): Promise<StoredEvent[]>;
}

export interface Store {
  read<T>(work: (reads: StoreReads) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The dataset cannot be read: missing, not ours, or damaged. The message says which file and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
