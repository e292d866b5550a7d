// Cleaning geometry: one coordinate system, valid polygons, millimetres. What cannot be cleaned is said, not thrown.

import { pointOnSurface, repairPolygons } from '../domain/geometry/polygons.ts';
import { type Epsg, insidePoland, reproject, toWgs84 } from '../domain/geometry/projection.ts';
import { areaOf } from '../domain/geometry/rings.ts';
import type { Geometry, MultiPolygon, Position } from '../domain/geometry/types.ts';
import { STORED_EPSG } from '../domain/geometry/types.ts';
import { roundDegrees } from '../domain/record.ts';
import { firstPosition } from './axis-vote.ts';

export type Cleaned =
  | { readonly ok: true; readonly geometry: MultiPolygon; readonly repaired: boolean }
  | { readonly ok: false; readonly kind: string; readonly message: string };

type Bad = Exclude<Cleaned, { ok: true }>;
export type CleanedGeometry =
  | { readonly ok: true; readonly geometry: Geometry; readonly repaired: boolean }
  | Bad;

const bad = (kind: string, message: string): Bad => ({ ok: false, kind, message });
/** Where it is the first position that is outside; a single stray one says nothing of axes. */
function outside(position: Position, written: Geometry, epsg: Epsg): Bad {
  const [x, y] = firstPosition(written) ?? [0, 0];
  const isSwapped = !isInPoland([x, y], epsg) && isInPoland([y, x], epsg);
  const guess = isSwapped
    ? `; it is written ${x} ${y} (EPSG:${epsg}), and would lie in Poland the other way round: the axes look swapped`
    : '';
  const message = `the position ${position.join(' ')} (EPSG:${STORED_EPSG}) is outside Poland${guess}`;
  return bad('outside_poland', message);
}

function isInPoland(coordinates: Position, epsg: Epsg): boolean {
  const stored = toStored({ type: 'Point', coordinates }, epsg);
  return typeof stored !== 'string' && stored.type === 'Point' && insidePoland(stored.coordinates);
}

/** Cadastral files have centimetres; a millimetre keeps them and makes equal what reprojection made almost equal. */
const roundMillimetres = (value: number) => Math.round(value * 1000) / 1000;
const roundPosition = ([x, y]: Position): Position => [roundMillimetres(x), roundMillimetres(y)];

export function cleanPolygons(geometry: Geometry | null, epsg: Epsg): Cleaned {
  if (geometry === null) return bad('empty_geometry', 'the geometry is empty');
  if (geometry.type !== 'MultiPolygon')
    return bad('wrong_geometry', `a polygon is expected, found ${geometry.type}`);
  const local = toStored(geometry, epsg);
  if (typeof local === 'string') return bad('outside_poland', local);
  if (local.type !== 'MultiPolygon') return bad('wrong_geometry', 'a polygon is expected');
  const rounded = local.coordinates.map((polygon) => polygon.map((ring) => ring.map(roundPosition)));
  const positions = rounded.flat(2);
  if (positions.length === 0) return bad('empty_geometry', 'the geometry is empty');
  const stray = positions.find((position) => !insidePoland(position));
  if (stray) return outside(stray, geometry, epsg);
  const repaired = repairPolygons(rounded);
  if (!repaired) return bad('empty_geometry', 'the geometry encloses no area');
  return { ok: true, geometry: repaired.geometry, repaired: repaired.repaired };
}

/** Polygons are cleaned as above. In points and lines there is nothing to repair: they are moved and rounded. */
export function cleanGeometry(geometry: Geometry | null, epsg: Epsg): CleanedGeometry {
  if (geometry === null || geometry.type === 'MultiPolygon') {
    const cleaned = cleanPolygons(geometry, epsg);
    if (!cleaned.ok) return cleaned;
    return { ...cleaned, geometry: { type: 'MultiPolygon', coordinates: cleaned.geometry } };
  }
  const local = toStored(geometry, epsg);
  if (typeof local === 'string') return bad('outside_poland', local);
  if (local.type === 'MultiPolygon') return bad('wrong_geometry', 'a point or lines are expected');
  const lines = (local.type === 'Point' ? [[local.coordinates]] : local.coordinates).map((line) =>
    line.map(roundPosition),
  );
  const stray = lines.flat().find((position) => !insidePoland(position));
  if (stray) return outside(stray, geometry, epsg);
  const [first] = lines.flat();
  if (!first) return bad('empty_geometry', 'the geometry is empty');
  const stored: Geometry =
    local.type === 'Point'
      ? { type: 'Point', coordinates: first }
      : { type: 'MultiLineString', coordinates: lines };
  return { ok: true, geometry: stored, repaired: false };
}

/** Coordinates beyond what a projection can take are the fault of one row; the text says which. */
function toStored(geometry: Geometry, epsg: Epsg): Geometry | string {
  try {
    return reproject(epsg, STORED_EPSG, geometry);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

export const areaM2Of = (geometry: MultiPolygon): number => Math.round(areaOf(geometry) * 100) / 100;

/** A point on the parcel, in degrees as served. */
export function placedCentroid(geometry: MultiPolygon): Position {
  const [lng, lat] = toWgs84(STORED_EPSG, pointOnSurface(geometry));
  return [roundDegrees(lng), roundDegrees(lat)];
}

/**
 * Recorded areas come without a unit, as hectares or square metres (EGiB bulk and WFS): the value is taken for the unit
 * in which it agrees with the geometry within these bounds, and for neither otherwise.
 */
const AGREES = { from: 0.8, to: 1.25 };
const M2_PER_HA = 10_000;

export function areaInM2(value: number, geometry_m2: number, unit?: 'ha' | 'm2'): number | null {
  const agrees = (m2: number) => m2 / geometry_m2 >= AGREES.from && m2 / geometry_m2 <= AGREES.to;
  const candidates =
    unit === 'ha' ? [value * M2_PER_HA] : unit === 'm2' ? [value] : [value, value * M2_PER_HA];
  const m2 = candidates.find(agrees);
  return m2 === undefined ? null : Math.round(m2 * 100) / 100;
}
