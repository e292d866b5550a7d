// Square cells over Poland in EPSG:2180, numbered row by row from the south-west: an order in which what lies in a box can be walked
// through, each shape once. A shape belongs to the cell that holds the lower left corner of its bounds.

import { boxesMeet } from './box.ts';
import type { Box } from './types.ts';

/** In whole cells of 20 km. */
const COUNTRY: Box = [140_000, 120_000, 880_000, 800_000];

export class CountryGrid {
  readonly #side_m: number;
  readonly #columns: number;
  readonly #rows: number;

  constructor(side_m: number) {
    this.#side_m = side_m;
    this.#columns = (COUNTRY[2] - COUNTRY[0]) / side_m;
    this.#rows = (COUNTRY[3] - COUNTRY[1]) / side_m;
  }

  boxOf(cell: number): Box {
    const x = COUNTRY[0] + (cell % this.#columns) * this.#side_m;
    const y = COUNTRY[1] + Math.floor(cell / this.#columns) * this.#side_m;
    return [x, y, x + this.#side_m, y + this.#side_m];
  }

  /** Of a shape with these bounds; of those that are looked for in a box only what lies in it counts: a shape may begin outside. */
  cellOf([minX, minY]: Box, asked: Box = COUNTRY): number {
    return (
      this.#at(Math.max(minY, asked[1]), 1, this.#rows) * this.#columns +
      this.#at(Math.max(minX, asked[0]), 0, this.#columns)
    );
  }

  /** Those that meet the box, in their order, from one of them on. */
  *cellsIn(box: Box, first = 0): Generator<number> {
    if (!boxesMeet(box, COUNTRY)) return;
    const [left, right] = [this.#at(box[0], 0, this.#columns), this.#at(box[2], 0, this.#columns)];
    const [bottom, top] = [this.#at(box[1], 1, this.#rows), this.#at(box[3], 1, this.#rows)];
    for (let row = Math.max(bottom, Math.floor(first / this.#columns)); row <= top; row += 1) {
      const start = row * this.#columns;
      for (let cell = Math.max(start + left, first); cell <= start + right; cell += 1) yield cell;
    }
  }

  #at(position: number, axis: 0 | 1, count: number): number {
    return Math.min(Math.max(Math.floor((position - COUNTRY[axis]) / this.#side_m), 0), count - 1);
  }
}
