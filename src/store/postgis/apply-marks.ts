// Making what is marked so: served rows go, staged rows come. In the caller's transaction; decides nothing. Rows are numbered in
// the order of the file. A partition that is not there yet is filled beside the table, indexed at once and attached: readers of
// the versions before see it empty, as it was.

import type { SourceId } from '../../domain/corpus/registers.ts';
import type { RowKind } from '../../domain/publish/compare.ts';
import { foldAddress } from '../folded-address.ts';
import { seekPages } from '../row-pages.ts';
import { partitionTable, SQUARES } from './partition-ground.ts';
import type { Session } from './session.ts';
import { STAGED, tableOf } from './stage-schema.ts';
import { partsIn } from './staged-changes.ts';

/** The highest number before new rows came; rows above it are new. */
type Newest = number;

type PartedKind = 'parcels' | 'evidence';

const COLUMNS = (kind: RowKind, ...without: string[]): string =>
  STAGED[kind].columns
    .map(([name]) => name)
    .filter((name) => name !== 'ref' && name !== 'is_numbered' && !without.includes(name))
    .join(', ');

export class MarkedRows {
  readonly #session: Session;
  readonly #run: number;
  readonly #source: SourceId;

  constructor(session: Session, run: number, source: SourceId) {
    this.#session = session;
    this.#run = run;
    this.#source = source;
  }

  async apply(kind: RowKind): Promise<Newest> {
    switch (kind) {
      case 'parcels':
        return this.#applyParcels();
      case 'evidence':
        return this.#applyEvidence();
      case 'plans':
        return this.#applyPlain(kind, 'source, ', `'${this.#source}', `);
      default:
        return this.#applyPlain(kind);
    }
  }

  async #applyPlain(kind: RowKind, into = '', from = ''): Promise<Newest> {
    await this.#session.exec(
      `DELETE FROM ${kind} WHERE fid IN (SELECT fid FROM ${tableOf(this.#run, `gone_${kind}`)})`,
    );
    const newest = await this.#number(kind);
    const columns = COLUMNS(kind);
    await this.#session.exec(
      `INSERT INTO ${kind} (fid, ${into}${columns}) SELECT b.fid, ${from}${columns}
       FROM ${this.#brought(kind)} b JOIN ${tableOf(this.#run, kind)} n ON n.ref = b.ref`,
    );
    return newest;
  }

  /** A changed parcel keeps its row: its facts hang on it. */
  async #applyParcels(): Promise<Newest> {
    const [staged, gone] = [tableOf(this.#run, 'parcels'), tableOf(this.#run, 'gone_parcels')];
    const parts = await this.#parts('gone_parcels');
    await this.#session.rows(
      `DELETE FROM awaited WHERE id IN (SELECT p.id FROM ${gone} x JOIN parcels p ON p.part = ANY($1::text[]) AND p.fid = x.fid
         WHERE NOT x.is_kept)`,
      [parts],
    );
    await this.#takeAway('parcels', parts);
    const same = ['area_official_m2', 'area_geometry_m2', 'lng', 'lat', 'minx', 'miny', 'maxx', 'maxy'];
    const set = [...same, 'hash', 'obreb_id', 'number', 'land_use', 'geom'].map(
      (name) => `${name} = n.${name}`,
    );
    await this.#session.rows(
      `UPDATE parcels p SET record_hash = n.hash, ${set.join(', ')}
       FROM ${gone} x JOIN ${staged} n ON n.part = x.part
       WHERE x.is_kept AND p.part = ANY($1::text[]) AND p.part = x.part AND p.fid = x.fid AND n.id = p.id`,
      [parts],
    );
    const newest = await this.#number('parcels');
    await this.#bring(
      'parcels',
      `record_hash, ${COLUMNS('parcels', 'part')}`,
      `n.hash, ${COLUMNS('parcels', 'part')}`,
    );
    await this.#cover('parcels', "'parcels'");
    return newest;
  }

  async #applyEvidence(): Promise<Newest> {
    const gone = tableOf(this.#run, 'gone_evidence');
    await this.#session.exec(`DELETE FROM addresses WHERE fid IN (SELECT fid FROM ${gone})`);
    await this.#takeAway('evidence', await this.#parts('gone_evidence'));
    const newest = await this.#number('evidence');
    const columns = COLUMNS('evidence', 'part');
    await this.#bring('evidence', `source, ${columns}`, `'${this.#source}', ${columns}`);
    await this.#cover('evidence', 'n.role');
    await this.#indexAddresses();
    return newest;
  }

  async #takeAway(kind: PartedKind, parts: readonly string[]): Promise<void> {
    await this.#session.rows(
      `DELETE FROM ${kind} p USING ${tableOf(this.#run, `gone_${kind}`)} x
       WHERE p.part = ANY($1::text[]) AND p.part = x.part AND p.fid = x.fid AND NOT x.is_kept`,
      [parts],
    );
  }

  #parts(table: `gone_${PartedKind}` | PartedKind): Promise<string[]> {
    return partsIn(this.#session, tableOf(this.#run, table));
  }

  #brought(kind: RowKind): string {
    return `stage_${this.#run}_brought_${kind}`;
  }

  /** Gives a number to every staged row that is to come and is not there; the highest before. */
  async #number(kind: RowKind): Promise<Newest> {
    const newest = await this.#session.number('SELECT newest FROM counters WHERE kind = $1', [kind]);
    const fresh = `${tableOf(this.#run, `fresh_${kind}`)} f`;
    const isParcels = kind === 'parcels';
    const parts = isParcels ? await this.#parts('parcels') : [];
    const list = parts.map((part) => `'${part}'`).join(', ') || 'NULL';
    // A changed parcel is there already.
    const rows = isParcels
      ? `${fresh} JOIN ${tableOf(this.#run, kind)} n ON n.ref = f.ref WHERE NOT EXISTS
           (SELECT 1 FROM parcels live WHERE live.part IN (${list}) AND live.part = n.part AND live.id = n.id)`
      : fresh;
    await this.#session.exec(
      `CREATE TEMP TABLE ${this.#brought(kind)} ON COMMIT DROP AS
         SELECT f.ref, ${newest} + row_number() OVER (ORDER BY f.ref) AS fid FROM ${rows};
       UPDATE counters SET newest = newest + (SELECT count(*) FROM ${this.#brought(kind)}) WHERE kind = '${kind}';
       ANALYZE ${this.#brought(kind)};`,
    );
    return newest;
  }

  async #bring(kind: PartedKind, into: string, from: string): Promise<void> {
    const brought = `${this.#brought(kind)} b JOIN ${tableOf(this.#run, kind)} n ON n.ref = b.ref`;
    const parts = await this.#session.cells<[string]>(`SELECT DISTINCT n.part FROM ${brought}`);
    for (const [part] of parts) {
      const insert = (table: string) =>
        this.#session.exec(
          `INSERT INTO ${table} (part, fid, ${into}) SELECT '${part}', b.fid, ${from} FROM ${brought}
           WHERE n.part = '${part}' ORDER BY b.fid`,
        );
      const isNew = await this.#session.insertNew(
        'partitions',
        [
          ['part', 'text'],
          ['kind', 'text'],
        ],
        [[part, kind]],
      );
      if (isNew.length === 0) {
        await insert(kind);
        continue;
      }
      const table = partitionTable(kind, part);
      await this.#session.exec(`CREATE TABLE ${table} (LIKE ${kind} INCLUDING DEFAULTS)`);
      await insert(table);
      await this.#session.exec(
        `ALTER TABLE ${kind} ATTACH PARTITION ${table} FOR VALUES IN ('${part}'); ANALYZE ${table}`,
      );
    }
  }

  /** The squares that new and moved rows lie in. */
  async #cover(kind: PartedKind, ground: string): Promise<void> {
    const covered = await this.#session.rows(
      `INSERT INTO ground SELECT DISTINCT ${ground}, n.part, x, y
       FROM ${tableOf(this.#run, `fresh_${kind}`)} f JOIN ${tableOf(this.#run, kind)} n ON n.ref = f.ref, ${SQUARES}
       ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (covered.length > 0)
      await this.#session.exec("UPDATE meta SET value = (value::bigint + 1)::text WHERE key = 'ground'");
  }

  /** By what people type: folded names, no street as ''. */
  async #indexAddresses(): Promise<void> {
    type Cells = [fid: number, place: string, attributes: string, geom: Uint8Array];
    const pages = seekPages(
      (after: number, limit) =>
        this.#session.cells<Cells>(
          `SELECT b.fid, n.place, n.attributes, n.geom
           FROM ${this.#brought('evidence')} b JOIN ${tableOf(this.#run, 'evidence')} n ON n.ref = b.ref
           WHERE n.role = 'address' AND b.fid > $1 ORDER BY b.fid LIMIT $2`,
          [after, limit],
        ),
      0,
      ([fid]) => fid,
    );
    for await (const page of pages) {
      await this.#session.insertNew(
        'addresses',
        [
          ['fid', 'bigint'],
          ['gmina', 'text'],
          ['locality', 'text'],
          ['street', 'text'],
          ['number', 'text'],
          ['attributes', 'text'],
          ['geom', 'bytea'],
        ],
        page.map(([fid, place, attributes, geom]) => [
          fid,
          place,
          ...foldAddress(attributes),
          attributes,
          geom,
        ]),
      );
    }
  }
}
