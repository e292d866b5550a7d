// How far shapes lie from one area, in plain arithmetic: thousands are asked of every parcel, and most of them are
// points or lie too far off to matter. Everything is in EPSG:2180 metres.

import { at, EDGE_NUMBERS, type Edges, edgesOf } from './edges.ts';
import { areaOf, containsPoint, distance2ToEdge, ON_EDGE_M } from './rings.ts';
import type { Box, Geometry, MultiPolygon, Position } from './types.ts';
import { boundsOf } from './wkb.ts';

/** Edges that follow each other and the box around them: most of a long road is far from any one point. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly box: Box;
}

const STRETCH_EDGES = 12;

function stretchesOf(edges: Edges): Stretch[] {
  const stretches: Stretch[] = [];
  const length = STRETCH_EDGES * EDGE_NUMBERS;
  for (let from = 0; from < edges.length; from += length) {
    const to = Math.min(from + length, edges.length);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i += EDGE_NUMBERS) {
      minX = Math.min(minX, at(edges, i), at(edges, i + 2));
      minY = Math.min(minY, at(edges, i + 1), at(edges, i + 3));
      maxX = Math.max(maxX, at(edges, i), at(edges, i + 2));
      maxY = Math.max(maxY, at(edges, i + 1), at(edges, i + 3));
    }
    stretches.push({ from, to, box: [minX, minY, maxX, maxY] });
  }
  return stretches;
}

/** One area asked how far many shapes are from it. */
export class AreaDistances {
  readonly box: Box;
  readonly #area: MultiPolygon;
  readonly #edges: Edges;
  #stretches: Stretch[] | null = null;
  #area_m2: number | null = null;

  constructor(area: MultiPolygon) {
    this.box = boundsOf({ type: 'MultiPolygon', coordinates: area });
    this.#area = area;
    this.#edges = edgesOf(area);
  }

  /** 0 where they touch or overlap; null where the shape lies farther than limit_m. */
  to(shape: Geometry, limit_m: number): number | null {
    const limit2 = Math.max(limit_m, ON_EDGE_M) ** 2;
    const d2 = this.#squareTo(shape, limit2);
    if (d2 > limit2) return null;
    return d2 <= ON_EDGE_M ** 2 ? 0 : Math.sqrt(d2);
  }

  /** Whether a point lies no farther than that: told by the first edge that is near enough. */
  isWithin(x: number, y: number, limit_m: number): boolean {
    const limit2 = limit_m ** 2;
    if (squareBetween(this.box, x, y, x, y) > limit2) return false;
    this.#stretches ??= stretchesOf(this.#edges);
    const stretches = this.#stretches;
    for (let told = 0; told < stretches.length; told += 1) {
      if (!this.#isNear(stretches[told] as Stretch, x, y, limit2)) continue;
      // Points that are asked for lie near each other: the next is told by the same stretch, if it is the first.
      [stretches[0], stretches[told]] = [stretches[told] as Stretch, stretches[0] as Stretch];
      return true;
    }
    // A point inside that is farther from the boundary has a circle around it that lies inside too.
    this.#area_m2 ??= areaOf(this.#area);
    return this.#area_m2 > Math.PI * limit2 && containsPoint(this.#area, [x, y]);
  }

  #isNear({ from, to, box }: Stretch, x: number, y: number, limit2: number): boolean {
    if (squareBetween(box, x, y, x, y) > limit2) return false;
    const edges = this.#edges;
    for (let i = from; i < to; i += EDGE_NUMBERS) {
      const ax = at(edges, i);
      const ay = at(edges, i + 1);
      // The start of an edge is on it.
      if ((ax - x) ** 2 + (ay - y) ** 2 <= limit2) return true;
      if (distance2ToEdge(x, y, ax, ay, at(edges, i + 2), at(edges, i + 3)) <= limit2) return true;
    }
    return false;
  }

  touches(shape: Geometry): boolean {
    return this.to(shape, 0) === 0;
  }

  /** Exact up to the limit; beyond it anything above. */
  #squareTo(shape: Geometry, limit2: number): number {
    if (shape.type === 'Point') return this.#squareToPoint(shape.coordinates, limit2);
    const isArea = shape.type === 'MultiPolygon';
    const paths = isArea ? shape.coordinates.flat() : shape.coordinates;
    let best = Infinity;
    let isNear = false;
    for (const path of paths) {
      let from = isArea ? path.at(-1) : undefined;
      for (const to of path) {
        if (from !== undefined) {
          const gap2 = squareBetween(
            this.box,
            Math.min(from[0], to[0]),
            Math.min(from[1], to[1]),
            Math.max(from[0], to[0]),
            Math.max(from[1], to[1]),
          );
          isNear ||= gap2 <= limit2;
          if (gap2 <= limit2 && gap2 < best) {
            best = Math.min(best, this.#squareToEdge(from, to, Math.min(best, limit2)));
          }
          if (best === 0) return 0;
        }
        from = to;
      }
    }
    // No edges meet: the one may still lie inside the other.
    const starts = (rings: readonly (readonly Position[])[], area: MultiPolygon) =>
      rings.some(([first]) => first !== undefined && containsPoint(area, first));
    if (isNear && starts(paths, this.#area)) return 0;
    return isArea && starts(this.#area.flat(), shape.coordinates) ? 0 : best;
  }

  #squareToPoint(position: Position, limit2: number): number {
    const [x, y] = position;
    const toBox = squareBetween(this.box, x, y, x, y);
    if (toBox > limit2) return Infinity;
    if (toBox === 0 && containsPoint(this.#area, position)) return 0;
    const edges = this.#edges;
    let best = Infinity;
    for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
      const d2 = distance2ToEdge(x, y, at(edges, i), at(edges, i + 1), at(edges, i + 2), at(edges, i + 3));
      if (d2 < best) best = d2;
    }
    return best;
  }

  /** Of an edge of another shape; Infinity where it cannot be nearer than the limit. */
  #squareToEdge([x0, y0]: Position, [x1, y1]: Position, limit2: number): number {
    const edges = this.#edges;
    const [minX, maxX] = x0 < x1 ? [x0, x1] : [x1, x0];
    const [minY, maxY] = y0 < y1 ? [y0, y1] : [y1, y0];
    let best = Infinity;
    let nearest2 = limit2;
    for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
      const ax = at(edges, i);
      const ay = at(edges, i + 1);
      const bx = at(edges, i + 2);
      const by = at(edges, i + 3);
      // Most edges of a long road lie far from one of its axes: their boxes tell.
      const gapX = Math.max(0, Math.min(ax, bx) - maxX, minX - Math.max(ax, bx));
      const gapY = Math.max(0, Math.min(ay, by) - maxY, minY - Math.max(ay, by));
      if (gapX * gapX + gapY * gapY > nearest2) continue;
      if (cross(ax, ay, bx, by, x0, y0, x1, y1)) return 0;
      best = Math.min(
        best,
        distance2ToEdge(x0, y0, ax, ay, bx, by),
        distance2ToEdge(x1, y1, ax, ay, bx, by),
        distance2ToEdge(ax, ay, x0, y0, x1, y1),
        distance2ToEdge(bx, by, x0, y0, x1, y1),
      );
      if (best < nearest2) nearest2 = best;
    }
    return best;
  }
}

/** Square of the gap between a box and another: nothing inside them is nearer. */
export function squareBetween(box: Box, minX: number, minY: number, maxX: number, maxY: number): number {
  const dx = Math.max(0, box[0] - maxX, minX - box[2]);
  const dy = Math.max(0, box[1] - maxY, minY - box[3]);
  return dx * dx + dy * dy;
}

/** Whether two edges pass through one another; edges that only touch are at distance 0 by their ends. */
function cross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): boolean {
  const side0 = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax);
  const side1 = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax);
  if (side0 > 0 === side1 > 0) return false;
  const sideA = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0);
  const sideB = (x1 - x0) * (by - y0) - (y1 - y0) * (bx - x0);
  return sideA > 0 !== sideB > 0;
}
