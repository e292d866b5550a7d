// Writes the cadastre of a powiat as the national bulk file: {TERYT4}.gpkg.zip with the layer `dzialki`, and the layer
// `budynki` where the powiat publishes buildings.

import { join } from 'node:path';
import { asBefore } from './earlier-parcels.ts';
import { ADDED_SINCE } from './editions.ts';
import { type EgibRow, harvestedAt, rowsOf } from './egib-row.ts';
import { createGeoPackage } from './geopackage.ts';
import { type Land, obrebyOf } from './land.ts';
import { boundsOf, outlineOf } from './outline.ts';
import { modelOf } from './regions.ts';
import type { Writer } from './writer.ts';

const PARCEL_COLUMNS = {
  id_dzialki: 'TEXT',
  numer_dzialki: 'TEXT',
  nazwa_obrebu: 'TEXT',
  numer_obrebu: 'TEXT',
  numer_jednostki: 'TEXT',
  nazwa_gminy: 'TEXT',
  data: 'TEXT',
  pole_ewidencyjne: 'TEXT',
  klasouzytki_egib: 'TEXT',
  grupa_rejestrowa: 'TEXT',
  pozostale_atrybuty: 'TEXT',
  czas_pozyskania: 'TEXT',
} as const satisfies Record<keyof Omit<EgibRow, 'geom'>, 'TEXT'>;

const BUILDING_COLUMNS = {
  id_budynku: 'TEXT',
  rodzaj: 'TEXT',
  kondygnacje_nadziemne: 'INTEGER',
  kondygnacje_podziemne: 'INTEGER',
} as const;

/** Elsewhere buildings are known from BDOT10k alone. */
const PUBLISHES_BUILDINGS: ReadonlySet<string> = new Set(['1418']);

/** `rows` counts the rows of the layer `dzialki` so far. */
export function startEgib(folder: string, land: Land, powiat: string): Writer & { rows(): number } {
  const extent = boundsOf(outlineOf(land, obrebyOf(land, powiat)));
  const isEarlier = land.edition === 'earlier';
  const packed_at = `${harvestedAt(land, powiat).replace(' ', 'T')}.000Z`;
  const gpkg = createGeoPackage(join(folder, `${powiat}.gpkg.zip`), extent, packed_at);
  const addParcel = gpkg.addLayer('dzialki', PARCEL_COLUMNS);
  const addBuilding = PUBLISHES_BUILDINGS.has(modelOf(powiat))
    ? gpkg.addLayer('budynki', BUILDING_COLUMNS)
    : undefined;
  let rows = 0;
  return {
    rows: () => rows,
    add({ parcels, buildings }) {
      for (const [index, parcel] of (isEarlier ? asBefore(parcels) : parcels).entries()) {
        for (const row of rowsOf(land, parcel, index)) {
          addParcel(row);
          rows += 1;
        }
      }
      if (addBuilding === undefined) return;
      for (const { id, kind, floors_above, floors_below, footprint, parcel } of buildings) {
        if (isEarlier && parcel.id === ADDED_SINCE.building) continue;
        addBuilding({
          id_budynku: id,
          rodzaj: kind,
          kondygnacje_nadziemne: floors_above,
          kondygnacje_podziemne: floors_below,
          geom: [footprint],
        });
      }
    },
    finish: () => gpkg.pack(),
  };
}
