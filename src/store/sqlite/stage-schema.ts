// The staged file: rows of one load as they will be served, and what publishing will do with them. It is thrown away
// whole after a crash, so it has no journal and no indexes beyond its keys.

import { ROW_KINDS, type RowKind } from '../../domain/publish/compare.ts';

/** Staged rows are referred to by their rowid, which is their order in the file; so are served rows. */
const TABLES = `
  CREATE TABLE stage.parcels (
    id TEXT PRIMARY KEY, area_official_m2 REAL, area_geometry_m2 REAL, lng REAL, lat REAL, hash TEXT,
    obreb_id TEXT, number TEXT, land_use TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.boundaries (
    code TEXT PRIMARY KEY, level TEXT, name TEXT, minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB);
  CREATE TABLE stage.terc (code TEXT PRIMARY KEY, name TEXT, kind TEXT);
  CREATE TABLE stage.obreby (id TEXT PRIMARY KEY, name TEXT);
  CREATE TABLE stage.plans (
    plan_id TEXT PRIMARY KEY, kind TEXT, gmina6 TEXT, title TEXT, process TEXT, effective_from TEXT,
    effective_to TEXT, adopted_on TEXT, resolution_url TEXT, lacks_zones INTEGER, lacks_ouz INTEGER);
  CREATE TABLE stage.evidence (
    role TEXT, key TEXT, piece INTEGER, place TEXT, version TEXT, hash TEXT, attributes TEXT, is_numbered INTEGER,
    minx REAL, maxx REAL, miny REAL, maxy REAL, geom BLOB, PRIMARY KEY (role, key, place, piece));
  CREATE TABLE stage.permits (
    place TEXT, permit_id TEXT, parcel_id TEXT, kind TEXT, decision_date TEXT, object_category TEXT,
    PRIMARY KEY (place, permit_id, parcel_id));
  CREATE TABLE stage.issues (position TEXT, field TEXT, kind TEXT, value TEXT, message TEXT);
  CREATE TABLE stage.touched (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE VIRTUAL TABLE stage.rtree_fresh_evidence USING rtree(id, minx, maxx, miny, maxy);
  CREATE VIRTUAL TABLE stage.rtree_fresh_parcels USING rtree(id, minx, maxx, miny, maxy);`;

/** Staged rows to bring, and served rows to take away; of parcels also those that a staged one replaces in place. */
const marksOf = (kind: RowKind) => `
  CREATE TABLE stage.fresh_${kind} (ref INTEGER PRIMARY KEY);
  CREATE TABLE stage.gone_${kind} (ref INTEGER PRIMARY KEY, is_kept INTEGER NOT NULL);`;

export const STAGE_SCHEMA = TABLES + ROW_KINDS.map(marksOf).join('');
