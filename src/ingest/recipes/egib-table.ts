// A row of the bulk tables of EGiB, in GeoPackage and GeoParquet alike. Only the columns named here are read: owners,
// land-register numbers, register groups and whatever else a powiat added never are.

import type { Epsg } from '../../domain/geometry/projection.ts';
import type { GpkgRow } from '../formats/gpkg.ts';
import type { ReadItem } from '../recipe.ts';
import { judgeBuilding } from './egib-building.ts';
import { type EgibLoad, judgeParcel, wordOf } from './egib-parcel.ts';

export const PARCEL_TABLE_COLUMNS = [
  'id_dzialki',
  'nazwa_obrebu',
  'pole_ewidencyjne',
  'klasouzytki_egib',
  'czas_pozyskania',
  'data',
] as const;

export const BUILDING_TABLE_COLUMNS = ['id_budynku', 'rodzaj'] as const;

export function* judgeParcelRow(
  { values, geometry, geometryError }: GpkgRow,
  epsg: Epsg | null,
  position: string,
  seen: EgibLoad,
): Generator<ReadItem> {
  const text = (column: (typeof PARCEL_TABLE_COLUMNS)[number]) => wordOf(values[column]);
  seen.newest.add(text('czas_pozyskania') ?? text('data'));
  const parcel = {
    position,
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

export function* judgeBuildingRow(
  { values, geometry, geometryError }: GpkgRow,
  epsg: Epsg | null,
  position: string,
  seen: EgibLoad,
): Generator<ReadItem> {
  const building = {
    position,
    id: wordOf(values.id_budynku),
    object_id: null,
    kst: wordOf(values.rodzaj),
    geometry,
    epsg,
    fault: geometryError,
  };
  yield* judgeBuilding(building, seen);
}
