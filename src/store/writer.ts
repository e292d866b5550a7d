// The port to the facts, writing side: rows as recipes bring them, a stage that is prepared aside and published at once, the
// evidence that workers read meanwhile, and runs. Only ingest knows it; requests read by store.ts.

import type { EventName } from '../contract/answers.ts';
import type { ZoneParameters } from '../contract/layers.ts';
import type { Awaited } from '../domain/assess/changes.ts';
import type { CorpusParts, Plan } from '../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import type { Box, Geometry, MultiPolygon, Position } from '../domain/geometry/types.ts';
import type { FactLayer, Facts } from '../domain/layers/facts.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { Obreb, TercUnit } from '../domain/places/admin-units.ts';
import type { StoredAddress } from '../domain/text/lookups.ts';
import type { BoundaryLevel, StoredBoundary } from './reads.ts';

export interface ParcelRow {
  readonly id: string;
  readonly obreb_id: string;
  readonly number: string;
  readonly area_official_m2: number | null;
  readonly area_geometry_m2: number;
  readonly centroid: Position;
  /** Land-use and soil classes as the publisher wrote them, or null. */
  readonly land_use: string | null;
  readonly geometry: MultiPolygon;
}

export type PlanKind = Plan['kind'];

/** An act of planning as it is loaded. */
export interface PlanRow extends Omit<Plan, 'source'> {
  /** The outline of the act; null where the source has none. */
  readonly geometry: MultiPolygon | null;
}

export interface PlanAreaRow {
  /** Namespace and local id: PL.ZIPPZP.10011/226401-POG/1POG-100SU. */
  readonly area_id: string;
  readonly plan_id: string;
  readonly gmina6: string;
  /** A zone of a general plan, an infill area of it, or a designation (symbol) of a local plan. */
  readonly role: 'zone' | 'ouz' | 'designation';
  /** SU, OUZ, 1MN … */
  readonly symbol: string;
  readonly name: string | null;
  /** Of a zone; absent values are null: the plan sets no such limit. */
  readonly parameters: ZoneParameters | null;
  readonly geometry: MultiPolygon;
}

export interface AddressRow extends StoredAddress {
  readonly address_id: string;
  readonly simc: string | null;
  readonly ulic: string | null;
}

/** A soil-class contour of EGiB GML: OZU + OZK, such as RIIIa. */
export interface SoilContourRow {
  readonly contour_id: string;
  readonly obreb_id: string;
  readonly symbol: string;
  readonly geometry: MultiPolygon;
}

/** Anything else a register draws on the ground. */
export interface EvidenceRow {
  readonly role: EvidenceRole;
  /** Unique within its source and role. */
  readonly key: string;
  /** The code of the place it belongs to, or for a register without places its role or type: what a load replaces. */
  readonly place: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry;
}

/** A building permit; it lies where its parcels lie. Never an investor's or a designer's name. */
export interface PermitRow {
  readonly permit_id: string;
  /** What a load replaces: the unit that its file covers, or the part of the register that it is. */
  readonly place: string;
  /** Canonical parcel ids, as far as the register's references could be read. */
  readonly parcels: readonly string[];
  readonly kind: string;
  readonly decision_date: string | null;
  readonly object_category: string | null;
}

export type StagedRow =
  | { readonly kind: 'parcel'; readonly row: ParcelRow }
  | { readonly kind: 'terc'; readonly row: TercUnit }
  | { readonly kind: 'obreb'; readonly row: Obreb }
  | { readonly kind: 'boundary'; readonly row: StoredBoundary }
  | { readonly kind: 'plan'; readonly row: PlanRow }
  | { readonly kind: 'plan_area'; readonly row: PlanAreaRow }
  | { readonly kind: 'address'; readonly row: AddressRow }
  | { readonly kind: 'soil_contour'; readonly row: SoilContourRow }
  | { readonly kind: 'evidence'; readonly row: EvidenceRow }
  | { readonly kind: 'permit'; readonly row: PermitRow };

/** What went wrong with one value is data with a position, never an exception. */
export interface IssueRow {
  readonly position: string;
  readonly field: string | null;
  readonly kind: string;
  readonly value: string | null;
  readonly message: string;
}

export interface RunStart {
  readonly source: SourceId;
  readonly file: string;
  readonly sha256: string;
  readonly synthetic: boolean;
  readonly started_at: string;
}

/** Rows served now in the scopes a file describes, and how many of them are not in the file. */
export interface Replaced {
  readonly live: number;
  readonly missing: number;
}

export interface StageCounts extends Replaced {
  readonly staged: number;
  readonly issues: number;
  /** Of the rows replaced, the parcels. */
  readonly parcels: Replaced;
}

export interface PublishReport {
  readonly run: number;
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly issues: number;
  readonly events: number;
  readonly version: number;
}

export interface RunRow extends RunStart {
  readonly run: number;
  readonly finished_at: string | null;
  /** Aborted: its process was killed. */
  readonly outcome: 'running' | 'published' | 'unchanged' | 'failed' | 'aborted';
  readonly reason: string | null;
  readonly rows: number;
  readonly issues: number;
}

/** An event as it is written; when and from which load is known by the stage. */
export interface EventRow {
  readonly event: EventName;
  readonly subject: string;
  /** Six digits of the unit it happened in; known by itself of a parcel or gmina. */
  readonly place?: string;
  readonly layer: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** Where it comes from when that is not the load that tells it; null where that is no single register. */
  readonly from?: {
    readonly source: string;
    readonly scope: string;
    readonly as_of: string | null;
  } | null;
}

/** What a parcel's layers that are left for later will be compared with; null once there is nothing left. */
export interface AwaitedRow {
  readonly parcel: string;
  readonly awaited: Awaited | null;
}

export interface FactRow {
  readonly id: string;
  readonly facts: { readonly [L in FactLayer]?: string | null };
}

/** Parcels whose answers a load may move: what was known of them, and what is known now. */
export interface TouchedParcel {
  readonly id: string;
  readonly before: Facts;
  readonly after: Facts;
  readonly awaited: Awaited | null;
}

export interface Load {
  readonly scopes: readonly string[];
  readonly as_of: string | null;
  readonly at: string;
  /** Layers whose facts were worked out for everything this load touches; false when that is left for later. */
  readonly computed: boolean;
  /** Up to this day the events that the calendar causes are told. */
  readonly calendar_day?: string;
}

/** Tells the events of a publish from what was and what is, inside its transaction. */
export type TellEvents = (
  before: CorpusParts,
  after: CorpusParts,
  touched: Iterable<TouchedParcel>,
) => Iterable<EventRow | AwaitedRow>;

/** One load being prepared aside. Nothing of it is served before publish, and publish is one transaction. */
export interface Stage {
  /** Gives back the positions in `rows` of those whose key was staged before: they are left out. */
  add(rows: readonly StagedRow[]): Promise<number[]>;
  report(issues: readonly IssueRow[]): Promise<void>;
  count(scopes: readonly string[]): Promise<StageCounts>;
  /** Compares with what is served: how many parcels' answers the load touches. */
  compare(scopes: readonly string[], layers: readonly FactLayer[]): Promise<number>;
  touchedIds(after: string, limit: number): Promise<string[]>;
  /** Where workers find the evidence as it will be once published. */
  evidence(): EvidenceAddress;
  addFacts(rows: readonly FactRow[]): Promise<void>;
  publish(load: Load, tell: TellEvents): Promise<PublishReport>;
  fail(reason: string, at: string): Promise<void>;
}

/** Enough to open the evidence in another thread. */
export interface EvidenceAddress {
  readonly dataset: string;
  readonly staging: string;
  /** The source whose load is staged. */
  readonly source: SourceId;
}

/** A parcel as it will be once published. */
export interface EvidenceParcel {
  readonly id: string;
  readonly land_use: string | null;
  readonly geometry: MultiPolygon;
}

/** Its box as the index has it, never smaller; its geometry is read when asked for. */
export interface PlacedParcel extends EvidenceParcel {
  readonly box: Box;
}

/** Where a piece of evidence lies, as the index has it; the rest is told by `open`. */
export interface EvidenceReference {
  readonly reference: string;
  readonly box: Box;
}

/** What lies near a parcel, for the compute stage. Synchronous: each worker has its own. */
export interface EvidenceReads extends Disposable {
  parcels(ids: readonly string[]): EvidenceParcel[];
  /** Parcels whose box meets the box. */
  parcelsNear(box: Box): PlacedParcel[];
  /** Evidence whose box meets the box. */
  near(box: Box, roles: readonly EvidenceRole[]): EvidenceReference[];
  open(reference: string): {
    readonly role: EvidenceRole;
    readonly source: string;
    readonly key: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly geometry: Geometry;
  };
}

export interface DatasetWriter {
  /** Takes the place of the only writer now. Without it that is done by the first write. */
  claim(): Promise<void>;
  /** The hash of the file last published for a source and scope is how an unchanged file is recognised. */
  isPublished(source: SourceId, sha256: string): Promise<boolean>;
  touch(run: RunStart): Promise<void>;
  stage(run: RunStart): Promise<Stage>;
  boundaries(level: BoundaryLevel, codes: readonly string[]): Promise<StoredBoundary[]>;
  runs(limit: number): Promise<RunRow[]>;
  issueKinds(run: number): Promise<{ kind: string; count: number; example: string }[]>;
  states(): Promise<SourceState[]>;
  /** Loads whose facts were left for later: layer and powiat. */
  uncomputed(): Promise<{ layer: FactLayer; powiat: string }[]>;
  /** A stage without a file, over parcels that are served: to work out what was left for later, or to tell of a day. */
  revisit(visit: {
    readonly source: SourceId;
    readonly layers: readonly FactLayer[];
    /** Beginnings of parcel ids: powiaty or gminy. */
    readonly places: readonly string[];
    readonly at: string;
  }): Promise<Stage>;
  corpus(): Promise<CorpusParts>;
  /** The last day whose calendar events are told; null before the first. */
  calendarDay(): Promise<string | null>;
  close(): Promise<void>;
}
