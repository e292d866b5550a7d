// The transaction of one publish: pages of what is marked, staged and served, and writes. In the caller's transaction; what
// is read and written when is decided by whoever publishes.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CorpusParts, MpzpCover } from '../../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../../domain/corpus/registers.ts';
import type { Box, MultiPolygon, Position } from '../../domain/geometry/types.ts';
import type { FactLayer, Facts } from '../../domain/layers/facts.ts';
import { packFacts, unpackFacts } from '../../domain/layers/packed-facts.ts';
import type { RowKind } from '../../domain/publish/compare.ts';
import type { AwaitedRow, DatedEvent } from '../../domain/publish/event-rows.ts';
import type { AddedPermit, PlacedPermit, ReferenceCount } from '../../domain/publish/permit-places.ts';
import type { PlanOutline } from '../../domain/publish/plan-cover.ts';
import type { IssueRow } from '../../domain/publish/staged-rows.ts';
import { seekPages } from '../row-pages.ts';
import { planOf, polygonsOf, type Row, rangeOf } from '../rows.ts';
import type {
  FreshParcel,
  Pages,
  ParcelOutlines,
  Publication,
  ReplacedParcel,
  ToldRecord,
} from '../writer.ts';
import { applyMarks } from './apply-marks.ts';
import { readCorpus } from './served-corpus.ts';
import { nextVersion } from './transaction.ts';

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
const numberOrNull = (value: unknown) => (value === null ? null : Number(value));
const listOf = (values: readonly (string | number)[]) => JSON.stringify(values);

export class SqlitePublication implements Publication {
  readonly #db: DatabaseSync;
  readonly #source: SourceId;
  readonly #run: number;
  readonly #statements = new Map<string, StatementSync>();
  /** By kind: rows with a higher reference were brought by this publish. */
  readonly #newest = new Map<RowKind, number>();

  constructor(db: DatabaseSync, source: SourceId, run: number) {
    this.#db = db;
    this.#source = source;
    this.#run = run;
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Rows by a text key, page after page. */
  #byId<T>(sql: string, read: (row: Row) => T, idOf: (row: T) => string): Pages<T> {
    const statement = this.#db.prepare(sql);
    return seekPages((after: string, limit) => statement.all(after, limit).map(read), '', idOf);
  }

  async corpus(): Promise<CorpusParts> {
    return readCorpus(this.#db);
  }

  replacedParcels(kept: boolean): Pages<ReplacedParcel> {
    return this.#byId(
      `SELECT x.ref, p.id, p.area_official_m2, p.area_geometry_m2, r.minx, r.miny, r.maxx, r.maxy,
         n.id AS fresh, n.rowid AS fresh_ref, n.area_official_m2 AS fresh_official_m2, n.area_geometry_m2 AS fresh_geometry_m2,
         n.geom = p.geom AS is_same_geometry
       FROM main.parcels p CROSS JOIN stage.gone_parcels x ON x.ref = p.fid
       CROSS JOIN main.rtree_parcels_geom r ON r.id = p.fid LEFT JOIN stage.parcels n ON n.id = p.id
       WHERE p.id > ?1 AND x.is_kept = ${kept ? 1 : 0} ORDER BY p.id LIMIT ?2`,
      (row) => ({
        ref: Number(row.ref),
        id: String(row.id),
        area_official_m2: numberOrNull(row.area_official_m2),
        area_geometry_m2: Number(row.area_geometry_m2),
        is_kept: kept,
        box: [Number(row.minx), Number(row.miny), Number(row.maxx), Number(row.maxy)],
        fresh:
          row.fresh === null
            ? null
            : {
                id: String(row.fresh),
                area_official_m2: numberOrNull(row.fresh_official_m2),
                area_geometry_m2: Number(row.fresh_geometry_m2),
                ref: Number(row.fresh_ref),
                is_same_geometry: row.is_same_geometry === 1,
              },
      }),
      ({ id }) => id,
    );
  }

  createdParcels(): Pages<FreshParcel> {
    return this.#byId(
      `SELECT ${FRESH} FROM stage.parcels n CROSS JOIN stage.fresh_parcels f ON f.ref = n.rowid
       WHERE n.id > ?1 AND NOT is_known ORDER BY n.id LIMIT ?2`,
      freshOf,
      ({ id }) => id,
    );
  }

  async freshMeeting(boxes: readonly Box[]): Promise<FreshParcel[][]> {
    const statement = this.#prepare(
      `SELECT ${FRESH} FROM stage.rtree_fresh_parcels r CROSS JOIN stage.parcels n ON n.rowid = r.id
       WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
    );
    return boxes.map(([minX, minY, maxX, maxY]) => statement.all(minX, maxX, minY, maxY).map(freshOf));
  }

  async outlines(served: readonly number[], staged: readonly number[]): Promise<ParcelOutlines> {
    const outlinesIn = (schema: 'main' | 'stage', refs: readonly number[]) => {
      const rows = this.#prepare(
        `SELECT p.rowid AS ref, p.geom FROM json_each(?) w CROSS JOIN ${schema}.parcels p ON p.rowid = w.value`,
      ).all(listOf(refs));
      return new Map(rows.map((row) => [Number(row.ref), polygonsOf(row.geom)]));
    };
    return { served: outlinesIn('main', served), staged: outlinesIn('stage', staged) };
  }

  async addedPermits(parts: readonly string[]): Promise<AddedPermit[]> {
    const rows = this.#prepare(
      `SELECT n.permit_id, n.parcel_id, n.kind, n.decision_date, n.object_category
       FROM json_each(?) w CROSS JOIN stage.permits n ON n.place = w.value
       WHERE NOT EXISTS (SELECT 1 FROM main.permits p WHERE p.place = n.place AND p.permit_id = n.permit_id)`,
    ).all(listOf(parts));
    return rows.map((row) => ({
      permit_id: String(row.permit_id),
      parcel_id: String(row.parcel_id),
      kind: String(row.kind),
      decision_date: row.decision_date as string | null,
      object_category: row.object_category as string | null,
    }));
  }

  async apply(kind: RowKind): Promise<void> {
    this.#newest.set(kind, applyMarks(this.#db, kind, this.#source));
  }

  obrebNames() {
    return this.#byId(
      `SELECT w.id, w.staged, w.boundary, o.name AS served FROM (
         SELECT id, name AS staged, NULL AS boundary FROM stage.obreby
         UNION ALL SELECT code, NULL, name FROM stage.boundaries WHERE level = 'obreb') w
       LEFT JOIN main.obreby o ON o.id = w.id WHERE w.id > ?1 ORDER BY w.id LIMIT ?2`,
      (row) => ({
        id: String(row.id),
        staged: row.staged as string | null,
        served: row.served as string | null,
        boundary: row.boundary as string | null,
      }),
      ({ id }) => id,
    );
  }

  async nameObreby(names: readonly { id: string; name: string | null }[]): Promise<void> {
    const save = this.#prepare('INSERT OR REPLACE INTO main.obreby (id, name) VALUES (?, ?)');
    for (const { id, name } of names) save.run(id, name);
  }

  async *permits(of: 'fresh' | readonly string[]): AsyncGenerator<readonly PlacedPermit[]> {
    const columns = 'SELECT fid, parcel_id, x, y FROM main.permits';
    if (of === 'fresh') {
      const rows = this.#prepare(`${columns} WHERE fid > ? ORDER BY fid LIMIT ?`);
      const newest = this.#newest.get('permits') ?? Number.MAX_SAFE_INTEGER;
      yield* seekPages(
        (after: number, limit) => rows.all(after, limit).map(permitOf),
        newest,
        ({ ref }) => ref,
      );
      return;
    }
    const rows = this.#prepare(
      `${columns} WHERE parcel_id >= ? AND parcel_id < ? AND (parcel_id, fid) > (?, ?) ORDER BY parcel_id, fid LIMIT ?`,
    );
    for (const prefix of of) {
      const rowsAfter = ({ parcel_id, ref }: Pick<PlacedPermit, 'parcel_id' | 'ref'>, limit: number) =>
        rows.all(...rangeOf(prefix), parcel_id, ref, limit).map(permitOf);
      yield* seekPages<PlacedPermit, Pick<PlacedPermit, 'parcel_id' | 'ref'>>(
        rowsAfter,
        { parcel_id: '', ref: 0 },
        (permit) => permit,
      );
    }
  }

  async points(ids: readonly string[]): Promise<Map<string, Position>> {
    const rows = this.#prepare(
      'SELECT p.id, p.lng, p.lat FROM json_each(?) w CROSS JOIN main.parcels p ON p.id = w.value',
    ).all(listOf(ids));
    return new Map(
      rows.map((row): [string, Position] => [String(row.id), [Number(row.lng), Number(row.lat)]]),
    );
  }

  async placePermits(moved: readonly PlacedPermit[]): Promise<void> {
    const leave = this.#prepare('DELETE FROM main.rtree_permits WHERE id = ?');
    const move = this.#prepare('UPDATE main.permits SET x = ?, y = ? WHERE fid = ?');
    const index = this.#prepare('INSERT INTO main.rtree_permits VALUES (?1, ?2, ?2, ?3, ?3)');
    for (const { ref, position } of moved) {
      leave.run(ref);
      move.run(position?.[0] ?? null, position?.[1] ?? null, ref);
      if (position) index.run(ref, ...position);
    }
  }

  async countReferences(places: readonly string[]): Promise<ReferenceCount[]> {
    const rows = this.#prepare(
      `SELECT substr(p.parcel_id, 1, 4) AS powiat, count(*) AS total, count(p.x) AS placed
       FROM json_each(?) s CROSS JOIN main.permits p ON p.place >= s.value ->> 0 AND p.place < s.value ->> 1
       GROUP BY powiat ORDER BY powiat`,
    ).all(JSON.stringify(places.map(rangeOf)));
    return rows.map((row) => ({
      powiat: String(row.powiat),
      total: Number(row.total),
      placed: Number(row.placed),
    }));
  }

  async rolesIn(scope: string): Promise<string[]> {
    const rows = this.#prepare(
      'SELECT DISTINCT role FROM main.evidence WHERE source = ? AND place >= ? AND place < ? ORDER BY role',
    ).all(this.#source, ...rangeOf(scope));
    return rows.map((row) => String(row.role));
  }

  async saveStates(states: readonly SourceState[]): Promise<void> {
    this.#prepare('DELETE FROM main.sources WHERE source = ?').run(this.#source);
    const save = this.#prepare('INSERT INTO main.sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const { scope, as_of, last_success_at, file_sha256, rows, synthetic, ...state } of states) {
      const flags = [synthetic ? 1 : 0, JSON.stringify(state.publishes), state.observed_since];
      save.run(this.#source, scope, as_of, last_success_at, file_sha256, rows, ...flags);
    }
  }

  async saveComputed(
    layers: readonly FactLayer[],
    powiaty: readonly string[],
    at: string | null,
  ): Promise<void> {
    const save = this.#prepare('INSERT OR REPLACE INTO main.computed VALUES (?, ?, ?)');
    const drop = this.#prepare('DELETE FROM main.computed WHERE layer = ? AND powiat = ?');
    for (const layer of layers) {
      for (const powiat of powiaty) {
        if (at === null) drop.run(layer, powiat);
        else save.run(layer, powiat, at);
      }
    }
  }

  async planOutlines(places: readonly string[]): Promise<PlanOutline[]> {
    const statement = this.#prepare(
      `SELECT p.*, e.geom FROM main.plans p
       JOIN main.evidence e ON e.source = 'mpzp' AND e.role = 'mpzp_act' AND e.key = p.plan_id AND e.place = p.gmina6
       WHERE p.source = 'mpzp' AND p.gmina6 >= ? AND p.gmina6 < ? ORDER BY p.gmina6`,
    );
    return places.flatMap((place) =>
      statement.all(...rangeOf(place)).map((row) => ({ plan: planOf(row), geometry: polygonsOf(row.geom) })),
    );
  }

  async gminaOutline(gmina6: string): Promise<MultiPolygon | null> {
    const row = this.#prepare(
      "SELECT geom FROM main.boundaries WHERE level = 'gmina' AND substr(code, 1, 6) = ?",
    ).get(gmina6);
    return row ? polygonsOf(row.geom) : null;
  }

  async saveCover(places: readonly string[], covers: readonly MpzpCover[]): Promise<void> {
    const drop = this.#prepare('DELETE FROM main.mpzp_cover WHERE gmina6 >= ? AND gmina6 < ?');
    for (const place of places) drop.run(...rangeOf(place));
    const save = this.#prepare('INSERT INTO main.mpzp_cover VALUES (?, ?, ?)');
    for (const { gmina6, steps } of covers) for (const { from, pct } of steps) save.run(gmina6, from, pct);
  }

  touched(): Pages<ToldRecord> {
    const newest = this.#newest.get('parcels') ?? Number.MAX_SAFE_INTEGER;
    return this.#byId(
      `SELECT t.id, p.fid, p.hash, p.record_hash, f.facts,
         w.facts AS worked, a.known AS awaited
       FROM stage.touched t CROSS JOIN main.parcels p ON p.id = t.id LEFT JOIN main.parcel_facts f ON f.fid = p.fid
       LEFT JOIN temp.facts w ON w.id = t.id LEFT JOIN main.awaited a ON a.id = t.id
       WHERE t.id > ?1 AND (p.fid <= ${newest} OR w.id IS NOT NULL) ORDER BY t.id LIMIT ?2`,
      (row) => ({
        ref: Number(row.fid),
        id: String(row.id),
        hash: String(row.hash),
        record_hash: String(row.record_hash),
        facts: unpackFacts(row.facts as string | null),
        worked: row.worked === null ? null : unpackFacts(String(row.worked)),
        awaited: row.awaited === null ? null : JSON.parse(String(row.awaited)),
        is_new: Number(row.fid) > newest,
      }),
      ({ id }) => id,
    );
  }

  async saveFacts(rows: readonly { ref: number; facts: Facts; record_hash: string }[]): Promise<void> {
    const facts = this.#prepare('INSERT OR REPLACE INTO main.parcel_facts VALUES (?, ?)');
    const hash = this.#prepare('UPDATE main.parcels SET record_hash = ? WHERE fid = ?');
    for (const { ref, facts: known, record_hash } of rows) {
      facts.run(ref, packFacts(known));
      hash.run(record_hash, ref);
    }
  }

  async saveAwaited(rows: readonly AwaitedRow[]): Promise<void> {
    const save = this.#prepare('INSERT OR REPLACE INTO main.awaited VALUES (?, ?)');
    const drop = this.#prepare('DELETE FROM main.awaited WHERE id = ?');
    for (const { parcel, awaited } of rows) {
      if (awaited === null) drop.run(parcel);
      else save.run(parcel, JSON.stringify(awaited));
    }
  }

  async addEvents(events: readonly DatedEvent[]): Promise<void> {
    const insert = this.#prepare(
      `INSERT INTO main.events (event, subject, place, layer, before, after, as_of, detected_at, source, scope)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { event, subject, place, layer, before, after, as_of, detected_at, source, scope } of events) {
      const values = [jsonOrNull(before), jsonOrNull(after)];
      insert.run(event, subject, place, layer, ...values, as_of, detected_at, source, scope);
    }
  }

  async addIssues(issues: readonly IssueRow[]): Promise<void> {
    const insert = this.#prepare('INSERT INTO stage.issues VALUES (?, ?, ?, ?, ?)');
    for (const { position, field, kind, value, message } of issues) {
      insert.run(position, field, kind, value, message);
    }
  }

  async saveCalendarDay(day: string): Promise<void> {
    this.#prepare("INSERT OR REPLACE INTO main.meta VALUES ('calendar_day', ?)").run(day);
  }

  async finish({ at, rows, issues, note }: Parameters<Publication['finish']>[0]) {
    this.#db.exec(`INSERT INTO main.issues (run, position, field, kind, value, message)
      SELECT ${this.#run}, position, field, kind, value, message FROM stage.issues`);
    this.#prepare(
      "UPDATE main.runs SET outcome = 'published', finished_at = ?, rows = ?, issues = ?, reason = ? WHERE run = ?",
    ).run(at, rows, issues, note, this.#run);
    return { run: this.#run, version: nextVersion(this.#db) };
  }
}

const FRESH = `n.rowid AS ref, n.id, n.area_official_m2, n.area_geometry_m2,
  EXISTS (SELECT 1 FROM main.parcels known WHERE known.id = n.id) AS is_known`;

function freshOf(row: Row): FreshParcel {
  return {
    ref: Number(row.ref),
    id: String(row.id),
    area_official_m2: numberOrNull(row.area_official_m2),
    area_geometry_m2: Number(row.area_geometry_m2),
    is_known: row.is_known === 1,
  };
}

function permitOf(row: Row): PlacedPermit {
  const position: Position | null = row.x === null ? null : [Number(row.x), Number(row.y)];
  return { ref: Number(row.fid), parcel_id: String(row.parcel_id), position };
}
