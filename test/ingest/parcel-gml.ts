// Parcels of the sample world written in the other two forms in which counties give them out: EGiB GML 2021 and
// answers of a WFS. Northing stands first in GML 3, easting in GML 2, as services write them.

import { type MetricEpsg, reproject } from '../../src/domain/geometry/projection.ts';
import type { MultiPolygon, Ring } from '../../src/domain/geometry/types.ts';
import type { TrueRow } from './world-truth.ts';

const NAMESPACES =
  'xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:ms="http://mapserver.gis.umn.edu/mapserver" ' +
  'xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:egb="ewidencjaGruntowIBudynkow:1.0"';

export interface WfsForm {
  readonly epsg: MetricEpsg;
  readonly column: (name: string) => string;
  readonly area: string;
}

/** A WFS 2.0 answer of MapServer. */
export function writeWfs(rows: readonly TrueRow[], { epsg, column, area }: WfsForm): string {
  const members = rows.map(({ row }, index) => {
    const cell = (name: string, value: string | null) =>
      `<ms:${column(name)}>${value ?? ''}</ms:${column(name)}>`;
    return `<wfs:member><ms:dzialki gml:id="dzialki.${index}">
  <ms:msGeometry>${surface(row.geom ?? [], epsg)}</ms:msGeometry>
  ${cell('ID_DZIALKI', row.id_dzialki)}${cell('NAZWA_OBREBU', row.nazwa_obrebu)}
  ${cell(area, row.pole_ewidencyjne)}${cell('KLASOUZYTKI_EGIB', row.klasouzytki_egib)}
  ${cell('GRUPA_REJESTROWA', row.grupa_rejestrowa)}${cell('DATA', row.data)}
</ms:dzialki></wfs:member>`;
  });
  return `<?xml version='1.0' encoding="UTF-8" ?>
<wfs:FeatureCollection ${NAMESPACES} timeStamp="2026-11-10T10:11:12" numberMatched="${rows.length}" numberReturned="${rows.length}">
${members.join('\n')}
</wfs:FeatureCollection>`;
}

/** A WFS 1.0 answer: GML 2, easting first. */
export function writeWfs1(rows: readonly TrueRow[]): string {
  const ring = (positions: Ring) =>
    `<gml:LinearRing><gml:coordinates>${positions.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')}</gml:coordinates></gml:LinearRing>`;
  const polygon = ([outer = [], ...holes]: readonly Ring[]) =>
    `<gml:Polygon srsName="EPSG:2180"><gml:outerBoundaryIs>${ring(outer)}</gml:outerBoundaryIs>${holes
      .map((hole) => `<gml:innerBoundaryIs>${ring(hole)}</gml:innerBoundaryIs>`)
      .join('')}</gml:Polygon>`;
  const members = rows.map(
    ({ row }) => `<gml:featureMember><ms:dzialki>
  <ms:msGeometry><gml:MultiPolygon srsName="EPSG:2180">${(row.geom ?? [])
    .map((part) => `<gml:polygonMember>${polygon(part)}</gml:polygonMember>`)
    .join('')}</gml:MultiPolygon></ms:msGeometry>
  <ms:ID_DZIALKI>${row.id_dzialki}</ms:ID_DZIALKI><ms:NAZWA_OBREBU>${row.nazwa_obrebu}</ms:NAZWA_OBREBU>
  <ms:POLE_EWIDENCYJNE>${row.pole_ewidencyjne}</ms:POLE_EWIDENCYJNE>
  <ms:KLASOUZYTKI_EGIB>${row.klasouzytki_egib}</ms:KLASOUZYTKI_EGIB>
</ms:dzialki></gml:featureMember>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" xmlns:ms="http://mapserver.gis.umn.edu/mapserver">
${members.join('\n')}
</wfs:FeatureCollection>`;
}

/** One klasoużytek: use, classified use, class, hectares. */
export type Klasouzytek = readonly [ofu: string, ozu: string | null, ozk: string | null, ha: string | null];

export interface Gml2021Form {
  readonly epsg: MetricEpsg;
  readonly uses?: readonly Klasouzytek[];
}

/** EGiB GML 2021, with the owner's share and the register unit that such extracts carry along. */
export function writeGml2021(rows: readonly TrueRow[], { epsg, uses = [] }: Gml2021Form): string {
  const optional = (name: string, value: string | null, attributes = '') =>
    value === null ? '' : `<egb:${name}${attributes}>${value}</egb:${name}>`;
  const use = ([ofu, ozu, ozk, ha]: Klasouzytek) =>
    `<egb:klasouzytek><egb:EGB_Klasouzytek>${optional('OFU', ofu)}${optional('OZU', ozu)}${optional('OZK', ozk)}${optional('powierzchnia', ha, ' uom="ha"')}</egb:EGB_Klasouzytek></egb:klasouzytek>`;
  const members = rows.map(
    ({ row, parcel }, index) => `<gml:featureMember><egb:EGB_DzialkaEwidencyjna gml:id="D${index}">
  <egb:startWersjaObiekt>2026-10-0${1 + (index % 9)}T08:00:00</egb:startWersjaObiekt>
  <egb:idDzialki>${row.id_dzialki}</egb:idDzialki>
  <egb:geometria>${surface(row.geom ?? [], epsg)}</egb:geometria>
  <egb:poleEwidencyjne uom="ha">${(parcel.area_m2 / 10_000).toFixed(4)}</egb:poleEwidencyjne>
  ${uses.map(use).join('')}
</egb:EGB_DzialkaEwidencyjna></gml:featureMember>`,
  );
  const obreby = new Map(rows.map(({ parcel }) => [parcel.obreb.id, parcel.obreb.name]));
  const named = [...obreby].map(
    ([id, name]) =>
      `<gml:featureMember><egb:EGB_ObrebEwidencyjny gml:id="O${id}"><egb:idObrebu>${id}</egb:idObrebu><egb:nazwaWlasna>${name}</egb:nazwaWlasna></egb:EGB_ObrebEwidencyjny></gml:featureMember>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gml:FeatureCollection gml:id="ID-1" ${NAMESPACES}>
${[...members, ...named].join('\n')}
</gml:FeatureCollection>`;
}

/** Another system gets five decimals, so that only the arithmetic is measured and not the rounding of the file. */
function surface(polygons: MultiPolygon, epsg: MetricEpsg): string {
  const there = reproject(2180, epsg, { type: 'MultiPolygon', coordinates: polygons });
  if (there.type !== 'MultiPolygon') throw new Error('polygons stay polygons');
  const digits = epsg === 2180 ? 2 : 5;
  const ring = (positions: Ring) =>
    `<gml:LinearRing><gml:posList srsDimension="2">${positions.map(([x, y]) => `${y.toFixed(digits)} ${x.toFixed(digits)}`).join(' ')}</gml:posList></gml:LinearRing>`;
  const srs = `srsName="urn:ogc:def:crs:EPSG::${epsg}"`;
  const [only, ...more] = there.coordinates.map(
    ([outer = [], ...holes]) =>
      `<gml:Polygon ${srs}><gml:exterior>${ring(outer)}</gml:exterior>${holes
        .map((hole) => `<gml:interior>${ring(hole)}</gml:interior>`)
        .join('')}</gml:Polygon>`,
  );
  if (more.length === 0) return only ?? '';
  const members = [only, ...more].map((part) => `<gml:surfaceMember>${part}</gml:surfaceMember>`);
  return `<gml:MultiSurface ${srs}>${members.join('')}</gml:MultiSurface>`;
}
