// Whether two outlines are one, drawn twice: registers write coordinates to the centimetre, so a shape that comes in another projection
// has each vertex some millimetres away. Knows nothing of parcels.

import type { MultiPolygon, Polygon, Position, Ring } from './types.ts';

/** The last digit of the coordinates: rounding in another projection moves a vertex by up to 7 mm. */
const SAME_PLACE_M = 0.01;

/** The same rings with the same vertices, wherever a ring begins and whichever way it runs. */
export const isSameOutline = (one: MultiPolygon, other: MultiPolygon): boolean =>
  isEach(one, other, isSamePolygon);

const isSamePolygon = (one: Polygon, other: Polygon): boolean => isEach(one, other, isSameRing);

const isEach = <T>(
  ones: readonly T[],
  others: readonly T[],
  isSame: (one: T, other: T) => boolean,
): boolean => ones.length === others.length && ones.every((one, at) => isSame(one, others[at] as T));

function isSameRing(one: Ring, other: Ring): boolean {
  if (one.length !== other.length) return false;
  // The last vertex is the first.
  const [ones, others] = [one.slice(0, -1), other.slice(0, -1)];
  const [first] = ones;
  if (first === undefined) return true;
  const runs = (start: number, step: 1 | -1) =>
    ones.every((vertex, at) => {
      const met = others.at((start + step * at) % others.length);
      return met !== undefined && isSamePlace(vertex, met);
    });
  return others.some((vertex, start) => isSamePlace(first, vertex) && (runs(start, 1) || runs(start, -1)));
}

const isSamePlace = ([x, y]: Position, [otherX, otherY]: Position): boolean =>
  Math.hypot(x - otherX, y - otherY) <= SAME_PLACE_M;
