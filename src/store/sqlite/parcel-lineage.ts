// Where the land of parcels that go went, and that of parcels that come came from: splits, merges and new numbers are not
// in the files, but the ground stays. Found by overlap between what one load takes away or redraws and what it brings.

import type { DatabaseSync } from 'node:sqlite';
import { OverlapArea } from '../../domain/geometry/overlap.ts';
import { polygonsOf } from './rows.ts';

/** Of the smaller parcel. Less is a boundary surveyed anew, not land that changed hands. */
const LEAST_SHARE = 0.05;

/**
 * Pairs of a parcel that is gone or redrawn and one that is new or redrawn. Two that keep their ids are left out: land
 * moved between them is told by their geometry, and a district surveyed anew would compare each with all its neighbours.
 */
const PAIRS = `
  SELECT p.id AS old, n.id AS new, p.geom AS old_geom, n.geom AS new_geom,
    min(p.area_geometry_m2, n.area_geometry_m2) AS smaller_m2
  FROM stage.replaced_parcels x
  JOIN main.parcels p ON p.fid = x.fid
  JOIN main.rtree_parcels_geom r ON r.id = x.fid
  JOIN stage.rtree_fresh_parcels f
    ON f.maxx >= r.minx AND f.minx <= r.maxx AND f.maxy >= r.miny AND f.miny <= r.maxy
  JOIN stage.parcels n ON n.rowid = f.id
  WHERE n.id <> p.id AND (NOT EXISTS (SELECT 1 FROM stage.parcels kept WHERE kept.id = p.id)
    OR NOT EXISTS (SELECT 1 FROM main.parcels known WHERE known.id = n.id))`;

/** Leaves them in temp.kin (old, new), for whoever tells of it; before anything is published. */
export function traceLineage(db: DatabaseSync): void {
  db.exec(
    'CREATE TEMP TABLE kin (old TEXT, new TEXT); CREATE INDEX temp.kin_by_old ON kin (old); CREATE INDEX temp.kin_by_new ON kin (new)',
  );
  const save = db.prepare('INSERT INTO temp.kin VALUES (?, ?)');
  for (const { old, new: fresh, old_geom, new_geom, smaller_m2 } of db.prepare(PAIRS).iterate()) {
    const common_m2 = new OverlapArea(polygonsOf(old_geom)).with(new OverlapArea(polygonsOf(new_geom)));
    if (common_m2 >= LEAST_SHARE * Number(smaller_m2)) save.run(String(old), String(fresh));
  }
}
