// Which powiat the points of a file around a place belong to, from those that say so. Only for booking: a point without
// a code must be replaced together with the points around it. Nothing is answered from it.

import type { Position } from '../../domain/geometry/types.ts';

const CELL_M = 1_000;

export class PowiatGrid {
  readonly #cells = new Map<string, { readonly at: Position; readonly powiat: string }>();

  add([x, y]: Position, powiat: string): void {
    const [column, row] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
    const at: Position = [(column + 0.5) * CELL_M, (row + 0.5) * CELL_M];
    this.#cells.set(`${column} ${row}`, { at, powiat });
  }

  /** Null where no point said where it belongs. */
  nearest([x, y]: Position): string | null {
    let [found, least]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const { at, powiat } of this.#cells.values()) {
      const distance = Math.hypot(at[0] - x, at[1] - y);
      if (distance < least) [found, least] = [powiat, distance];
    }
    return found;
  }
}
