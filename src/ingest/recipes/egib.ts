// EGiB, the cadastre: the national bulk GeoPackage (one powiat a file, layers dzialki and budynki) or GeoParquet (a
// voivodeship a file, parcels and buildings apart), answers of a WFS and EGiB GML 2021.

import { heldObrebyClaim } from '../../domain/corpus/held-obreby.ts';
import { epsgOf } from '../../domain/geometry/projection.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import type { StagedRow } from '../../domain/publish/staged-rows.ts';
import { FormatError } from '../formats/format-error.ts';

import { type Gpkg, type GpkgLayer, openGpkg } from '../formats/gpkg.ts';
import { filesOf, isParquet, type LoadFile } from '../load-files.ts';
import {
  type FileFacts,
  type LoadPart,
  NO_PLACES,
  type PlacesOfLoad,
  type ReadItem,
  type Recipe,
} from '../recipe.ts';
import { RowsByPlace } from '../rows-by-place.ts';
import { areMany } from '../strays.ts';

import { readEgibGml } from './egib-gml.ts';
import { EgibLoad } from './egib-parcel.ts';
import { powiatyInParquet, readEgibParquet } from './egib-parquet.ts';
import {
  BUILDING_TABLE_COLUMNS,
  judgeBuildingRow,
  judgeParcelRow,
  PARCEL_TABLE_COLUMNS,
} from './egib-table.ts';

export const egib: Recipe = {
  source: 'egib',
  claims:
    /(^\d{4}\.gpkg(\.zip)?$)|^\d{1,4}_(dzialki|budynki)\.parquet(\.zip)?$|egib.*\.(gml|xml)(\.zip)?$|dzialki.*\.(gml|xml)$/i,
  names: [
    '{powiat}.gpkg.zip',
    '{powiat}.gpkg',
    '{voivodeship}_dzialki.parquet',
    '{voivodeship}_budynki.parquet',
    'EGiB_{powiat}.gml',
    'dzialki_{powiat}.xml',
  ],
  files: /\.(gpkg|parquet|gml|xml)$/i,
  reads:
    'EGiB parcels and buildings: bulk GeoPackage (1418.gpkg.zip) or GeoParquet (14_dzialki.parquet), WFS 2.0 answers, EGiB GML 2021 with soil contours',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readEgib,
  partsOf: powiatyInParquet,
};

/**
 * A bulk file is a whole powiat: parcels it does not hold are gone. Extracts in GML hold whole obręby, rarely a whole
 * powiat: they replace just the obręby whose parcels occur in them.
 */
async function* readEgib(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  places: PlacesOfLoad = NO_PLACES,
  part?: LoadPart,
): AsyncGenerator<ReadItem, FileFacts> {
  const seen = new EgibLoad();
  const byPowiat = new RowsByPlace();
  let isBulk = false;
  for (const file of filesOf(paths, egib, name)) {
    isBulk ||= isGeoPackage(file) || isParquet(file.path);
    if (isGeoPackage(file)) yield* readBulk(file, seen);
    else if (isParquet(file.path)) yield* readEgibParquet(file, seen, part);
    else yield* holdBack(readEgibGml(file, seen, places.unitOf), byPowiat);
  }
  yield* byPowiat.rest();
  // Which place is replaced is told by parcels: buildings alone would replace nothing and be told of nowhere.
  if (seen.obreby.length === 0 && seen.buildings > 0) {
    const found = `${seen.buildings} buildings and no parcel`;
    const expected =
      'parcels and buildings in one load: both answers of a service in one archive, 14_budynki.parquet with 14_dzialki.parquet beside it';
    throw new FormatError({ file: name, position: null, found, expected });
  }
  refuseStrays(seen, name);
  const claims = [...(isBulk ? [heldObrebyClaim(seen.obreby)] : []), ...seen.claims];
  const obreby = seen.obreby.filter((id) => byPowiat.places.includes(partitionOf(id)));
  return {
    as_of: seen.newest.day,
    scopes: isBulk ? seen.powiaty : obreby,
    claims,
    // One answer of parcels is what somebody asked for; a bulk file and an archive of a service are meant to hold both.
    remark:
      (isBulk || /\.zip$/i.test(name)) && seen.buildings === 0 ? 'no building came with the parcels' : null,
  };
}

async function* holdBack(items: AsyncGenerator<ReadItem>, byPowiat: RowsByPlace): AsyncGenerator<ReadItem> {
  for await (const item of items) {
    const obreb = 'row' in item ? obrebOf(item.row) : null;
    if (obreb === null) yield item;
    else yield* byPowiat.take(partitionOf(obreb), item);
  }
}

function obrebOf({ kind, row }: StagedRow): string | null {
  switch (kind) {
    case 'parcel':
      return row.obreb_id;
    case 'obreb':
      return row.id;
    case 'soil_contour':
      return row.obreb_id;
    case 'evidence':
      return row.place;
    default:
      return null;
  }
}

function refuseStrays({ strays, rows, powiat }: EgibLoad, name: string): void {
  const total = [...strays.values()].reduce((sum, count) => sum + count, 0);
  if (!areMany(total, rows)) return;
  const others = [...strays].map(([code, count]) => `${count} of ${code}`).join(', ');
  const found = `${total} of ${rows} rows of other powiaty (${others})`;
  throw new FormatError({ file: name, position: null, found, expected: `powiat ${powiat} alone` });
}

const isGeoPackage = ({ path }: LoadFile) => /\.gpkg$/i.test(path);

const PARCELS = 'dzialki';
const BUILDINGS = 'budynki';

function* readBulk({ path, at }: LoadFile, seen: EgibLoad): Generator<ReadItem> {
  using gpkg = openGpkg(path);
  const layerNamed = (name: string) => gpkg.layers().find((layer) => layer.name.toLowerCase() === name);
  const layer = layerNamed(PARCELS);
  if (!layer) {
    const names = gpkg.layers().map((candidate) => candidate.name);
    const found = `the layers ${names.join(', ') || 'none'}`;
    throw new FormatError({ file: path, position: null, found, expected: `a layer ${PARCELS}` });
  }
  requireColumn(path, layer, PARCEL_TABLE_COLUMNS[0]);
  seen.powiat = powiatOf(gpkg, layer);
  const epsg = epsgOf(`EPSG:${layer.srsId}`);
  for (const row of gpkg.rows(layer.name, PARCEL_TABLE_COLUMNS)) {
    yield* judgeParcelRow(row, epsg, at(`row ${row.row}`), seen);
  }
  // Not every powiat publishes its buildings.
  const buildings = layerNamed(BUILDINGS);
  if (!buildings) return;
  requireColumn(path, buildings, BUILDING_TABLE_COLUMNS[0]);
  const { name, srsId } = buildings;
  for (const row of gpkg.rows(name, BUILDING_TABLE_COLUMNS)) {
    yield* judgeBuildingRow(row, epsgOf(`EPSG:${srsId}`), at(`layer ${name}, row ${row.row}`), seen);
  }
}

/** Without ids nothing can be made of a table: one line says it, not an issue a row. */
function requireColumn(file: string, { name, columns }: GpkgLayer, wanted: string): void {
  if (columns.some((column) => column.toLowerCase() === wanted)) return;
  const found = `the columns ${columns.join(', ')}`.slice(0, 500);
  throw new FormatError({ file, position: `layer ${name}`, found, expected: `a column ${wanted}` });
}

/** The one that most parcels are of: names of files are free. */
function powiatOf(gpkg: Gpkg, layer: GpkgLayer): string | null {
  const column = layer.columns.find((name) => name.toLowerCase() === PARCEL_TABLE_COLUMNS[0]);
  const codes = column === undefined ? [] : gpkg.beginnings(layer.name, column, 4).keys();
  return [...codes].find((code) => /^\d{4}$/.test(code)) ?? null;
}
