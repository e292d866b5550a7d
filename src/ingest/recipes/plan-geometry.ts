// Geometry as files of plans write it. In GML the form of srsName says which axis comes first; where a whole file lies
// outside Poland so, and inside with its axes swapped, it is read the other way. Knows no feature type.

import { type Epsg, epsgOf, insidePoland, reproject } from '../../domain/geometry/projection.ts';
import type { Geometry, Position } from '../../domain/geometry/types.ts';
import { STORED_EPSG } from '../../domain/geometry/types.ts';
import { type Cleaned, cleanPolygons } from '../clean.ts';
import { FormatError } from '../formats/format-error.ts';
import { gmlGeometryOf } from '../formats/gml.ts';
import type { XmlElement } from '../formats/xml.ts';
import { issueAt, type ReadItem } from '../recipe.ts';

/** As written, x first as far as the file tells. */
export type PlanShape =
  | { readonly geometry: Geometry; readonly epsg: Epsg }
  | { readonly fault: string }
  /** The object has none. */
  | null;

/** gov.pl files name systems by these two forms and write northing first; the registry's epsg.xml# has easting first. */
const NORTH_FIRST = /^(urn:|https?:\/\/www\.opengis\.net\/def\/crs\/)/i;

export function rawShapeOf(element: XmlElement): PlanShape {
  try {
    const read = gmlGeometryOf(element, 'xy');
    if (read === null) return null;
    const srsName = read.srsName ?? '';
    const epsg = epsgOf(srsName);
    if (epsg === null) return { fault: `unknown coordinate system "${srsName}"` };
    return { geometry: NORTH_FIRST.test(srsName) ? swapAxes(read.geometry) : read.geometry, epsg };
  } catch (error) {
    if (error instanceof FormatError) return { fault: error.message };
    throw error;
  }
}

/** All shapes of one file: they share one order of axes, so those that prove it decide for those that fit both ways. */
export function* cleanShapes(file: string, raws: readonly PlanShape[]): Generator<ReadItem, Cleaned[]> {
  const fits = raws.flatMap((raw) =>
    raw !== null && 'geometry' in raw ? [fitOf(raw.geometry, raw.epsg)] : [],
  );
  const areAxesSwapped = fits.includes('swapped') && !fits.includes('as written');
  if (areAxesSwapped) {
    const message = 'the coordinates lie in Poland only with their axes swapped, and were read so';
    yield issueAt(file, 'axis_swapped', message, 'coordinates');
  }
  return raws.map((raw) => cleanShape(raw, areAxesSwapped));
}

function fitOf(geometry: Geometry, epsg: Epsg): 'as written' | 'swapped' | 'both' | 'neither' {
  const position = firstPosition(geometry);
  if (position === undefined) return 'neither';
  const asWritten = liesInPoland(position, epsg);
  const swapped = liesInPoland([position[1], position[0]], epsg);
  if (asWritten) return swapped ? 'both' : 'as written';
  return swapped ? 'swapped' : 'neither';
}

function liesInPoland(position: Position, epsg: Epsg): boolean {
  try {
    const local = reproject(epsg, STORED_EPSG, { type: 'Point', coordinates: position });
    return local.type === 'Point' && insidePoland(local.coordinates);
  } catch (error) {
    // So far from the zone that the projection has no answer.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function cleanShape(raw: PlanShape, areAxesSwapped: boolean): Cleaned {
  if (raw === null) return { ok: false, kind: 'empty_geometry', message: 'the geometry is empty' };
  if ('fault' in raw) return { ok: false, kind: 'unreadable_geometry', message: raw.fault };
  try {
    return cleanPolygons(areAxesSwapped ? swapAxes(raw.geometry) : raw.geometry, raw.epsg);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, kind: 'outside_poland', message: error.message };
    throw error;
  }
}

function firstPosition(geometry: Geometry): Position | undefined {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates;
    case 'MultiLineString':
      return geometry.coordinates[0]?.[0];
    case 'MultiPolygon':
      return geometry.coordinates[0]?.[0]?.[0];
  }
}

const swap = ([x, y]: Position): Position => [y, x];

function swapAxes(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: swap(geometry.coordinates) };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.coordinates.map((line) => line.map(swap)) };
    case 'MultiPolygon': {
      const coordinates = geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(swap)));
      return { type: 'MultiPolygon', coordinates };
    }
  }
}
