// What a load has staged, compared with what is served: parcels that are replaced, come or go, their outlines, permits and names. Reads
// alone, in the transaction of the publish; publication.ts writes.

import type { Box } from '../../domain/geometry/types.ts';
import type { RowKind } from '../../domain/publish/compare.ts';
import type { AddedPermit } from '../../domain/publish/permit-places.ts';
import { seekPages } from '../row-pages.ts';
import { polygonsOf, type Row } from '../rows.ts';
import type { FreshParcel, Pages, ParcelOutlines, ReplacedParcel } from '../writer.ts';
import { meetsBox, refOf, splitRefs } from './partition-ground.ts';
import type { Session } from './session.ts';
import { indexStagedBounds, type StagedName, tableOf } from './stage-schema.ts';

const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

/** Rows by a text key, page after page; the last two parameters are the key and the size of a page. */
export function pagesById<T>(
  session: Session,
  sql: string,
  values: readonly unknown[],
  read: (row: Row) => T,
  idOf: (row: T) => string,
): Pages<T> {
  const rowsAfter = async (after: string, limit: number) =>
    (await session.rows(sql, [...values, after, limit])).map(read);
  return seekPages(rowsAfter, '', idOf);
}

/** The partitions that rows of a staged table belong to. */
export async function partsIn(session: Session, table: string): Promise<string[]> {
  const parts = await session.cells<[string]>(`SELECT DISTINCT part FROM ${table} WHERE part IS NOT NULL`);
  return parts.map(([part]) => part);
}

export class StagedChanges {
  readonly #session: Session;
  readonly #run: number;

  constructor(session: Session, run: number) {
    this.#session = session;
    this.#run = run;
  }

  #table(name: StagedName | `${'fresh' | 'gone'}_${RowKind}`): string {
    return tableOf(this.#run, name);
  }

  async *replacedParcels(kept: boolean): AsyncGenerator<readonly ReplacedParcel[]> {
    yield* pagesById<ReplacedParcel>(
      this.#session,
      `SELECT p.part, p.fid, p.id, p.area_official_m2, p.area_geometry_m2, p.minx, p.miny, p.maxx, p.maxy,
         n.id AS fresh, n.ref AS fresh_ref, n.area_official_m2 AS fresh_official_m2, n.area_geometry_m2 AS fresh_geometry_m2,
         n.geom = p.geom AS is_same_geometry
       FROM ${this.#table('gone_parcels')} x JOIN parcels p ON p.part = ANY($1::text[]) AND p.part = x.part AND p.fid = x.fid
       LEFT JOIN ${this.#table('parcels')} n ON n.id = p.id
       WHERE x.is_kept = ${kept} AND p.id > $2 ORDER BY p.id LIMIT $3`,
      [await partsIn(this.#session, this.#table('gone_parcels'))],
      (row) => ({
        ref: refOf(String(row.part), Number(row.fid)),
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
                is_same_geometry: row.is_same_geometry === true,
              },
      }),
      ({ id }) => id,
    );
  }

  async #freshColumns(): Promise<{ columns: string; parts: string[] }> {
    const isKnown =
      'EXISTS (SELECT 1 FROM parcels known WHERE known.part = ANY($1::text[]) AND known.part = n.part AND known.id = n.id)';
    return {
      columns: `n.ref, n.id, n.area_official_m2, n.area_geometry_m2, ${isKnown} AS is_known`,
      parts: await partsIn(this.#session, this.#table('parcels')),
    };
  }

  async *createdParcels(): AsyncGenerator<readonly FreshParcel[]> {
    const { columns, parts } = await this.#freshColumns();
    yield* pagesById(
      this.#session,
      `SELECT * FROM (SELECT ${columns} FROM ${this.#table('parcels')} n JOIN ${this.#table('fresh_parcels')} f ON f.ref = n.ref
         WHERE n.id > $2) fresh WHERE NOT is_known ORDER BY id LIMIT $3`,
      [parts],
      freshOf,
      ({ id }) => id,
    );
  }

  async freshMeeting(boxes: readonly Box[]): Promise<FreshParcel[][]> {
    await this.#session.exec(indexStagedBounds(this.#run, 'parcels'));
    const { columns, parts } = await this.#freshColumns();
    const found: FreshParcel[][] = [];
    for (const box of boxes) {
      const rows = await this.#session.rows(
        `SELECT ${columns} FROM ${this.#table('parcels')} n JOIN ${this.#table('fresh_parcels')} f ON f.ref = n.ref
         WHERE ${meetsBox('n', '$2', '$3', '$4', '$5')} ORDER BY n.ref`,
        [parts, ...box],
      );
      found.push(rows.map(freshOf));
    }
    return found;
  }

  async outlines(served: readonly number[], staged: readonly number[]): Promise<ParcelOutlines> {
    const { parts, fids } = splitRefs(served);
    const held = await this.#session.cells<[part: string, fid: number, geom: Uint8Array]>(
      'SELECT part, fid, geom FROM parcels WHERE part = ANY($1::text[]) AND fid = ANY($2::bigint[])',
      [[...new Set(parts)], fids],
    );
    const fresh = await this.#session.cells<[ref: number, geom: Uint8Array]>(
      `SELECT ref, geom FROM ${this.#table('parcels')} WHERE ref = ANY($1::bigint[])`,
      [staged],
    );
    return {
      served: new Map(held.map(([part, fid, geom]) => [refOf(part, fid), polygonsOf(geom)])),
      staged: new Map(fresh.map(([ref, geom]) => [ref, polygonsOf(geom)])),
    };
  }

  async addedPermits(parts: readonly string[]): Promise<AddedPermit[]> {
    const rows = await this.#session.rows(
      `SELECT n.permit_id, n.parcel_id, n.kind, n.decision_date, n.object_category
       FROM unnest($1::text[]) WITH ORDINALITY w(place, position) JOIN ${this.#table('permits')} n ON n.place = w.place
       WHERE NOT EXISTS (SELECT 1 FROM permits p WHERE p.place = n.place AND p.permit_id = n.permit_id)
       ORDER BY w.position, n.permit_id, n.parcel_id`,
      [parts],
    );
    return rows.map((row) => ({
      permit_id: String(row.permit_id),
      parcel_id: String(row.parcel_id),
      kind: String(row.kind),
      decision_date: row.decision_date as string | null,
      object_category: row.object_category as string | null,
    }));
  }

  obrebNames() {
    return pagesById(
      this.#session,
      `SELECT w.id, w.staged, w.boundary, o.name AS served FROM (
         SELECT id, name AS staged, NULL AS boundary FROM ${this.#table('obreby')}
         UNION ALL SELECT code, NULL, name FROM ${this.#table('boundaries')} WHERE level = 'obreb') w
       LEFT JOIN obreby o ON o.id = w.id WHERE w.id > $1 ORDER BY w.id LIMIT $2`,
      [],
      (row) => ({
        id: String(row.id),
        staged: row.staged as string | null,
        served: row.served as string | null,
        boundary: row.boundary as string | null,
      }),
      ({ id }) => id,
    );
  }
}

function freshOf(row: Row): FreshParcel {
  return {
    ref: Number(row.ref),
    id: String(row.id),
    area_official_m2: numberOrNull(row.area_official_m2),
    area_geometry_m2: Number(row.area_geometry_m2),
    is_known: row.is_known === true,
  };
}
