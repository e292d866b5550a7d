// Writes the parcels of a powiat as the national bulk file: {TERYT4}.gpkg.zip with one GeoPackage (OGC 12-128r18)
// inside, layer `dzialki`, EPSG:2180. Holds one obręb at a time. The same rows give the same bytes: no clock is read.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeGeoPackageGeometry } from '../src/domain/geopackage-binary.ts';
import { writeArchive } from './archive.ts';
import { type EgibRow, HARVESTED_AT, rowsOf } from './egib-row.ts';
import { type Land, type Obreb, obrebyOf } from './land.ts';
import { outlineOf } from './outline.ts';
import { type Parcel, parcelsOf } from './parcels.ts';

const EPSG = 2180;
/** 'GPKG' and version 1.3, as the GeoPackage standard asks. */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;

const ATTRIBUTES = [
  'id_dzialki',
  'numer_dzialki',
  'nazwa_obrebu',
  'numer_obrebu',
  'numer_jednostki',
  'nazwa_gminy',
  'data',
  'pole_ewidencyjne',
  'klasouzytki_egib',
  'grupa_rejestrowa',
  'pozostale_atrybuty',
  'czas_pozyskania',
] as const satisfies readonly (keyof EgibRow)[];

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
  CREATE TABLE dzialki (
    fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON, ${ATTRIBUTES.map((name) => `${name} TEXT`).join(', ')}
  );
`;

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],' +
  'UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
const PL1992_WKT =
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

/** Returns the path of the file and the number of rows in it. The parcels of each obręb are passed on, to be used once. */
export async function writeEgib(
  folder: string,
  land: Land,
  powiat: string,
  onObreb: (obreb: Obreb, parcels: readonly Parcel[]) => void,
): Promise<{ file: string; rows: number }> {
  const unpacked = join(folder, `${powiat}.gpkg`);
  const file = `${unpacked}.zip`;
  await rm(unpacked, { force: true });
  try {
    const rows = fillGeoPackage(unpacked, land, powiat, onObreb);
    await writeArchive(file, { [`${powiat}.gpkg`]: { path: unpacked } });
    return { file, rows };
  } finally {
    await rm(unpacked, { force: true });
  }
}

function fillGeoPackage(
  path: string,
  land: Land,
  powiat: string,
  onObreb: (obreb: Obreb, parcels: readonly Parcel[]) => void,
): number {
  const obreby = obrebyOf(land, powiat);
  const db = new DatabaseSync(path);
  try {
    db.exec(SCHEMA);
    db.exec('BEGIN');
    describeLayer(db, land, powiat);
    const places = ATTRIBUTES.map(() => '?').join(', ');
    const insert = db.prepare(`INSERT INTO dzialki (geom, ${ATTRIBUTES.join(', ')}) VALUES (?, ${places})`);
    let rows = 0;
    for (const obreb of obreby) {
      const parcels = parcelsOf(land, obreb);
      for (const [index, parcel] of parcels.entries()) {
        for (const row of rowsOf(land.seed, parcel, index)) {
          const geometry =
            row.geom && encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates: row.geom }, EPSG);
          insert.run(geometry, ...ATTRIBUTES.map((name) => row[name]));
          rows += 1;
        }
      }
      onObreb(obreb, parcels);
    }
    db.exec('COMMIT');
    return rows;
  } finally {
    db.close();
  }
}

function describeLayer(db: DatabaseSync, land: Land, powiat: string): void {
  const addSystem = db.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)');
  for (const system of REFERENCE_SYSTEMS) addSystem.run(...system);
  const vertices = outlineOf(land, obrebyOf(land, powiat)).flat(2);
  const xs = vertices.map(([x]) => x);
  const ys = vertices.map(([, y]) => y);
  const harvestedAt = `${(HARVESTED_AT[powiat] ?? '').replace(' ', 'T')}.000Z`;
  db.prepare("INSERT INTO gpkg_contents VALUES ('dzialki', 'features', 'dzialki', '', ?, ?, ?, ?, ?, ?)").run(
    ...[harvestedAt, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), EPSG],
  );
  db.prepare("INSERT INTO gpkg_geometry_columns VALUES ('dzialki', 'geom', 'MULTIPOLYGON', ?, 0, 0)").run(
    EPSG,
  );
}
