// A load aside: its rows in tables of their own, read beside what is served, with the marks of what publishing will do.
// Nothing here writes to what is served.

import { unitedBox } from '../../domain/geometry/box.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { packFacts } from '../../domain/layers/packed-facts.ts';
import type { Marks, RowKind, ServedPair, StageContents, StagedPair } from '../../domain/publish/compare.ts';
import type { IssueRow, StagedRow } from '../../domain/publish/staged-rows.ts';
import type { ChangedGround } from '../../domain/publish/touched.ts';
import { seekPages } from '../row-pages.ts';
import { planOf, rangeOf } from '../rows.ts';
import type { FactRow, Publication, RunStart, Stage } from '../writer.ts';
import type { PostgisEvidenceAddress } from './evidence.ts';
import {
  meetsBox,
  type PartitionGround,
  partitionOfPlace,
  partsBeginning,
  refOf,
  sidesOf,
  splitRefs,
} from './partition-ground.ts';
import { PostgisPublication } from './publication.ts';
import { KIND_COLUMNS } from './row-kinds.ts';
import { readGround, readServedCorpus } from './served-corpus.ts';
import { mapPages, type Session } from './session.ts';
import { dropStage, indexStage, indexStagedBounds, type StagedName, tableOf } from './stage-schema.ts';
import { partsIn } from './staged-changes.ts';
import { StagingRows } from './staging-rows.ts';

type BoxCells = [role: string, minx: number, miny: number, maxx: number, maxy: number, ref: number];

const groundOf = ([role, minx, miny, maxx, maxy]: BoxCells): ChangedGround => ({
  role,
  box: [minx, miny, maxx, maxy],
});

/** Boxes of one statement. */
const BOXES = 500;

export class PostgisStage implements Stage {
  readonly run: RunStart;
  readonly #session: Session;
  readonly #address: PostgisEvidenceAddress;
  readonly #id: number;
  readonly #rows: StagingRows;
  /** Called when the stage is gone. */
  readonly #onEnd: () => Promise<void>;
  #isIndexed = false;
  #ground: Promise<PartitionGround> | null = null;

  constructor(session: Session, url: string, run: RunStart, id: number, onEnd: () => Promise<void>) {
    this.#session = session;
    this.#address = { url, run: id, source: run.source };
    this.run = run;
    this.#id = id;
    this.#rows = new StagingRows(session, id);
    this.#onEnd = onEnd;
  }

  #table(name: StagedName | `${'fresh' | 'gone'}_${RowKind}`): string {
    return tableOf(this.#id, name);
  }

  /** Of what is served; nobody else changes where partitions lie while the stage holds the dataset. */
  #served(): Promise<PartitionGround> {
    this.#ground ??= readGround(this.#session);
    return this.#ground;
  }

  add(rows: readonly StagedRow[]): Promise<number[]> {
    return this.#rows.add(rows);
  }

  report(issues: readonly IssueRow[]): Promise<void> {
    return this.#rows.report(issues);
  }

  async assignPlace(place: string): Promise<void> {
    const evidence = this.#table('evidence');
    await this.#session.rows(
      `UPDATE ${evidence} SET place = place || $1, key = CASE WHEN is_numbered THEN $1 || '/' || key ELSE key END`,
      [place],
    );
    const places = await this.#session.cells<[string]>(`SELECT DISTINCT place FROM ${evidence}`);
    for (const [one] of places)
      await this.#session.rows(`UPDATE ${evidence} SET part = $2 WHERE place = $1`, [
        one,
        partitionOfPlace(one),
      ]);
  }

  async #index(): Promise<void> {
    if (this.#isIndexed) return;
    await this.#session.exec(indexStage(this.#id));
    this.#isIndexed = true;
  }

  async contents(): Promise<StageContents> {
    await this.#index();
    const count = (of: StagedName) => this.#session.number(`SELECT count(*) FROM ${this.#table(of)}`);
    const drawn = await this.#session.cells<[role: string, count: number]>(
      `SELECT role, count(*) FROM ${this.#table('evidence')} WHERE piece = 0 GROUP BY role ORDER BY role`,
    );
    return {
      rows: {
        parcels: await count('parcels'),
        boundaries: await count('boundaries'),
        terc: await count('terc'),
        plans: await count('plans'),
        permits: await count('permits'),
      },
      evidence: new Map(drawn),
      land_use:
        (await this.#session.number(
          `SELECT EXISTS (SELECT 1 FROM ${this.#table('parcels')} WHERE land_use IS NOT NULL)::int`,
        )) === 1,
      issues: await count('issues'),
    };
  }

  async rowsByPlace(): Promise<ReadonlyMap<string, number>> {
    // Of evidence the first piece counts, and the outline of an act is no row of its own (domain/publish/compare.ts).
    const counted = await this.#session.cells<[place: string, count: number]>(
      `SELECT place, sum(count)::bigint FROM (
         SELECT obreb_id AS place, count(*) AS count FROM ${this.#table('parcels')} GROUP BY obreb_id
         UNION ALL SELECT level || '/' || code, 1 FROM ${this.#table('boundaries')}
         UNION ALL SELECT code, 1 FROM ${this.#table('terc')}
         UNION ALL SELECT gmina6, count(*) FROM ${this.#table('plans')} GROUP BY gmina6
         UNION ALL SELECT place, count(*) FROM ${this.#table('permits')} GROUP BY place
         UNION ALL SELECT place, count(*) FROM ${this.#table('evidence')}
           WHERE piece = 0 AND role <> 'mpzp_act' GROUP BY place) counts
       GROUP BY place`,
    );
    return new Map(counted);
  }

  corpus() {
    return readServedCorpus(this.#session);
  }

  async plans() {
    const served = await this.#session.rows('SELECT * FROM plans WHERE source = $1 ORDER BY plan_id', [
      this.run.source,
    ]);
    const staged = await this.#session.rows(`SELECT * FROM ${this.#table('plans')} ORDER BY ref`);
    return { staged: staged.map(planOf), served: served.map(planOf) };
  }

  /** The partitions that staged rows belong to. */
  async #stagedParts(kind: RowKind): Promise<string[]> {
    if (!KIND_COLUMNS[kind].isParted) return [];
    return partsIn(this.#session, this.#table(kind));
  }

  /** In the order of the file. */
  async *stagedPairs(kind: RowKind): AsyncGenerator<readonly StagedPair[]> {
    const { isSameKey, hash, isParted } = KIND_COLUMNS[kind];
    type Cells = [
      ref: number,
      hash: string,
      servedPart: string | null,
      servedFid: number | null,
      servedHash: string | null,
      role: string,
      piece: number,
    ];
    const parts = await this.#stagedParts(kind);
    const columns = `${hash('n')}, ${isParted ? 'm.part' : "''"}, m.fid, ${hash('m')}, ${kind === 'evidence' ? 'n.role, n.piece' : "'', 0"}`;
    // The served table is narrowed before it is joined: the planner leaves the other partitions out.
    const served = isParted ? `(SELECT * FROM ${kind} WHERE part = ANY($4::text[]))` : kind;
    const sql = `SELECT n.ref, ${columns} FROM ${this.#table(kind)} n LEFT JOIN ${served} m ON ${isSameKey}
      WHERE $1::text IS NOT NULL AND n.ref > $2 AND cardinality($4::text[]) >= 0 ORDER BY n.ref LIMIT $3`;
    const rowsAfter = async (after: number, limit: number) =>
      (await this.#session.cells<Cells>(sql, [this.run.source, after, limit, parts])).map(
        ([ref, own, servedPart, servedFid, servedHash, role, piece]): StagedPair => ({
          ref,
          hash: own,
          role,
          piece,
          served:
            servedFid === null ? null : { ref: refOf(servedPart ?? '', servedFid), hash: servedHash ?? '' },
        }),
      );
    yield* seekPages(rowsAfter, 0, ({ ref }) => ref);
  }

  async *servedPairs(kind: RowKind, places: readonly string[]): AsyncGenerator<readonly ServedPair[]> {
    const { isSameKey, isOfSource, place, isParted } = KIND_COLUMNS[kind];
    type Cells = [part: string, fid: number, place: string, isStaged: boolean, role: string, piece: number];
    const existing = isParted ? await this.#partsOf(kind) : [];
    const own = kind === 'evidence' ? 'm.role, m.piece' : "'', 0";
    const sql = `SELECT ${isParted ? 'm.part' : "''"}, m.fid, ${place},
        EXISTS (SELECT 1 FROM ${this.#table(kind)} n WHERE ${isSameKey}), ${own}
      FROM ${kind} m WHERE ${isOfSource} AND ${place} >= $2 AND ${place} < $3 AND m.fid > $4
        AND ${isParted ? 'm.part = ANY($6::text[])' : 'cardinality($6::text[]) >= 0'} ORDER BY m.fid LIMIT $5`;
    for (const prefix of places) {
      const parts = partsBeginning(existing, prefix);
      if (isParted && parts.length === 0) continue;
      const pages = seekPages(
        (after: number, limit) =>
          this.#session.cells<Cells>(sql, [this.run.source, ...rangeOf(prefix), after, limit, parts]),
        0,
        ([, fid]) => fid,
      );
      yield* mapPages(pages, ([part, fid, text, is_staged, role, piece]) => ({
        ref: refOf(part, fid),
        place: text,
        is_staged,
        role,
        piece,
      }));
    }
  }

  async #partsOf(kind: RowKind): Promise<string[]> {
    const parts = await this.#session.cells<[string]>('SELECT part FROM partitions WHERE kind = $1', [kind]);
    return parts.map(([part]) => part);
  }

  async mark(kind: RowKind, { fresh, gone, changed }: Marks): Promise<void> {
    if (fresh.length > 0) {
      await this.#session.rows(
        `INSERT INTO ${this.#table(`fresh_${kind}`)} SELECT * FROM unnest($1::bigint[]) ON CONFLICT DO NOTHING`,
        [fresh],
      );
    }
    const leave = async (refs: readonly number[], is_kept: boolean) => {
      if (refs.length === 0) return;
      const { parts, fids } = splitRefs(refs);
      await this.#session.rows(
        `INSERT INTO ${this.#table(`gone_${kind}`)} SELECT part, fid, $3 FROM unnest($1::text[], $2::bigint[]) w(part, fid)
         ON CONFLICT DO NOTHING`,
        [parts, fids, is_kept],
      );
    };
    await leave(gone, false);
    await leave(changed, true);
  }

  async *markedGround(kind: 'parcels' | 'evidence'): AsyncGenerator<readonly ChangedGround[]> {
    const role = kind === 'evidence' ? 'e.role' : "''";
    const box = (of: string) => `${of}.minx, ${of}.miny, ${of}.maxx, ${of}.maxy`;
    const fresh = `${this.#table(`fresh_${kind}`)} f JOIN ${this.#table(kind)} e ON e.ref = f.ref`;
    const goneParts = await partsIn(this.#session, this.#table(`gone_${kind}`));
    const gone = `${this.#table(`gone_${kind}`)} x JOIN ${kind} e ON e.part = ANY($1::text[]) AND e.fid = x.fid`;
    if (kind === 'evidence') {
      // What another place draws of a marked object may begin to count, or cease to.
      const near = await this.#partsAround(goneParts);
      const elsewhere = (marked: string) => `SELECT o.role, ${box('o')}, o.fid FROM ${marked} JOIN evidence o
        ON o.part = ANY($2::text[]) AND o.source = $3 AND (o.role, o.key) = (e.role, e.key) AND o.place <> e.place
        WHERE cardinality($1::text[]) >= 0 AND o.fid > $4 ORDER BY o.fid LIMIT $5`;
      for (const marked of [fresh, gone])
        yield* this.#groundPages(elsewhere(marked), [goneParts, near, this.run.source]);
    }
    yield* this.#groundPages(
      `SELECT ${role}, ${box('e')}, f.ref FROM ${fresh} WHERE f.ref > $1 ORDER BY f.ref LIMIT $2`,
      [],
    );
    yield* this.#groundPages(
      `SELECT ${role}, ${box('e')}, x.fid FROM ${gone} WHERE x.fid > $2 ORDER BY x.fid LIMIT $3`,
      [goneParts],
    );
  }

  /** Pages of a query whose last two parameters are the key to begin after and the size of a page. */
  #groundPages(sql: string, values: readonly unknown[]): AsyncGenerator<ChangedGround[]> {
    const pages = seekPages(
      (after: number, limit) => this.#session.cells<BoxCells>(sql, [...values, after, limit]),
      0,
      (cells) => cells[5],
    );
    return mapPages(pages, groundOf);
  }

  /** Partitions of evidence next to what is staged or goes: only there another place may draw the same object. */
  async #partsAround(gone: readonly string[]): Promise<string[]> {
    const ground = await this.#served();
    const [extent] = await this.#session.cells<Box>(
      `SELECT min(minx), min(miny), max(maxx), max(maxy) FROM ${this.#table('evidence')}`,
    );
    const staged = extent && extent[0] !== null ? [extent] : [];
    return ground.near(staged, gone);
  }

  async *groundOfPlans(plan_ids: readonly string[]): AsyncGenerator<readonly ChangedGround[]> {
    yield* this.#groundPages(
      `SELECT role, minx, miny, maxx, maxy, ref FROM ${this.#table('evidence')}
       WHERE attributes::json ->> 'plan' = ANY($1::text[]) AND ref > $2 ORDER BY ref LIMIT $3`,
      [plan_ids],
    );
  }

  async touchFresh(): Promise<void> {
    await this.#session.exec(`INSERT INTO ${this.#table('touched')}
      SELECT n.id, n.part FROM ${this.#table('fresh_parcels')} f JOIN ${this.#table('parcels')} n ON n.ref = f.ref
      ON CONFLICT DO NOTHING`);
  }

  async touchMeeting(boxes: readonly Box[]): Promise<void> {
    const [first] = boxes;
    if (!first) return;
    const ground = await this.#served();
    // Where nothing is served yet, as before the first load of a powiat, there is no need to look box by box.
    if (ground.at(['parcels'], [boxes.reduce(unitedBox, first)]).length === 0) return;
    for (let at = 0; at < boxes.length; at += BOXES) {
      const some = boxes.slice(at, at + BOXES);
      const parts = ground.at(['parcels'], some);
      if (parts.length === 0) continue;
      await this.#session.rows(
        `INSERT INTO ${this.#table('touched')} SELECT p.id, p.part
         FROM unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) b(minx, miny, maxx, maxy)
         JOIN parcels p ON p.part = ANY($1::text[]) AND ${meetsBox('p', 'b.minx', 'b.miny', 'b.maxx', 'b.maxy')}
         ON CONFLICT DO NOTHING`,
        [parts, ...sidesOf(some)],
      );
    }
  }

  async touchPlaces(places: readonly string[]): Promise<void> {
    const existing = await this.#partsOf('parcels');
    for (const place of places) {
      await this.#session.rows(
        `INSERT INTO ${this.#table('touched')} SELECT id, part FROM parcels
         WHERE part = ANY($1::text[]) AND id >= $2 AND id < $3 ON CONFLICT DO NOTHING`,
        [partsBeginning(existing, place), ...rangeOf(place)],
      );
    }
  }

  touchedCount(): Promise<number> {
    return this.#session.number(`SELECT count(*) FROM ${this.#table('touched')}`);
  }

  async touchedPowiaty(): Promise<string[]> {
    const rows = await this.#session.cells<[string]>(
      `SELECT DISTINCT part FROM ${this.#table('touched')} ORDER BY part`,
    );
    return rows.map(([part]) => part);
  }

  async touchedIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.#session.cells<[string]>(
      `SELECT id FROM ${this.#table('touched')} WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
    return rows.map(([id]) => id);
  }

  async evidence(): Promise<PostgisEvidenceAddress> {
    await this.#index();
    for (const kind of ['parcels', 'evidence'] as const)
      await this.#session.exec(indexStagedBounds(this.#id, kind));
    return this.#address;
  }

  async addFacts(rows: readonly FactRow[]): Promise<void> {
    await this.#session.rows(
      `INSERT INTO ${this.#table('facts')} SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (id) DO UPDATE SET facts = excluded.facts`,
      [rows.map(({ id }) => id), rows.map(({ facts }) => packFacts(facts))],
    );
  }

  async publish<T>(work: (publication: Publication) => Promise<T>): Promise<T> {
    const result = await this.#session.transaction(async () => {
      // Publishes of several processes follow each other: references and events are numbered in the order of commits.
      await this.#session.exec('SELECT newest FROM counters ORDER BY kind FOR UPDATE');
      return work(new PostgisPublication(this.#session, this.run.source, this.#id));
    });
    await this.#dispose();
    return result;
  }

  async fail(reason: string, at: string): Promise<void> {
    await this.#session.transaction(async () => {
      await this.#session.rows(
        `INSERT INTO issues (run, position, field, kind, value, message)
         SELECT $1, position, field, kind, value, message FROM ${this.#table('issues')} ORDER BY ref`,
        [this.#id],
      );
      await this.#session.rows(
        `UPDATE runs SET outcome = 'failed', reason = $2, finished_at = $3,
           issues = (SELECT count(*) FROM ${this.#table('issues')}) WHERE run = $1`,
        [this.#id, reason, at],
      );
    });
    await this.#dispose();
  }

  async #dispose(): Promise<void> {
    await this.#session.exec(dropStage(this.#id));
    await this.#onEnd();
  }
}
