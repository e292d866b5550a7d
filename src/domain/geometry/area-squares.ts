// The boundary of a polygon on squares: which edges meet each square, and whether it begins inside, so that whoever asks about a
// place looks at the edges of its square alone. An index of the bounds of edges would not do: those of a star all lie on one
// another. Pure, and built in steps; knows nothing of what is searched for.

import { grownBox } from './box.ts';
import { EDGE_NUMBERS, type Edges, edgesOf } from './edges.ts';
import type { Box, Polygon } from './types.ts';
import { boundsOf } from './wkb.ts';

/** Small, so that few parcels lie on the edge of one. */
export const SQUARE_M2 = 100_000;
/** A compact area of the largest size takes fewer than a hundred; a strip has one for each 300 m of its length. */
export const MOST_SQUARES = 300;
/** An edge nearer than this meets a square: far above the rounding of doubles. */
const NEAR_M = 1e-6;
/** The outermost squares begin and end clearly outside. */
const MARGIN_M = 0.001;
/** Less than a millisecond. */
const STEP_NUMBERS = 500 * EDGE_NUMBERS;

export interface Square {
  readonly column: number;
  readonly row: number;
  /** Those that meet it; none where it lies inside as a whole. */
  readonly edges: number[];
  /** Of the middle of its left side. */
  startsInside: boolean;
}

export class AreaSquares {
  /** Around the polygon. */
  readonly box: Box;
  readonly columns: number = 1;
  readonly rows: number = 1;
  readonly #width_m: number;
  readonly #height_m: number;
  readonly edges: Edges;
  /** By row and column; what is not here lies outside. */
  readonly #squares = new Map<number, Square>();

  private constructor(polygon: Polygon) {
    this.box = grownBox(boundsOf({ type: 'MultiPolygon', coordinates: [polygon] }), MARGIN_M);
    this.edges = edgesOf([polygon]);
    let width_m = this.box[2] - this.box[0];
    let height_m = this.box[3] - this.box[1];
    while (width_m * height_m > SQUARE_M2) {
      if (width_m >= height_m) {
        width_m /= 2;
        this.columns *= 2;
      } else {
        height_m /= 2;
        this.rows *= 2;
      }
    }
    this.#width_m = width_m;
    this.#height_m = height_m;
  }

  /** Null where the polygon reaches over too many. */
  static *of(polygon: Polygon): Generator<void, AreaSquares | null> {
    const squares = new AreaSquares(polygon);
    yield;
    for (let edge = 0; edge < squares.edges.length; edge += EDGE_NUMBERS) {
      squares.#place(edge);
      if (squares.#squares.size > MOST_SQUARES) return null;
      if (edge % STEP_NUMBERS === 0) yield;
    }
    yield* squares.#fill();
    return squares.#squares.size > MOST_SQUARES ? null : squares;
  }

  get all(): readonly Square[] {
    return [...this.#squares.values()];
  }

  at(column: number, row: number): Square | undefined {
    return this.#squares.get(row * this.columns + column);
  }

  columnOf(x: number): number {
    const column = Math.floor((x - this.box[0]) / this.#width_m);
    return Math.max(0, Math.min(this.columns - 1, column));
  }

  rowOf(y: number): number {
    const row = Math.floor((y - this.box[1]) / this.#height_m);
    return Math.max(0, Math.min(this.rows - 1, row));
  }

  /** Where a column begins. */
  leftOf(column: number): number {
    return this.box[0] + column * this.#width_m;
  }

  /** Where a row begins; its middle is at half a row more. */
  bottomOf(row: number): number {
    return this.box[1] + row * this.#height_m;
  }

  /** Adds an edge to the squares that it meets, row by row. */
  #place(edge: number): void {
    const isUp = (this.edges[edge + 1] as number) <= (this.edges[edge + 3] as number);
    const [lower, upper] = isUp ? [edge, edge + 2] : [edge + 2, edge];
    const x0 = this.edges[lower] as number;
    const y0 = this.edges[lower + 1] as number;
    const x1 = this.edges[upper] as number;
    const y1 = this.edges[upper + 1] as number;
    const xAt = (y: number) => (y1 > y0 ? x0 + (x1 - x0) * ((y - y0) / (y1 - y0)) : x1);
    for (let row = this.rowOf(y0 - NEAR_M), last = this.rowOf(y1 + NEAR_M); row <= last; row += 1) {
      const below = this.bottomOf(row) - NEAR_M;
      const above = this.bottomOf(row + 1) + NEAR_M;
      const from = below <= y0 ? x0 : xAt(below);
      const to = above >= y1 ? x1 : xAt(above);
      const end = this.columnOf(Math.max(from, to) + NEAR_M);
      for (let column = this.columnOf(Math.min(from, to) - NEAR_M); column <= end; column += 1)
        this.#squareAt(column, row).edges.push(edge);
    }
  }

  #squareAt(column: number, row: number): Square {
    const number = row * this.columns + column;
    const known = this.#squares.get(number);
    if (known) return known;
    const square: Square = { column, row, edges: [], startsInside: false };
    this.#squares.set(number, square);
    return square;
  }

  /** Along the middle of each row from the left, where all is outside: tells where squares begin, and adds those between them that lie inside. */
  *#fill(): Generator<void> {
    const met = this.all.toSorted((a, b) => a.row - b.row || a.column - b.column);
    let [row, column, isInside] = [-1, 0, false];
    for (const square of met) {
      if (square.row !== row) [row, column, isInside] = [square.row, square.column, false];
      for (; isInside && column < square.column && this.#squares.size <= MOST_SQUARES; column += 1)
        this.#squareAt(column, row).startsInside = true;
      square.startsInside = isInside;
      if (this.#isPassed(square)) isInside = !isInside;
      column = square.column + 1;
      yield;
    }
  }

  /** Whether an odd number of edges lies between the middles of its two sides. */
  #isPassed({ column, row, edges }: Square): boolean {
    const y = this.bottomOf(row + 0.5);
    const [left, right] = [this.leftOf(column), this.leftOf(column + 1)];
    let isOdd = false;
    for (const edge of edges)
      if (
        straddles(this.edges, edge + 1, y) &&
        isLeft(this.edges, edge, left, y) !== isLeft(this.edges, edge, right, y)
      )
        isOdd = !isOdd;
    return isOdd;
  }

  /**
   * Of a position on no edge: by the edges between it and the middle of the left side of its square, along that side and then
   * across. On which side of an edge the corner of that way lies is asked twice, and answered alike whatever the rounding.
   */
  contains(x: number, y: number): boolean {
    const [minX, minY, maxX, maxY] = this.box;
    if (x < minX || x > maxX || y < minY || y > maxY) return false;
    const column = this.columnOf(x);
    const row = this.rowOf(y);
    const square = this.at(column, row);
    if (!square) return false;
    const left = this.leftOf(column);
    const middle = this.bottomOf(row + 0.5);
    const edges = this.edges;
    let isInside = square.startsInside;
    for (const edge of square.edges) {
      if (straddles(edges, edge, left) && isLeft(edges, edge, left, middle) !== isLeft(edges, edge, left, y))
        isInside = !isInside;
      if (straddles(edges, edge + 1, y) && isLeft(edges, edge, left, y) !== isLeft(edges, edge, x, y))
        isInside = !isInside;
    }
    return isInside;
  }
}

/** Whether an edge goes from one side of a value of x to the other, or of y where `at` is one more. It owns its lower end only. */
const straddles = (edges: Edges, at: number, value: number): boolean =>
  (edges[at] as number) > value !== (edges[at + 2] as number) > value;

/** Of the line of an edge. */
function isLeft(edges: Edges, edge: number, x: number, y: number): boolean {
  const x0 = edges[edge] as number;
  const y0 = edges[edge + 1] as number;
  const dx = (edges[edge + 2] as number) - x0;
  const dy = (edges[edge + 3] as number) - y0;
  return dx * (y - y0) > dy * (x - x0);
}
