// Writes GeoPackages (OGC 12-128r18) in EPSG:2180, row by row, and packs each into an archive as the national bulk files
// are. The same rows give the same bytes: no clock is read. Knows no register.

import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Box, MultiPolygon } from '../src/domain/geometry/types.ts';
import { encodeGeoPackageGeometry } from '../src/domain/geometry/wkb.ts';
import { writeArchive } from './archive.ts';

/** Columns after `fid` and `geom`, by name. */
export type Columns = Readonly<Record<string, 'TEXT' | 'INTEGER' | 'REAL'>>;
export type Row<C extends Columns> = {
  readonly [N in keyof C]: (C[N] extends 'TEXT' ? string : number) | null;
} & { readonly geom: MultiPolygon | null };

const EPSG = 2180;
/** 'GPKG' and version 1.3, as the standard asks. */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;

const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${USER_VERSION};
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
  );
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
    srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id)
  );
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name), column_name TEXT NOT NULL,
    geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id),
    z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name)
  );
`;

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],' +
  'UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
export const PL1992_WKT =
  'PROJCS["ETRF2000-PL / CS92",GEOGCS["ETRF2000-PL",DATUM["ETRF2000_Poland",SPHEROID["GRS 1980",6378137,' +
  '298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","9702"]],' +
  'PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",19],' +
  'PARAMETER["scale_factor",0.9993],PARAMETER["false_easting",500000],PARAMETER["false_northing",-5300000],' +
  'UNIT["metre",1],AUTHORITY["EPSG","2180"]]';
const REFERENCE_SYSTEMS = [
  ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined'],
  ['WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84_WKT],
  ['ETRF2000-PL / CS92', EPSG, 'EPSG', EPSG, PL1992_WKT],
] as const;

/** `path` is that of the archive: …/1418.gpkg.zip. `extent` and `changed_at` are what the file says of its layers. */
export function createGeoPackage(path: string, extent: Box, changed_at: string) {
  const unpacked = path.replace(/\.zip$/, '');
  rmSync(unpacked, { force: true });
  const db = new DatabaseSync(unpacked);
  db.exec(SCHEMA);
  const addSystem = db.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)');
  for (const system of REFERENCE_SYSTEMS) addSystem.run(...system);
  db.exec('BEGIN');

  return {
    /** Adds a layer of multipolygons; returns how to add its rows. */
    addLayer<C extends Columns>(name: string, columns: C): (row: Row<C>) => void {
      const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
      db.exec(
        `CREATE TABLE ${name} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON, ${typed})`,
      );
      const describe = "INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', ?, ?, ?, ?, ?, ?)";
      db.prepare(describe).run(name, name, changed_at, ...extent, EPSG);
      const describeGeometry =
        "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', ?, 0, 0)";
      db.prepare(describeGeometry).run(name, EPSG);
      return insertInto(db, name, Object.keys(columns));
    },
    async pack(): Promise<string> {
      db.exec('COMMIT');
      db.close();
      await writeArchive(path, { [basename(unpacked)]: { path: unpacked } });
      await rm(unpacked);
      return path;
    },
  };
}

function insertInto<C extends Columns>(
  db: DatabaseSync,
  layer: string,
  names: readonly (keyof C & string)[],
): (row: Row<C>) => void {
  const places = names.map(() => '?').join(', ');
  const insert: StatementSync = db.prepare(
    `INSERT INTO ${layer} (geom, ${names.join(', ')}) VALUES (?, ${places})`,
  );
  return (row) => {
    const { geom } = row;
    const bytes = geom && encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates: geom }, EPSG);
    insert.run(bytes, ...names.map((name) => row[name]));
  };
}
