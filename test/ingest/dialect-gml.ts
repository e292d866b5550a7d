// Parcels and buildings of the sample world as the services of counties write them: each server has its own prefix, geometry
// property, name of the coordinate system and order of axes.

import { type AxisOrder, type Epsg, reproject } from '../../src/domain/geometry/projection.ts';
import type { Ring } from '../../src/domain/geometry/types.ts';
import type { TrueRow } from './world-truth.ts';

export interface Dialect {
  readonly prefix: string;
  /** The geometry in its property. */
  readonly property: (gml: string) => string;
  readonly srsName: string;
  readonly epsg: Epsg;
  readonly axes: AxisOrder;
  /** Whether positions have a height, and whether the file says so. */
  readonly heights?: 'told' | 'untold';
  readonly version?: '1.1' | '2.0';
}

/** Of each row the parcel, and a building of the same outline. */
export function writeDialect(rows: readonly TrueRow[], dialect: Dialect): string {
  const { prefix, property, version = '2.0' } = dialect;
  const cell = (name: string, value: string) => `<${prefix}:${name}>${value}</${prefix}:${name}>`;
  const features = rows.flatMap(({ row, parcel }, index) => {
    const shape = property(surfaceOf(row.geom ?? [], dialect));
    return [
      `<${prefix}:dzialki gml:id="dzialki.${index}">${extentOf(dialect)}${cell('ID_DZIALKI', parcel.id)}
        ${cell('NAZWA_OBREBU', parcel.obreb.name)}${cell('POLE_EWIDENCYJNE', row.pole_ewidencyjne ?? 'None')}${shape}</${prefix}:dzialki>`,
      `<${prefix}:budynki gml:id="budynki.${index}">${cell('ID_BUDYNKU', ` ${parcel.id}.1_BUD\n`)}
        ${cell('RODZAJ', 'ognioodporny')}${cell('FUNKCJA', 'm')}${shape}</${prefix}:budynki>`,
    ];
  });
  const member = version === '1.1' ? 'gml:featureMember' : 'wfs:member';
  const count =
    version === '1.1'
      ? `numberOfFeatures="${features.length}"`
      : `numberMatched="${features.length}" numberReturned="${features.length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"
  xmlns:${prefix}="http://example.test/${prefix}" timeStamp="2026-11-10T10:11:12" ${count}>
${features.map((feature) => `<${member}>${feature}</${member}>`).join('\n')}
</wfs:FeatureCollection>`;
}

const extentOf = ({ srsName }: Dialect) =>
  `<gml:boundedBy><gml:Envelope srsName="${srsName}"><gml:lowerCorner>0 0</gml:lowerCorner>
   <gml:upperCorner>1 1</gml:upperCorner></gml:Envelope></gml:boundedBy>`;

/** Digits enough that only the arithmetic is measured. */
function surfaceOf(polygons: NonNullable<TrueRow['row']['geom']>, dialect: Dialect): string {
  const { srsName, epsg, axes, heights } = dialect;
  const there = reproject(2180, epsg, { type: 'MultiPolygon', coordinates: polygons });
  if (there.type !== 'MultiPolygon') throw new Error('polygons stay polygons');
  const digits = epsg > 4000 ? 10 : 5;
  const number = (value: number) => value.toFixed(digits);
  const position = ([x, y]: Ring[number]) => {
    const flat = (axes === 'xy' ? [x, y] : [y, x]).map(number);
    return [...flat, ...(heights ? ['0.00000000'] : [])].join(' ');
  };
  const ring = (positions: Ring) =>
    `<gml:LinearRing><gml:posList>${positions.map(position).join('\n  ')}</gml:posList></gml:LinearRing>`;
  const members = there.coordinates.map(
    ([outer = [], ...holes]) =>
      `<gml:surfaceMember><gml:Polygon><gml:exterior>${ring(outer)}</gml:exterior>${holes
        .map((hole) => `<gml:interior>${ring(hole)}</gml:interior>`)
        .join('')}</gml:Polygon></gml:surfaceMember>`,
  );
  const dimension = heights === 'told' ? ' srsDimension="3"' : '';
  return `<gml:MultiSurface srsName="${srsName}"${dimension}>${members.join('')}</gml:MultiSurface>`;
}
