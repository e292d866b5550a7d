// Plain arithmetic on rings: area, centroid, which side of the boundary a point lies on. A ring may be given
// closed or open; holes follow the outer ring of their polygon; orientation does not matter. No GEOS here: these
// are asked for every parcel and need no more than one pass over its vertices.

import type { MultiPolygon, Polygon, Position, Ring } from './types.ts';

/** Closer than this to an edge is on it: above the rounding of doubles, below any survey. */
export const ON_EDGE_M = 1e-6;

export function areaOf(polygons: MultiPolygon): number {
  let area = 0;
  for (const polygon of polygons) area += polygonArea(polygon);
  return area;
}

export function polygonArea(polygon: Polygon): number {
  return polygon.reduce((area, ring, i) => area + (i === 0 ? ringArea(ring) : -ringArea(ring)), 0);
}

export function ringArea(ring: Ring): number {
  return Math.abs(ringMoments(ring, ring[0] ?? [0, 0])[0]);
}

/** Of all rings, holes too. */
export function perimeterOf(polygons: MultiPolygon): number {
  let length = 0;
  for (const ring of polygons.flat()) {
    for (const [i, to] of ring.entries()) {
      const from = ring.at(i - 1) ?? to;
      length += Math.hypot(to[0] - from[0], to[1] - from[1]);
    }
  }
  return length;
}

/** Signed area and its moments about an origin near by: far-off origins cost digits by cancellation. */
function ringMoments(ring: Ring, [originX, originY]: Position): [number, number, number] {
  let area = 0;
  let momentX = 0;
  let momentY = 0;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from === undefined) break;
    const x0 = from[0] - originX;
    const y0 = from[1] - originY;
    const x1 = to[0] - originX;
    const y1 = to[1] - originY;
    const cross = x0 * y1 - x1 * y0;
    area += cross / 2;
    momentX += ((x0 + x1) * cross) / 6;
    momentY += ((y0 + y1) * cross) / 6;
    from = to;
  }
  return [area, momentX, momentY];
}

/** May lie outside the area, as in a horseshoe; not a number for an area of 0. */
export function centroidOf(polygons: MultiPolygon): Position {
  const origin = polygons[0]?.[0]?.[0];
  if (origin === undefined) throw new Error('an area without positions has no centroid');
  let area = 0;
  let momentX = 0;
  let momentY = 0;
  for (const polygon of polygons) {
    for (const [i, ring] of polygon.entries()) {
      const [ringArea, ringMomentX, ringMomentY] = ringMoments(ring, origin);
      const sign = Math.sign(ringArea) * (i === 0 ? 1 : -1);
      area += sign * ringArea;
      momentX += sign * ringMomentX;
      momentY += sign * ringMomentY;
    }
  }
  return [origin[0] + momentX / area, origin[1] + momentY / area];
}

/**
 * A point of an area, told in time that hardly grows with its corners: the centroid, or the middle of the widest stretch of the area on
 * a line across it at half height. May lie a hair from the edge (pointOnSurface of polygons.ts goes deeper, and may take seconds).
 */
export function pointWithin(polygons: MultiPolygon): Position {
  const centroid = centroidOf(polygons);
  if (containsPoint(polygons, centroid)) return centroid;
  const y = betweenCorners(polygons);
  const crossings: number[] = [];
  for (const ring of polygons.flat()) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from && from[1] > y !== to[1] > y)
        crossings.push(from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]));
      from = to;
    }
  }
  crossings.sort((a, b) => a - b);
  let [widest, x] = [-1, centroid[0]];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left = 0, right = 0] = [crossings[at], crossings[at + 1]];
    if (right - left > widest) [widest, x] = [right - left, (left + right) / 2];
  }
  return [x, y];
}

/** Half-way up, and at the height of no corner. */
function betweenCorners(polygons: MultiPolygon): number {
  const heights = polygons.flat(2).map(([, y]) => y);
  const bottom = heights.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const top = heights.reduce((most, y) => Math.max(most, y), Number.NEGATIVE_INFINITY);
  const middle = (bottom + top) / 2;
  const below = heights.reduce((most, y) => (y <= middle ? Math.max(most, y) : most), bottom);
  const above = heights.reduce((least, y) => (y > middle ? Math.min(least, y) : least), top);
  return (below + above) / 2;
}

/** The boundary, of holes too, counts as inside. */
export function containsPoint(polygons: MultiPolygon, position: Position): boolean {
  return polygons.some((polygon) => {
    let isInside = false;
    for (const ring of polygon) {
      let from = ring.at(-1);
      for (const to of ring) {
        if (from === undefined) break;
        // An edge wholly above or below the point neither holds it nor crosses the ray: most are.
        const isBeside =
          Math.min(from[1], to[1]) <= position[1] + ON_EDGE_M &&
          Math.max(from[1], to[1]) >= position[1] - ON_EDGE_M;
        if (isBeside) {
          const d2 = distance2ToEdge(position[0], position[1], from[0], from[1], to[0], to[1]);
          if (d2 <= ON_EDGE_M ** 2) return true;
          // Count the edges that cross the ray to the right; an edge owns its lower end only.
          const crosses = from[1] > position[1] !== to[1] > position[1];
          if (crosses && isLeftOf(position, from, to)) isInside = !isInside;
        }
        from = to;
      }
    }
    return isInside;
  });
}

function isLeftOf([x, y]: Position, [x0, y0]: Position, [x1, y1]: Position): boolean {
  return x - x0 < ((x1 - x0) * (y - y0)) / (y1 - y0);
}

/** Square of the distance from (x, y) to the edge; plain numbers, for it is asked more than anything else. */
export function distance2ToEdge(
  x: number,
  y: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length2 = dx * dx + dy * dy;
  const part = length2 === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / length2;
  const t = Math.min(1, Math.max(0, part));
  const gapX = x - x0 - t * dx;
  const gapY = y - y0 - t * dy;
  return gapX * gapX + gapY * gapY;
}

export function isInsideByMargin(polygons: MultiPolygon, position: Position, margin_m: number): boolean {
  if (!containsPoint(polygons, position)) return false;
  const isFar = (to: Position, i: number, ring: Ring) => {
    const from = ring.at(i - 1) ?? to;
    return distance2ToEdge(position[0], position[1], from[0], from[1], to[0], to[1]) >= margin_m ** 2;
  };
  return polygons.every((polygon) => polygon.every((ring) => ring.every(isFar)));
}
