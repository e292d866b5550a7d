// Things on the ground by tiles, in memory: which tiles are held, and what of them meets a box. Filled by whoever reads
// (evidence-tiles.ts); must not know what the things are, only where they lie and how much room they take.

import type { Box } from '../domain/geometry/types.ts';

/** Column and row of a tile in one number: those of EPSG:2180 are far below this, at any side of more than a metre. */
const ROW = 2 ** 21;

/** Of a tile with nothing in it, roughly: open country has many. */
const EMPTY_BYTES = 200;

interface Tile<Thing> {
  readonly things: Thing[];
  bytes: number;
}

export class TileCache<Thing extends { readonly box: Box }> {
  readonly #side_m: number;
  readonly #most_bytes: number;
  readonly #bytesOf: (thing: Thing) => number;
  /** Least recently wanted first: the order of eviction. */
  readonly #tiles = new Map<number, Tile<Thing>>();
  #bytes = 0;
  readonly #wanted = new Set<number>();

  constructor(side_m: number, most_bytes: number, bytesOf: (thing: Thing) => number) {
    this.#side_m = side_m;
    this.#most_bytes = most_bytes;
    this.#bytesOf = bytesOf;
  }

  /** All tiles that the box meets are to be held by the next call of `hold`. */
  want(box: Box): void {
    const [fromX, fromY, toX, toY] = this.#range(box);
    for (let x = fromX; x <= toX; x += 1) for (let y = fromY; y <= toY; y += 1) this.#wanted.add(x * ROW + y);
  }

  get wanted_count(): number {
    return this.#wanted.size;
  }

  /** Tiles that are wanted and not held: what is to be read. */
  missing(): Box[] {
    const side_m = this.#side_m;
    return this.#missingTiles().map((tile): Box => {
      const [x, y] = [columnOf(tile), rowOf(tile)];
      return [x * side_m, y * side_m, (x + 1) * side_m, (y + 1) * side_m];
    });
  }

  /** Holds what is wanted, and what was held before as long as there is room. `things`: all that meet the missing tiles. */
  hold(things: readonly Thing[]): void {
    this.#fill(this.#missingTiles(), things);
    for (const name of this.#wanted) {
      const tile = this.#tiles.get(name);
      if (!tile) continue;
      this.#tiles.delete(name);
      this.#tiles.set(name, tile);
    }
    for (const [name, { bytes }] of this.#tiles) {
      if (this.#bytes <= this.#most_bytes || this.#wanted.has(name)) break;
      this.#tiles.delete(name);
      this.#bytes -= bytes;
    }
    this.#wanted.clear();
  }

  #missingTiles(): number[] {
    return [...this.#wanted].filter((tile) => !this.#tiles.has(tile));
  }

  #fill(missing: readonly number[], things: readonly Thing[]): void {
    const fresh = new Map(
      missing.map((name): [number, Tile<Thing>] => [name, { things: [], bytes: EMPTY_BYTES }]),
    );
    const [minX, maxX] = rangeOf(missing.map(columnOf));
    const [minY, maxY] = rangeOf(missing.map(rowOf));
    for (const thing of things) {
      // An outline may reach over thousands of tiles: its own are looked for only among those just read.
      const [fromX, fromY, toX, toY] = this.#range(thing.box);
      for (let x = Math.max(fromX, minX); x <= Math.min(toX, maxX); x += 1) {
        for (let y = Math.max(fromY, minY); y <= Math.min(toY, maxY); y += 1) {
          const tile = fresh.get(x * ROW + y);
          if (!tile) continue;
          tile.things.push(thing);
          tile.bytes += this.#bytesOf(thing);
        }
      }
    }
    for (const [name, tile] of fresh) {
      this.#tiles.set(name, tile);
      this.#bytes += tile.bytes;
    }
  }

  /** Things whose box meets the box, each once. All tiles that the box meets must be held. */
  meeting(box: Box): Thing[] {
    const [minX, minY, maxX, maxY] = box;
    const [fromX, fromY, toX, toY] = this.#range(box);
    const found: Thing[] = [];
    for (let x = fromX; x <= toX; x += 1) {
      for (let y = fromY; y <= toY; y += 1) {
        const tile = this.#tiles.get(x * ROW + y);
        if (!tile) throw new Error(`the tile of ${box.join(' ')} is not held: nothing can be said of it`);
        for (const thing of tile.things) {
          const own = thing.box;
          if (own[2] < minX || own[0] > maxX || own[3] < minY || own[1] > maxY) continue;
          // What reaches over several tiles is told by the first that is asked.
          const isFirst =
            x === Math.max(fromX, this.#numberOf(own[0])) && y === Math.max(fromY, this.#numberOf(own[1]));
          if (isFirst) found.push(thing);
        }
      }
    }
    return found;
  }

  #range([minX, minY, maxX, maxY]: Box): Box {
    return [this.#numberOf(minX), this.#numberOf(minY), this.#numberOf(maxX), this.#numberOf(maxY)];
  }

  #numberOf(coordinate: number): number {
    return Math.floor(coordinate / this.#side_m);
  }
}

const columnOf = (tile: number): number => Math.floor(tile / ROW);
const rowOf = (tile: number): number => tile % ROW;

const rangeOf = (numbers: readonly number[]): [least: number, most: number] =>
  numbers.reduce(([least, most], n) => [Math.min(least, n), Math.max(most, n)], [Infinity, -Infinity]);
