// The parcels of an area as they are listed: where each lies and its summary. The ground is cut into squares; what lies
// in a square is read once per dataset version and kept, so that whoever looks around a place shares the reading.

import type { ParcelSummary } from '../contract/answers.ts';
import type { AdminDirectory } from '../domain/admin.ts';
import type { Box, MultiPolygon } from '../domain/geometry.ts';
import { decodeMultiPolygon } from '../domain/geopackage-binary.ts';
import { summarise } from '../domain/record.ts';
import type { OutlinedParcel, StoreReads } from '../store/store.ts';

const SQUARE_M = 500;
/** Enough for the largest area in one piece; an area in scattered pieces is read as it is, and not kept. */
const MOST_SQUARES = 100;
/** About 2 kB each, and as much again once decoded; when full, all are dropped and read again as they are asked for. */
const KEPT_PARCELS = 4_096;

export class ListedParcel {
  readonly id: string;
  readonly box: Box;
  readonly summary: ParcelSummary;
  readonly #wkb: Uint8Array;
  #shape: MultiPolygon | undefined;

  constructor(parcel: OutlinedParcel, admin: AdminDirectory) {
    this.id = parcel.id;
    this.box = parcel.box;
    this.#wkb = parcel.wkb;
    // Frozen: its bytes are made once (http/encode.ts).
    this.summary = Object.freeze(summarise(parcel, admin, null));
  }

  /** Few have to be decoded: those on the edge of an area. */
  get shape(): MultiPolygon {
    this.#shape ??= decodeMultiPolygon(this.#wkb);
    return this.#shape;
  }
}

export class ParcelSquares {
  readonly #admin: AdminDirectory;
  readonly #squares = new Map<number, readonly ListedParcel[]>();
  /** Each once, however many squares it reaches into. */
  readonly #kept = new Map<string, ListedParcel>();

  constructor(admin: AdminDirectory) {
    this.#admin = admin;
  }

  /** Parcels whose bounds meet the box (EPSG:2180), each once, in the order of their ids. */
  async within(box: Box, reads: StoreReads): Promise<ListedParcel[]> {
    const [west, south, east, north] = box.map((metres) => Math.floor(metres / SQUARE_M)) as [...Box];
    if ((east - west + 1) * (north - south + 1) > MOST_SQUARES) {
      return (await reads.parcelsInBox(box)).map((parcel) => this.#list(parcel)).sort(byId);
    }
    const found: ListedParcel[] = [];
    for (let y = south; y <= north; y += 1) {
      for (let x = west; x <= east; x += 1) {
        for (const parcel of this.#squares.get(keyOf(x, y)) ?? (await this.#read(x, y, reads))) {
          const own = parcel.box;
          if (own[0] > box[2] || own[1] > box[3] || own[2] < box[0] || own[3] < box[1]) continue;
          // What reaches over several squares is taken in the one where it first meets the box.
          if (squareOf(Math.max(own[0], box[0])) === x && squareOf(Math.max(own[1], box[1])) === y)
            found.push(parcel);
        }
      }
    }
    return found.sort(byId);
  }

  async #read(x: number, y: number, reads: StoreReads): Promise<readonly ListedParcel[]> {
    const [minX, minY] = [x * SQUARE_M, y * SQUARE_M];
    const read = await reads.parcelsInBox([minX, minY, minX + SQUARE_M, minY + SQUARE_M]);
    if (this.#kept.size > KEPT_PARCELS) {
      this.#squares.clear();
      this.#kept.clear();
    }
    const parcels = read.map((parcel) => this.#kept.get(parcel.id) ?? this.#list(parcel)).sort(byId);
    for (const parcel of parcels) this.#kept.set(parcel.id, parcel);
    this.#squares.set(keyOf(x, y), parcels);
    return parcels;
  }

  #list(parcel: OutlinedParcel): ListedParcel {
    return new ListedParcel(parcel, this.#admin);
  }
}

const byId = (a: ListedParcel, b: ListedParcel) => (a.id < b.id ? -1 : 1);

const squareOf = (metres: number) => Math.floor(metres / SQUARE_M);

/** Coordinates of EPSG:2180 in Poland lie within 0 and 1,000 km. */
const keyOf = (x: number, y: number) => y * 10_000 + x;
