// The building permits of one dataset version, cached by squares of ground: what lies in a square is read once, so that
// neighbours, and whoever looks around a town, share the reading. Whose permits they are is nearby-permits.ts.

import { LIMITS } from '../../contract/limits.ts';
import { squareBetween } from '../../domain/geometry/distance.ts';
import type { Box, Position } from '../../domain/geometry/types.ts';
import { type NumberedSquares, PermitSquare } from '../../domain/layers/count-permits.ts';
import { type PermitPlace, permitBox } from '../../domain/layers/permits.ts';
import type { Pause, StoreReads } from '../../store/reads.ts';
import type { CacheCounts, CacheRegistry } from './cache.ts';

/** About five of them each way around a parcel: most lie within the radius whole. In a dense town one holds some forty permits. */
const SQUARE_M = 250;
/** From the centre of a square to its corners, rounded up. */
const REACH_M = Math.ceil(SQUARE_M * Math.SQRT1_2);
/** About as much as a permit takes, and a square beside its permits. */
const PERMIT_BYTES = 250;
/**
 * When full, all are dropped and read again as they are asked for: permits are counted by numbers that run through all
 * squares, so that one square cannot be evicted alone (countPermits).
 */
const MAX_PERMITS = 100_000;

type PermitReads = Pick<StoreReads, 'permitsIn'>;

export class PermitSquares {
  readonly #most: number;
  readonly #counts: CacheCounts;
  #kept = new KeptSquares();

  constructor(caches: CacheRegistry, most = MAX_PERMITS) {
    this.#most = most;
    this.#counts = caches.show('permit_squares', this);
  }

  get entries(): number {
    return this.#kept.squares;
  }

  get bytes(): number {
    return this.#kept.size * PERMIT_BYTES;
  }

  /** For each box, of a parcel, the squares that hold permits which may be near it; one read for all of them, or none. */
  async around(boxes: readonly Box[], reads: PermitReads, pause?: Pause): Promise<NumberedSquares[]> {
    // Whoever waits for a read goes on with what it began with: a permit has another number in what comes next.
    if (this.#kept.size > this.#most) this.#kept = new KeptSquares();
    const kept = this.#kept;
    const missing = new Set<number>();
    let found = await this.#findAround(boxes, kept, missing, pause);
    this.#counts.misses += missing.size;
    if (missing.size > 0) {
      await kept.load([...missing], reads, pause);
      found = await this.#findAround(boxes, kept, missing, pause);
    }
    const { numbered } = kept;
    return found.map((squares) => ({ squares, numbered }));
  }

  /** Those that are kept; the others become missing. */
  async #findAround(
    boxes: readonly Box[],
    kept: KeptSquares,
    missing: Set<number>,
    pause?: Pause,
  ): Promise<PermitSquare[][]> {
    const found: PermitSquare[][] = [];
    for (const box of boxes) {
      const near: PermitSquare[] = [];
      forSquaresNear(box, (square) => {
        const known = kept.at(square);
        if (known) near.push(known);
        else if (known === undefined) missing.add(square);
      });
      this.#counts.hits += near.length;
      found.push(near);
      const paused = pause?.();
      if (paused) await paused;
    }
    return found;
  }
}

class KeptSquares {
  readonly #squares = new Map<number, PermitSquare | null>();
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<string, string>();
  /** Permits and squares. */
  size = 0;

  get squares(): number {
    return this.#squares.size;
  }

  get numbered(): number {
    return this.#numbers.size;
  }

  /** Null where no permits lie, undefined where nothing is read yet. */
  at(square: number): PermitSquare | null | undefined {
    return this.#squares.get(square);
  }

  async load(missing: readonly number[], reads: PermitReads, pause?: Pause): Promise<void> {
    const read = await reads.permitsIn(missing.map(boxOfSquare), pause);
    for (const [at, square] of missing.entries()) this.#keep(square, read[at] ?? []);
  }

  #keep(square: number, read: readonly PermitPlace[]): void {
    // What lies on the edge of two squares belongs to one of them.
    const own = read.filter(({ position: [x, y] }) => squareAt(x, y) === square);
    const places = own.map((place) => this.#shareTexts(place));
    const numberOf = (permit_id: string) => this.#numberOf(permit_id);
    const kept = own.length > 0 ? new PermitSquare(centreOf(square), REACH_M, places, numberOf) : null;
    this.#squares.set(square, kept);
    this.size += 1 + own.length;
  }

  /** Thousands of permits say the same: one text for all of them. */
  #shareTexts({ permit_id, kind, decision_date, object_category, position }: PermitPlace): PermitPlace {
    return {
      permit_id,
      kind: this.#share(kind),
      decision_date: decision_date && this.#share(decision_date),
      object_category: object_category && this.#share(object_category),
      position,
    };
  }

  #share(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #numberOf(permit_id: string): number {
    const known = this.#numbers.get(permit_id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(permit_id, number);
    return number;
  }
}

/** Coordinates of EPSG:2180 in Poland lie within 0 and 1,000 km. */
const COLUMNS = 10_000;

const squareAt = (x: number, y: number) => Math.floor(y / SQUARE_M) * COLUMNS + Math.floor(x / SQUARE_M);

/** No permit elsewhere is within the radius of what lies in the box. */
function forSquaresNear(box: Box, look: (square: number) => void): void {
  const radius2 = LIMITS.permits_radius_m ** 2;
  const [minX, minY, maxX, maxY] = permitBox(box);
  for (let y = Math.floor(minY / SQUARE_M); y * SQUARE_M <= maxY; y += 1) {
    for (let x = Math.floor(minX / SQUARE_M); x * SQUARE_M <= maxX; x += 1) {
      const gap2 = squareBetween(box, x * SQUARE_M, y * SQUARE_M, (x + 1) * SQUARE_M, (y + 1) * SQUARE_M);
      if (gap2 <= radius2) look(y * COLUMNS + x);
    }
  }
}

function centreOf(square: number): Position {
  return [((square % COLUMNS) + 0.5) * SQUARE_M, (Math.floor(square / COLUMNS) + 0.5) * SQUARE_M];
}

function boxOfSquare(square: number): Box {
  const [x, y] = centreOf(square);
  const half_m = SQUARE_M / 2;
  return [x - half_m, y - half_m, x + half_m, y + half_m];
}
