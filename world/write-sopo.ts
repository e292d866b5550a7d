// Writes landslides as answers of the ArcGIS services of SOPO: `identify` for landslides and threatened terrain, `query`
// for the mapped extent (Esri JSON, EPSG:2180, outer rings turn right). Adds the faulty landslides of faults.ts.

import { closeSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Polygon, Position } from '../src/domain/geometry/types.ts';
import { ADDED_SINCE, EARLIER_DAY, type Edition } from './editions.ts';
import { FAULTY_LANDSLIDES, FAULTY_SURVEY_UNIT } from './faults.ts';
import { pointOn } from './inside.ts';
import { type Land, obrebyOf } from './land.ts';
import { type LandslideKind, MAPPED_GMINA, slidingGroundOf, UNFINISHED_GMINA } from './landslides.ts';
import { bowTieAt, outlineOf } from './outline.ts';
import type { Writer } from './writer.ts';

const LAYERS: Readonly<Record<LandslideKind, readonly [id: number, name: string]>> = {
  landslide: [14, 'osuwisko'],
  'active-part': [13, 'strefa aktywności'],
  threatened: [12, 'teren zagrożony'],
};
const ACTIVITIES = [
  'aktywne ciągle (A) - 71%, nieaktywne (N) - 29%',
  'aktywne okresowo (O) - 100%',
  'nieaktywne (N) - 100%',
] as const;
const DAYS: Readonly<Record<Edition, string>> = { earlier: EARLIER_DAY, current: '2026-11-08' };
const REFERENCE = { wkid: 2180, latestWkid: 2180 };

export function startSopo(folder: string, land: Land): Writer {
  const file = join(folder, `sopo-obszary-${DAYS[land.edition]}.json`);
  const handle = openSync(file, 'w');
  let separator = '{"results":[\n';
  let number = 0;
  const write = (results: readonly object[]) => {
    for (const result of results) {
      writeSync(handle, separator + JSON.stringify(result));
      separator = ',\n';
    }
  };
  return {
    add({ parcels }) {
      for (const group of slidingGroundOf(land, parcels)) {
        number += 1;
        if (land.edition === 'earlier' && group[0]?.on === ADDED_SINCE.landslide) continue;
        write(group.map(({ kind, geometry }) => toResult(kind, landslideId(number), geometry, number)));
      }
    },
    async finish() {
      const [[first] = []] = outlineOf(land, obrebyOf(land, MAPPED_GMINA).slice(0, 1));
      const inside = pointOn(first === undefined ? [] : [[first]], 0.5);
      write([toResult('landslide', FAULTY_LANDSLIDES.self_crossing, [bowTieAt(inside)], 0)]);
      writeSync(handle, '\n]}\n');
      closeSync(handle);
      return file;
    },
  };
}

/** Outside what is mapped nothing is known of landslides; nor where the work is not finished. */
export async function writeSopoExtent(folder: string, land: Land): Promise<string> {
  const file = join(folder, 'sopo-stan-2026-11-08.json');
  const units = [
    { gmina: MAPPED_GMINA, finished: 2019 },
    { gmina: UNFINISHED_GMINA, finished: null },
  ];
  const text = (name: string) => ({ name, type: 'esriFieldTypeString', alias: name, length: 60 });
  const answer = {
    displayFieldName: 'GMINA',
    geometryType: 'esriGeometryPolygon',
    spatialReference: REFERENCE,
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
      ...[text('POWIAT'), text('GMINA')],
      { name: 'ROK_ZAKONCZENIA', type: 'esriFieldTypeInteger', alias: 'ROK_ZAKONCZENIA' },
    ],
    features: [
      ...units.map(({ gmina, finished }, index) => {
        const obreby = obrebyOf(land, gmina);
        const [polygon = []] = outlineOf(land, obreby);
        const unit = obreby[0]?.unit;
        return {
          attributes: {
            OBJECTID: index + 1,
            POWIAT: unit?.powiat.name,
            GMINA: unit?.gmina.name,
            ROK_ZAKONCZENIA: finished,
          },
          geometry: { rings: toRings(polygon) },
        };
      }),
      { attributes: { OBJECTID: units.length + 1, TERYT: FAULTY_SURVEY_UNIT, ROK_ZAKONCZENIA: 2020 } },
    ],
  };
  await writeFile(file, `${JSON.stringify(answer)}\n`);
  return file;
}

function toResult(kind: LandslideKind, id: string, geometry: Polygon, number: number): object {
  const [layerId, layerName] = LAYERS[kind];
  const activity = ACTIVITIES[number % ACTIVITIES.length];
  const attributes =
    kind === 'active-part'
      ? { OSUWISKO_NUMER_IDENTYFIKACYJNY: id, TYP_AKTYWNOSCI_DOM: 'aktywne ciągle' }
      : { NUMER_IDENTYFIKACYJNY: id, ...(kind === 'landslide' ? { STOPIEN_AKTYWNOSCI: activity } : {}) };
  return {
    layerId,
    layerName,
    displayFieldName: Object.keys(attributes)[0],
    value: id,
    attributes: { OBJECTID: String(number), ...attributes },
    geometryType: 'esriGeometryPolygon',
    geometry: { rings: toRings(geometry), spatialReference: REFERENCE },
  };
}

function landslideId(number: number): string {
  return `14-18-032-${String(number).padStart(6, '0')}`;
}

function toRings(polygon: Polygon): Position[][] {
  return polygon.map((ring) => ring.toReversed());
}
