// Writes the EGiB extract of one obręb in the exchange format of 2021 (EPSG:2178, order north, east): the parcels that
// are in the bulk file too, and soil-class contours, which the bulk file does not have. Plants owners, land-register
// numbers and deeds (canaries.ts): none of these may ever leave the importer.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromWgs84, toWgs84 } from '../src/domain/geometry/projection.ts';
import type { MultiPolygon, Polygon, Position } from '../src/domain/geometry/types.ts';
import { CANARY_LAND_REGISTER, CANARY_OWNER } from './canaries.ts';
import { type Cell, cellsOf, joinCells } from './cells.ts';
import { groundAreaOf } from './egib-row.ts';
import type { Land, Obreb } from './land.ts';
import { outlineOf, outlineOfArea } from './outline.ts';
import { type Parcel, parcelsOf } from './parcels.ts';
import { randomFor, uuidFrom } from './random.ts';

/** In powiat 1438, which publishes no land use in the bulk file. */
const EXTRACT_OBREB = '143801_1.0002';

const NAMESPACE = 'PL.PZGiK.1438.EGiB';
const EXPORTED_AT = '2026-11-02T09:15:00';
const SRS_NAME = 'urn:ogc:def:crs:EPSG::2178';
const CANARY_EVERY = 25;

/** Soil classes by cells. The rest of the obręb is not classified, as built-up land is not. */
const CONTOURS: readonly { ozu: string; ozk: string; covers: (cell: Cell) => boolean }[] = [
  { ozu: 'R', ozk: 'IIIa', covers: ({ place }) => place === 0 },
  { ozu: 'Ps', ozk: 'IV', covers: ({ place }) => place === 1 },
  { ozu: 'Ls', ozk: 'V', covers: ({ place, row }) => place === 2 && row === 'below' },
];

export async function writeEgibGml(folder: string, land: Land): Promise<string> {
  const obreb = land.obreby.find(({ id }) => id === EXTRACT_OBREB);
  if (obreb === undefined) throw new Error(`the land has no obręb ${EXTRACT_OBREB}`);
  const file = join(folder, `egib-${EXTRACT_OBREB}.gml`);
  await writeFile(file, writeExtract(land, obreb));
  return file;
}

function* writeExtract(land: Land, obreb: Obreb): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!-- Synthetic sample data: the codes are true, parcels and people are invented. -->
<gml:FeatureCollection gml:id="extract" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:egb="ewidencjaGruntowIBudynkow:1.0" xsi:schemaLocation="http://www.opengis.net/gml/3.2 http://schemas.opengis.net/gml/3.2.1/gml.xsd ewidencjaGruntowIBudynkow:1.0 EGIB.XSD">
`;
  const outline = outlineOf(land, [obreb]);
  yield writeFeature(land, 'EGB_ObrebEwidencyjny', obreb.id, (id) => [
    tag('idObrebu', obreb.id),
    tag('nazwaWlasna', obreb.name),
    writeGeometry(outline, id),
  ]);
  for (const [index, parcel] of parcelsOf(land, obreb).entries()) yield writeParcel(land, parcel, index);
  const cells = cellsOf(land.seed, obreb);
  for (const [index, { ozu, ozk, covers }] of CONTOURS.entries()) {
    const contour = outlineOfArea(land, obreb.anchor, joinCells(cells.filter(covers)));
    const contourId = `${obreb.id}.KL.${index + 1}`;
    yield writeFeature(land, 'EGB_KonturKlasyfikacyjny', contourId, (id) => [
      writeGeometry(contour, id),
      tag('idKonturu', contourId),
      tag('OZU', ozu),
      tag('OZK', ozk),
    ]);
  }
  yield writeFeature(land, 'EGB_OsobaFizyczna', 'person 1', () => [
    tag('pierwszeImie', 'Zenobiusz'),
    tag('pierwszyCzlonNazwiska', CANARY_OWNER),
  ]);
  yield '</gml:FeatureCollection>\n';
}

function writeParcel(land: Land, parcel: Parcel, index: number): string {
  const isPrivate = index % CANARY_EVERY === 0;
  const hectares = (Math.round(groundAreaOf(parcel)) / 10_000).toFixed(4);
  return writeFeature(land, 'EGB_DzialkaEwidencyjna', parcel.id, (id) => [
    tag('idDzialki', parcel.id),
    writeGeometry(parcel.geometry, id),
    ...(isPrivate ? [tag('dokumentWlasnosci', `akt notarialny: ${CANARY_OWNER}`)] : []),
    ...(isPrivate ? [tag('numerKW', CANARY_LAND_REGISTER)] : []),
    tag('poleEwidencyjne', hectares, ' uom="ha"'),
    tag('dokladnoscReprezentacjiPola', '1'),
  ]);
}

/** `properties` gets the id of the feature, from which geometries take theirs. */
function writeFeature(land: Land, type: string, name: string, properties: (id: string) => string[]): string {
  const localId = uuidFrom(randomFor(land.seed, `${type} ${name}`));
  const id = `${NAMESPACE}_${localId}_${EXPORTED_AT.replaceAll(':', '-')}`;
  const lines = [
    `<egb:idIIP><egb:EGB_IdentyfikatorIIP>${tag('lokalnyId', localId)}${tag('przestrzenNazw', NAMESPACE)}${tag('wersjaId', EXPORTED_AT)}</egb:EGB_IdentyfikatorIIP></egb:idIIP>`,
    tag('startObiekt', '2019-05-06T08:00:00'),
    tag('startWersjaObiekt', EXPORTED_AT),
    '<egb:podstawaUtworzeniaWersjiObiektu nilReason="missing" />',
    ...properties(id),
  ];
  return `  <gml:featureMember>
    <egb:${type} gml:id="${id}">
${lines.map((line) => `      ${line}`).join('\n')}
    </egb:${type}>
  </gml:featureMember>
`;
}

function tag(name: string, text: string, attributes = ''): string {
  return `<egb:${name}${attributes}>${text}</egb:${name}>`;
}

function writeGeometry(geometry: MultiPolygon, id: string): string {
  const attributes = `gml:id="${id}.g" srsName="${SRS_NAME}" srsDimension="2"`;
  const [only = [], ...more] = geometry;
  if (more.length === 0)
    return tag('geometria', `<gml:Polygon ${attributes}>${writeRings(only)}</gml:Polygon>`);
  const members = geometry.map(
    (polygon, index) =>
      `<gml:surfaceMember><gml:Polygon gml:id="${id}.g${index + 1}">${writeRings(polygon)}</gml:Polygon></gml:surfaceMember>`,
  );
  return tag('geometria', `<gml:MultiSurface ${attributes}>${members.join('')}</gml:MultiSurface>`);
}

function writeRings(polygon: Polygon): string {
  return polygon
    .map((ring, index) => {
      const side = index === 0 ? 'exterior' : 'interior';
      const positions = ring.map(writePosition).join(' ');
      return `<gml:${side}><gml:LinearRing><gml:posList srsDimension="2">${positions}</gml:posList></gml:LinearRing></gml:${side}>`;
    })
    .join('');
}

/** North before east, in millimetres: the way back gives the same centimetres. */
function writePosition(position: Position): string {
  const [easting, northing] = fromWgs84(2178, toWgs84(2180, position));
  return `${northing.toFixed(3)} ${easting.toFixed(3)}`;
}
