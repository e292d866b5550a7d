// The ground that searches of areas have looked at, cut into squares: what lies in a square is read once per dataset
// version and kept in one list, so that whoever looks around a place shares the reading.

import type { Box } from '../../domain/geometry/types.ts';
import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import type { OutlinedParcel, StoreReads } from '../../store/reads.ts';
import { ParcelIndex } from './parcel-index.ts';

const SQUARE_M = 500;
/** Enough for the largest area in one piece; an area in scattered pieces is read as it is, and not kept. */
const MOST_SQUARES = 100;
/** About 1 kB each; when full, all are dropped and read again as they are asked for. */
const KEPT_PARCELS = 16_384;

export class ParcelTileCache {
  readonly #admin: AdminDirectory;
  readonly #most: number;
  readonly #read = new Set<number>();
  #list = new ParcelIndex();

  constructor(admin: AdminDirectory, most = KEPT_PARCELS) {
    this.#admin = admin;
    this.#most = most;
  }

  /** A list with all parcels whose bounds meet the box (EPSG:2180), and others. */
  async around(box: Box, reads: StoreReads): Promise<ParcelIndex> {
    const [west, south, east, north] = box.map((metres) => Math.floor(metres / SQUARE_M)) as [...Box];
    if ((east - west + 1) * (north - south + 1) > MOST_SQUARES)
      return new ParcelIndex().with(await reads.parcelsInBox(box), this.#admin);
    for (;;) {
      const missing: Box[] = [];
      for (let y = south; y <= north; y += 1) {
        for (let x = west; x <= east; x += 1) if (!this.#read.has(keyOf(x, y))) missing.push(squareAt(x, y));
      }
      if (missing.length === 0) return this.#list;
      if (this.#list.length > this.#most) {
        this.#read.clear();
        this.#list = new ParcelIndex();
        continue;
      }
      const parcels: OutlinedParcel[] = [];
      for (const square of missing) parcels.push(...(await reads.parcelsInBox(square)));
      // Others may have read more, or dropped all, meanwhile: what counts is what the list holds now.
      this.#list = this.#list.with(parcels, this.#admin);
      for (const [minX, minY] of missing) this.#read.add(keyOf(minX / SQUARE_M, minY / SQUARE_M));
    }
  }
}

const squareAt = (x: number, y: number): Box => [
  x * SQUARE_M,
  y * SQUARE_M,
  (x + 1) * SQUARE_M,
  (y + 1) * SQUARE_M,
];

/** Coordinates of EPSG:2180 in Poland lie within 0 and 1,000 km. */
const keyOf = (x: number, y: number) => y * 10_000 + x;
