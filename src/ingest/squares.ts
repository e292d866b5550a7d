// Things on the ground by squares. Parcels next to each other ask for the same surroundings: a square is read once and
// kept while it is asked for. Must not know what is asked, only where.

import type { Box } from '../domain/geometry/types.ts';

/** Square numbers of EPSG:2180 are far below this, at any side of more than a metre. */
const ROW = 2 ** 21;

export class Squares<Thing extends { readonly box: Box }> {
  readonly #side_m: number;
  readonly #most: number;
  readonly #read: (square: Box) => readonly Thing[];
  #kept = new Map<number, readonly Thing[]>();
  #size = 0;
  /** Those that were kept before: forgotten unless they are asked for again. */
  #leaving = new Map<number, readonly Thing[]>();

  /** Keeps up to twice `most` things, an empty square counting as one; `read` gives what meets a square. */
  constructor(side_m: number, most: number, read: (square: Box) => readonly Thing[]) {
    this.#side_m = side_m;
    this.#most = most;
    this.#read = read;
  }

  /** Things whose box meets the box, each once. */
  meeting([minX, minY, maxX, maxY]: Box): Thing[] {
    const found: Thing[] = [];
    const [fromX, fromY] = [this.#squareOf(minX), this.#squareOf(minY)];
    const [toX, toY] = [this.#squareOf(maxX), this.#squareOf(maxY)];
    for (let x = fromX; x <= toX; x += 1) {
      for (let y = fromY; y <= toY; y += 1) {
        for (const thing of this.#square(x, y)) {
          const { box } = thing;
          if (box[2] < minX || box[0] > maxX || box[3] < minY || box[1] > maxY) continue;
          // What reaches over several squares is told by the first that is asked.
          const isFirst =
            x === Math.max(fromX, this.#squareOf(box[0])) && y === Math.max(fromY, this.#squareOf(box[1]));
          if (isFirst) found.push(thing);
        }
      }
    }
    return found;
  }

  #squareOf(coordinate: number): number {
    return Math.floor(coordinate / this.#side_m);
  }

  #square(x: number, y: number): readonly Thing[] {
    const name = x * ROW + y;
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const side_m = this.#side_m;
    const things =
      this.#leaving.get(name) ?? this.#read([x * side_m, y * side_m, (x + 1) * side_m, (y + 1) * side_m]);
    if (this.#size >= this.#most) {
      this.#leaving = this.#kept;
      this.#kept = new Map();
      this.#size = 0;
    }
    this.#kept.set(name, things);
    this.#size += things.length + 1;
    return things;
  }
}
