// The port to the facts, reading side: what a request may ask. All reads are plural and async, so that a batch costs one
// statement and a second back end (PostGIS) fits behind the same words. Stores only narrow by key, box and index; exact
// geometry is domain/geometry/polygons.ts. How facts get in is writer.ts.

import type { EventName } from '../contract/change-events.ts';
import type { CorpusParts, MpzpCover, Plan } from '../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import type { SearchCell } from '../domain/geometry/searched-area.ts';
import type { Box, Outline, Position } from '../domain/geometry/types.ts';
import type { Facts } from '../domain/layers/facts.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { PermitPlace } from '../domain/layers/permits.ts';
import type { Obreb, TercUnit } from '../domain/places/admin-units.ts';
import type { Descent } from '../domain/publish/descent.ts';
import type { BoundaryLevel, BoundaryRow } from '../domain/publish/staged-rows.ts';
import type { Completion, CompletionKey } from '../domain/text/completions.ts';
import type { TextFinds, TextLookups } from '../domain/text/lookups.ts';
import type { AddressedPlace } from '../domain/text/place.ts';

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
export interface ListedParcel extends Pick<StoredParcel, 'id' | 'area_official_m2' | 'centroid'> {
  /** Null where it was not asked for. */
  readonly outline: Outline | null;
}

/** A cell in which parcels are looked for. */
export interface SoughtCell extends SearchCell {
  /** None with a higher id: enough others were found. */
  readonly up_to?: string | undefined;
}

/** A piece of what a register draws on the ground, as it is stored. */
export interface EvidenceShape extends Outline {
  readonly role: EvidenceRole;
  readonly source: SourceId;
  readonly key: string;
  readonly place: string;
  /** Of an object that is stored in several: counted from 0. */
  readonly piece: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The boundary of a unit as it is stored: BoundaryRow with its geometry as bytes. */
export interface BoundaryShape extends Outline {
  readonly code: string;
  readonly name: string | null;
}

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

export interface EventSelection {
  /** Parcel ids, gmina codes, permits, loads of registers: an event of any of them is wanted. */
  readonly subjects: readonly string[];
  /** Six digits of units: an event of anything in them is wanted too. */
  readonly places: readonly string[];
  readonly since: string | null;
  readonly types: readonly EventName[] | null;
}

export interface EventFilter extends EventSelection {
  /** Keyset: only events before this one. */
  readonly before_seq: number | null;
  readonly limit: number;
}

/** Events of one name and layer; first and last are the days of detected_at. */
export interface EventCount {
  readonly event: EventName;
  readonly layer: string | null;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** The boundaries of one level whose bounding box holds a position (EPSG:2180). */
export interface BoundaryKey {
  readonly position: Position;
  readonly level: BoundaryLevel;
}

/** What is looked up together, in one read. */
export interface Lookups extends TextLookups {
  readonly boundaries?: readonly BoundaryKey[];
  /** Ids of parcels that are not held: what became of them. */
  readonly gone?: readonly string[];
}

/** Everything that was asked for, under the very key that asked. */
export interface LookedUp extends TextFinds<StoredParcel> {
  readonly boundaries: ReadonlyMap<BoundaryKey, readonly BoundaryRow[]>;
  readonly gone: ReadonlyMap<string, Descent<StoredParcel>>;
}

/** Called between pieces of long work, a back end's too: waits where others must be let in (service/pipeline/event-loop.ts). */
export type Pause = () => Promise<void> | undefined;

/** Reads of one version of the dataset: all answers of one request come from the same publish. */
export interface StoreReads {
  readonly version: number;
  /** Which opening of a dataset this is: another file at the same place may bear the same version. */
  readonly opening: number;
  parcels(ids: readonly string[], pause?: Pause): Promise<Map<string, StoredParcel>>;
  /** The first so many behind an id, in the order of ids, of those whose id begins with a prefix. */
  parcelsFrom(prefix: string, after: string, limit: number): Promise<StoredParcel[]>;
  /** How many have an id that begins with a prefix. */
  countParcels(prefix: string): Promise<number>;
  /** The first in the order of ids; null where none is held. */
  firstParcel(): Promise<string | null>;
  /** What the targets of a request want to know: one call for all of them, which a back end may slice. */
  lookup(wanted: Lookups, pause?: Pause): Promise<LookedUp>;
  /**
   * For each cell the first so many parcels behind an id (in the order of ids) whose bounding box meets it: a page a cell. The
   * next cell is asked for, and read, when the page before has been dealt with. A parcel that meets several cells comes with each. Those that surely share ground
   * with the inner box of the cell, because a side of their bounds lies in it, come without an outline.
   */
  parcelsInCells(
    cells: Iterable<SoughtCell> | AsyncIterable<SoughtCell>,
    after: string,
    limit: number,
  ): AsyncIterable<readonly ListedParcel[]>;
  /** Evidence of these roles whose bounds meet the box (EPSG:2180), in the order in which they were loaded. */
  evidenceIn(box: Box, roles: readonly EvidenceRole[]): Promise<EvidenceShape[]>;
  /** Boundaries of one level whose bounds meet the box, in the order of their codes. */
  boundariesIn(box: Box, level: BoundaryLevel): Promise<BoundaryShape[]>;
  /** For each box (EPSG:2180) the building permits that lie in it, once for each parcel of theirs that does, as they were loaded. */
  permitsIn(boxes: readonly Box[], pause?: Pause): Promise<PermitPlace[][]>;
  /** For each key at most so many that begin with its prefix, in the order of their spelling. */
  complete(keys: readonly CompletionKey[], limit: number): Promise<Completion[]>;
  /** Of a parcel of each obręb, [lng, lat]; null where none is held. */
  positions(obreb_ids: readonly string[]): Promise<(Position | null)[]>;
  /** Localities and their streets, each once, by gmina, locality and street, a page at a time: there are hundreds of thousands. */
  addressedPlaces(): AsyncIterable<readonly AddressedPlace[]>;
  terc(): Promise<TercUnit[]>;
  obreby(): Promise<Obreb[]>;
  sourceStates(): Promise<SourceState[]>;
  plans(): Promise<Plan[]>;
  mpzpCover(): Promise<MpzpCover[]>;
  computed(): Promise<CorpusParts['computed']>;
  events(filter: EventFilter): Promise<StoredEvent[]>;
  /** The first so many behind a number, oldest first: for those who are told of each. */
  eventsAfter(selection: EventSelection, after_seq: number, limit: number): Promise<StoredEvent[]>;
  /** The number of the newest event; 0 where there is none. */
  newestEvent(): Promise<number>;
  /** Each name and layer once, the most frequent first. */
  countEvents(selection: EventSelection, pause?: Pause): Promise<EventCount[]>;
}

export interface Store {
  read<T>(work: (reads: StoreReads) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The dataset cannot be read: missing, not ours, damaged or out of reach. The message says which one and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** When it may be better, where the back end can tell. */
  retry_after_s?: number;
}
