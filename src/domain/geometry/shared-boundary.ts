// How long two areas lie side by side. Surveys differ by centimetres, so "side by side" means within a
// tolerance; and a tolerance makes every touching corner look like a short common boundary, so that share is
// taken off again. Pure arithmetic on edges: parcels have few, and millions of pairs are asked for.

import type { Box, MultiPolygon, Ring } from './types.ts';
import { boundsOf } from './wkb.ts';

/** A directed edge: start, end, unit direction, length. */
type Edge = {
  x: number;
  y: number;
  endX: number;
  endY: number;
  ux: number;
  uy: number;
  length: number;
};
/** From and to, in metres along an edge or a ring. */
type Stretch = [number, number];

/** Stretches closer than this are one: far above rounding, far below any survey. */
const JOIN_M = 1e-6;

/** Survey gaps up to 5 cm are bridged; a shared corner is no shared boundary (contract §8). */
export const SURVEY_GAP_M = 0.05;
const LEAST_SHARED_M = 0.2;

/** Whether two parcels share a stretch of boundary. */
export function areNeighbours(a: MultiPolygon, b: MultiPolygon): boolean {
  return sharedBoundaryLength(a, b, SURVEY_GAP_M) >= LEAST_SHARED_M;
}

const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/**
 * Length of a's boundary that lies within tolerance_m of b's boundary.
 *
 * Every connected stretch with two ends is counted less 2 × tolerance_m, which is what its ends add beyond the
 * truly common part: the side of two abutting squares counts its exact length; two that share only a corner, and
 * boundaries that cross at right angles, count 0. Where boundaries meet at an angle α and part, what remains
 * is at most 2 × tolerance_m × (1 / sin α − 1): compare with a least length well above the tolerance.
 * A ring that follows b all around has no ends and counts in full. An area narrower than the tolerance
 * counts on both its sides.
 */
export function sharedBoundaryLength(a: MultiPolygon, b: MultiPolygon, tolerance_m: number): number {
  if (!(tolerance_m > 0)) throw new RangeError(`tolerance_m must be above 0, got ${tolerance_m}`);
  const [minX, minY, maxX, maxY] = boundsOf({ type: 'MultiPolygon', coordinates: a });
  const reach: Box = [minX - tolerance_m, minY - tolerance_m, maxX + tolerance_m, maxY + tolerance_m];
  const edges = b.flatMap((polygon) => polygon.flatMap((ring) => edgesOf(ring, reach)));
  if (edges.length === 0) return 0;
  let total = 0;
  for (const polygon of a) for (const ring of polygon) total += lengthNear(ring, edges, tolerance_m);
  return total;
}

/** Edges of length 0 are left out, and so are those that miss the box: a large area has few near a small one. */
function edgesOf(ring: Ring, [minX, minY, maxX, maxY]: Box): Edge[] {
  const edges: Edge[] = [];
  let from = ring.at(-1);
  for (const to of ring) {
    if (from === undefined) break;
    const [x, y] = from;
    const dx = to[0] - x;
    const dy = to[1] - y;
    const missesX = (x < minX && to[0] < minX) || (x > maxX && to[0] > maxX);
    const missesY = (y < minY && to[1] < minY) || (y > maxY && to[1] > maxY);
    if (!missesX && !missesY && (dx !== 0 || dy !== 0)) {
      const length = Math.hypot(dx, dy);
      edges.push({ x, y, endX: to[0], endY: to[1], ux: dx / length, uy: dy / length, length });
    }
    from = to;
  }
  return edges;
}

/** A parcel is held against all that lie around it, one after the other: its edges are made once. */
let made: { readonly ring: Ring; readonly edges: Edge[] } | null = null;

function allEdgesOf(ring: Ring): Edge[] {
  if (made?.ring !== ring) made = { ring, edges: edgesOf(ring, EVERYWHERE) };
  return made.edges;
}

function lengthNear(ring: Ring, others: Edge[], tolerance: number): number {
  const stretches: Stretch[] = [];
  let perimeter = 0;
  for (const edge of allEdgesOf(ring)) {
    for (const other of others) {
      if (areFar(edge, other, tolerance)) continue;
      const near = stretchNear(edge, other, tolerance);
      if (near !== null) stretches.push([perimeter + near[0], perimeter + near[1]]);
    }
    perimeter += edge.length;
  }
  const joined = joinAround(stretches, perimeter);
  const [only] = joined;
  if (joined.length === 1 && only !== undefined && only[1] - only[0] >= perimeter - JOIN_M) return perimeter;
  return joined.reduce((sum, [from, to]) => sum + Math.max(0, to - from - 2 * tolerance), 0);
}

/** Most pairs are: their boxes tell, with room for rounding. */
function areFar(a: Edge, b: Edge, tolerance: number): boolean {
  const reach = tolerance + JOIN_M;
  return (
    Math.min(a.x, a.endX) > Math.max(b.x, b.endX) + reach ||
    Math.min(b.x, b.endX) > Math.max(a.x, a.endX) + reach ||
    Math.min(a.y, a.endY) > Math.max(b.y, b.endY) + reach ||
    Math.min(b.y, b.endY) > Math.max(a.y, a.endY) + reach
  );
}

/** Overlapping stretches made one, also over the point where the ring starts. */
function joinAround(stretches: Stretch[], perimeter: number): Stretch[] {
  const joined: Stretch[] = [];
  for (const [from, to] of stretches.sort((left, right) => left[0] - right[0])) {
    const before = joined.at(-1);
    if (before && from <= before[1] + JOIN_M) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  const first = joined[0];
  const last = joined.at(-1);
  if (joined.length > 1 && first && last && first[0] <= JOIN_M && last[1] >= perimeter - JOIN_M) {
    last[1] = perimeter + first[1];
    joined.shift();
  }
  return joined;
}

/**
 * The stretch of `edge` within the tolerance of `other`: its cut with a rectangle along `other` and a disc at either
 * end. Together these three are convex, so the cut is one stretch.
 */
function stretchNear(edge: Edge, other: Edge, tolerance: number): Stretch | null {
  const dx = edge.x - other.x;
  const dy = edge.y - other.y;
  const along = dx * other.ux + dy * other.uy;
  const across = dx * other.uy - dy * other.ux;
  const alongStep = edge.ux * other.ux + edge.uy * other.uy;
  const acrossStep = edge.ux * other.uy - edge.uy * other.ux;

  let from = Infinity;
  let to = -Infinity;
  const take = (start: number, end: number) => {
    if (start > end) return;
    from = Math.min(from, start);
    to = Math.max(to, end);
  };
  const [a0, a1] = whereBetween(along, alongStep, 0, other.length);
  const [c0, c1] = whereBetween(across, acrossStep, -tolerance, tolerance);
  take(Math.max(a0, c0, 0), Math.min(a1, c1, edge.length));
  for (const end of [0, other.length]) {
    const [d0, d1] = whereInDisc(along - end, across, alongStep, acrossStep, tolerance);
    take(Math.max(d0, 0), Math.min(d1, edge.length));
  }
  return from <= to ? [from, to] : null;
}

const NOWHERE: Stretch = [Infinity, -Infinity];

/** The t for which value + t × step lies in min to max. */
function whereBetween(value: number, step: number, min: number, max: number): Stretch {
  if (step === 0) return value >= min && value <= max ? [-Infinity, Infinity] : NOWHERE;
  const first = (min - value) / step;
  const second = (max - value) / step;
  return first < second ? [first, second] : [second, first];
}

/** The t for which (x, y) + t × (stepX, stepY), a unit step, lies within radius of the origin. */
function whereInDisc(x: number, y: number, stepX: number, stepY: number, radius: number): Stretch {
  const middle = -(x * stepX + y * stepY);
  const offset = x * stepY - y * stepX;
  const square = radius * radius - offset * offset;
  if (square < 0) return NOWHERE;
  const half = Math.sqrt(square);
  return [middle - half, middle + half];
}
