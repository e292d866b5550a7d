// Comparing a staged load with what is served: what it replaces, what comes and goes, and which parcels' answers that may
// move. Marks them in the staged file; nothing here writes to what is served.

import type { DatabaseSync } from 'node:sqlite';
import type { SourceId } from '../../domain/corpus/registers.ts';
import { type FactLayer, NEIGHBOUR_REACH_M } from '../../domain/layers/facts.ts';
import { INFLUENCE_M } from '../../domain/layers/layer-table.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import { rangeOf } from './rows.ts';

/** A file of the cadastre without contours or buildings, or a single class of BDOT10k, says nothing of the others. */
const IS_TOLD = `(e.source NOT IN ('egib', 'bdot10k') OR EXISTS (SELECT 1 FROM stage.evidence n WHERE n.role = e.role))`;

/** What the load replaces, whichever kind it is: parcels and evidence in its scopes, levels of boundaries, all of TERC. */
export const REPLACED = `
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

/** How far a piece of evidence reaches, by its role. */
const REACH = `CASE b.role ${Object.entries(INFLUENCE_M)
  .map(([role, metres]) => `WHEN '${role}' THEN ${metres}`)
  .join(' ')} ELSE 0 END`;

/** The scopes are staged by now. */
export function compareStage(
  db: DatabaseSync,
  source: SourceId,
  scopes: readonly string[],
  layers: readonly FactLayer[],
): void {
  markEvidence(db, source);
  touchAroundEvidence(db, source);
  markParcels(db);
  touchParcels(db);
  touchUncomputed(db, scopes, layers);
}

/** Served evidence that the load no longer holds or holds otherwise, and staged evidence that is not served yet. */
function markEvidence(db: DatabaseSync, source: SourceId): void {
  db.prepare(
    `INSERT INTO stage.removed
       SELECT e.fid FROM stage.scopes s CROSS JOIN main.evidence e ON e.source = ? AND e.place >= s.low AND e.place < s.high
       WHERE NOT EXISTS (SELECT 1 FROM stage.evidence n
         WHERE (n.role, n.key, n.piece) = (e.role, e.key, e.piece) AND n.hash = e.hash)
       AND ${IS_TOLD}`,
  ).run(source);
  db.prepare(
    `INSERT INTO stage.rtree_fresh SELECT n.rowid, n.minx, n.maxx, n.miny, n.maxy FROM stage.evidence n
       WHERE NOT EXISTS (SELECT 1 FROM main.evidence e
         WHERE e.source = ? AND (e.role, e.key, e.piece) = (n.role, n.key, n.piece) AND e.hash = n.hash)`,
  ).run(source);
}

/**
 * A parcel is touched where evidence comes or goes, and where a plan that lies on it has changed its dates or status.
 * What reaches far is taken together, square by square: a thousand sales would each touch the same thousands of parcels.
 */
function touchAroundEvidence(db: DatabaseSync, source: SourceId): void {
  db.prepare(
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
  ).run(source);
}

/** Served parcels that the load no longer holds or holds otherwise, and staged parcels that are not served so yet. */
function markParcels(db: DatabaseSync): void {
  db.exec(`
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
function touchParcels(db: DatabaseSync): void {
  db.exec(`
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
function touchUncomputed(db: DatabaseSync, scopes: readonly string[], layers: readonly FactLayer[]): void {
  if (layers.length === 0) return;
  const touched = db.prepare('SELECT DISTINCT substr(id, 1, 4) AS powiat FROM stage.touched').all();
  const powiaty = new Set([
    ...scopes.filter((scope) => /^\d{4}/.test(scope)).map(partitionOf),
    ...touched.map((row) => String(row.powiat)),
  ]);
  const known = db.prepare(
    'SELECT count(*) AS n FROM main.computed WHERE powiat = ? AND layer IN (SELECT value FROM json_each(?))',
  );
  const left = [...powiaty].filter(
    (powiat) => known.get(powiat, JSON.stringify(layers))?.n !== layers.length,
  );
  touchPlaces(db, left);
}

/** Every parcel served whose id begins with one of the places. */
export function touchPlaces(db: DatabaseSync, places: readonly string[]): void {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO stage.touched SELECT id FROM main.parcels WHERE id >= ? AND id < ?',
  );
  for (const place of places) insert.run(...rangeOf(place));
}
