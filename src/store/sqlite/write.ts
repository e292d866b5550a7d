// The embedded store, writing side: a load is staged in a file aside, compared with what is served, and published
// with its events in one transaction. A killed process leaves the served data untouched; the next run starts over.

import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { MultiPolygon } from '../../domain/geometry.ts';
import { STORED_EPSG } from '../../domain/geometry.ts';
import { boundsOf, encodeGeoPackageGeometry } from '../../domain/geopackage-binary.ts';
import { hashParcel } from '../../domain/record.ts';
import type { SourceId } from '../../domain/sources.ts';
import {
  type DatasetWriter,
  type IssueRow,
  type PublishReport,
  type RunRow,
  type RunStart,
  type Stage,
  type StagedRow,
  StoreError,
} from '../store.ts';
import { openForWriting } from './open.ts';
import { boundaryOf, stateOf } from './read.ts';

const STAGE_SCHEMA = `
  CREATE TABLE stage.parcels (
    id TEXT PRIMARY KEY, area_official_m2 REAL, area_geometry_m2 REAL, lng REAL, lat REAL, hash TEXT,
    obreb_id TEXT, number TEXT, land_use TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.boundaries (
    code TEXT PRIMARY KEY, level TEXT, name TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.terc (code TEXT PRIMARY KEY, name TEXT, kind TEXT);
  CREATE TABLE stage.obreby (id TEXT PRIMARY KEY, name TEXT);
  CREATE TABLE stage.issues (position TEXT, field TEXT, kind TEXT, value TEXT, message TEXT);
  CREATE TABLE stage.scopes (low TEXT, high TEXT);`;

const IN_SCOPE = 'EXISTS (SELECT 1 FROM stage.scopes s WHERE p.id >= s.low AND p.id < s.high)';
const IN_FILE = 'EXISTS (SELECT 1 FROM stage.parcels n WHERE n.id = p.id)';
/** What the load replaces, whichever kind it is: parcels in its scopes, whole levels of boundaries, all of TERC. */
const REPLACED = `
  SELECT p.id AS key, ${IN_FILE} AS kept
    FROM stage.scopes s CROSS JOIN main.parcels p ON p.id >= s.low AND p.id < s.high
  UNION ALL SELECT code, code IN (SELECT code FROM stage.boundaries) FROM main.boundaries
    WHERE level IN (SELECT level FROM stage.boundaries)
  UNION ALL SELECT code, code IN (SELECT code FROM stage.terc) FROM main.terc
    WHERE EXISTS (SELECT 1 FROM stage.terc)`;

/** Ids that start with a scope are a range of the id index: ['1418', '1419'). */
function rangeOf(scope: string): [string, string] {
  return [scope, scope.slice(0, -1) + String.fromCharCode(scope.charCodeAt(scope.length - 1) + 1)];
}

export function openSqliteWriter(path: string): DatasetWriter {
  const lock = takeLock(`${path}.lock`);
  let db: DatabaseSync;
  try {
    db = openForWriting(path);
  } catch (error) {
    lock.close();
    throw error;
  }
  const stagePath = `${path}.staging`;

  const startRun = (run: RunStart): number => {
    const { lastInsertRowid } = db
      .prepare(
        "INSERT INTO runs (source, file, sha256, synthetic, started_at, outcome) VALUES (?, ?, ?, ?, ?, 'running')",
      )
      .run(run.source, run.file, run.sha256, run.synthetic ? 1 : 0, run.started_at);
    return Number(lastInsertRowid);
  };

  // A run that never finished was killed: say so, once, before anything new starts.
  db.exec("UPDATE runs SET outcome = 'failed', reason = 'the process was stopped' WHERE outcome = 'running'");

  return {
    async isPublished(source, sha256) {
      return (
        db.prepare('SELECT 1 FROM sources WHERE source = ? AND file_sha256 = ?').get(source, sha256) !==
        undefined
      );
    },
    async touch(run) {
      inTransaction(db, () => {
        const id = startRun(run);
        db.prepare("UPDATE runs SET outcome = 'unchanged', finished_at = started_at WHERE run = ?").run(id);
        db.prepare('UPDATE sources SET last_success_at = ? WHERE source = ? AND file_sha256 = ?').run(
          run.started_at,
          run.source,
          run.sha256,
        );
        nextVersion(db);
      });
    },
    async stage(run) {
      rmSync(stagePath, { force: true });
      const id = startRun(run);
      db.exec(`ATTACH '${stagePath.replaceAll("'", "''")}' AS stage`);
      // The staged file is thrown away whole after a crash: it needs no journal and no flush.
      db.exec('PRAGMA stage.journal_mode = OFF; PRAGMA stage.synchronous = OFF;');
      db.exec(STAGE_SCHEMA);
      return new SqliteStage(db, run, id, () => {
        db.exec('DETACH stage');
        rmSync(stagePath, { force: true });
      });
    },
    async boundaries(level, codes) {
      return db
        .prepare(
          'SELECT b.* FROM json_each(?) w CROSS JOIN boundaries b ON b.code = w.value WHERE b.level = ?',
        )
        .all(JSON.stringify(codes), level)
        .map(boundaryOf);
    },
    async runs(limit) {
      const rows = db.prepare('SELECT * FROM runs ORDER BY run DESC LIMIT ?').all(limit);
      return rows.map((row) => ({ ...(row as unknown as RunRow), synthetic: row.synthetic === 1 }));
    },
    async issueKinds(run) {
      return db
        .prepare(
          `SELECT kind, count(*) AS count, min(position || ': ' || message) AS example
           FROM issues WHERE run = ? GROUP BY kind ORDER BY count DESC`,
        )
        .all(run) as unknown as { kind: string; count: number; example: string }[];
    },
    async states() {
      return db.prepare('SELECT * FROM sources ORDER BY source, scope').all().map(stateOf);
    },
    async close() {
      db.close();
      rmSync(stagePath, { force: true });
      lock.close();
    },
  };
}

/** One writer at a time. The lock is SQLite's own, so it goes with the process however that ends. */
function takeLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return lock;
  } catch {
    lock.close();
    throw new StoreError('another ingest is writing this dataset; wait until it has finished');
  }
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function nextVersion(db: DatabaseSync): number {
  const row = db
    .prepare("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'version' RETURNING value")
    .get();
  return Number(row?.value);
}

class SqliteStage implements Stage {
  readonly #db: DatabaseSync;
  readonly #run: RunStart;
  readonly #id: number;
  readonly #dispose: () => void;
  readonly #insert: { [K in StagedRow['kind']]: StatementSync };
  readonly #issue: StatementSync;

  constructor(db: DatabaseSync, run: RunStart, id: number, dispose: () => void) {
    this.#db = db;
    this.#run = run;
    this.#id = id;
    this.#dispose = dispose;
    const insert = (table: string, columns: number) =>
      db.prepare(`INSERT OR IGNORE INTO stage.${table} VALUES (${Array(columns).fill('?').join(', ')})`);
    this.#insert = {
      parcel: insert('parcels', 14),
      boundary: insert('boundaries', 8),
      terc: insert('terc', 3),
      obreb: insert('obreby', 2),
    };
    this.#issue = insert('issues', 5);
  }

  async add(rows: readonly StagedRow[]): Promise<number[]> {
    const repeated: number[] = [];
    inTransaction(this.#db, () => {
      rows.forEach((staged, at) => {
        // The same obręb name comes with every parcel of it; any other repetition is worth a report.
        const isNew = this.#insert[staged.kind].run(...valuesOf(staged)).changes === 1;
        if (!isNew && staged.kind !== 'obreb') repeated.push(at);
      });
    });
    return repeated;
  }

  async report(issues: readonly IssueRow[]): Promise<void> {
    inTransaction(this.#db, () => {
      for (const issue of issues) {
        this.#issue.run(issue.position, issue.field, issue.kind, issue.value, issue.message);
      }
    });
  }

  async count(scopes: readonly string[]) {
    this.#setScopes(scopes);
    const number = (sql: string) => Number(this.#db.prepare(sql).get()?.n);
    return {
      staged: number(`SELECT (SELECT count(*) FROM stage.parcels) + (SELECT count(*) FROM stage.boundaries)
        + (SELECT count(*) FROM stage.terc) AS n`),
      issues: number('SELECT count(*) AS n FROM stage.issues'),
      live: number(`SELECT count(*) AS n FROM (${REPLACED})`),
      missing: number(`SELECT count(*) AS n FROM (${REPLACED}) WHERE NOT kept`),
    };
  }

  async publish(load: {
    scopes: readonly string[];
    as_of: string | null;
    at: string;
  }): Promise<PublishReport> {
    const counts = await this.count(load.scopes);
    const report = inTransaction(this.#db, () => {
      const events = new EventWriter(this.#db, this.#run.source, load);
      const parcels = this.#publishParcels(events, counts.live > 0);
      this.#publishBoundaries();
      this.#publishTerc();
      this.#db.exec(`INSERT INTO main.obreby SELECT id, name FROM stage.obreby WHERE true
        ON CONFLICT (id) DO UPDATE SET name = coalesce(excluded.name, name)`);
      this.#publishState(load, counts.staged, events);
      this.#db.exec(`INSERT INTO main.issues (run, position, field, kind, value, message)
        SELECT ${this.#id}, position, field, kind, value, message FROM stage.issues`);
      this.#finish('published', null, load.at, counts.staged, counts.issues);
      return {
        run: this.#id,
        ...parcels,
        unchanged: counts.staged - parcels.created - parcels.changed,
        issues: counts.issues,
        events: events.written,
        version: nextVersion(this.#db),
      };
    });
    this.#dispose();
    this.#db.exec('PRAGMA main.wal_checkpoint(TRUNCATE)');
    return report;
  }

  async fail(reason: string, at: string): Promise<void> {
    inTransaction(this.#db, () => {
      this.#db.exec(`INSERT INTO main.issues (run, position, field, kind, value, message)
        SELECT ${this.#id}, position, field, kind, value, message FROM stage.issues`);
      this.#finish(
        'failed',
        reason,
        at,
        0,
        Number(this.#db.prepare('SELECT count(*) AS n FROM stage.issues').get()?.n),
      );
    });
    this.#dispose();
  }

  #finish(outcome: string, reason: string | null, at: string, rows: number, issues: number): void {
    this.#db
      .prepare('UPDATE runs SET outcome = ?, reason = ?, finished_at = ?, rows = ?, issues = ? WHERE run = ?')
      .run(outcome, reason, at, rows, issues, this.#id);
  }

  #setScopes(scopes: readonly string[]): void {
    this.#db.exec('DELETE FROM stage.scopes');
    const insert = this.#db.prepare('INSERT INTO stage.scopes VALUES (?, ?)');
    for (const scope of scopes) if (/^\d{4}/.test(scope)) insert.run(...rangeOf(scope));
  }

  /** Only what differs is written. A first load tells no events: nothing was known before (docs/decisions/0006). */
  #publishParcels(
    events: EventWriter,
    wasLoaded: boolean,
  ): { created: number; changed: number; removed: number } {
    const run = (sql: string) => Number(this.#db.prepare(sql).run().changes);
    if (wasLoaded) {
      events.write(
        'parcel_removed',
        `SELECT p.id, ${FACTS('p')}, NULL FROM main.parcels p WHERE ${IN_SCOPE} AND NOT ${IN_FILE}`,
      );
      events.write(
        'parcel_geometry_changed',
        `SELECT p.id, ${FACTS('p')}, ${FACTS('n')} FROM stage.parcels n JOIN main.parcels p ON p.id = n.id
         WHERE n.hash <> p.hash AND (n.geom <> p.geom OR n.area_official_m2 IS NOT p.area_official_m2)`,
      );
      events.write(
        'parcel_created',
        `SELECT p.id, NULL, ${FACTS('p')} FROM stage.parcels p WHERE NOT ${IS_LIVE}`,
      );
    }
    run(`DELETE FROM main.rtree_parcels_geom WHERE id IN
      (SELECT fid FROM main.parcels p WHERE ${IN_SCOPE} AND NOT ${IN_FILE})`);
    const removed = run(`DELETE FROM main.parcels AS p WHERE ${IN_SCOPE} AND NOT ${IN_FILE}`);
    run(`INSERT OR REPLACE INTO main.rtree_parcels_geom SELECT p.fid, n.minx, n.maxx, n.miny, n.maxy
      FROM stage.parcels n JOIN main.parcels p ON p.id = n.id WHERE n.hash <> p.hash`);
    const changed = run(`UPDATE main.parcels AS p SET area_official_m2 = n.area_official_m2,
        area_geometry_m2 = n.area_geometry_m2, lng = n.lng, lat = n.lat, record_hash = n.hash, hash = n.hash,
        obreb_id = n.obreb_id, number = n.number, land_use = n.land_use, geom = n.geom
      FROM stage.parcels n WHERE n.id = p.id AND n.hash <> p.hash`);
    const newest = Number(
      this.#db.prepare('SELECT coalesce(max(fid), 0) AS fid FROM main.parcels').get()?.fid,
    );
    const created = run(`INSERT INTO main.parcels
        (id, area_official_m2, area_geometry_m2, lng, lat, record_hash, hash, obreb_id, number, land_use, geom)
      SELECT id, area_official_m2, area_geometry_m2, lng, lat, hash, hash, obreb_id, number, land_use, geom
      FROM stage.parcels p WHERE NOT ${IS_LIVE}`);
    run(`INSERT INTO main.rtree_parcels_geom SELECT p.fid, n.minx, n.maxx, n.miny, n.maxy
      FROM main.parcels p JOIN stage.parcels n ON n.id = p.id WHERE p.fid > ${newest}`);
    if (created + changed + removed > 0) this.#describeLayer('parcels');
    return { created, changed, removed };
  }

  /** A boundary file holds whole levels: what it holds replaces what was there. */
  #publishBoundaries(): void {
    const levels = 'SELECT DISTINCT level FROM stage.boundaries';
    if (!this.#db.prepare(`${levels} LIMIT 1`).get()) return;
    this.#db.exec(`
      DELETE FROM main.rtree_boundaries_geom WHERE id IN (SELECT fid FROM main.boundaries WHERE level IN (${levels}));
      DELETE FROM main.boundaries WHERE level IN (${levels});
      INSERT INTO main.boundaries (code, level, name, geom) SELECT code, level, name, geom FROM stage.boundaries;
      INSERT INTO main.rtree_boundaries_geom SELECT b.fid, s.minx, s.maxx, s.miny, s.maxy
        FROM stage.boundaries s JOIN main.boundaries b ON b.code = s.code;
      INSERT INTO main.obreby SELECT code, name FROM stage.boundaries WHERE level = 'obreb'
        ON CONFLICT (id) DO UPDATE SET name = coalesce(name, excluded.name);`);
    this.#describeLayer('boundaries');
  }

  #publishTerc(): void {
    if (!this.#db.prepare('SELECT 1 FROM stage.terc LIMIT 1').get()) return;
    this.#db.exec('DELETE FROM main.terc; INSERT INTO main.terc SELECT code, name, kind FROM stage.terc;');
  }

  #publishState(
    load: { scopes: readonly string[]; as_of: string | null; at: string },
    rows: number,
    events: EventWriter,
  ) {
    const before = this.#db.prepare('SELECT as_of, file_sha256 FROM sources WHERE source = ? AND scope = ?');
    // An obręb loaded by itself is gone when its powiat is loaded whole. The other way round, and where only some
    // scopes of an earlier file are replaced, that file is no longer what is served: loading it again must count.
    const drop = this.#db.prepare(
      `DELETE FROM sources WHERE source = ?1 AND ?2 <> '' AND scope > ?2 AND substr(scope, 1, length(?2)) = ?2`,
    );
    const forget = this.#db.prepare(
      `UPDATE sources SET file_sha256 = '' WHERE source = ?1 AND (file_sha256 = ?3
         OR (scope <> '' AND length(scope) < length(?2) AND substr(?2, 1, length(scope)) = scope))`,
    );
    const save = this.#db.prepare('INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)');
    for (const scope of load.scopes) {
      const known = before.get(this.#run.source, scope);
      if (known && known.as_of !== load.as_of) events.writeRefresh(known.as_of as string | null);
      drop.run(this.#run.source, scope);
      if (known?.file_sha256 !== this.#run.sha256)
        forget.run(this.#run.source, scope, (known?.file_sha256 ?? null) as string | null);
      save.run(
        this.#run.source,
        scope,
        load.as_of,
        load.at,
        this.#run.sha256,
        rows,
        this.#run.synthetic ? 1 : 0,
      );
    }
  }

  /** The extent and date that GeoPackage readers show. */
  #describeLayer(table: 'parcels' | 'boundaries'): void {
    this.#db.exec(`UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      (min_x, max_x, min_y, max_y) = (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM rtree_${table}_geom)
      WHERE table_name = '${table}'`);
  }
}

const IS_LIVE = 'EXISTS (SELECT 1 FROM main.parcels live WHERE live.id = p.id)';
const FACTS = (alias: string) =>
  `json_object('id', ${alias}.id, 'area_official_m2', ${alias}.area_official_m2, 'geometry_m2', ${alias}.area_geometry_m2)`;

/** The columns of a staged row, in the order of its table. */
function valuesOf(staged: StagedRow): (string | number | null | Uint8Array)[] {
  switch (staged.kind) {
    case 'parcel': {
      const { row } = staged;
      const [lng, lat] = row.centroid;
      const indexed = indexedGeometry(row.geometry);
      const hash = hashParcel(row, indexed[4]);
      const areas = [row.area_official_m2, row.area_geometry_m2];
      return [row.id, ...areas, lng, lat, hash, row.obreb_id, row.number, row.land_use, ...indexed];
    }
    case 'boundary':
      return [staged.row.code, staged.row.level, staged.row.name, ...indexedGeometry(staged.row.geometry)];
    case 'terc':
      return [staged.row.code, staged.row.name, staged.row.kind];
    case 'obreb':
      return [staged.row.id, staged.row.name];
  }
}

function indexedGeometry(coordinates: MultiPolygon): [number, number, number, number, Uint8Array] {
  const geometry = { type: 'MultiPolygon', coordinates } as const;
  const [minX, minY, maxX, maxY] = boundsOf(geometry);
  return [minX, maxX, minY, maxY, encodeGeoPackageGeometry(geometry, STORED_EPSG)];
}

class EventWriter {
  written = 0;
  readonly #db: DatabaseSync;
  readonly #source: SourceId;
  readonly #load: { scopes: readonly string[]; as_of: string | null; at: string };

  constructor(
    db: DatabaseSync,
    source: SourceId,
    load: { scopes: readonly string[]; as_of: string | null; at: string },
  ) {
    this.#db = db;
    this.#source = source;
    this.#load = load;
  }

  /** `changes` selects subject, before, after. */
  write(event: string, changes: string): void {
    const { changes: count } = this.#db
      .prepare(
        `INSERT INTO main.events (event, layer, as_of, detected_at, source, scope, subject, before, after)
         SELECT ?, NULL, ?, ?, ?, ?, * FROM (${changes} ORDER BY 1)`,
      )
      .run(event, this.#load.as_of, this.#load.at, this.#source, this.#load.scopes[0] ?? '');
    this.written += Number(count);
  }

  writeRefresh(before: string | null): void {
    this.write(
      'source_refreshed',
      `SELECT '${this.#source}', json_object('as_of', ${quoted(before)}), json_object('as_of', ${quoted(this.#load.as_of)}, 'freshness', 'fresh')`,
    );
  }
}

const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
