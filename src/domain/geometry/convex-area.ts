// A convex area, such as a search box, and what shares ground with it: told by lines and corners alone, many times faster
// than by the relate of polygons.ts, which does the same for any area. Pure.

import type { Box, MultiPolygon, Position } from './types.ts';
import { boundsOf, someRing, XY_BYTES } from './wkb.ts';

/** Edges are told apart by the bits of one number. */
const MOST_EDGES = 30;
/** Less of a line than this in the area is an error of arithmetic: some nanometres. */
const ROUNDING = 1e-12;
/** So far within an edge that no rounding matters. */
const CLEAR_M = 0.001;
/** Holds nothing and meets nothing. */
export const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

export class ConvexArea {
  readonly bounds: Box;
  /** A box in the area, where most of what is asked about lies: four comparisons tell. Holds nothing where there is no good one. */
  readonly inner: Box;
  /** Lines with the area on their left, four numbers each: where it starts, and its run (x, y, dx, dy). */
  readonly #edges: Float64Array;
  readonly #centre: Position;

  private constructor(corners: readonly Position[]) {
    const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis] / corners.length, 0);
    this.#centre = [mean(0), mean(1)];
    this.bounds = boundsOf({ type: 'MultiPolygon', coordinates: [[corners]] });
    this.#edges = Float64Array.from(
      corners.flatMap(([x, y], at) => {
        const [toX, toY] = corners[(at + 1) % corners.length] ?? [x, y];
        return [x, y, toX - x, toY - y];
      }),
    );
    this.inner = this.#boxWithin(corners);
  }

  /** Of a valid area; null for what is not convex, or has many corners. */
  static of(area: MultiPolygon): ConvexArea | null {
    const [polygon = []] = area;
    const corners = polygon[0]?.slice(1) ?? [];
    if (area.length !== 1 || polygon.length !== 1 || corners.length > MOST_EDGES) return null;
    const turns = corners.map((to, at) => turn(corners.at(at - 2) ?? to, corners.at(at - 1) ?? to, to));
    if (turns.every((left) => left > 0)) return new ConvexArea(corners);
    return turns.every((left) => left < 0) ? new ConvexArea(corners.toReversed()) : null;
  }

  /** Of an area like a box, the box that leaves out its slants. */
  #boxWithin(corners: readonly Position[]): Box {
    const between = (axis: 0 | 1) => {
      const sorted = corners.map((corner) => corner[axis]).sort((a, b) => a - b);
      return [(sorted[1] as number) + CLEAR_M, (sorted.at(-2) as number) - CLEAR_M] as const;
    };
    const [[minX, maxX], [minY, maxY]] = [between(0), between(1)];
    const isIn = [minX, maxX].every((x) => [minY, maxY].every((y) => this.#beyondEdges(x, y) === 0));
    return isIn ? [minX, minY, maxX, maxY] : NOWHERE;
  }

  /** Whether whatever has these bounds shares ground with the area; null where that depends on its shape. */
  overlapsBounds([minX, minY, maxX, maxY]: Box): boolean | null {
    const { bounds: outer, inner } = this;
    if (minX > outer[2] || minY > outer[3] || maxX < outer[0] || maxY < outer[1]) return false;
    if (minX > inner[0] && minY > inner[1] && maxX < inner[2] && maxY < inner[3]) return true;
    const edges = this.#edges;
    let isInside = true;
    for (let edge = 0; edge < edges.length; edge += 4) {
      const dx = edges[edge + 2] as number;
      const dy = edges[edge + 3] as number;
      // The corner farthest to the left of the edge, then the one farthest to the right.
      if (leftOf(edges, edge, dy > 0 ? minX : maxX, dx > 0 ? maxY : minY) <= 0) return false;
      if (leftOf(edges, edge, dy > 0 ? maxX : minX, dx > 0 ? minY : maxY) < 0) isInside = false;
    }
    return isInside ? true : null;
  }

  /** Whether the shape of this WKB shares ground with the area; touching is not sharing. */
  overlaps(bytes: Uint8Array): boolean {
    const wkb = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [centreX, centreY] = this.#centre;
    let isAround = false;
    const isEntered = someRing(wkb, 0, (from, to) => {
      let x = wkb.getFloat64(from, true);
      let y = wkb.getFloat64(from + 8, true);
      let beyond = this.#beyond(x, y);
      for (let at = from + XY_BYTES; at < to && beyond !== 0; at += XY_BYTES) {
        const lastX = x;
        const lastY = y;
        const before = beyond;
        x = wkb.getFloat64(at, true);
        y = wkb.getFloat64(at + 8, true);
        beyond = this.#beyond(x, y);
        // With both ends beyond one edge, the whole line is.
        if ((before & beyond) === 0 && this.#isCrossedBy(lastX, lastY, x, y)) return true;
        // By the lines that a ray to the east crosses; those of holes count like those of outlines.
        const passes = lastY > centreY !== y > centreY;
        if (passes && centreX < lastX + ((centreY - lastY) / (y - lastY)) * (x - lastX)) isAround = !isAround;
      }
      return beyond === 0;
    });
    // On both sides of a boundary that runs through the open area there is ground of it, and on one side of the shape.
    // Where none does, the area lies in the shape as a whole, or not at all.
    return isEntered || isAround;
  }

  /** Cuts the line at every edge, and sees whether a part is left (Cyrus and Beck 1978). */
  #isCrossedBy(fromX: number, fromY: number, toX: number, toY: number): boolean {
    const edges = this.#edges;
    let start = 0;
    let end = 1;
    for (let edge = 0; edge < edges.length; edge += 4) {
      const a = leftOf(edges, edge, fromX, fromY);
      const b = leftOf(edges, edge, toX, toY);
      if (a <= 0 && b <= 0) return false;
      if (a <= 0) start = Math.max(start, a / (a - b));
      else if (b <= 0) end = Math.min(end, a / (a - b));
    }
    return end - start > ROUNDING;
  }

  /** A bit for each edge that the position is not strictly left of. */
  #beyond(x: number, y: number): number {
    const { inner } = this;
    const isWellInside = x > inner[0] && y > inner[1] && x < inner[2] && y < inner[3];
    return isWellInside ? 0 : this.#beyondEdges(x, y);
  }

  #beyondEdges(x: number, y: number): number {
    const edges = this.#edges;
    let bits = 0;
    for (let edge = 0; edge < edges.length; edge += 4) {
      if (leftOf(edges, edge, x, y) <= 0) bits |= 1 << (edge / 4);
    }
    return bits;
  }
}

function leftOf(edges: Float64Array, edge: number, x: number, y: number): number {
  const dx = edges[edge + 2] as number;
  const dy = edges[edge + 3] as number;
  return dx * (y - (edges[edge + 1] as number)) - dy * (x - (edges[edge] as number));
}

/** Positive when the way turns left at the second position. */
const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
