// What shares ground with a polygon that is not convex, told by edges alone: each side of a shape is held against the edges of the
// squares it lies in. Where boundaries merely touch it says that it cannot tell. Pure.

import { AreaSquares } from './area-squares.ts';
import type { Edges } from './edges.ts';
import type { Outline, Polygon, Position } from './types.ts';
import { eachRing, someRing, XY_BYTES } from './wkb.ts';
import { wkbContainsPoint } from './wkb-contains.ts';

/** Nearer than this is touching: above the rounding of doubles, below any survey. */
const TOUCH_M = 1e-7;

export class AreaEdges {
  readonly squares: AreaSquares;
  /** One corner of each ring. */
  readonly #ringStarts: readonly Position[];

  private constructor(polygon: Polygon, squares: AreaSquares) {
    this.#ringStarts = polygon.flatMap(([start]) => (start ? [start] : []));
    this.squares = squares;
  }

  /** Null where the polygon reaches over too many squares. */
  static *of(polygon: Polygon): Generator<void, AreaEdges | null> {
    const squares = yield* AreaSquares.of(polygon);
    return squares && new AreaEdges(polygon, squares);
  }

  /** Whether a shape shares ground with the area; null where boundaries touch without crossing. */
  overlaps({ box, wkb }: Outline): boolean | null {
    const met = this.#meetSides(new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength));
    if (met !== 'apart') return met === 'cross' ? true : null;
    // Every ring lies in the shape or outside it, and every part of the shape in the area or outside it.
    const [minX, minY, maxX, maxY] = box;
    for (const start of this.#ringStarts) {
      const [x, y] = start;
      if (x >= minX && x <= maxX && y >= minY && y <= maxY && wkbContainsPoint(wkb, start)) return true;
    }
    let isWithin = false;
    eachRing(wkb, (view, from, _to, isOuter) => {
      if (isOuter && this.squares.contains(view.getFloat64(from, true), view.getFloat64(from + 8, true)))
        isWithin = true;
    });
    return isWithin;
  }

  /** Where a boundary is dense, one of the first edges crosses; where it is not, a square has few. */
  #meetSides(wkb: DataView): Meeting {
    let isTouched = false;
    const isCrossed = someRing(wkb, 0, (from, to) => {
      let x = wkb.getFloat64(to - XY_BYTES, true);
      let y = wkb.getFloat64(to - XY_BYTES + 8, true);
      for (let at = from; at < to; at += XY_BYTES) {
        const x0 = x;
        const y0 = y;
        x = wkb.getFloat64(at, true);
        y = wkb.getFloat64(at + 8, true);
        // A closed ring repeats its first position.
        if (x === x0 && y === y0) continue;
        const met = this.#meetSide(x0, y0, x, y);
        if (met === 'cross') return true;
        if (met === 'touch') isTouched = true;
      }
      return false;
    });
    if (isCrossed) return 'cross';
    return isTouched ? 'touch' : 'apart';
  }

  /** By the box of the side, which few squares meet, rather than by that of the shape. */
  #meetSide(x0: number, y0: number, x1: number, y1: number): Meeting {
    const { squares } = this;
    const minX = Math.min(x0, x1) - TOUCH_M;
    const minY = Math.min(y0, y1) - TOUCH_M;
    const maxX = Math.max(x0, x1) + TOUCH_M;
    const maxY = Math.max(y0, y1) + TOUCH_M;
    const first = squares.columnOf(minX);
    const last = squares.columnOf(maxX);
    const top = squares.rowOf(maxY);
    let isTouched = false;
    for (let row = squares.rowOf(minY); row <= top; row += 1)
      for (let column = first; column <= last; column += 1) {
        const square = squares.at(column, row);
        if (!square) continue;
        for (const edge of square.edges) {
          if (!boxMeets(squares.edges, edge, minX, minY, maxX, maxY)) continue;
          const met = meet(squares.edges, edge, x0, y0, x1, y1);
          if (met === 'cross') return met;
          if (met === 'touch') isTouched = true;
        }
      }
    return isTouched ? 'touch' : 'apart';
  }
}

type Meeting = 'apart' | 'touch' | 'cross';

/** Whether the box of an edge meets another; touching counts. */
function boxMeets(
  edges: Edges,
  edge: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  const x0 = edges[edge] as number;
  const x1 = edges[edge + 2] as number;
  if ((x0 < minX && x1 < minX) || (x0 > maxX && x1 > maxX)) return false;
  const y0 = edges[edge + 1] as number;
  const y1 = edges[edge + 3] as number;
  return (y0 >= minY || y1 >= minY) && (y0 <= maxY || y1 <= maxY);
}

/** How an edge lies to a side from (x2, y2) to (x3, y3) whose box it meets. */
function meet(edges: Edges, edge: number, x2: number, y2: number, x3: number, y3: number): Meeting {
  const x0 = edges[edge] as number;
  const y0 = edges[edge + 1] as number;
  const x1 = edges[edge + 2] as number;
  const y1 = edges[edge + 3] as number;
  const from = sideOf(x0, y0, x1, y1, x2, y2);
  const to = sideOf(x0, y0, x1, y1, x3, y3);
  if (from * to > 0) return 'apart';
  const fromOther = sideOf(x2, y2, x3, y3, x0, y0);
  const toOther = sideOf(x2, y2, x3, y3, x1, y1);
  if (fromOther * toOther > 0) return 'apart';
  return from * to < 0 && fromOther * toOther < 0 ? 'cross' : 'touch';
}

/** 1 when (x, y) lies left of the line from (x0, y0) to (x1, y1), -1 right of it, 0 on it or too near to tell. */
function sideOf(x0: number, y0: number, x1: number, y1: number, x: number, y: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const side = dx * (y - y0) - dy * (x - x0);
  if (Math.abs(side) <= TOUCH_M * (Math.abs(dx) + Math.abs(dy))) return 0;
  return side > 0 ? 1 : -1;
}
