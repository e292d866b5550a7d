// The port to the facts, writing side: a load is staged aside, compared with what is served, and published at once. A back
// end stores, pages, indexes and commits; what is replaced, touched and told is decided by domain/publish. Only ingest
// knows this port; requests read by reads.ts.

import type { Awaited } from '../domain/assess/changes.ts';
import type { CorpusParts, MpzpCover, Plan } from '../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import type { Box, MultiPolygon, Position } from '../domain/geometry/types.ts';
import type { FactLayer, Facts } from '../domain/layers/facts.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { Marks, RowKind, ServedPair, StageContents, StagedPair } from '../domain/publish/compare.ts';
import type { AwaitedRow, DatedEvent } from '../domain/publish/event-rows.ts';
import type { NewParcel, OldParcel } from '../domain/publish/lineage.ts';
import type { ToldParcel } from '../domain/publish/parcel-changes.ts';
import type { WorkedParcel } from '../domain/publish/parcel-facts.ts';
import type { AddedPermit, PlacedPermit, ReferenceCount } from '../domain/publish/permit-places.ts';
import type { PlanOutline } from '../domain/publish/plan-cover.ts';
import type { BoundaryLevel, BoundaryRow, IssueRow, StagedRow } from '../domain/publish/staged-rows.ts';
import type { ChangedGround } from '../domain/publish/touched.ts';

export interface RunStart {
  readonly source: SourceId;
  readonly file: string;
  readonly sha256: string;
  readonly synthetic: boolean;
  readonly started_at: string;
}

export interface RunRow extends RunStart {
  readonly run: number;
  readonly finished_at: string | null;
  /** Aborted: its process was killed. */
  readonly outcome: 'running' | 'published' | 'unchanged' | 'failed' | 'aborted';
  /** Why it failed; of a published run what could not be checked. */
  readonly reason: string | null;
  readonly rows: number;
  readonly issues: number;
}

export interface FactRow {
  readonly id: string;
  readonly facts: { readonly [L in FactLayer]?: string | null };
}

/** Rows come in pages; whoever reads them may write between one page and the next. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** One load being prepared aside. Nothing of it is served before publish, and publish is one transaction. */
export interface Stage {
  readonly run: RunStart;
  /** Gives back the positions in `rows` of those whose key was staged before: they are left out. */
  add(rows: readonly StagedRow[]): Promise<number[]>;
  report(issues: readonly IssueRow[]): Promise<void>;
  /** Evidence that was staged under a part of its register belongs to this place: part/ → part/14. */
  assignPlace(place: string): Promise<void>;
  contents(): Promise<StageContents>;
  /** Rows as reports count them, by the place or part that scopes select them by; parcels by their obręb. */
  rowsByPlace(): Promise<ReadonlyMap<string, number>>;
  /** What is served. */
  corpus(): Promise<CorpusParts>;
  /** Every staged row of a kind, each with the served row of the same key. */
  stagedPairs(kind: RowKind): Pages<StagedPair>;
  /** Every served row of a kind (of this source) whose place begins with one of the texts. */
  servedPairs(kind: RowKind, places: readonly string[]): Pages<ServedPair>;
  plans(): Promise<{ readonly staged: Omit<Plan, 'source'>[]; readonly served: Plan[] }>;
  /** What publishing will do; kept with the stage, and known to the evidence that workers read. */
  mark(kind: RowKind, marks: Marks): Promise<void>;
  /** Where marked rows lie, served and staged ones; of evidence also what other places draw of the same objects. */
  markedGround(kind: 'parcels' | 'evidence'): Pages<ChangedGround>;
  /** Where staged evidence of these plans lies. */
  groundOfPlans(plan_ids: readonly string[]): Pages<ChangedGround>;
  /** Parcels that the load brings or changes are touched. */
  touchFresh(): Promise<void>;
  /** Served parcels whose box meets one of these are touched. */
  touchMeeting(boxes: readonly Box[]): Promise<void>;
  /** Served parcels whose id begins with one of these are touched. */
  touchPlaces(places: readonly string[]): Promise<void>;
  touchedCount(): Promise<number>;
  touchedPowiaty(): Promise<string[]>;
  /** In the order of their ids. */
  touchedIds(after: string, limit: number): Promise<string[]>;
  /** Where workers find the evidence as it will be once published. */
  evidence(): Promise<EvidenceAddress>;
  addFacts(rows: readonly FactRow[]): Promise<void>;
  /** Commits what the work has written when it ends, nothing when it throws; the stage is gone either way but for `fail`. */
  publish<T>(work: (publication: Publication) => Promise<T>): Promise<T>;
  fail(reason: string, at: string): Promise<void>;
}

/** A served parcel that goes, or that a staged one replaces. */
export interface ReplacedParcel extends ToldParcel, OldParcel {
  readonly ref: number;
  readonly box: Box;
  /** With whether it has the same geometry to the last bit. */
  readonly fresh: (ToldParcel & { readonly ref: number; readonly is_same_geometry: boolean }) | null;
}

/** A staged parcel that is not served, or not so. */
export interface FreshParcel extends ToldParcel, NewParcel {
  readonly ref: number;
}

/** A served parcel that the load touches. */
export interface ToldRecord extends WorkedParcel {
  readonly ref: number;
  readonly id: string;
  readonly awaited: Awaited | null;
  /** Not served before this publish. */
  readonly is_new: boolean;
}

/** The transaction of one publish: reads see what it has written so far, readers elsewhere see nothing of it. */
export interface Publication {
  corpus(): Promise<CorpusParts>;
  /** Parcels about to go (kept: false) or to be changed (kept: true), by their ids; before they are applied. */
  replacedParcels(kept: boolean): Pages<ReplacedParcel>;
  /** Parcels about to come, by their ids; before they are applied. */
  createdParcels(): Pages<FreshParcel>;
  /** For each box the parcels about to come or to be changed whose box meets it; before they are applied. */
  freshMeeting(boxes: readonly Box[]): Promise<FreshParcel[][]>;
  /** Outlines by reference, of served and of staged parcels. */
  outlines(served: readonly number[], staged: readonly number[]): Promise<ParcelOutlines>;
  /** Staged rows of permits of which nothing is served, of these parts of the register; before they are applied. */
  addedPermits(parts: readonly string[]): Promise<AddedPermit[]>;
  /** Makes what was marked so. */
  apply(kind: RowKind): Promise<void>;
  /** What an obręb is called: by the load, by what is served, by its boundary; of the obręby that the load names. */
  obrebNames(): Pages<{ id: string; staged: string | null; served: string | null; boundary: string | null }>;
  nameObreby(names: readonly { id: string; name: string | null }[]): Promise<void>;
  /** Permits that were applied just now, or those that name parcels whose id begins with one of the texts. */
  permits(of: 'fresh' | readonly string[]): Pages<PlacedPermit>;
  /** A point on each of the parcels that are held, [lng, lat]. */
  points(ids: readonly string[]): Promise<Map<string, Position>>;
  placePermits(moved: readonly PlacedPermit[]): Promise<void>;
  /** References of the permits whose place begins with one of the texts, by powiat. */
  countReferences(places: readonly string[]): Promise<ReferenceCount[]>;
  /** Roles of the source's evidence in a scope. */
  rolesIn(scope: string): Promise<string[]>;
  /** All states of the source. */
  saveStates(states: readonly SourceState[]): Promise<void>;
  /** From when on the layers are worked out in the powiaty; null: they are not. */
  saveComputed(layers: readonly FactLayer[], powiaty: readonly string[], at: string | null): Promise<void>;
  /** Outlines of local plans, of gminy that begin with one of the texts. */
  planOutlines(places: readonly string[]): Promise<PlanOutline[]>;
  gminaOutline(gmina6: string): Promise<MultiPolygon | null>;
  saveCover(places: readonly string[], covers: readonly MpzpCover[]): Promise<void>;
  /** By their ids. New parcels of which nothing was worked out are left out: there is nothing to save or to tell. */
  touched(): Pages<ToldRecord>;
  saveFacts(rows: readonly { ref: number; facts: Facts; record_hash: string }[]): Promise<void>;
  saveAwaited(rows: readonly AwaitedRow[]): Promise<void>;
  addEvents(events: readonly DatedEvent[]): Promise<void>;
  addIssues(issues: readonly IssueRow[]): Promise<void>;
  saveCalendarDay(day: string): Promise<void>;
  /** Closes the run; the version that readers see it by. */
  finish(run: {
    at: string;
    rows: number;
    issues: number;
    note: string | null;
  }): Promise<{ run: number; version: number }>;
}

export interface ParcelOutlines {
  readonly served: ReadonlyMap<number, MultiPolygon>;
  readonly staged: ReadonlyMap<number, MultiPolygon>;
}

/** Enough to open the evidence in another thread: a value of the back end, which can be sent there. */
export type EvidenceAddress = unknown;

/** A parcel as it will be once published. */
export interface EvidenceParcel {
  readonly id: string;
  readonly land_use: string | null;
  /** Never smaller than its outline. */
  readonly box: Box;
  readonly wkb: Uint8Array;
}

/**
 * What a register draws on the ground, as it will be once published; a large polygon comes in several pieces. Of an object
 * that several places draw, those come that count (domain/publish/shared-objects.ts).
 */
export interface EvidencePiece {
  readonly role: EvidenceRole;
  readonly source: string;
  readonly key: string;
  /** Places next to each other may both draw one object. */
  readonly place: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Never smaller than what is drawn. */
  readonly box: Box;
  readonly wkb: Uint8Array;
}

/** Where to look for parcels, and where for evidence of which roles; any number of boxes each. */
export interface EvidenceQuery {
  readonly parcels: readonly Box[];
  readonly evidence: readonly { readonly roles: readonly EvidenceRole[]; readonly boxes: readonly Box[] }[];
}

export interface EvidenceFound {
  readonly parcels: readonly EvidenceParcel[];
  /** One list for each entry of the query. */
  readonly evidence: readonly (readonly EvidencePiece[])[];
}

/** What lies around parcels, for the compute stage. Plural: a worker asks for what a block of parcels needs at once. */
export interface EvidenceReads extends AsyncDisposable {
  /** Those of the ids that there are, in any order. */
  parcels(ids: readonly string[]): Promise<EvidenceParcel[]>;
  /** All whose box meets one of the boxes, each once, in any order; what lies a little beside them may come along. */
  around(query: EvidenceQuery): Promise<EvidenceFound>;
}

export interface DatasetWriter {
  /** Takes the place of the only writer now. Without it that is done by the first write. */
  claim(): Promise<void>;
  /** The hash of the file last published for a source and scope is how an unchanged file is recognised. */
  isPublished(source: SourceId, sha256: string): Promise<boolean>;
  touch(run: RunStart): Promise<void>;
  stage(run: RunStart): Promise<Stage>;
  /** Null: all of the level. */
  boundaries(level: BoundaryLevel, codes: readonly string[] | null): Promise<BoundaryRow[]>;
  runs(limit: number): Promise<RunRow[]>;
  issueKinds(run: number): Promise<{ kind: string; count: number; example: string }[]>;
  states(): Promise<SourceState[]>;
  corpus(): Promise<CorpusParts>;
  /** The last day whose calendar events are told; null before the first. */
  calendarDay(): Promise<string | null>;
  close(): Promise<void>;
}
