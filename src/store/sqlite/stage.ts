// A load aside: rows are staged in a file of their own, compared with what is served (compare-stage.ts), and handed to
// publish. Nothing here writes to what is served.

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { subdivide } from '../../domain/geometry/polygons.ts';
import type { Geometry, MultiPolygon } from '../../domain/geometry/types.ts';
import type { FactLayer } from '../../domain/layers/facts.ts';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import { packFacts } from '../../domain/layers/packed-facts.ts';
import { hashParcel, hashText } from '../../domain/record.ts';
import type {
  EvidenceAddress,
  FactRow,
  IssueRow,
  Load,
  PublishReport,
  RunStart,
  Stage,
  StageCounts,
  StagedRow,
  TellEvents,
} from '../writer.ts';
import { compareStage, REPLACED, touchPlaces } from './compare-stage.ts';
import { publish } from './publish.ts';
import { indexed, rangeOf } from './rows.ts';
import { inTransaction } from './transaction.ts';

const STAGE_SCHEMA = `
  CREATE TABLE stage.parcels (
    id TEXT PRIMARY KEY, area_official_m2 REAL, area_geometry_m2 REAL, lng REAL, lat REAL, hash TEXT,
    obreb_id TEXT, number TEXT, land_use TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.boundaries (
    code TEXT PRIMARY KEY, level TEXT, name TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.terc (code TEXT PRIMARY KEY, name TEXT, kind TEXT);
  CREATE TABLE stage.obreby (id TEXT PRIMARY KEY, name TEXT);
  CREATE TABLE stage.plans (
    plan_id TEXT PRIMARY KEY, kind TEXT, gmina6 TEXT, title TEXT, process TEXT, effective_from TEXT,
    effective_to TEXT, adopted_on TEXT, resolution_url TEXT, carries_ouz INTEGER);
  CREATE TABLE stage.evidence (
    role TEXT, key TEXT, piece INTEGER, place TEXT, hash TEXT, attributes TEXT,
    minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB, PRIMARY KEY (role, key, piece));
  CREATE TABLE stage.permits (
    place TEXT, permit_id TEXT, parcel_id TEXT, kind TEXT, decision_date TEXT, object_category TEXT,
    PRIMARY KEY (place, permit_id, parcel_id));
  CREATE VIRTUAL TABLE stage.rtree_fresh USING rtree(id, minx, maxx, miny, maxy);
  CREATE TABLE stage.removed (fid INTEGER PRIMARY KEY);
  CREATE VIRTUAL TABLE stage.rtree_fresh_parcels USING rtree(id, minx, maxx, miny, maxy);
  CREATE TABLE stage.replaced_parcels (fid INTEGER PRIMARY KEY);
  CREATE TABLE stage.issues (position TEXT, field TEXT, kind TEXT, value TEXT, message TEXT);
  CREATE TABLE stage.scopes (low TEXT, high TEXT);
  CREATE TABLE stage.touched (id TEXT PRIMARY KEY) WITHOUT ROWID;`;

const STAGED = ['parcels', 'boundaries', 'terc', 'plans', 'permits'].map(
  (table) => `(SELECT count(*) FROM stage.${table})`,
);

/** Vertices of the largest piece a polygon is kept in. */
const PIECE_VERTICES = 256;

type Cell = string | number | null | Uint8Array;

export class SqliteStage implements Stage {
  readonly #db: DatabaseSync;
  readonly #address: EvidenceAddress;
  readonly #run: RunStart;
  readonly #id: number;
  readonly #inserts = new Map<string, StatementSync>();
  #layers: readonly FactLayer[] = [];

  constructor(db: DatabaseSync, files: { dataset: string; staging: string }, run: RunStart, id: number) {
    this.#db = db;
    this.#address = { ...files, source: run.source };
    this.#run = run;
    this.#id = id;
    rmSync(files.staging, { force: true });
    db.exec(`ATTACH '${files.staging.replaceAll("'", "''")}' AS stage`);
    // The staged file is thrown away whole after a crash: it needs no journal and no flush.
    db.exec('PRAGMA stage.journal_mode = OFF; PRAGMA stage.synchronous = OFF;');
    db.exec(STAGE_SCHEMA);
    // Facts come in while workers still read the staged file: they are kept beside it.
    db.exec(`DROP TABLE IF EXISTS temp.facts;
      CREATE TEMP TABLE facts (id TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID`);
  }

  async add(rows: readonly StagedRow[]): Promise<number[]> {
    const repeated: number[] = [];
    inTransaction(this.#db, () => {
      rows.forEach((staged, at) => {
        // The same obręb name comes with every parcel of it; any other repetition is worth a report.
        if (!this.#stageOne(staged) && staged.kind !== 'obreb') repeated.push(at);
      });
    });
    return repeated;
  }

  /** Whether its key was new. */
  #stageOne(staged: StagedRow): boolean {
    switch (staged.kind) {
      case 'parcel': {
        const { row } = staged;
        const [lng, lat] = row.centroid;
        const shape = indexed({ type: 'MultiPolygon', coordinates: row.geometry });
        const hash = hashParcel(row, shape[4]);
        const areas = [row.area_official_m2, row.area_geometry_m2];
        return this.#insert('parcels', [
          row.id,
          ...areas,
          lng,
          lat,
          hash,
          row.obreb_id,
          row.number,
          row.land_use,
          ...shape,
        ]);
      }
      case 'boundary': {
        const { code, level, name, geometry } = staged.row;
        return this.#insert('boundaries', [
          code,
          level,
          name,
          ...indexed({ type: 'MultiPolygon', coordinates: geometry }),
        ]);
      }
      case 'terc':
        return this.#insert('terc', [staged.row.code, staged.row.name, staged.row.kind]);
      case 'obreb':
        return this.#insert('obreby', [staged.row.id, staged.row.name]);
      case 'plan': {
        const { row } = staged;
        const dates = [row.effective_from, row.effective_to, row.adopted_on];
        const isNew = this.#insert('plans', [
          row.plan_id,
          row.kind,
          row.gmina6,
          row.title,
          row.process,
          ...dates,
          row.resolution_url,
          row.carries_ouz ? 1 : 0,
        ]);
        // Where a local plan lies is told by its outline; a general plan is told by its zones.
        if (isNew && row.kind === 'mpzp' && row.geometry) {
          this.#stageAreas('mpzp_act', row.plan_id, row.gmina6, { plan: row.plan_id }, row.geometry);
        }
        return isNew;
      }
      case 'plan_area': {
        const { area_id, plan_id, gmina6, role, symbol, name, parameters, geometry } = staged.row;
        const roles = { zone: 'pog_zone', ouz: 'pog_ouz', designation: 'mpzp_area' } as const;
        return this.#stageAreas(
          roles[role],
          area_id,
          gmina6,
          { plan: plan_id, symbol, name, parameters },
          geometry,
        );
      }
      case 'soil_contour': {
        const { contour_id, obreb_id, symbol, geometry } = staged.row;
        return this.#stageAreas('soil_contour', contour_id, obreb_id, { symbol }, geometry);
      }
      case 'evidence': {
        const { role, key, place, attributes, geometry } = staged.row;
        return geometry.type === 'MultiPolygon'
          ? this.#stageAreas(role, key, place, attributes, geometry.coordinates)
          : this.#stageEvidence(role, key, 0, place, attributes, geometry);
      }
      case 'permit': {
        const { permit_id, place, parcels, kind, decision_date, object_category } = staged.row;
        for (const id of parcels) {
          this.#insert('permits', [place, permit_id, id, kind, decision_date, object_category]);
        }
        // The register repeats a permit for every parcel and every object on it: that is no fault.
        return true;
      }
      case 'address': {
        const { address_id, gmina, position, ...attributes } = staged.row;
        return this.#stageEvidence('address', address_id, 0, gmina, attributes, {
          type: 'Point',
          coordinates: position,
        });
      }
    }
  }

  #stageAreas(
    role: EvidenceRole,
    key: string,
    place: string,
    attributes: object,
    geometry: MultiPolygon,
  ): boolean {
    const pieces = subdivide(geometry, PIECE_VERTICES);
    return pieces.every((coordinates, piece) =>
      this.#stageEvidence(role, key, piece, place, attributes, { type: 'MultiPolygon', coordinates }),
    );
  }

  #stageEvidence(
    role: EvidenceRole,
    key: string,
    piece: number,
    place: string,
    attributes: object,
    geometry: Geometry,
  ): boolean {
    const text = JSON.stringify(attributes);
    const shape = indexed(geometry);
    return this.#insert('evidence', [role, key, piece, place, hashText(text, shape[4]), text, ...shape]);
  }

  #insert(table: string, cells: readonly Cell[]): boolean {
    let statement = this.#inserts.get(table);
    if (!statement) {
      const marks = cells.map(() => '?').join(', ');
      statement = this.#db.prepare(`INSERT OR IGNORE INTO stage.${table} VALUES (${marks})`);
      this.#inserts.set(table, statement);
    }
    return statement.run(...cells).changes === 1;
  }

  async report(issues: readonly IssueRow[]): Promise<void> {
    inTransaction(this.#db, () => {
      for (const issue of issues) {
        this.#insert('issues', [issue.position, issue.field, issue.kind, issue.value, issue.message]);
      }
    });
  }

  async count(scopes: readonly string[]): Promise<StageCounts> {
    this.#setScopes(scopes);
    const replaced = this.#db
      .prepare(
        `SELECT count(*) AS live, coalesce(sum(NOT kept), 0) AS missing,
           coalesce(sum(is_parcel), 0) AS parcels, coalesce(sum(is_parcel AND NOT kept), 0) AS missing_parcels
         FROM (${REPLACED})`,
      )
      .get(this.#run.source);
    return {
      staged: this.#number(
        `SELECT ${STAGED.join(' + ')} + (SELECT count(*) FROM stage.evidence WHERE piece = 0 AND role <> 'mpzp_act')`,
      ),
      issues: this.#number('SELECT count(*) FROM stage.issues'),
      live: Number(replaced?.live),
      missing: Number(replaced?.missing),
      parcels: { live: Number(replaced?.parcels), missing: Number(replaced?.missing_parcels) },
    };
  }

  #number(sql: string): number {
    return Number(Object.values(this.#db.prepare(sql).get() ?? {})[0]);
  }

  #setScopes(scopes: readonly string[]): void {
    this.#db.exec('DELETE FROM stage.scopes');
    const insert = this.#db.prepare('INSERT INTO stage.scopes VALUES (?, ?)');
    for (const scope of scopes) insert.run(...rangeOf(scope));
  }

  async compare(scopes: readonly string[], layers: readonly FactLayer[]): Promise<number> {
    this.#layers = layers;
    this.#setScopes(scopes);
    inTransaction(this.#db, () => compareStage(this.#db, this.#run.source, scopes, layers));
    return this.#number('SELECT count(*) FROM stage.touched');
  }

  /** For a stage without a file. */
  touchPlaces(places: readonly string[], layers: readonly FactLayer[]): void {
    this.#layers = layers;
    touchPlaces(this.#db, places);
  }

  async touchedIds(after: string, limit: number): Promise<string[]> {
    const rows = this.#db
      .prepare('SELECT id FROM stage.touched WHERE id > ? ORDER BY id LIMIT ?')
      .all(after, limit);
    return rows.map((row) => row.id as string);
  }

  evidence(): EvidenceAddress {
    return this.#address;
  }

  async addFacts(rows: readonly FactRow[]): Promise<void> {
    const insert = this.#db.prepare('INSERT OR REPLACE INTO temp.facts VALUES (?, ?)');
    inTransaction(this.#db, () => {
      for (const { id, facts } of rows) insert.run(id, packFacts(facts));
    });
  }

  async publish(load: Load, tell: TellEvents): Promise<PublishReport> {
    const counts = await this.count(load.scopes);
    const report = inTransaction(this.#db, () =>
      publish({ db: this.#db, run: this.#run, id: this.#id, load, layers: this.#layers, counts, tell }),
    );
    this.#dispose();
    this.#db.exec('PRAGMA main.wal_checkpoint(TRUNCATE)');
    return report;
  }

  async fail(reason: string, at: string): Promise<void> {
    inTransaction(this.#db, () => {
      this.#db.exec(`INSERT INTO main.issues (run, position, field, kind, value, message)
        SELECT ${this.#id}, position, field, kind, value, message FROM stage.issues`);
      this.#db
        .prepare(
          "UPDATE main.runs SET outcome = 'failed', reason = ?, finished_at = ?, issues = ? WHERE run = ?",
        )
        .run(reason, at, this.#number('SELECT count(*) FROM stage.issues'), this.#id);
    });
    this.#dispose();
  }

  #dispose(): void {
    this.#inserts.clear();
    this.#db.exec('DROP TABLE IF EXISTS temp.facts; DETACH stage');
    rmSync(this.#address.staging, { force: true });
  }
}
