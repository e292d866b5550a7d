// Which partitions lie where: squares of the ground in which each has rows, held in memory. A query of a box names the partitions
// of its squares and no others. Made of the rows themselves and not of boundaries, so that a parcel drawn beyond the boundary of
// its powiat is found too.

import type { Box } from '../../domain/geometry/types.ts';

/** A powiat is some 30 km across: most squares have one or two of them. */
export const SQUARE_M = 8_000;

/** The partition of rows that belong to this place: a powiat, a voivodeship ("14", "flood_q100/14") or the country (""). */
export function partitionOfPlace(place: string): string {
  const digits = digitsOf(place);
  return digits.length >= 4 ? digits.slice(0, 4) : digits.slice(0, 2);
}

const digitsOf = (place: string): string => /^(?:[^/]*\/)?(\d{2,})/.exec(place)?.[1] ?? '';

/** The table of a partition. */
export const partitionTable = (kind: string, part: string): string => `${kind}_${part || 'country'}`;

/** Those of the partitions that may hold rows of places that begin so. */
export function partsBeginning(parts: Iterable<string>, prefix: string): string[] {
  const digits = digitsOf(prefix);
  return [...parts].filter((part) => part.startsWith(digits) || digits.startsWith(part));
}

/** A reference is the row's number and its partition in one: rows are looked for in the partition they stand in. */
const REFERENCES = 2 ** 37;
const VOIVODESHIPS_FROM = 10_000;

export function refOf(part: string, fid: number): number {
  const code = part.length === 2 ? VOIVODESHIPS_FROM + Number(part) : Number(part);
  return code * REFERENCES + fid;
}

export function splitRef(ref: number): { part: string; fid: number } {
  const code = Math.floor(ref / REFERENCES);
  const part =
    code === 0
      ? ''
      : code > VOIVODESHIPS_FROM
        ? String(code - VOIVODESHIPS_FROM).padStart(2, '0')
        : String(code).padStart(4, '0');
  return { part, fid: ref - code * REFERENCES };
}

/** As two lists of the same length, for unnest. */
export function splitRefs(refs: readonly number[]): { parts: string[]; fids: number[] } {
  const split = refs.map(splitRef);
  return { parts: split.map(({ part }) => part), fids: split.map(({ fid }) => fid) };
}

export interface GroundRow {
  readonly kind: string;
  readonly part: string;
  readonly x: number;
  readonly y: number;
}

/** SQL: what rows p of parcels are read from; $1 are their partitions. */
export interface ParcelTable {
  readonly from: string;
  readonly isIn: string;
  readonly parts: readonly string[];
}

const squareOf = (metres: number): number => Math.floor(metres / SQUARE_M);

export class PartitionGround {
  /** By kind and square. */
  readonly #parts = new Map<string, Set<string>>();
  readonly #kinds = new Map<string, Set<string>>();

  constructor(rows: readonly GroundRow[]) {
    for (const { kind, part, x, y } of rows) {
      const key = `${kind} ${x} ${y}`;
      const parts = this.#parts.get(key);
      if (parts) parts.add(part);
      else this.#parts.set(key, new Set([part]));
      const all = this.#kinds.get(kind);
      if (all) all.add(part);
      else this.#kinds.set(kind, new Set([part]));
    }
  }

  /** Partitions that have rows of the kind, in the order of their codes. */
  all(kind: string): string[] {
    return [...(this.#kinds.get(kind) ?? [])].sort();
  }

  has(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /**
   * Where to look for parcels of these powiaty: in the table of the only one, which is planned in half the time, or in those
   * that are named. Null: in none of them there is any.
   */
  parcelTable(powiaty: readonly string[]): ParcelTable | null {
    const held = powiaty.filter((part) => this.#kinds.get('parcels')?.has(part));
    const [only, ...more] = held;
    if (only === undefined) return null;
    if (more.length > 0) return { from: 'parcels p', isIn: 'p.part = ANY($1)', parts: held };
    return { from: `${partitionTable('parcels', only)} p`, isIn: '$1::text[] IS NOT NULL', parts: held };
  }

  /** Partitions of evidence in or next to the squares of these boxes and of these partitions, and all that are larger. */
  near(boxes: readonly Box[], parts: readonly string[]): string[] {
    const kinds = [...this.#kinds.keys()].filter((kind) => kind !== 'parcels');
    const wanted = new Set(parts);
    const squares: Box[] = [...boxes];
    for (const [key, here] of this.#parts) {
      if (![...here].some((part) => wanted.has(part))) continue;
      const [, x, y] = key.split(' ').map(Number);
      squares.push([Number(x) * SQUARE_M, Number(y) * SQUARE_M, Number(x) * SQUARE_M, Number(y) * SQUARE_M]);
    }
    const large = kinds.flatMap((kind) => this.all(kind).filter((part) => part.length < 4));
    return [...new Set([...this.at(kinds, squares, 1), ...large, ...parts])].sort();
  }

  /** Partitions with rows of these kinds that may meet one of the boxes; `around` so many squares more on every side. */
  at(kinds: readonly string[], boxes: Iterable<Box>, around = 0): string[] {
    const found = new Set<string>();
    for (const [minX, minY, maxX, maxY] of boxes) {
      const [west, south] = [squareOf(minX) - around, squareOf(minY) - around];
      const [east, north] = [squareOf(maxX) + around, squareOf(maxY) + around];
      // A box of half the country has more squares than there are partitions.
      if ((east - west + 1) * (north - south + 1) > MOST_SQUARES) {
        for (const kind of kinds) for (const part of this.#kinds.get(kind) ?? []) found.add(part);
        continue;
      }
      for (let x = west; x <= east; x++)
        for (let y = south; y <= north; y++)
          for (const kind of kinds)
            for (const part of this.#parts.get(`${kind} ${x} ${y}`) ?? []) found.add(part);
    }
    return [...found].sort();
  }
}

const MOST_SQUARES = 2_500;

/** SQL: the squares that rows of a relation with minx … maxy lie in, as columns x and y. */
export const SQUARES = `generate_series(floor(minx / ${SQUARE_M})::int, floor(maxx / ${SQUARE_M})::int) x,
  generate_series(floor(miny / ${SQUARE_M})::int, floor(maxy / ${SQUARE_M})::int) y`;

/** SQL: the indexed bounds of a row, and whether they meet a box of four values. */
export const boundsOfRow = (row: string): string =>
  `ST_MakeEnvelope(${row}.minx, ${row}.miny, ${row}.maxx, ${row}.maxy, 2180)`;
export const meetsBox = (row: string, ...box: readonly [string, string, string, string]): string =>
  `${boundsOfRow(row)} && ST_MakeEnvelope(${box.join(', ')}, 2180)`;

/** Boxes as four lists, for unnest. */
export const sidesOf = (boxes: readonly Box[]): number[][] =>
  ([0, 1, 2, 3] as const).map((side) => boxes.map((box) => box[side]));
