// A convex area, such as a search box, and what shares ground with it: told by lines and corners alone, many times faster
// than by the relate of geo.ts, which does the same for any area. Pure.

import type { Box, MultiPolygon, Position, Ring } from './geometry.ts';

/** A line with the area on its left: where it starts, and its run. */
interface Edge {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Edges are told apart by the bits of one number. */
const MOST_EDGES = 30;
/** Less of a line than this in the area is an error of arithmetic: some nanometres. */
const ROUNDING = 1e-12;

export class ConvexArea {
  readonly #edges: readonly Edge[];
  readonly #centre: Position;

  private constructor(corners: readonly Position[]) {
    const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis] / corners.length, 0);
    this.#centre = [mean(0), mean(1)];
    this.#edges = corners.map(([x, y], at) => {
      const [toX, toY] = corners[(at + 1) % corners.length] ?? [x, y];
      return { x, y, dx: toX - x, dy: toY - y };
    });
  }

  /** Null for what is not convex, or has many corners. */
  static of(area: MultiPolygon): ConvexArea | null {
    const [polygon = []] = area;
    const corners = polygon[0]?.slice(1) ?? [];
    if (area.length !== 1 || polygon.length !== 1 || corners.length > MOST_EDGES) return null;
    const turns = corners.map((to, at) => turn(corners.at(at - 2) ?? to, corners.at(at - 1) ?? to, to));
    if (turns.every((left) => left > 0)) return new ConvexArea(corners);
    return turns.every((left) => left < 0) ? new ConvexArea(corners.toReversed()) : null;
  }

  /** Whether whatever has these bounds shares ground with the area; null where that depends on its shape. */
  overlapsBounds(box: Box): boolean | null {
    let isInside = true;
    for (const { x, y, dx, dy } of this.#edges) {
      // The corner farthest to the left of the edge, then the one farthest to the right. [minX, minY, maxX, maxY]
      // is read by its places: unpacked, it would cost more than what is done with it.
      if (dx * (box[dx > 0 ? 3 : 1] - y) - dy * (box[dy > 0 ? 0 : 2] - x) <= 0) return false;
      if (dx * (box[dx > 0 ? 1 : 3] - y) - dy * (box[dy > 0 ? 2 : 0] - x) < 0) isInside = false;
    }
    return isInside ? true : null;
  }

  /** Whether the shape shares ground with the area; touching is not sharing. */
  overlaps(shape: MultiPolygon): boolean {
    for (const polygon of shape) {
      for (const ring of polygon) if (this.#isEnteredBy(ring)) return true;
    }
    // No boundary runs through the area: it lies in the shape as a whole, or not at all.
    return isWithin(this.#centre, shape);
  }

  /** On both sides of a boundary that runs through the open area there is ground of it, and on one side of the shape. */
  #isEnteredBy(ring: Ring): boolean {
    let from = ring[0] as Position;
    let before = this.#beyond(from);
    for (const to of ring) {
      const beyond = this.#beyond(to);
      if (beyond === 0) return true;
      // With both ends beyond one edge, the whole line is.
      if ((before & beyond) === 0 && this.#isCrossedBy(from, to)) return true;
      from = to;
      before = beyond;
    }
    return false;
  }

  /** Cuts the line at every edge, and sees whether a part is left (Cyrus and Beck 1978). */
  #isCrossedBy(from: Position, to: Position): boolean {
    let [start, end] = [0, 1];
    for (const edge of this.#edges) {
      const [a, b] = [leftOf(edge, from), leftOf(edge, to)];
      if (a <= 0 && b <= 0) return false;
      if (a <= 0) start = Math.max(start, a / (a - b));
      else if (b <= 0) end = Math.min(end, a / (a - b));
    }
    return end - start > ROUNDING;
  }

  /** A bit for each edge that the position is not strictly left of. */
  #beyond(position: Position): number {
    let bits = 0;
    let bit = 1;
    for (const edge of this.#edges) {
      if (leftOf(edge, position) <= 0) bits |= bit;
      bit <<= 1;
    }
    return bits;
  }
}

const leftOf = ({ x, y, dx, dy }: Edge, position: Position) =>
  dx * (position[1] - y) - dy * (position[0] - x);

/** Positive when the way turns left at the second position. */
const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);

/** By the rings that a ray to the east crosses; holes count like outlines. */
function isWithin([x, y]: Position, shape: MultiPolygon): boolean {
  let isIn = false;
  for (const ring of shape.flat()) {
    let from = ring.at(-1) as Position;
    for (const to of ring) {
      const crosses = from[1] > y !== to[1] > y;
      if (crosses && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) isIn = !isIn;
      from = to;
    }
  }
  return isIn;
}
