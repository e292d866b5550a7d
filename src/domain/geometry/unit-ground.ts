// The ground of an administrative unit, asked of every feature of a file whether it lies there. Most are told by the square
// of a grid that they lie in; only near the line that decides is the distance measured. Everything is in EPSG:2180 metres.

import { AreaDistances } from './distance.ts';
import type { Geometry, MultiPolygon, Position } from './types.ts';

/** Boundary files are generalised and older than the cadastre: what lies farther out belongs elsewhere (formats §0.2). */
export const OUTSIDE_M = 500;

const SQUARE_M = 500;
/** From the centre of a square to its corners. */
const HALF_DIAGONAL_M = SQUARE_M * Math.SQRT1_2;
/** More squares than Poland is wide. */
const ROWS = 10_000;

export class UnitGround {
  readonly code: string;
  readonly #area: AreaDistances;
  /** Whether a square lies wholly within reach, wholly out of it (false), or across the line (null). */
  readonly #squares = new Map<number, boolean | null>();

  constructor(code: string, outline: MultiPolygon) {
    this.code = code;
    this.#area = new AreaDistances(outline);
  }

  /**
   * Whether the shape lies on the ground of the unit or no farther than OUTSIDE_M from it: an area with every corner, for
   * one corner far off makes it answer there; a line with any, for roads lead out of the unit.
   */
  holds(shape: Geometry): boolean {
    const isNear = (position: Position) => this.reaches(position);
    switch (shape.type) {
      case 'Point':
        return isNear(shape.coordinates);
      case 'MultiLineString':
        return shape.coordinates.some((line) => line.some(isNear));
      case 'MultiPolygon':
        return shape.coordinates.every((polygon) => polygon.every((ring) => ring.every(isNear)));
    }
  }

  reaches([x, y]: Position): boolean {
    const [column, row] = [Math.floor(x / SQUARE_M), Math.floor(y / SQUARE_M)];
    const key = column * ROWS + row;
    let known = this.#squares.get(key);
    if (known === undefined) {
      known = this.#judgeSquare((column + 0.5) * SQUARE_M, (row + 0.5) * SQUARE_M);
      this.#squares.set(key, known);
    }
    return known ?? this.#area.isWithin(x, y, OUTSIDE_M);
  }

  #judgeSquare(x: number, y: number): boolean | null {
    if (this.#area.isWithin(x, y, OUTSIDE_M - HALF_DIAGONAL_M)) return true;
    return this.#area.isWithin(x, y, OUTSIDE_M + HALF_DIAGONAL_M) ? null : false;
  }
}
