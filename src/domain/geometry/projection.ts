// Coordinate systems of Polish registers: PL-1992, the four PL-2000 zones, and longitude/latitude. Positions
// go in and come out x before y (easting, northing or lng, lat); axis order of files is settled by readers.
// Does not know which source uses which system.

import proj4 from 'proj4';
import type { Box, Geometry, Position } from './types.ts';

export type MetricEpsg = 2176 | 2177 | 2178 | 2179 | 2180;
/**
 * ETRS89 (4258) is treated as equal to WGS84 (4326), as the EPSG null transformation 1149 does: the two have
 * drifted apart by well under a metre, and maps that serve either name draw them as one.
 */
export type GeodeticEpsg = 4258 | 4326;
export type Epsg = MetricEpsg | GeodeticEpsg;

// Rozporządzenie w sprawie państwowego systemu odniesień przestrzennych (Dz.U. 2012 poz. 1247): PL-1992 is one
// Gauss-Krüger zone on 19°E, PL-2000 four zones of 3° each; the easting of a zone starts with its number.
const PROJECTIONS = {
  2176: transverseMercator(15, 0.999923, 5_500_000, 0),
  2177: transverseMercator(18, 0.999923, 6_500_000, 0),
  2178: transverseMercator(21, 0.999923, 7_500_000, 0),
  2179: transverseMercator(24, 0.999923, 8_500_000, 0),
  2180: transverseMercator(19, 0.9993, 500_000, -5_300_000),
};

function transverseMercator(meridian: number, scale: number, x0: number, y0: number) {
  return proj4.Proj(
    `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=${scale} +x_0=${x0} +y_0=${y0} +ellps=GRS80 +units=m +no_defs`,
  );
}

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** A projection of proj4 works in place, in radians: one point for all calls, instead of several a vertex. */
const point = { x: 0, y: 0 };

export function toWgs84(epsg: MetricEpsg, position: Position): Position {
  point.x = position[0];
  point.y = position[1];
  const { x, y } = PROJECTIONS[epsg].inverse(point);
  return finite(x * DEGREES_PER_RADIAN, y * DEGREES_PER_RADIAN, epsg, position);
}

export function fromWgs84(epsg: MetricEpsg, position: Position): Position {
  point.x = position[0] / DEGREES_PER_RADIAN;
  point.y = position[1] / DEGREES_PER_RADIAN;
  const { x, y } = PROJECTIONS[epsg].forward(point);
  return finite(x, y, epsg, position);
}

function finite(x: number, y: number, epsg: MetricEpsg, position: Position): Position {
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  throw new RangeError(`(${position.join(', ')}) cannot be converted with EPSG:${epsg}`);
}

/** The same object when nothing is to be done. */
export function reproject(from: Epsg, to: Epsg, geometry: Geometry): Geometry {
  if (from === to || (isGeodetic(from) && isGeodetic(to))) return geometry;
  const convert = (position: Position): Position => {
    const geodetic = isGeodetic(from) ? position : toWgs84(from, position);
    return isGeodetic(to) ? geodetic : fromWgs84(to, geodetic);
  };
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: convert(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map((line) => line.map(convert)) };
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(convert))),
      };
  }
}

function isGeodetic(epsg: Epsg): epsg is GeodeticEpsg {
  return epsg === 4326 || epsg === 4258;
}

/** Which number of a position comes first in a file: 'xy' easting or longitude, 'yx' northing or latitude. */
export type AxisOrder = 'xy' | 'yx';

export interface NamedSystem {
  readonly epsg: Epsg;
  /** Null where the name leaves it open: then each service has a habit of its own. */
  readonly axes: AxisOrder | null;
}

/** In messages about others. */
export const KNOWN_SYSTEMS = 'EPSG:2180, 2176 to 2179, 4258 and 4326';

/**
 * SRS_FORMS: how registers name coordinate systems, and the order of axes that each form stands for in every service met
 * (formats §0.2). GML 2 has easting first whatever the form.
 */
const SRS_FORMS: readonly { readonly form: RegExp; readonly axes: AxisOrder | null }[] = [
  { form: /^urn:(?:x-)?(?:ogc|opengis):def:crs:EPSG:(?:[^:]*:)?(\d+)$/i, axes: 'yx' },
  // With a system of heights beside it.
  { form: /^urn:ogc:def:crs,crs:EPSG:[^:]*:(\d+),crs:EPSG:[^:]*:\d+$/i, axes: 'yx' },
  { form: /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/(\d+)$/i, axes: 'yx' },
  { form: /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#(\d+)$/i, axes: 'xy' },
  {
    form: /^(?:urn:(?:x-)?ogc:def:crs:OGC:[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[^/]+\/)(CRS84)$/i,
    axes: 'xy',
  },
  { form: /^EPSG::?(\d+)$/i, axes: null },
  { form: /^SRID=(\d+);?$/i, axes: 'xy' },
];

/** Systems under another name: longitude before latitude (CRS84), and those with heights, which are dropped. */
const SAME_AS: ReadonlyMap<string, Epsg> = new Map([
  ['CRS84', 4326],
  ['4979', 4326],
  ['4937', 4258],
]);

/** Null for another system or another text. */
export function systemOf(srsName: string): NamedSystem | null {
  for (const { form, axes } of SRS_FORMS) {
    const code = form.exec(srsName.trim())?.[1]?.toUpperCase() ?? '';
    const epsg = SAME_AS.get(code) ?? Number(code);
    if (isEpsg(epsg)) return { epsg, axes };
  }
  return null;
}

export function epsgOf(srsName: string): Epsg | null {
  return systemOf(srsName)?.epsg ?? null;
}

function isEpsg(code: number): code is Epsg {
  return code in PROJECTIONS || code === 4326 || code === 4258;
}

/** EPSG:2180 boxes measured on the state boundary files (PRG). */
export const POLAND_BOX: Box = [171_786, 133_238, 861_828, 775_019];
export const MAZOWIECKIE_BOX: Box = [517_614, 352_475, 781_450, 627_160];
/** The boundary files are rounded and somewhat generalised: a border parcel must not fail for that. */
const BOX_SLACK_M = 100;

/** The box overlaps with itself turned over: passing does not prove the order of axes, failing disproves it. */
export function insidePoland([x, y]: Position): boolean {
  const [minX, minY, maxX, maxY] = POLAND_BOX;
  return (
    x >= minX - BOX_SLACK_M && x <= maxX + BOX_SLACK_M && y >= minY - BOX_SLACK_M && y <= maxY + BOX_SLACK_M
  );
}
