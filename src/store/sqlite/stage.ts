// A load aside: its rows in a file of their own, read beside what is served, with the marks of what publishing will do.
// Nothing here writes to what is served.

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { unitedBox } from '../../domain/geometry/box.ts';
import type { Box, Geometry } from '../../domain/geometry/types.ts';
import { packFacts } from '../../domain/layers/packed-facts.ts';
import type { Marks, RowKind, ServedPair, StageContents, StagedPair } from '../../domain/publish/compare.ts';
import { evidencePieces } from '../../domain/publish/evidence-pieces.ts';
import type { IssueRow, StagedRow } from '../../domain/publish/staged-rows.ts';
import type { ChangedGround } from '../../domain/publish/touched.ts';
import { hashParcel } from '../../domain/record.ts';
import { seekPages } from '../row-pages.ts';
import { boundsAndBlob, planOf, rangeOf } from '../rows.ts';
import type { FactRow, Pages, Publication, RunStart, Stage } from '../writer.ts';
import type { SqliteEvidenceAddress } from './evidence.ts';
import { cellsOf, walkPages } from './pages.ts';
import { SqlitePublication } from './publication.ts';
import { COLUMNS_OF } from './row-kinds.ts';
import { readCorpus } from './served-corpus.ts';
import { STAGE_SCHEMA } from './stage-schema.ts';
import { foldLog, inTransaction, inTransactionAsync } from './transaction.ts';

type Cell = string | number | null | Uint8Array;
/** minx, maxx, miny, maxy, geom: as the staged tables and the indexes have them. */
function indexed(geometry: Geometry): [number, number, number, number, Uint8Array] {
  const [[minX, minY, maxX, maxY], blob] = boundsAndBlob(geometry);
  return [minX, maxX, minY, maxY, blob];
}

type BoxCells = [role: string, minx: number, miny: number, maxx: number, maxy: number];

const groundOf = ([role, ...box]: BoxCells): ChangedGround => ({ role, box });

/** Of evidence the first piece counts, and the outline of an act is no row of its own (domain/publish/compare.ts). */
const ROWS_BY_PLACE = [
  'SELECT obreb_id AS place, count(*) AS count FROM stage.parcels GROUP BY obreb_id',
  "SELECT level || '/' || code AS place, 1 AS count FROM stage.boundaries",
  'SELECT code AS place, 1 AS count FROM stage.terc',
  'SELECT gmina6 AS place, count(*) AS count FROM stage.plans GROUP BY gmina6',
  'SELECT place, count(*) AS count FROM stage.permits GROUP BY place',
  "SELECT place, count(*) AS count FROM stage.evidence WHERE piece = 0 AND role <> 'mpzp_act' GROUP BY place",
];

export class SqliteStage implements Stage {
  readonly run: RunStart;
  readonly #db: DatabaseSync;
  readonly #address: SqliteEvidenceAddress;
  readonly #id: number;
  /** By table; the others by their text. */
  readonly #inserts = new Map<string, StatementSync>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, files: { dataset: string; staging: string }, run: RunStart, id: number) {
    this.#db = db;
    this.#address = { ...files, source: run.source };
    this.run = run;
    this.#id = id;
    rmSync(files.staging, { force: true });
    db.exec(`ATTACH '${files.staging.replaceAll("'", "''")}' AS stage`);
    // The staged file is thrown away whole after a crash: it needs no journal and no flush.
    db.exec('PRAGMA stage.journal_mode = OFF; PRAGMA stage.synchronous = OFF;');
    db.exec(STAGE_SCHEMA);
    // Facts come in while workers still read the staged file: they are kept beside it.
    db.exec(
      'DROP TABLE IF EXISTS temp.facts; CREATE TEMP TABLE facts (id TEXT PRIMARY KEY, facts TEXT) WITHOUT ROWID',
    );
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
        const names = [row.obreb_id, row.number, row.land_use];
        return this.#insert('parcels', [row.id, ...areas, lng, lat, hash, ...names, ...shape]);
      }
      case 'boundary': {
        const { code, level, name, geometry } = staged.row;
        const shape = indexed({ type: 'MultiPolygon', coordinates: geometry });
        return this.#insert('boundaries', [code, level, name, ...shape]);
      }
      case 'terc':
        return this.#insert('terc', [staged.row.code, staged.row.name, staged.row.kind]);
      case 'obreb':
        return this.#insert('obreby', [staged.row.id, staged.row.name]);
      case 'plan': {
        const { plan_id, kind, gmina6, title, process, ...row } = staged.row;
        const dates = [row.effective_from, row.effective_to, row.adopted_on];
        const lacks = [row.lacks_zones, row.lacks_ouz];
        const cells = [plan_id, kind, gmina6, title, process, ...dates, row.resolution_url, ...lacks];
        return this.#insert('plans', cells) && this.#insertPieces(staged);
      }
      case 'permit': {
        const { permit_id, place, parcels, kind, decision_date, object_category } = staged.row;
        for (const id of parcels) {
          this.#insert('permits', [place, permit_id, id, kind, decision_date, object_category]);
        }
        // The register repeats a permit for every parcel and every object on it: that is no fault.
        return true;
      }
      default:
        return this.#insertPieces(staged);
    }
  }

  #insertPieces(staged: StagedRow): boolean {
    return evidencePieces(staged).every(
      ({ role, key, piece, place, version, hash, attributes, box, geom, is_numbered }) => {
        const [minX, minY, maxX, maxY] = box;
        const cells = [role, key, piece, place, version, hash, attributes, is_numbered ? 1 : 0];
        return this.#insert('evidence', [...cells, minX, maxX, minY, maxY, geom]);
      },
    );
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

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  async report(issues: readonly IssueRow[]): Promise<void> {
    inTransaction(this.#db, () => {
      for (const { position, field, kind, value, message } of issues) {
        this.#insert('issues', [position, field, kind, value, message]);
      }
    });
  }

  async assignPlace(place: string): Promise<void> {
    this.#db
      .prepare(
        "UPDATE stage.evidence SET place = place || ?1, key = CASE WHEN is_numbered THEN ?1 || '/' || key ELSE key END",
      )
      .run(place);
  }

  async contents(): Promise<StageContents> {
    const count = (of: string) => this.#number(`SELECT count(*) FROM stage.${of}`);
    const drawn = this.#db
      .prepare('SELECT role, count(*) AS count FROM stage.evidence WHERE piece = 0 GROUP BY role')
      .all();
    return {
      rows: {
        parcels: count('parcels'),
        boundaries: count('boundaries'),
        terc: count('terc'),
        plans: count('plans'),
        permits: count('permits'),
      },
      evidence: new Map(drawn.map((row) => [String(row.role), Number(row.count)])),
      land_use: this.#number('SELECT EXISTS (SELECT 1 FROM stage.parcels WHERE land_use IS NOT NULL)') === 1,
      issues: count('issues'),
    };
  }

  async rowsByPlace(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const sql of ROWS_BY_PLACE) {
      for (const { place, count } of this.#db.prepare(sql).all()) {
        counts.set(String(place), (counts.get(String(place)) ?? 0) + Number(count));
      }
    }
    return counts;
  }

  #number(sql: string): number {
    return Number(Object.values(this.#db.prepare(sql).get() ?? {})[0]);
  }

  async corpus() {
    return readCorpus(this.#db);
  }

  async plans() {
    const served = this.#db.prepare('SELECT * FROM main.plans WHERE source = ?').all(this.run.source);
    return {
      staged: this.#db.prepare('SELECT * FROM stage.plans').all().map(planOf),
      served: served.map(planOf),
    };
  }

  /** In the order of the file: that is how it lies on the disk. */
  stagedPairs(kind: RowKind): Pages<StagedPair> {
    const { isSameKey, hash } = COLUMNS_OF[kind];
    type Cells = [
      ref: number,
      hash: string,
      servedRef: number | null,
      servedHash: string | null,
      role: string,
      piece: number,
    ];
    const part = kind === 'evidence' ? 'n.role, n.piece' : "'', 0";
    const page = cellsOf<Cells>(
      this.#db.prepare(
        `SELECT n.rowid, ${hash('n')}, m.rowid, ${hash('m')}, ${part}
         FROM stage.${kind} n LEFT JOIN main.${kind} m ON ${isSameKey}
         WHERE n.rowid > ?2 ORDER BY n.rowid LIMIT ?3`,
      ),
    );
    const pairOf = ([ref, own, servedRef, servedHash, role, piece]: Cells): StagedPair => ({
      ref,
      hash: own,
      role,
      piece,
      served: servedRef === null ? null : { ref: servedRef, hash: servedHash ?? '' },
    });
    const rowsAfter = (ref: number, limit: number) => page.all(this.run.source, ref, limit).map(pairOf);
    return seekPages(rowsAfter, 0, ({ ref }) => ref);
  }

  async *servedPairs(kind: RowKind, places: readonly string[]): AsyncGenerator<ServedPair[]> {
    const { isSameKey, isOfSource, place, piece } = COLUMNS_OF[kind];
    type Cells = [ref: number, place: string, isStaged: number, role: string, piece: number];
    const rows = cellsOf<Cells>(
      this.#db.prepare(
        `SELECT m.rowid, ${place}, EXISTS (SELECT 1 FROM stage.${kind} n WHERE ${isSameKey}), ${piece}
         FROM main.${kind} m WHERE ${isOfSource} AND ${place} >= ?2 AND ${place} < ?3`,
      ),
    );
    for (const prefix of places) {
      yield* walkPages(
        rows.walk(this.run.source, ...rangeOf(prefix)),
        ([ref, text, isStaged, role, number]) => ({
          ref,
          place: text,
          is_staged: isStaged === 1,
          role,
          piece: number,
        }),
      );
    }
  }

  async mark(kind: RowKind, { fresh, gone, changed }: Marks): Promise<void> {
    const refs = (list: readonly number[]) => JSON.stringify(list);
    if (fresh.length > 0) {
      this.#prepare(`INSERT OR IGNORE INTO stage.fresh_${kind} SELECT value FROM json_each(?)`).run(
        refs(fresh),
      );
      if (kind === 'parcels' || kind === 'evidence') {
        this.#prepare(
          `INSERT OR REPLACE INTO stage.rtree_fresh_${kind} SELECT n.rowid, n.minx, n.maxx, n.miny, n.maxy
           FROM json_each(?) w CROSS JOIN stage.${kind} n ON n.rowid = w.value`,
        ).run(refs(fresh));
      }
    }
    const leave = `INSERT OR IGNORE INTO stage.gone_${kind} SELECT value, ? FROM json_each(?)`;
    if (gone.length > 0) this.#prepare(leave).run(0, refs(gone));
    if (changed.length > 0) this.#prepare(leave).run(1, refs(changed));
  }

  async *markedGround(kind: 'parcels' | 'evidence'): AsyncGenerator<ChangedGround[]> {
    const role = kind === 'evidence' ? 'e.role' : "''";
    const box = 'r.minx, r.miny, r.maxx, r.maxy';
    // What another place draws of a marked object may begin to count, or cease to.
    const drawnElsewhere = (marked: string) =>
      `SELECT o.role, ${box} FROM ${marked} CROSS JOIN main.evidence o
         ON o.source = '${this.run.source}' AND (o.role, o.key) = (e.role, e.key) AND o.place <> e.place
       CROSS JOIN main.rtree_evidence_geom r ON r.id = o.fid`;
    const shared = [
      drawnElsewhere('stage.fresh_evidence f CROSS JOIN stage.evidence e ON e.rowid = f.ref'),
      drawnElsewhere('stage.gone_evidence x CROSS JOIN main.evidence e ON e.fid = x.ref'),
    ];
    for (const sql of [
      ...(kind === 'evidence' ? shared : []),
      `SELECT ${role}, ${box} FROM stage.rtree_fresh_${kind} r JOIN stage.${kind} e ON e.rowid = r.id`,
      `SELECT ${role}, ${box} FROM stage.gone_${kind} x JOIN main.rtree_${kind}_geom r ON r.id = x.ref
       JOIN main.${kind} e ON e.fid = x.ref`,
    ]) {
      yield* walkPages(cellsOf<BoxCells>(this.#db.prepare(sql)).walk(), groundOf);
    }
  }

  groundOfPlans(plan_ids: readonly string[]): Pages<ChangedGround> {
    const rows = cellsOf<BoxCells>(
      this.#db.prepare(
        `SELECT role, minx, miny, maxx, maxy FROM stage.evidence
         WHERE attributes ->> 'plan' IN (SELECT value FROM json_each(?))`,
      ),
    );
    return walkPages(rows.walk(JSON.stringify(plan_ids)), groundOf);
  }

  async touchFresh(): Promise<void> {
    this.#db.exec(`INSERT OR IGNORE INTO stage.touched
      SELECT n.id FROM stage.fresh_parcels f JOIN stage.parcels n ON n.rowid = f.ref`);
  }

  async touchMeeting(boxes: readonly Box[]): Promise<void> {
    const inBox = 'r.maxx >= ?1 AND r.minx <= ?2 AND r.maxy >= ?3 AND r.miny <= ?4';
    const cells = ([minX, minY, maxX, maxY]: Box) => [minX, maxX, minY, maxY] as const;
    const [first] = boxes;
    if (!first) return;
    // Where nothing is served yet, as before the first load of a powiat, there is no need to look box by box.
    const any = this.#prepare(`SELECT 1 FROM main.rtree_parcels_geom r WHERE ${inBox} LIMIT 1`);
    if (any.get(...cells(boxes.reduce(unitedBox, first))) === undefined) return;
    const touch = this.#prepare(
      `INSERT OR IGNORE INTO stage.touched
       SELECT p.id FROM main.rtree_parcels_geom r CROSS JOIN main.parcels p ON p.fid = r.id WHERE ${inBox}`,
    );
    inTransaction(this.#db, () => {
      for (const box of boxes) touch.run(...cells(box));
    });
  }

  async touchPlaces(places: readonly string[]): Promise<void> {
    const touch = this.#prepare(
      'INSERT OR IGNORE INTO stage.touched SELECT id FROM main.parcels WHERE id >= ? AND id < ?',
    );
    for (const place of places) touch.run(...rangeOf(place));
  }

  async touchedCount(): Promise<number> {
    return this.#number('SELECT count(*) FROM stage.touched');
  }

  async touchedPowiaty(): Promise<string[]> {
    const rows = this.#db.prepare('SELECT DISTINCT substr(id, 1, 4) AS powiat FROM stage.touched').all();
    return rows.map((row) => String(row.powiat));
  }

  async touchedIds(after: string, limit: number): Promise<string[]> {
    const rows = this.#prepare('SELECT id FROM stage.touched WHERE id > ? ORDER BY id LIMIT ?').all(
      after,
      limit,
    );
    return rows.map((row) => row.id as string);
  }

  async evidence(): Promise<SqliteEvidenceAddress> {
    return this.#address;
  }

  async addFacts(rows: readonly FactRow[]): Promise<void> {
    const insert = this.#prepare('INSERT OR REPLACE INTO temp.facts VALUES (?, ?)');
    inTransaction(this.#db, () => {
      for (const { id, facts } of rows) insert.run(id, packFacts(facts));
    });
  }

  async publish<T>(work: (publication: Publication) => Promise<T>): Promise<T> {
    const publication = new SqlitePublication(this.#db, this.run.source, this.#id);
    const result = await inTransactionAsync(this.#db, () => work(publication));
    this.#dispose();
    foldLog(this.#db);
    return result;
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
    this.#statements.clear();
    this.#db.exec('DROP TABLE IF EXISTS temp.facts; DETACH stage');
    rmSync(this.#address.staging, { force: true });
  }
}
