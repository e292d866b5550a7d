// The edges of a polygon that is not convex, found by the boxes they meet: a box is halved when it is first asked about, and each
// half holds the edges that truly meet it. An index of the bounds of edges would not do: those of a star all lie on one another.
// Pure; tells what it can by edges alone, and where boundaries merely touch says that it cannot.

import { halvesOf } from './polygons.ts';
import { containsPoint } from './rings.ts';
import type { Box, MultiPolygon, Polygon, Position } from './types.ts';
import { boundsOf } from './wkb.ts';

/** So few are looked through rather than divided. */
const FEW_EDGES = 16;
const LEAST_SIDE_M = 300;
/** Nearer than this is touching: above the rounding of doubles, below any survey. */
const TOUCH_M = 1e-7;

/** A box and the edges that meet it. */
export class EdgeBox {
  readonly box: Box;
  readonly edges: readonly number[];
  readonly #corners: Float64Array;
  #halves: readonly [EdgeBox, EdgeBox] | null = null;

  constructor(box: Box, edges: readonly number[], corners: Float64Array) {
    this.box = box;
    this.edges = edges;
    this.#corners = corners;
  }

  get halves(): readonly [EdgeBox, EdgeBox] {
    if (this.#halves) return this.#halves;
    const [one, other] = halvesOf(this.box).map(
      (half) =>
        new EdgeBox(
          half,
          this.edges.filter((edge) => meetsBox(this.#corners, edge, half)),
          this.#corners,
        ),
    ) as [EdgeBox, EdgeBox];
    this.#halves = [one, other];
    return this.#halves;
  }

  /** Whether one of the edges that meet a box is what is looked for. Those that meet several halves are shown several times. */
  some(box: Box, isIt: (edge: number) => boolean): boolean {
    const [minX, minY, maxX, maxY] = this.box;
    if (this.edges.length === 0 || box[0] > maxX || box[2] < minX || box[1] > maxY || box[3] < minY)
      return false;
    const isSmall = maxX - minX <= LEAST_SIDE_M && maxY - minY <= LEAST_SIDE_M;
    if (isSmall || this.edges.length <= FEW_EDGES)
      return this.edges.some((edge) => meetsBox(this.#corners, edge, box) && isIt(edge));
    return this.halves.some((half) => half.some(box, isIt));
  }
}

export class AreaEdges {
  readonly root: EdgeBox;
  readonly #corners: Float64Array;
  /** The number of the question that saw an edge last. */
  readonly #seenBy: Uint32Array;
  #questions = 0;

  constructor(polygon: Polygon) {
    this.#corners = cornersOf([polygon]);
    const all = Array.from({ length: this.#corners.length / 4 }, (_, at) => at);
    this.#seenBy = new Uint32Array(all.length);
    this.root = new EdgeBox(boundsOf({ type: 'MultiPolygon', coordinates: [polygon] }), all, this.#corners);
  }

  /** Of a position on no edge: by the edges between it and the far right. */
  contains([x, y]: Position): boolean {
    const [minX, minY, maxX, maxY] = this.root.box;
    if (x < minX || x > maxX || y < minY || y > maxY) return false;
    let isInside = false;
    this.#questions += 1;
    this.root.some([x, y, maxX, y], (edge) => {
      if (this.#seenBy[edge] === this.#questions) return false;
      this.#seenBy[edge] = this.#questions;
      const x0 = this.#corners[4 * edge] as number;
      const y0 = this.#corners[4 * edge + 1] as number;
      const x1 = this.#corners[4 * edge + 2] as number;
      const y1 = this.#corners[4 * edge + 3] as number;
      // An edge owns its lower end only.
      if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) isInside = !isInside;
      return false;
    });
    return isInside;
  }

  /** Whether a shape with these bounds shares ground with the area; null where boundaries touch without crossing. */
  overlaps(bounds: Box, shape: MultiPolygon): boolean | null {
    const sides = cornersOf(shape);
    let touches = false;
    const crosses = this.root.some(bounds, (edge) => {
      for (let side = 0; side < sides.length; side += 4) {
        const met = meet(this.#corners, 4 * edge, sides, side);
        if (met === 'cross') return true;
        if (met === 'touch') touches = true;
      }
      return false;
    });
    if (crosses) return true;
    if (touches) return null;
    // Every edge lies in the shape or outside it, and every part of the shape in the area or outside it.
    const isWithin = (edge: number) =>
      containsPoint(shape, [this.#corners[4 * edge] as number, this.#corners[4 * edge + 1] as number]);
    return (
      this.root.some(bounds, isWithin) ||
      shape.some(([outline]) => outline?.[0] !== undefined && this.contains(outline[0]))
    );
  }
}

/** Four numbers an edge. */
function cornersOf(polygons: MultiPolygon): Float64Array {
  const corners: number[] = [];
  for (const ring of polygons.flat()) {
    let from = ring.at(-1);
    for (const to of ring) {
      // A closed ring repeats its first position.
      if (from && (from[0] !== to[0] || from[1] !== to[1])) corners.push(from[0], from[1], to[0], to[1]);
      from = to;
    }
  }
  return Float64Array.from(corners);
}

/** Touching counts. */
function meetsBox(corners: Float64Array, edge: number, box: Box): boolean {
  const at = 4 * edge;
  const x0 = corners[at] as number;
  const y0 = corners[at + 1] as number;
  const x1 = corners[at + 2] as number;
  const y1 = corners[at + 3] as number;
  const minX = box[0];
  const minY = box[1];
  const maxX = box[2];
  const maxY = box[3];
  if ((x0 < minX && x1 < minX) || (x0 > maxX && x1 > maxX)) return false;
  if ((y0 < minY && y1 < minY) || (y0 > maxY && y1 > maxY)) return false;
  // Unless all corners lie on one side of its line: told by the two that are farthest from it.
  const dx = x1 - x0;
  const dy = y1 - y0;
  const near = TOUCH_M * (Math.abs(dx) + Math.abs(dy));
  const highest = dx * ((dx > 0 ? maxY : minY) - y0) - dy * ((dy > 0 ? minX : maxX) - x0);
  const lowest = dx * ((dx > 0 ? minY : maxY) - y0) - dy * ((dy > 0 ? maxX : minX) - x0);
  return highest >= -near && lowest <= near;
}

/** How two edges lie, each given by where its four numbers begin. */
function meet(a: Float64Array, i: number, b: Float64Array, j: number): 'apart' | 'touch' | 'cross' {
  const from = sideOf(a, i, b, j);
  const to = sideOf(a, i, b, j + 2);
  if (from * to > 0) return 'apart';
  const fromOther = sideOf(b, j, a, i);
  const toOther = sideOf(b, j, a, i + 2);
  if (fromOther * toOther > 0) return 'apart';
  if (from * to < 0 && fromOther * toOther < 0) return 'cross';
  // On one line, but perhaps far from one another.
  return boxesApart(a, i, b, j) ? 'apart' : 'touch';
}

/** 1 when a position lies left of an edge, -1 right of it, 0 on its line or too near to tell. */
function sideOf(edges: Float64Array, edge: number, positions: Float64Array, at: number): number {
  const x = edges[edge] as number;
  const y = edges[edge + 1] as number;
  const dx = (edges[edge + 2] as number) - x;
  const dy = (edges[edge + 3] as number) - y;
  const side = dx * ((positions[at + 1] as number) - y) - dy * ((positions[at] as number) - x);
  if (Math.abs(side) <= TOUCH_M * (Math.abs(dx) + Math.abs(dy))) return 0;
  return side > 0 ? 1 : -1;
}

function boxesApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const isBeyond = (axis: number) => {
    const [a0 = 0, a1 = 0, b0 = 0, b1 = 0] = [a[i + axis], a[i + axis + 2], b[j + axis], b[j + axis + 2]];
    return Math.max(a0, a1) < Math.min(b0, b1) - TOUCH_M || Math.max(b0, b1) < Math.min(a0, a1) - TOUCH_M;
  };
  return isBeyond(0) || isBeyond(1);
}
