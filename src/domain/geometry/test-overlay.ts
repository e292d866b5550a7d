// For tests only: what two areas share as GEOS finds it, by building the common shape. What the product tells by arithmetic or
// from a prepared area is compared with it.

import { boxesMeet } from './box.ts';
import { constantString, GeosHandle, geos, loadPolygons, measure, verdict } from './geos.ts';
import type { MultiPolygon } from './types.ts';
import { boundsOf } from './wkb.ts';

const boxOf = (coordinates: MultiPolygon) => boundsOf({ type: 'MultiPolygon', coordinates });

export function intersectionArea(a: MultiPolygon, b: MultiPolygon): number {
  if (!boxesMeet(boxOf(a), boxOf(b))) return 0;
  using left = loadPolygons(a);
  using right = loadPolygons(b);
  using common = new GeosHandle('intersection', geos.GEOSIntersection(left.pointer, right.pointer));
  return measure('area', (at) => geos.GEOSArea(common.pointer, at));
}

/** Dimension of the common interior is 2, in the language of DE-9IM. */
const INTERIORS_MEET = constantString('2********');

/** True for the smallest common area, also that of inaccurate surveys; touching is not overlapping. */
export function overlapsWithArea(a: MultiPolygon, b: MultiPolygon): boolean {
  using left = loadPolygons(a);
  using right = loadPolygons(b);
  return verdict('relate', geos.GEOSRelatePattern(left.pointer, right.pointer, INTERIORS_MEET));
}

/** How much of the ground lies in all areas of `within` and in none of `beyond`. */
export function areaWithin(
  ground: MultiPolygon,
  within: readonly MultiPolygon[],
  beyond: readonly MultiPolygon[],
): number {
  let piece = loadPolygons(ground);
  const cut = (other: MultiPolygon, name: string, call: (a: number, b: number) => number) => {
    using before = piece;
    using cutter = loadPolygons(other);
    piece = new GeosHandle(name, call(before.pointer, cutter.pointer));
  };
  for (const area of within) cut(area, 'intersection', geos.GEOSIntersection);
  for (const area of beyond) cut(area, 'difference', geos.GEOSDifference);
  using rest = piece;
  return measure('area', (at) => geos.GEOSArea(rest.pointer, at));
}
