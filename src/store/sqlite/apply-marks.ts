// Making what is marked so: served rows go, staged rows come, and every index goes with them. In the caller's transaction;
// decides nothing. Rows come in the order of the file, so that what lies together is stored together.

import type { DatabaseSync } from 'node:sqlite';
import type { SourceId } from '../../domain/corpus/registers.ts';
import type { RowKind } from '../../domain/publish/compare.ts';

/** The highest reference before new rows came; rows above it are new. */
type Newest = number;

export function applyMarks(db: DatabaseSync, kind: RowKind, source: SourceId): Newest {
  switch (kind) {
    case 'parcels':
      return applyParcels(db);
    case 'evidence':
      return applyEvidence(db, source);
    case 'permits':
      return applyPermits(db);
    case 'boundaries':
      return applyBoundaries(db);
    case 'terc':
      takeAway(db, kind);
      return bring(db, kind, 'code, name, kind');
    case 'plans': {
      takeAway(db, kind);
      const columns =
        'plan_id, kind, gmina6, title, process, effective_from, effective_to, adopted_on, resolution_url, lacks_zones, lacks_ouz';
      return bring(db, kind, columns, source);
    }
  }
}

const GONE = (kind: RowKind) => `SELECT ref FROM stage.gone_${kind} WHERE NOT is_kept`;

function takeAway(db: DatabaseSync, kind: RowKind): void {
  db.exec(`DELETE FROM main.${kind} WHERE rowid IN (${GONE(kind)})`);
}

/** Columns by the same names; `source` is one of the served row alone. */
function bring(db: DatabaseSync, kind: RowKind, columns: string, source?: SourceId): Newest {
  const newest = newestOf(db, kind);
  const [into, from] = source === undefined ? ['', ''] : ['source, ', '?, '];
  db.prepare(
    `INSERT INTO main.${kind} (${into}${columns}) SELECT ${from}${columns}
     FROM stage.fresh_${kind} f CROSS JOIN stage.${kind} n ON n.rowid = f.ref ORDER BY f.ref`,
  ).run(...(source === undefined ? [] : [source]));
  return newest;
}

const newestOf = (db: DatabaseSync, kind: RowKind): Newest =>
  Number(db.prepare(`SELECT coalesce(max(rowid), 0) AS newest FROM main.${kind}`).get()?.newest);

/** A changed parcel keeps its row: its facts and what is awaited of it hang on it. */
function applyParcels(db: DatabaseSync): Newest {
  db.exec(`
    DELETE FROM main.rtree_parcels_geom WHERE id IN (${GONE('parcels')});
    DELETE FROM main.parcel_facts WHERE fid IN (${GONE('parcels')});
    DELETE FROM main.awaited WHERE id IN (SELECT id FROM main.parcels WHERE fid IN (${GONE('parcels')}));`);
  takeAway(db, 'parcels');
  const box = 'n.minx, n.maxx, n.miny, n.maxy';
  const fresh = 'stage.fresh_parcels f CROSS JOIN stage.parcels n ON n.rowid = f.ref';
  db.exec(`
    INSERT OR REPLACE INTO main.rtree_parcels_geom SELECT p.fid, ${box} FROM ${fresh} CROSS JOIN main.parcels p ON p.id = n.id;
    UPDATE main.parcels AS p SET area_official_m2 = n.area_official_m2, area_geometry_m2 = n.area_geometry_m2,
      lng = n.lng, lat = n.lat, record_hash = n.hash, hash = n.hash, obreb_id = n.obreb_id, number = n.number,
      land_use = n.land_use, geom = n.geom
    FROM stage.gone_parcels x CROSS JOIN main.parcels m ON m.fid = x.ref CROSS JOIN stage.parcels n ON n.id = m.id
    WHERE x.is_kept AND p.fid = x.ref;`);
  const newest = newestOf(db, 'parcels');
  db.exec(`
    INSERT INTO main.parcels
      (id, area_official_m2, area_geometry_m2, lng, lat, record_hash, hash, obreb_id, number, land_use, geom)
    SELECT id, area_official_m2, area_geometry_m2, lng, lat, hash, hash, obreb_id, number, land_use, geom
    FROM ${fresh} WHERE NOT EXISTS (SELECT 1 FROM main.parcels live WHERE live.id = n.id) ORDER BY f.ref;
    INSERT INTO main.rtree_parcels_geom SELECT p.fid, ${box}
      FROM main.parcels p JOIN stage.parcels n ON n.id = p.id WHERE p.fid > ${newest};`);
  describeLayer(db, 'parcels');
  return newest;
}

function applyEvidence(db: DatabaseSync, source: SourceId): Newest {
  db.exec(`
    DELETE FROM main.rtree_evidence_geom WHERE id IN (${GONE('evidence')});
    DELETE FROM main.addresses WHERE fid IN (${GONE('evidence')});`);
  takeAway(db, 'evidence');
  const newest = bring(db, 'evidence', 'role, key, piece, place, version, hash, attributes, geom', source);
  db.prepare(
    `INSERT INTO main.rtree_evidence_geom SELECT e.fid, n.minx, n.maxx, n.miny, n.maxy
     FROM main.evidence e JOIN stage.evidence n ON (n.role, n.key, n.place, n.piece) = (e.role, e.key, e.place, e.piece)
     WHERE e.fid > ? AND e.source = ?`,
  ).run(newest, source);
  const part = (name: string) => `json_extract(attributes, '$.${name}')`;
  db.prepare(
    `INSERT INTO main.addresses SELECT fid, place, fold_name(${part('locality')}),
       fold_name(coalesce(${part('street')}, '')), fold_house(${part('house_number')})
     FROM main.evidence WHERE fid > ? AND role = 'address'`,
  ).run(newest);
  describeLayer(db, 'evidence');
  return newest;
}

function applyPermits(db: DatabaseSync): Newest {
  db.exec(`DELETE FROM main.rtree_permits WHERE id IN (${GONE('permits')})`);
  takeAway(db, 'permits');
  return bring(db, 'permits', 'place, permit_id, parcel_id, kind, decision_date, object_category');
}

function applyBoundaries(db: DatabaseSync): Newest {
  db.exec(`DELETE FROM main.rtree_boundaries_geom WHERE id IN (${GONE('boundaries')})`);
  takeAway(db, 'boundaries');
  const newest = bring(db, 'boundaries', 'code, level, name, geom');
  db.exec(`INSERT INTO main.rtree_boundaries_geom SELECT b.fid, n.minx, n.maxx, n.miny, n.maxy
    FROM stage.boundaries n JOIN main.boundaries b ON b.code = n.code WHERE b.fid > ${newest}`);
  describeLayer(db, 'boundaries');
  return newest;
}

/** The extent and date that GeoPackage readers show; left as it is where nothing came or went. */
function describeLayer(db: DatabaseSync, kind: 'parcels' | 'boundaries' | 'evidence'): void {
  db.exec(`UPDATE main.gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
    (min_x, max_x, min_y, max_y) = (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM main.rtree_${kind}_geom)
    WHERE table_name = '${kind}'
      AND (EXISTS (SELECT 1 FROM stage.fresh_${kind}) OR EXISTS (SELECT 1 FROM stage.gone_${kind}))`);
}
