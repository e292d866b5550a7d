// Publishing building permits: what the register holds now, where it lies, and what is new in it. Permits come from one
// register and parcels from another, in any order: permits are placed anew whenever either is published, so that a
// request finds them by their place alone.

import type { DatabaseSync } from 'node:sqlite';
import { fromWgs84 } from '../../domain/geometry/projection.ts';
import { permitSubject } from '../reads.ts';
import type { EventRow } from '../writer.ts';
import type { Publication } from './publish.ts';

export interface PublishedPermits {
  readonly created: number;
  readonly removed: number;
  readonly issues: number;
  readonly events: readonly EventRow[];
}

/** More gone at once than this means that the register numbers its permits anew: nothing was added to the world. */
const RENUMBERED = 0.2;

export function publishPermits({ db, run, counts }: Publication, holdsParcels: boolean): PublishedPermits {
  if (run.source !== 'rwdz') {
    // Ids of a changed unit differ in its type only: a parcel may place the permits of its six digits.
    if (holdsParcels) {
      placePermits(
        db,
        `FROM stage.scopes s CROSS JOIN main.permits p
         ON p.parcel_id >= substr(s.low, 1, 6) AND p.parcel_id < substr(s.low, 1, 6) || '~'`,
      );
    }
    return { created: 0, removed: 0, issues: 0, events: [] };
  }
  const events = counts.missing > counts.live * RENUMBERED ? [] : addedPermits(db);
  const gone = `SELECT p.fid FROM stage.scopes s CROSS JOIN main.permits p ON p.place >= s.low AND p.place < s.high
    WHERE NOT EXISTS (SELECT 1 FROM stage.permits n
      WHERE (n.place, n.permit_id, n.parcel_id, n.kind) = (p.place, p.permit_id, p.parcel_id, p.kind)
        AND n.decision_date IS p.decision_date AND n.object_category IS p.object_category)`;
  db.exec(`DELETE FROM main.rtree_permits WHERE id IN (${gone})`);
  const removed = changesOf(db, `DELETE FROM main.permits WHERE fid IN (${gone})`);
  const newest = Number(db.prepare('SELECT coalesce(max(fid), 0) AS fid FROM main.permits').get()?.fid);
  const created = changesOf(
    db,
    `INSERT INTO main.permits (place, permit_id, parcel_id, kind, decision_date, object_category)
     SELECT place, permit_id, parcel_id, kind, decision_date, object_category FROM stage.permits n
     WHERE NOT EXISTS (SELECT 1 FROM main.permits p
       WHERE (p.place, p.permit_id, p.parcel_id) = (n.place, n.permit_id, n.parcel_id))`,
  );
  placePermits(db, `FROM main.permits p WHERE p.fid > ${newest}`);
  return { created, removed, events, issues: reportUnplaced(db) };
}

const changesOf = (db: DatabaseSync, sql: string) => Number(db.prepare(sql).run().changes);

/** Of each permit that was not there before, where its part of the register was loaded before. */
function addedPermits(db: DatabaseSync): EventRow[] {
  const rows = db
    .prepare(
      `SELECT n.permit_id, n.kind, n.decision_date, n.object_category, min(n.parcel_id) AS parcel_id FROM stage.permits n
       WHERE EXISTS (SELECT 1 FROM main.sources s WHERE s.source = 'rwdz' AND s.scope = n.place)
         AND NOT EXISTS (SELECT 1 FROM main.permits p WHERE p.place = n.place AND p.permit_id = n.permit_id)
       GROUP BY n.permit_id ORDER BY n.permit_id`,
    )
    .all();
  return rows.map(({ permit_id, kind, decision_date, object_category, parcel_id }) => ({
    event: 'permit_added',
    subject: permitSubject(String(permit_id)),
    place: String(parcel_id ?? '').slice(0, 6),
    layer: 'permits',
    before: null,
    after: { kind, decision_date, object_category },
  }));
}

/**
 * A permit lies where its parcel lies. Where a rural gmina (2) has become a town (4) and its rural area (5), the register
 * has ids of either time: one that is not held stands for the parcel of another type when exactly one is.
 */
const OTHER_TYPE = (first: string) =>
  `substr(p.parcel_id, 1, 7) || CASE substr(p.parcel_id, 8, 1) ${first} END || substr(p.parcel_id, 9)`;
const HELD_PARCEL = `CASE WHEN EXISTS (SELECT 1 FROM main.parcels q WHERE q.id = p.parcel_id) THEN p.parcel_id
  ELSE (SELECT CASE count(*) WHEN 1 THEN min(q.id) END FROM main.parcels q
    WHERE q.id IN (${OTHER_TYPE("WHEN '2' THEN '5' WHEN '5' THEN '2'")}, ${OTHER_TYPE("WHEN '2' THEN '4'")})) END`;

/** `permits` selects the permits p to place. Only what moves is written. */
function placePermits(db: DatabaseSync, permits: string): void {
  db.exec(`CREATE TEMP TABLE moved AS
    SELECT * FROM (
      SELECT w.fid, w.x AS old_x, w.y AS old_y, easting(q.lng, q.lat) AS x, northing(q.lng, q.lat) AS y
      FROM (SELECT p.fid, p.x, p.y, ${HELD_PARCEL} AS parcel_id ${permits}) w
      LEFT JOIN main.parcels q ON q.id = w.parcel_id)
    WHERE x IS NOT old_x OR y IS NOT old_y;
    DELETE FROM main.rtree_permits WHERE id IN (SELECT fid FROM temp.moved);
    UPDATE main.permits AS p SET x = m.x, y = m.y FROM temp.moved m WHERE m.fid = p.fid;
    INSERT INTO main.rtree_permits SELECT fid, x, x, y, y FROM temp.moved WHERE x IS NOT NULL;
    DROP TABLE temp.moved`);
}

/** The point on the parcel is kept in degrees; distances are measured in metres. */
export function defineProjection(db: DatabaseSync): void {
  const axis = (name: string, at: 0 | 1) =>
    db.function(name, { deterministic: true }, (lng, lat) =>
      lng === null || lat === null
        ? null
        : Math.round(fromWgs84(2180, [Number(lng), Number(lat)])[at] * 100) / 100,
    );
  axis('easting', 0);
  axis('northing', 1);
}

/** One issue a powiat: each permit by itself would be most of the register where few parcels are loaded. */
function reportUnplaced(db: DatabaseSync): number {
  return changesOf(
    db,
    `INSERT INTO stage.issues (position, field, kind, value, message)
     SELECT 'powiat ' || powiat, 'parcel', 'parcel_not_held', NULL,
       printf('%d of %d references (%.1f %%) to parcels of powiat %s name none that is held', missing, total,
         100.0 * missing / total, powiat)
     FROM (
       SELECT substr(p.parcel_id, 1, 4) AS powiat, count(*) AS total, sum(p.x IS NULL) AS missing
       FROM stage.scopes s CROSS JOIN main.permits p ON p.place >= s.low AND p.place < s.high
       GROUP BY powiat ORDER BY powiat)
     WHERE missing > 0`,
  );
}
