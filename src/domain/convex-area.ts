// A convex area, such as a search box: most parcels are wholly in it or wholly out of it, which the corners of their
// bounds tell, or their vertices, without an overlay. What these cannot tell is left to exact geometry. Pure.

import type { Box, MultiPolygon, Position } from './geometry.ts';

/** A line with the area on its left: where it starts, and its run. */
interface Edge {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Edges are told apart by the bits of one number. */
const MOST_EDGES = 30;

export class ConvexArea {
  readonly #edges: readonly Edge[];

  private constructor(corners: readonly Position[]) {
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
  overlapsBounds([minX, minY, maxX, maxY]: Box): boolean | null {
    let isInside = true;
    for (const { x, y, dx, dy } of this.#edges) {
      // The corner farthest to the left of the edge, then the one farthest to the right.
      if (dx * ((dx > 0 ? maxY : minY) - y) - dy * ((dy > 0 ? minX : maxX) - x) <= 0) return false;
      if (dx * ((dx > 0 ? minY : maxY) - y) - dy * ((dy > 0 ? maxX : minX) - x) < 0) isInside = false;
    }
    return isInside ? true : null;
  }

  /** The same by the vertices of the shape itself; null for what only cuts through. */
  overlaps(shape: MultiPolygon): boolean | null {
    let allBeyond = -1;
    for (const [outer = []] of shape) {
      for (const vertex of outer) {
        const beyond = this.#beyond(vertex);
        // Around a vertex in the open area there is ground of both.
        if (beyond === 0) return true;
        allBeyond &= beyond;
      }
    }
    return allBeyond === 0 ? null : false;
  }

  /** A bit for each edge that the position is not strictly left of. */
  #beyond([px, py]: Position): number {
    let bits = 0;
    let bit = 1;
    for (const { x, y, dx, dy } of this.#edges) {
      if (dx * (py - y) - dy * (px - x) <= 0) bits |= bit;
      bit <<= 1;
    }
    return bits;
  }
}

/** Positive when the way turns left at the second position. */
const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
