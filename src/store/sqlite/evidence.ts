// Evidence as it will be once a stage is published: what is served, less what the stage removes, plus what it brings.
// Opened read-only, once per worker.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Box, MultiPolygon } from '../../domain/geometry/types.ts';
import { EVIDENCE_ROLES, type EvidenceRole } from '../../domain/layers/layer-table.ts';
import type { EvidenceAddress, EvidenceParcel, EvidenceReads } from '../writer.ts';
import { geometryOf, polygonsOf, type Row } from './rows.ts';

/** Squares are read once: pages are seldom wanted again, and the operating system has them. */
const CACHE_KIB = 8_192;

export function openSqliteEvidence({ dataset, staging, source }: EvidenceAddress): EvidenceReads {
  const db = new DatabaseSync(dataset, { readOnly: true, timeout: 10_000 });
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  db.exec(`ATTACH '${staging.replaceAll("'", "''")}' AS stage`);

  const parcels = db.prepare(
    `SELECT w.value AS id, coalesce(n.geom, p.geom) AS geom, CASE WHEN n.id IS NULL THEN p.land_use ELSE n.land_use END AS land_use
     FROM json_each(?) w LEFT JOIN stage.parcels n ON n.id = w.value LEFT JOIN main.parcels p ON p.id = w.value`,
  );
  const box = 'r.minx, r.miny, r.maxx, r.maxy';
  const inBox = 'r.maxx >= ?1 AND r.minx <= ?2 AND r.maxy >= ?3 AND r.miny <= ?4';
  const parcelsNear = db.prepare(
    `SELECT p.id, p.land_use, 'm' || p.fid AS reference, ${box} FROM main.rtree_parcels_geom r CROSS JOIN main.parcels p ON p.fid = r.id
     WHERE ${inBox} AND NOT EXISTS (SELECT 1 FROM stage.replaced_parcels x WHERE x.fid = p.fid)
     UNION ALL
     SELECT n.id, n.land_use, 's' || n.rowid, ${box} FROM stage.rtree_fresh_parcels r CROSS JOIN stage.parcels n ON n.rowid = r.id
     WHERE ${inBox}`,
  );
  const near = db.prepare(
    `SELECT 'm' || e.fid AS reference, e.role, ${box} FROM main.rtree_evidence_geom r CROSS JOIN main.evidence e ON e.fid = r.id
     WHERE ${inBox} AND NOT EXISTS (SELECT 1 FROM stage.removed x WHERE x.fid = e.fid)
     UNION ALL
     SELECT 's' || n.rowid, n.role, ${box} FROM stage.rtree_fresh r CROSS JOIN stage.evidence n ON n.rowid = r.id WHERE ${inBox}`,
  );
  const columns = 'role, key, attributes, geom';
  const served = db.prepare(`SELECT source, ${columns} FROM main.evidence WHERE fid = ?`);
  const staged = db.prepare(`SELECT ${columns} FROM stage.evidence WHERE rowid = ?`);

  // Where parcels are loaded first there is nothing to look for yet: no need to look parcel by parcel.
  const held = new Set(
    db
      .prepare(
        `SELECT w.value AS role FROM json_each(?) w
         WHERE EXISTS (SELECT 1 FROM stage.evidence n WHERE n.role = w.value)
           OR EXISTS (SELECT 1 FROM main.sources s CROSS JOIN main.evidence e ON e.source = s.source AND e.role = w.value)`,
      )
      .all(JSON.stringify(EVIDENCE_ROLES))
      .map((row) => row.role as EvidenceRole),
  );
  const shapes = new ShapeCache({
    m: db.prepare('SELECT geom FROM main.parcels WHERE fid = ?'),
    s: db.prepare('SELECT geom FROM stage.parcels WHERE rowid = ?'),
  });

  return {
    parcels: (ids) =>
      parcels
        .all(JSON.stringify(ids))
        .filter((row) => row.geom !== null)
        .map(parcelOf),
    parcelsNear: ([minX, minY, maxX, maxY]: Box) =>
      parcelsNear.all(minX, maxX, minY, maxY).map((row) => ({
        id: row.id as string,
        land_use: row.land_use as string | null,
        box: boxOf(row),
        get geometry() {
          return shapes.of(row.reference as string);
        },
      })),
    near: ([minX, minY, maxX, maxY]: Box, roles) =>
      roles.some((role) => held.has(role))
        ? near
            .all(minX, maxX, minY, maxY)
            .filter((row) => roles.includes(row.role as EvidenceRole))
            .map((row) => ({ reference: row.reference as string, box: boxOf(row) }))
        : [],
    open: (reference) => {
      const row = (reference.startsWith('m') ? served : staged).get(Number(reference.slice(1)));
      if (!row) throw new Error(`evidence ${reference} is gone`);
      return {
        role: row.role as EvidenceRole,
        source: (row.source ?? source) as string,
        key: row.key as string,
        attributes: JSON.parse(row.attributes as string),
        geometry: geometryOf(row.geom),
      };
    },
    [Symbol.dispose]: () => db.close(),
  };
}

const boxOf = (row: Row): Box => [Number(row.minx), Number(row.miny), Number(row.maxx), Number(row.maxy)];

const parcelOf = (row: Row): EvidenceParcel => ({
  id: row.id as string,
  land_use: row.land_use as string | null,
  geometry: polygonsOf(row.geom),
});

/** Enough for the parcels around those being worked out. */
const KEPT_SHAPES = 2_000;

/** The road in front of a hundred plots is read once. */
class ShapeCache {
  readonly #read: { readonly m: StatementSync; readonly s: StatementSync };
  readonly #known = new Map<string, MultiPolygon>();

  constructor(read: { m: StatementSync; s: StatementSync }) {
    this.#read = read;
  }

  of(reference: string): MultiPolygon {
    const known = this.#known.get(reference);
    if (known) return known;
    const statement = reference.startsWith('m') ? this.#read.m : this.#read.s;
    const shape = polygonsOf(statement.get(Number(reference.slice(1)))?.geom);
    if (this.#known.size >= KEPT_SHAPES) this.#known.clear();
    this.#known.set(reference, shape);
    return shape;
  }
}
