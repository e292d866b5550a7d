// One connection to the dataset, reading side: prepared statements over the GeoPackage, inside one SQLite transaction from
// begin to end. Knows nothing of who reads.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CorpusParts, MpzpCover, Plan } from '../../domain/corpus/corpus.ts';
import type { SourceState } from '../../domain/corpus/registers.ts';
import type { Box, Position } from '../../domain/geometry/types.ts';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import type { PermitPlace } from '../../domain/layers/permits.ts';
import type { Obreb, TercUnit } from '../../domain/places/admin-units.ts';
import type { BoundaryLevel } from '../../domain/publish/staged-rows.ts';
import type { Completion, CompletionKey } from '../../domain/text/completions.ts';
import type { AddressedPlace } from '../../domain/text/place.ts';
import { EventCounts } from '../event-counts.ts';
import type {
  BoundaryShape,
  EventCount,
  EventFilter,
  EventSelection,
  EvidenceShape,
  ListedParcel,
  LookedUp,
  Lookups,
  Pause,
  SoughtCell,
  StoredEvent,
  StoredParcel,
  StoreReads,
} from '../reads.ts';
import {
  addressOf,
  type BoundaryCells,
  boundaryShapeOf,
  CORPUS_QUERIES,
  computedOf,
  coversOf,
  type EvidenceCells,
  eventOf,
  evidenceShapeOf,
  hasSideIn,
  LAST_ID,
  type ListedCells,
  listedOf,
  meetingExactly,
  obrebFrom,
  PARCEL_COLUMNS,
  PARCEL_FACTS,
  type ParcelCells,
  type PermitCells,
  parcelOf,
  permitOf,
  planOf,
  rangeOf,
  stateOf,
  tercOf,
} from '../rows.ts';
import { SqliteCompletions } from './completion-statements.ts';
import { SqliteLookups } from './lookup-statements.ts';
import { openForReading } from './open.ts';

/** Some milliseconds of reading. */
const PAGE_ROWS = 500;

/** SQLite sorts a thousand rows in a tenth of the time that it takes to keep the first so many of them in order. */
const FEW_ROWS = 400;

/** Lists travel as one JSON parameter: one prepared statement for any number of keys. */
const listOf = (values: readonly string[]) => JSON.stringify(values);

export class SqliteReads implements StoreReads {
  version = 0;
  readonly opening: number;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #parcel: StatementSync;
  readonly #parcelsFrom: StatementSync;
  readonly #listed: StatementSync;
  readonly #firstListed: StatementSync;
  readonly #lookups: SqliteLookups;
  readonly #completions: SqliteCompletions;
  readonly #permits: StatementSync;
  readonly #evidence: StatementSync;
  readonly #boundaries: StatementSync;
  readonly #version: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  constructor(path: string, opening: number) {
    this.opening = opening;
    this.#db = openForReading(path);
    // Read by most requests: rows as arrays cost half of rows as objects.
    const prepare = (sql: string) => {
      const statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    this.#parcel = prepare(`SELECT ${PARCEL_COLUMNS} FROM parcels p ${PARCEL_FACTS} WHERE p.id = ?`);
    this.#parcelsFrom = prepare(
      `SELECT ${PARCEL_COLUMNS} FROM parcels p ${PARCEL_FACTS}
       WHERE p.id >= ?1 AND (?2 = 0 OR p.id > ?1) AND p.id < ?3 ORDER BY p.id LIMIT CAST(?4 AS INTEGER)`,
    );
    this.#version = prepare("SELECT CAST(value AS INTEGER) AS version FROM meta WHERE key = 'version'");
    // Outlines are most of the bytes. Whether one is wanted is told here: to hand out the bounds takes longer.
    const listed = `SELECT p.id, p.area_official_m2, p.lng, p.lat,
         CASE WHEN ${hasSideIn('r', ['?5', '?7', '?6', '?8'])} THEN NULL ELSE p.geom END
       FROM rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id
       WHERE r.maxx >= ?1 AND r.minx <= ?2 AND r.maxy >= ?3 AND r.miny <= ?4 AND p.id > ?9 AND p.id <= ?10
       ORDER BY p.id`;
    this.#listed = prepare(listed);
    // A bare parameter as the limit makes SQLite prepare the statement anew each time it is bound.
    this.#firstListed = prepare(`${listed} LIMIT CAST(?11 AS INTEGER)`);
    this.#lookups = new SqliteLookups(this.#db, prepare);
    this.#completions = new SqliteCompletions(prepare);
    this.#permits = prepare(
      `SELECT p.permit_id, p.kind, p.decision_date, p.object_category, p.x, p.y
       FROM rtree_permits r CROSS JOIN permits p ON p.fid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ? ORDER BY p.fid`,
    );
    const meetsBox = 'r.maxx >= ?1 AND r.minx <= ?2 AND r.maxy >= ?3 AND r.miny <= ?4';
    this.#evidence = prepare(
      `SELECT e.role, e.source, e.key, e.place, e.piece, e.attributes, e.geom
       FROM rtree_evidence_geom r CROSS JOIN evidence e ON e.fid = r.id
       WHERE ${meetsBox} AND e.role IN (SELECT value FROM json_each(?5)) ORDER BY e.fid`,
    );
    this.#boundaries = prepare(
      `SELECT b.code, b.name, b.geom FROM rtree_boundaries_geom r CROSS JOIN boundaries b ON b.fid = r.id
       WHERE ${meetsBox} AND b.level = ?5 ORDER BY b.code`,
    );
    this.#begin = this.#db.prepare('BEGIN');
    this.#commit = this.#db.prepare('COMMIT');
  }

  begin(): void {
    this.#begin.run();
    const row: unknown = this.#version.get();
    [this.version] = row as [number];
  }

  /** Whether the connection can be used again. If not, what was read stands, and whoever reads next meets the fault. */
  end(): boolean {
    try {
      this.#commit.run();
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#db.close();
  }

  async parcels(ids: readonly string[], pause?: Pause): Promise<Map<string, StoredParcel>> {
    const found = new Map<string, StoredParcel>();
    for (const id of ids) {
      const row: unknown = this.#parcel.get(id);
      if (row) found.set(id, parcelOf(row as ParcelCells));
      const paused = pause?.();
      if (paused) await paused;
    }
    return found;
  }

  async parcelsFrom(prefix: string, after: string, limit: number): Promise<StoredParcel[]> {
    const [from, to] = rangeOf(prefix);
    const rows: unknown = this.#parcelsFrom.all(after < from ? from : after, after < from ? 0 : 1, to, limit);
    return (rows as ParcelCells[]).map(parcelOf);
  }

  async countParcels(prefix: string): Promise<number> {
    const sql = 'SELECT count(*) AS parcels FROM parcels WHERE id >= ? AND id < ?';
    return Number(this.#all(sql, ...rangeOf(prefix))[0]?.parcels);
  }

  lookup(wanted: Lookups, pause?: Pause): Promise<LookedUp> {
    return this.#lookups.read(wanted, this.version, pause);
  }

  async *parcelsInCells(
    cells: Iterable<SoughtCell> | AsyncIterable<SoughtCell>,
    after: string,
    limit: number,
  ): AsyncGenerator<ListedParcel[]> {
    for await (const { box, inner, up_to = LAST_ID } of cells) {
      const bounds = [box[0], box[2], box[1], box[3], inner[0], inner[2], inner[1], inner[3]];
      const rows: unknown =
        limit < FEW_ROWS
          ? this.#firstListed.all(...bounds, after, up_to, limit)
          : this.#listed.all(...bounds, after, up_to);
      yield (rows as ListedCells[]).slice(0, limit).map(listedOf);
    }
  }

  async evidenceIn(box: Box, roles: readonly EvidenceRole[]): Promise<EvidenceShape[]> {
    const [minX, minY, maxX, maxY] = box;
    const rows: unknown = this.#evidence.all(minX, maxX, minY, maxY, listOf(roles));
    return meetingExactly((rows as EvidenceCells[]).map(evidenceShapeOf), box);
  }

  async boundariesIn(box: Box, level: BoundaryLevel): Promise<BoundaryShape[]> {
    const [minX, minY, maxX, maxY] = box;
    const rows: unknown = this.#boundaries.all(minX, maxX, minY, maxY, level);
    return meetingExactly((rows as BoundaryCells[]).map(boundaryShapeOf), box);
  }

  async permitsIn(boxes: readonly Box[], pause?: Pause): Promise<PermitPlace[][]> {
    const found: PermitPlace[][] = [];
    for (const [minX, minY, maxX, maxY] of boxes) {
      const rows: unknown = this.#permits.all(minX, maxX, minY, maxY);
      found.push((rows as PermitCells[]).map(permitOf));
      const paused = pause?.();
      if (paused) await paused;
    }
    return found;
  }

  async complete(keys: readonly CompletionKey[], limit: number): Promise<Completion[]> {
    return this.#completions.complete(keys, limit);
  }

  async positions(obreb_ids: readonly string[]): Promise<(Position | null)[]> {
    return this.#completions.positions(obreb_ids);
  }

  async *addressedPlaces(): AsyncIterable<AddressedPlace[]> {
    const pages = this.#pages(
      `SELECT g.gmina, e.attributes, e.geom
       FROM (SELECT gmina, min(fid) AS fid FROM addresses GROUP BY gmina, locality, street
             ORDER BY gmina, locality, street) g
       CROSS JOIN evidence e ON e.fid = g.fid`,
    );
    for (const page of pages)
      yield page.map((row) =>
        addressOf([row.gmina as string, row.attributes as string, row.geom as Uint8Array]),
      );
  }

  async terc(): Promise<TercUnit[]> {
    return this.#all(CORPUS_QUERIES.terc).map(tercOf);
  }

  async obreby(): Promise<Obreb[]> {
    return this.#all(CORPUS_QUERIES.obreby).map(obrebFrom);
  }

  async firstParcel(): Promise<string | null> {
    const [row] = this.#all('SELECT id FROM parcels ORDER BY id LIMIT 1');
    return row ? String(row.id) : null;
  }

  async sourceStates(): Promise<SourceState[]> {
    return this.#all(CORPUS_QUERIES.states).map(stateOf);
  }

  async plans(): Promise<Plan[]> {
    return this.#all(CORPUS_QUERIES.plans).map(planOf);
  }

  async mpzpCover(): Promise<MpzpCover[]> {
    return coversOf(this.#all(CORPUS_QUERIES.covers));
  }

  async computed(): Promise<CorpusParts['computed']> {
    return this.#all(CORPUS_QUERIES.computed).map(computedOf);
  }

  async events(filter: EventFilter): Promise<StoredEvent[]> {
    const before_seq = filter.before_seq ?? Number.MAX_SAFE_INTEGER;
    const found = this.#selectEvents(filter, 'e.seq < ?', before_seq, 'DESC', filter.limit);
    return found.sort((a, b) => b.seq - a.seq).slice(0, filter.limit);
  }

  async eventsAfter(selection: EventSelection, after_seq: number, limit: number): Promise<StoredEvent[]> {
    const found = this.#selectEvents(selection, 'e.seq > ?', after_seq, 'ASC', limit);
    return found.sort((a, b) => a.seq - b.seq).slice(0, limit);
  }

  async newestEvent(): Promise<number> {
    return Number(this.#all('SELECT coalesce(max(seq), 0) AS seq FROM events')[0]?.seq);
  }

  #selectEvents(
    { subjects, places, since, types }: EventSelection,
    bound: string,
    seq: number,
    order: 'ASC' | 'DESC',
    limit: number,
  ): StoredEvent[] {
    const narrow = [seq, since ?? '', types === null ? null : 1, listOf(types ?? []), limit];
    const narrowed = `${bound} AND e.detected_at >= ?
      AND (? IS NULL OR e.event IN (SELECT value FROM json_each(?))) ORDER BY e.seq ${order} LIMIT ?`;
    // Each place by itself: the index gives them in order, and no more of them are read than are wanted.
    const rows = [
      ...this.#all(
        `SELECT e.* FROM json_each(?) s CROSS JOIN events e ON e.subject = s.value WHERE ${narrowed}`,
        listOf(subjects),
        ...narrow,
      ),
      ...places.flatMap((place) =>
        this.#all(
          `SELECT e.* FROM events e INDEXED BY events_by_place WHERE e.place = ? AND ${narrowed}`,
          place,
          ...narrow,
        ),
      ),
    ];
    return [...new Map(rows.map((row) => [row.seq, eventOf(row)])).values()];
  }

  async countEvents(
    { subjects, places, since, types }: EventSelection,
    pause?: Pause,
  ): Promise<EventCount[]> {
    const narrow = [since ?? '', types === null ? null : 1, listOf(types ?? [])];
    const counts = new EventCounts();
    const counted =
      'e.event, e.layer, count(*) AS count, min(e.detected_at) AS first, max(e.detected_at) AS last';
    const told = 'e.detected_at >= ? AND (? IS NULL OR e.event IN (SELECT value FROM json_each(?)))';
    const ofSubjects = `SELECT ${counted} FROM json_each(?) s CROSS JOIN events e ON e.subject = s.value
      WHERE ${told} AND e.place NOT IN (SELECT value FROM json_each(?)) GROUP BY e.event, e.layer`;
    counts.add(this.#all(ofSubjects, listOf(subjects), ...narrow, listOf(places)));
    const ofPlace = `SELECT ${counted} FROM events e INDEXED BY events_by_place
      WHERE e.place = ? AND ${told} GROUP BY e.event, e.layer`;
    for (const place of places) {
      await pause?.();
      counts.add(this.#all(ofPlace, place, ...narrow));
    }
    return counts.list();
  }

  /** For long lists: rows are read as they are asked for, so the query must not sort. */
  *#pages(sql: string): Generator<Record<string, unknown>[]> {
    let page: Record<string, unknown>[] = [];
    for (const row of this.#db.prepare(sql).iterate()) {
      page.push(row);
      if (page.length < PAGE_ROWS) continue;
      yield page;
      page = [];
    }
    yield page;
  }

  #all(sql: string, ...parameters: (string | number | null)[]): Record<string, unknown>[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...parameters);
  }
}
