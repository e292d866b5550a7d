// One connection to the dataset, reading side: prepared statements over the GeoPackage, inside one SQLite transaction from
// begin to end. Knows nothing of who reads.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CorpusParts, MpzpCover, Plan } from '../../domain/corpus/corpus.ts';
import type { SourceState } from '../../domain/corpus/registers.ts';
import type { Box, MultiPolygon, Position } from '../../domain/geometry/types.ts';
import type { PermitPlace } from '../../domain/layers/permits.ts';
import type { Obreb, TercUnit } from '../../domain/places/admin-units.ts';
import type { BoundaryLevel, BoundaryRow } from '../../domain/publish/staged-rows.ts';
import type { Locality } from '../../domain/text/name-index.ts';
import type {
  AddressKey,
  EventFilter,
  LocatedParcel,
  OutlinedParcel,
  StoredAddress,
  StoredEvent,
  StoredParcel,
  StoreReads,
} from '../reads.ts';
import { openForReading } from './open.ts';
import {
  addressOf,
  boundaryOf,
  CORPUS_QUERIES,
  computedOf,
  coversOf,
  eventOf,
  type LocatedCells,
  locatedOf,
  type OutlinedCells,
  obrebOf,
  outlinedOf,
  type ParcelCells,
  type PermitCells,
  parcelOf,
  permitOf,
  planOf,
  polygonsOf,
  stateOf,
  tercOf,
} from './rows.ts';

/** Some milliseconds of reading. */
const PAGE_ROWS = 500;

/** Lists travel as one JSON parameter: one prepared statement for any number of keys. */
const listOf = (values: readonly string[]) => JSON.stringify(values);

export class SqliteReads implements StoreReads {
  version = 0;
  readonly opening: number;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #parcel: StatementSync;
  readonly #shapes: StatementSync;
  readonly #outlined: StatementSync;
  readonly #located: StatementSync;
  readonly #onSheets: StatementSync;
  readonly #permits: StatementSync;
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
    this.#parcel = prepare(
      `SELECT ${PARCEL_COLUMNS} FROM parcels p LEFT JOIN parcel_facts f ON f.fid = p.fid WHERE p.id = ?`,
    );
    this.#version = prepare("SELECT CAST(value AS INTEGER) AS version FROM meta WHERE key = 'version'");
    this.#shapes = prepare(
      `SELECT p.id, p.geom FROM rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
    );
    this.#outlined = prepare(
      `SELECT p.id, p.area_official_m2, p.lng, p.lat, p.geom FROM rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
    );
    this.#located = prepare('SELECT id, lng, lat FROM parcels WHERE id = ?');
    this.#onSheets = prepare(
      `SELECT id, lng, lat FROM parcels INDEXED BY parcels_on_sheets
       WHERE obreb_id = ? AND number = ? AND id LIKE '%.AR\\_%' ESCAPE '\\'`,
    );
    this.#permits = prepare(
      `SELECT p.permit_id, p.kind, p.decision_date, p.object_category, p.x, p.y
       FROM rtree_permits r CROSS JOIN permits p ON p.fid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
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

  async parcels(ids: readonly string[]): Promise<Map<string, StoredParcel>> {
    const found = new Map<string, StoredParcel>();
    for (const id of ids) {
      const row: unknown = this.#parcel.get(id);
      if (row) found.set(id, parcelOf(row as ParcelCells));
    }
    return found;
  }

  async geometries(ids: readonly string[]): Promise<Map<string, MultiPolygon>> {
    const rows = this.#all(
      'SELECT p.id, p.geom FROM json_each(?) wanted CROSS JOIN parcels p ON p.id = wanted.value',
      listOf(ids),
    );
    return new Map(rows.map((row) => [row.id as string, polygonsOf(row.geom)]));
  }

  async parcelIdsInBox([minX, minY, maxX, maxY]: Box): Promise<string[]> {
    const rows = this.#all(
      `SELECT p.id FROM rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
      minX,
      maxX,
      minY,
      maxY,
    );
    return rows.map((row) => row.id as string);
  }

  async parcelsInBox([minX, minY, maxX, maxY]: Box): Promise<OutlinedParcel[]> {
    const rows: unknown = this.#outlined.all(minX, maxX, minY, maxY);
    return (rows as OutlinedCells[]).map(outlinedOf);
  }

  async parcelShapesInBox([minX, minY, maxX, maxY]: Box): Promise<Map<string, MultiPolygon>> {
    const rows: unknown = this.#shapes.all(minX, maxX, minY, maxY);
    return new Map((rows as [string, Uint8Array][]).map(([id, geom]) => [id, polygonsOf(geom)]));
  }

  async parcelsByNumber(obreb_ids: readonly string[], number: string): Promise<LocatedParcel[]> {
    const found: LocatedParcel[] = [];
    for (const obreb_id of obreb_ids) {
      const row: unknown = this.#located.get(`${obreb_id}.${number}`);
      if (row) found.push(locatedOf(row as LocatedCells));
      const onSheets: unknown = this.#onSheets.all(obreb_id, number);
      for (const cells of onSheets as LocatedCells[]) found.push(locatedOf(cells));
    }
    return found;
  }

  async permitsIn(boxes: readonly Box[]): Promise<PermitPlace[][]> {
    return boxes.map(([minX, minY, maxX, maxY]) => {
      const rows: unknown = this.#permits.all(minX, maxX, minY, maxY);
      return (rows as PermitCells[]).map(permitOf);
    });
  }

  async boundariesAt([x, y]: Position, level: BoundaryLevel): Promise<BoundaryRow[]> {
    const rows = this.#all(
      `SELECT b.code, b.level, b.name, b.geom FROM rtree_boundaries_geom r CROSS JOIN boundaries b ON b.fid = r.id
       WHERE r.maxx >= ?1 AND r.minx <= ?1 AND r.maxy >= ?2 AND r.miny <= ?2 AND b.level = ?3`,
      x,
      y,
      level,
    );
    return rows.map(boundaryOf);
  }

  async landUses(ids: readonly string[]): Promise<Map<string, string | null>> {
    const rows = this.#all(
      'SELECT p.id, p.land_use FROM json_each(?) wanted CROSS JOIN parcels p ON p.id = wanted.value',
      listOf(ids),
    );
    return new Map(rows.map((row) => [row.id as string, row.land_use as string | null]));
  }

  async addresses(keys: readonly AddressKey[], limit: number): Promise<StoredAddress[]> {
    return keys.flatMap((key) => {
      const { gmina, locality, street, number } = key;
      // Each form has its own index; a place without streets is never asked for without its locality.
      const rows =
        gmina !== null && locality !== null
          ? this.#all(
              `${ADDRESS} WHERE a.gmina = ? AND a.locality = ? AND a.street = ? AND a.number = ? LIMIT ?`,
              gmina,
              locality,
              street,
              number,
              limit,
            )
          : this.#all(
              `${ADDRESS} WHERE a.street = ?1 AND a.number = ?2 AND (?3 IS NULL OR a.gmina = ?3) AND (?4 IS NULL OR a.locality = ?4) LIMIT ?5`,
              street,
              number,
              gmina,
              locality,
              limit,
            );
      return rows.map((row) => addressOf(row, key));
    });
  }

  async *localities(): AsyncIterable<Locality[]> {
    const pages = this.#pages(
      `SELECT g.gmina, json_extract(e.attributes, '$.locality') AS name
       FROM (SELECT gmina, locality, min(fid) AS fid FROM addresses GROUP BY gmina, locality) g
       CROSS JOIN evidence e ON e.fid = g.fid`,
    );
    for (const page of pages)
      yield page.map((row) => ({ gmina: row.gmina as string, name: row.name as string }));
  }

  async *streets(): AsyncIterable<string[]> {
    const pages = this.#pages(
      `SELECT json_extract(e.attributes, '$.street') AS name
       FROM (SELECT min(fid) AS fid FROM addresses WHERE street <> '' GROUP BY street) g
       CROSS JOIN evidence e ON e.fid = g.fid`,
    );
    for (const page of pages) yield page.map((row) => row.name as string);
  }

  async terc(): Promise<TercUnit[]> {
    return this.#all(CORPUS_QUERIES.terc).map(tercOf);
  }

  async obreby(): Promise<Obreb[]> {
    return this.#all(CORPUS_QUERIES.obreby).map(obrebOf);
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
    const narrow = [
      filter.before_seq ?? Number.MAX_SAFE_INTEGER,
      filter.since ?? '',
      filter.types === null ? null : 1,
      listOf(filter.types ?? []),
      filter.limit,
    ];
    // Each place by itself: the index gives its newest first, and no more of them are read than a page holds.
    const rows = [
      ...this.#all(
        `SELECT e.* FROM json_each(?) s CROSS JOIN events e ON e.subject = s.value WHERE ${NARROWED}`,
        listOf(filter.subjects),
        ...narrow,
      ),
      ...filter.places.flatMap((place) =>
        this.#all(
          `SELECT e.* FROM events e INDEXED BY events_by_place WHERE e.place = ? AND ${NARROWED}`,
          place,
          ...narrow,
        ),
      ),
    ];
    const events = new Map(rows.map((row) => [row.seq, eventOf(row)]));
    return [...events.values()].sort((a, b) => b.seq - a.seq).slice(0, filter.limit);
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

const NARROWED = `e.seq < ? AND e.detected_at >= ?
  AND (? IS NULL OR e.event IN (SELECT value FROM json_each(?))) ORDER BY e.seq DESC LIMIT ?`;

const ADDRESS =
  'SELECT e.place, e.attributes, e.geom FROM addresses a CROSS JOIN evidence e ON e.fid = a.fid';

const PARCEL_COLUMNS = `p.id, p.area_official_m2, p.area_geometry_m2, p.lng, p.lat, p.record_hash, p.geom, f.facts`;
