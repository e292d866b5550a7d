// A load aside: rows are staged in a file of their own, compared with what is served, and handed to publish. Nothing
// here writes to what is served.

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { subdivide } from '../../domain/geo.ts';
import type { Geometry, MultiPolygon } from '../../domain/geometry.ts';
import {
  type EvidenceRole,
  FACT_LAYERS,
  type FactLayer,
  INFLUENCE_M,
  NEIGHBOUR_REACH_M,
} from '../../domain/layers/facts.ts';
import { partitionOf } from '../../domain/parcel-id.ts';
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
} from '../store.ts';
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

/** A file of the cadastre without contours or buildings, or a single class of BDOT10k, says nothing of the others. */
const IS_TOLD = `(e.source NOT IN ('egib', 'bdot10k') OR EXISTS (SELECT 1 FROM stage.evidence n WHERE n.role = e.role))`;

/** What the load replaces, whichever kind it is: parcels and evidence in its scopes, levels of boundaries, all of TERC. */
const REPLACED = `
  SELECT 1 AS is_parcel, EXISTS (SELECT 1 FROM stage.parcels n WHERE n.id = p.id) AS kept
    FROM stage.scopes s CROSS JOIN main.parcels p ON p.id >= s.low AND p.id < s.high
    WHERE EXISTS (SELECT 1 FROM stage.parcels)
  UNION ALL SELECT 0, EXISTS (SELECT 1 FROM stage.evidence n WHERE (n.role, n.key, n.piece) = (e.role, e.key, e.piece))
    FROM stage.scopes s CROSS JOIN main.evidence e ON e.source = ?1 AND e.place >= s.low AND e.place < s.high
    WHERE e.piece = 0 AND ${IS_TOLD}
  UNION ALL SELECT 0, EXISTS (SELECT 1 FROM stage.permits n
      WHERE (n.place, n.permit_id, n.parcel_id) = (p.place, p.permit_id, p.parcel_id))
    FROM stage.scopes s CROSS JOIN main.permits p ON p.place >= s.low AND p.place < s.high
    WHERE ?1 = 'rwdz'
  UNION ALL SELECT 0, code IN (SELECT code FROM stage.boundaries) FROM main.boundaries
    WHERE level IN (SELECT level FROM stage.boundaries)
  UNION ALL SELECT 0, code IN (SELECT code FROM stage.terc) FROM main.terc
    WHERE EXISTS (SELECT 1 FROM stage.terc)`;

const STAGED = ['parcels', 'boundaries', 'terc', 'plans', 'permits'].map(
  (table) => `(SELECT count(*) FROM stage.${table})`,
);

/** How far a piece of evidence reaches, by its role. */
const REACH = `CASE b.role ${Object.entries(INFLUENCE_M)
  .map(([role, metres]) => `WHEN '${role}' THEN ${metres}`)
  .join(' ')} ELSE 0 END`;

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
      CREATE TEMP TABLE facts (id TEXT PRIMARY KEY, ${FACT_LAYERS.map((layer) => `${layer} TEXT`).join(', ')}) WITHOUT ROWID`);
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
    inTransaction(this.#db, () => {
      this.#markEvidence();
      this.#touchAroundEvidence();
      this.#markParcels();
      this.#touchParcels();
      this.#touchUncomputed(scopes, layers);
    });
    return this.#number('SELECT count(*) FROM stage.touched');
  }

  /** Served evidence that the load no longer holds or holds otherwise, and staged evidence that is not served yet. */
  #markEvidence(): void {
    this.#db
      .prepare(
        `INSERT INTO stage.removed
         SELECT e.fid FROM stage.scopes s CROSS JOIN main.evidence e ON e.source = ? AND e.place >= s.low AND e.place < s.high
         WHERE NOT EXISTS (SELECT 1 FROM stage.evidence n
           WHERE (n.role, n.key, n.piece) = (e.role, e.key, e.piece) AND n.hash = e.hash)
         AND ${IS_TOLD}`,
      )
      .run(this.#run.source);
    this.#db
      .prepare(
        `INSERT INTO stage.rtree_fresh SELECT n.rowid, n.minx, n.maxx, n.miny, n.maxy FROM stage.evidence n
         WHERE NOT EXISTS (SELECT 1 FROM main.evidence e
           WHERE e.source = ? AND (e.role, e.key, e.piece) = (n.role, n.key, n.piece) AND e.hash = n.hash)`,
      )
      .run(this.#run.source);
  }

  /**
   * A parcel is touched where evidence comes or goes, and where a plan that lies on it has changed its dates or status.
   * What reaches far is taken together, square by square: a thousand sales would each touch the same thousands of parcels.
   */
  #touchAroundEvidence(): void {
    this.#db
      .prepare(
        `INSERT OR IGNORE INTO stage.touched
         SELECT id FROM main.parcels WHERE fid IN (
           SELECT r.id FROM (
             SELECT min(minx) - reach AS minx, max(maxx) + reach AS maxx, min(miny) - reach AS miny, max(maxy) + reach AS maxy
             FROM (SELECT *, ${REACH} AS reach FROM (
               SELECT f.minx, f.maxx, f.miny, f.maxy, n.role FROM stage.rtree_fresh f JOIN stage.evidence n ON n.rowid = f.id
               UNION ALL SELECT r.minx, r.maxx, r.miny, r.maxy, e.role FROM stage.removed x
                 JOIN main.rtree_evidence_geom r ON r.id = x.fid JOIN main.evidence e ON e.fid = x.fid
               UNION ALL SELECT n.minx, n.maxx, n.miny, n.maxy, n.role FROM stage.evidence n
                 WHERE n.attributes ->> 'plan' IN (
                   SELECT s.plan_id FROM stage.plans s JOIN main.plans m ON m.source = ? AND m.plan_id = s.plan_id
                   WHERE (s.process, s.title, s.carries_ouz) <> (m.process, m.title, m.carries_ouz)
                     OR s.effective_from IS NOT m.effective_from OR s.effective_to IS NOT m.effective_to
                     OR s.adopted_on IS NOT m.adopted_on OR s.resolution_url IS NOT m.resolution_url)) b)
             GROUP BY reach, CASE reach WHEN 0 THEN minx ELSE floor(minx / reach) END,
               CASE reach WHEN 0 THEN miny ELSE floor(miny / reach) END
           ) b
           CROSS JOIN main.rtree_parcels_geom r
             ON r.maxx >= b.minx AND r.minx <= b.maxx AND r.maxy >= b.miny AND r.miny <= b.maxy)`,
      )
      .run(this.#run.source);
  }

  /** Served parcels that the load no longer holds or holds otherwise, and staged parcels that are not served so yet. */
  #markParcels(): void {
    this.#db.exec(`
      INSERT INTO stage.replaced_parcels
        SELECT p.fid FROM stage.parcels n JOIN main.parcels p ON p.id = n.id WHERE p.hash <> n.hash;
      INSERT OR IGNORE INTO stage.replaced_parcels
        SELECT p.fid FROM stage.scopes s CROSS JOIN main.parcels p ON p.id >= s.low AND p.id < s.high
        WHERE EXISTS (SELECT 1 FROM stage.parcels) AND NOT EXISTS (SELECT 1 FROM stage.parcels n WHERE n.id = p.id);
      INSERT INTO stage.rtree_fresh_parcels
        SELECT n.rowid, n.minx, n.maxx, n.miny, n.maxy FROM stage.parcels n LEFT JOIN main.parcels p ON p.id = n.id
        WHERE p.id IS NULL OR p.hash <> n.hash;`);
  }

  /** Whether a road adjoins depends on the parcels next door: where one comes, goes or moves, they are touched too. */
  #touchParcels(): void {
    this.#db.exec(`
      INSERT OR IGNORE INTO stage.touched
        SELECT n.id FROM stage.rtree_fresh_parcels f JOIN stage.parcels n ON n.rowid = f.id;
      INSERT OR IGNORE INTO stage.touched
        SELECT p.id FROM (
          SELECT minx, maxx, miny, maxy FROM stage.rtree_fresh_parcels
          UNION ALL SELECT r.minx, r.maxx, r.miny, r.maxy FROM stage.replaced_parcels x
            JOIN main.rtree_parcels_geom r ON r.id = x.fid
        ) b
        JOIN main.rtree_parcels_geom r
          ON r.maxx >= b.minx - ${NEIGHBOUR_REACH_M} AND r.minx <= b.maxx + ${NEIGHBOUR_REACH_M}
          AND r.maxy >= b.miny - ${NEIGHBOUR_REACH_M} AND r.miny <= b.maxy + ${NEIGHBOUR_REACH_M}
        JOIN main.parcels p ON p.fid = r.id;`);
  }

  /** Where a layer was left for later, some parcels worked out would pass for all of the powiat: all are touched. */
  #touchUncomputed(scopes: readonly string[], layers: readonly FactLayer[]): void {
    if (layers.length === 0) return;
    const touched = this.#db.prepare('SELECT DISTINCT substr(id, 1, 4) AS powiat FROM stage.touched').all();
    const powiaty = new Set([
      ...scopes.filter((scope) => /^\d{4}/.test(scope)).map(partitionOf),
      ...touched.map((row) => String(row.powiat)),
    ]);
    const known = this.#db.prepare(
      'SELECT count(*) AS n FROM main.computed WHERE powiat = ? AND layer IN (SELECT value FROM json_each(?))',
    );
    const left = [...powiaty].filter(
      (powiat) => known.get(powiat, JSON.stringify(layers))?.n !== layers.length,
    );
    this.touchPlaces(left, layers);
  }

  /** Every parcel served whose id begins with one of the places. */
  touchPlaces(places: readonly string[], layers: readonly FactLayer[]): void {
    this.#layers = layers;
    const insert = this.#db.prepare(
      'INSERT OR IGNORE INTO stage.touched SELECT id FROM main.parcels WHERE id >= ? AND id < ?',
    );
    for (const place of places) insert.run(...rangeOf(place));
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
    const marks = FACT_LAYERS.map(() => '?').join(', ');
    const insert = this.#db.prepare(`INSERT OR REPLACE INTO temp.facts VALUES (?, ${marks})`);
    inTransaction(this.#db, () => {
      for (const { id, facts } of rows) insert.run(id, ...FACT_LAYERS.map((layer) => facts[layer] ?? null));
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
