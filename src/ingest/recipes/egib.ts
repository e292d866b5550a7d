// EGiB, the cadastre: the national bulk GeoPackage (one powiat a file, layers dzialki and budynki), answers of a WFS and
// EGiB GML 2021. Only the columns named here are read: owners, land-register numbers and register groups never are.

import { epsgOf } from '../../domain/geometry/projection.ts';
import { FormatError } from '../formats/format-error.ts';
import { type Gpkg, type GpkgLayer, openGpkg } from '../formats/gpkg.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { type FileFacts, NO_PLACES, type PlacesOfLoad, type ReadItem, type Recipe } from '../recipe.ts';
import { areMany } from '../strays.ts';
import { judgeBuilding } from './egib-building.ts';
import { readEgibGml } from './egib-gml.ts';
import { EgibLoad, judgeParcel, wordOf } from './egib-parcel.ts';

export const egib: Recipe = {
  source: 'egib',
  claims: /(^\d{4}\.gpkg(\.zip)?$)|egib.*\.(gml|xml)(\.zip)?$|dzialki.*\.(gml|xml)$/i,
  reads:
    'EGiB parcels and buildings: bulk GeoPackage (1418.gpkg.zip), WFS 2.0 answers, EGiB GML 2021 with soil contours',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readEgib,
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
): AsyncGenerator<ReadItem, FileFacts> {
  const seen = new EgibLoad();
  let isBulk = false;
  for (const file of filesOf(paths, /\.(gpkg|gml|xml)$/i, name)) {
    isBulk ||= isGeoPackage(file);
    yield* isGeoPackage(file) ? readBulk(file, seen) : readEgibGml(file, seen, places.unitOf);
  }
  // Which place is replaced is told by parcels: buildings alone would replace nothing and be told of nowhere.
  if (seen.obreby.length === 0 && seen.buildings > 0) {
    const found = `${seen.buildings} buildings and no parcel`;
    throw new FormatError({
      file: name,
      position: null,
      found,
      expected: 'parcels and buildings in one load',
    });
  }
  refuseStrays(seen, name);
  return { as_of: seen.newest.day, scopes: isBulk ? seen.powiaty : seen.obreby };
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
const COLUMNS = [
  'id_dzialki',
  'nazwa_obrebu',
  'pole_ewidencyjne',
  'klasouzytki_egib',
  'czas_pozyskania',
  'data',
] as const;

function* readBulk({ path, at }: LoadFile, seen: EgibLoad): Generator<ReadItem> {
  using gpkg = openGpkg(path);
  const layerNamed = (name: string) => gpkg.layers().find((layer) => layer.name.toLowerCase() === name);
  const layer = layerNamed(PARCELS);
  if (!layer) {
    const names = gpkg.layers().map((candidate) => candidate.name);
    const found = `the layers ${names.join(', ') || 'none'}`;
    throw new FormatError({ file: path, position: null, found, expected: `a layer ${PARCELS}` });
  }
  seen.powiat = powiatOf(gpkg, layer);
  const epsg = epsgOf(`EPSG:${layer.srsId}`);
  for (const { row, values, geometry, geometryError } of gpkg.rows(layer.name, COLUMNS)) {
    const text = (column: (typeof COLUMNS)[number]) => wordOf(values[column]);
    seen.newest.add(text('czas_pozyskania') ?? text('data'));
    const parcel = {
      position: at(`row ${row}`),
      id: text('id_dzialki'),
      obreb_name: text('nazwa_obrebu'),
      area: text('pole_ewidencyjne'),
      area_unit: undefined,
      land_use: text('klasouzytki_egib'),
      geometry,
      epsg,
      fault: geometryError,
    };
    yield* judgeParcel(parcel, seen);
  }
  // Not every powiat publishes its buildings.
  const buildings = layerNamed(BUILDINGS);
  if (buildings) yield* readBuildings(gpkg, buildings, at, seen);
}

/** The one that most parcels are of: names of files are free. */
function powiatOf(gpkg: Gpkg, layer: GpkgLayer): string | null {
  const column = layer.columns.find((name) => name.toLowerCase() === COLUMNS[0]);
  const codes = column === undefined ? [] : gpkg.beginnings(layer.name, column, 4).keys();
  return [...codes].find((code) => /^\d{4}$/.test(code)) ?? null;
}

function* readBuildings(
  gpkg: Gpkg,
  { name, srsId }: GpkgLayer,
  at: LoadFile['at'],
  seen: EgibLoad,
): Generator<ReadItem> {
  const epsg = epsgOf(`EPSG:${srsId}`);
  for (const { row, values, geometry, geometryError } of gpkg.rows(name, ['id_budynku', 'rodzaj'])) {
    const building = {
      position: at(`layer ${name}, row ${row}`),
      id: wordOf(values.id_budynku),
      object_id: null,
      kst: wordOf(values.rodzaj),
      geometry,
      epsg,
      fault: geometryError,
    };
    yield* judgeBuilding(building, seen);
  }
}
