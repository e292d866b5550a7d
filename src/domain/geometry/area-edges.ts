// The edges of a polygon that is not convex, found by the boxes they meet: a box is halved when it is first asked about, and each
// half holds the edges that truly meet it. An index of the bounds of edges would not do: those of a star all lie on one another.
// Pure; tells what it can by edges alone, and where boundaries merely touch says that it cannot.

import { halvesOf } from './polygons.ts';
import { containsPoint } from './rings.ts';
import type { Box, MultiPolygon, Polygon, Position } from './types.ts';
import { boundsOf } from './wkb.ts';

/** So few are looked through rather than divided. */
const FEW_EDGES = 16;
/** To halve a box costs as much as to look it through twice: it pays when it is asked about more often. */
const ASKED_OFTEN = 3;
/** Where nearly all edges meet both halves, as in the middle of a star, halving gains nothing. */
const WORTH_HALVING = 0.8;
/** Nearer than this is touching: above the rounding of doubles, below any survey. */
const TOUCH_M = 1e-7;

/** A box and the edges that meet it. Loops, for they are asked of every side of every parcel. */
export class EdgeBox {
  readonly box: Box;
  readonly edges: readonly number[];
  readonly #corners: Float64Array;
  #halves: readonly [EdgeBox, EdgeBox] | null = null;
  #asked = 0;

  constructor(box: Box, edges: readonly number[], corners: Float64Array) {
    this.box = box;
    this.edges = edges;
    this.#corners = corners;
  }

  get halves(): readonly [EdgeBox, EdgeBox] {
    if (this.#halves) return this.#halves;
    const [left, right] = halvesOf(this.box);
    this.#halves = [this.#within(left), this.#within(right)];
    return this.#halves;
  }

  #within(half: Box): EdgeBox {
    const met: number[] = [];
    for (const edge of this.edges) if (meetsBox(this.#corners, edge, half)) met.push(edge);
    return new EdgeBox(half, met, this.#corners);
  }

  /** Whether one of the edges that meet a box is what is looked for. Those that meet several halves are shown several times. */
  some(box: Box, isIt: (edge: number) => boolean): boolean {
    const [minX, minY, maxX, maxY] = this.box;
    if (this.edges.length === 0 || box[0] > maxX || box[2] < minX || box[1] > maxY || box[3] < minY)
      return false;
    if (this.#isLookedThrough()) {
      for (const edge of this.edges) if (meetsBox(this.#corners, edge, box) && isIt(edge)) return true;
      return false;
    }
    const [one, other] = this.halves;
    return one.some(box, isIt) || other.some(box, isIt);
  }

  #isLookedThrough(): boolean {
    if (this.edges.length <= FEW_EDGES) return true;
    this.#asked += 1;
    if (this.#halves === null && this.#asked < ASKED_OFTEN) return true;
    const [one, other] = this.halves;
    return Math.min(one.edges.length, other.edges.length) > WORTH_HALVING * this.edges.length;
  }
}

export class AreaEdges {
  readonly root: EdgeBox;
  readonly #corners: Float64Array;
  /** One corner of each ring. */
  readonly #ringStarts: readonly Position[];
  /** The number of the question that saw an edge last. */
  readonly #seenBy: Uint32Array;
  #questions = 0;

  constructor(polygon: Polygon) {
    this.#corners = cornersOf([polygon]);
    this.#ringStarts = polygon.flatMap(([start]) => (start ? [start] : []));
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
    let crosses = false;
    // By the box of each side, which few edges meet, rather than by that of the shape.
    for (let side = 0; side < sides.length && !crosses; side += 4)
      crosses = this.root.some(boxOfEdge(sides, side), (edge) => {
        const met = meet(this.#corners, 4 * edge, sides, side);
        if (met === 'touch') touches = true;
        return met === 'cross';
      });
    if (crosses) return true;
    if (touches) return null;
    // Every ring lies in the shape or outside it, and every part of the shape in the area or outside it.
    const [minX, minY, maxX, maxY] = bounds;
    const isWithin = ([x, y]: Position) =>
      x >= minX && x <= maxX && y >= minY && y <= maxY && containsPoint(shape, [x, y]);
    return (
      this.#ringStarts.some(isWithin) ||
      shape.some(([outline]) => outline?.[0] !== undefined && this.contains(outline[0]))
    );
  }
}

/** Four numbers an edge. */
function cornersOf(polygons: MultiPolygon): Float64Array {
  const rings = polygons.flat();
  const corners = new Float64Array(4 * rings.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const ring of rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      // A closed ring repeats its first position.
      if (from && (from[0] !== to[0] || from[1] !== to[1])) {
        corners[end] = from[0];
        corners[end + 1] = from[1];
        corners[end + 2] = to[0];
        corners[end + 3] = to[1];
        end += 4;
      }
      from = to;
    }
  }
  return corners.subarray(0, end);
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

/** How two edges lie of which the first meets the box of the second, each given by where its four numbers begin. */
function meet(a: Float64Array, i: number, b: Float64Array, j: number): 'apart' | 'touch' | 'cross' {
  const from = sideOf(a, i, b, j);
  const to = sideOf(a, i, b, j + 2);
  if (from * to > 0) return 'apart';
  const fromOther = sideOf(b, j, a, i);
  const toOther = sideOf(b, j, a, i + 2);
  if (fromOther * toOther > 0) return 'apart';
  return from * to < 0 && fromOther * toOther < 0 ? 'cross' : 'touch';
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

const boxOfEdge = (corners: Float64Array, at: number): Box => {
  const x0 = corners[at] as number;
  const y0 = corners[at + 1] as number;
  const x1 = corners[at + 2] as number;
  const y1 = corners[at + 3] as number;
  return [
    Math.min(x0, x1) - TOUCH_M,
    Math.min(y0, y1) - TOUCH_M,
    Math.max(x0, x1) + TOUCH_M,
    Math.max(y0, y1) + TOUCH_M,
  ];
};
