// The building permits around parcels, found and measured when they are asked for: of the layer and of the change feed.
// The ground is cut into squares; what lies in a square is read once per dataset version and kept, so that neighbours,
// and whoever looks around a town, share the reading.

import type { Box } from '../domain/geometry.ts';
import { decodeMultiPolygon } from '../domain/geopackage-binary.ts';
import {
  countPermits,
  type NearPermit,
  NO_PERMITS,
  type PermitPlace,
  type PermitsNear,
  permitBox,
  permitsAround,
} from '../domain/layers/permits.ts';
import type { StoredParcel, StoreReads } from '../store/store.ts';
import type { Context } from './context.ts';

/** All of them, measured, newest first; none where the register is not held for the place. */
export async function loadNearPermits(context: Context, parcel: StoredParcel): Promise<NearPermit[]> {
  const places = await placesAround(context, parcel);
  return places.length === 0 ? [] : permitsAround(decodeMultiPolygon(parcel.wkb), places);
}

export async function countNearPermits(context: Context, parcel: StoredParcel): Promise<PermitsNear> {
  const places = await placesAround(context, parcel);
  return places.length === 0 ? NO_PERMITS : countPermits(decodeMultiPolygon(parcel.wkb), places);
}

async function placesAround(
  { corpus, permits, reads }: Context,
  parcel: StoredParcel,
): Promise<readonly PermitPlace[]> {
  const isHeld = corpus.stateAt('rwdz', corpus.placeOf(parcel.id)) !== undefined;
  return isHeld ? permits.within(permitBox(parcel.box), reads) : [];
}

/** About two of them each way around a parcel; a square of a dense town holds some hundred permits. */
const SQUARE_M = 1_000;
/** About 150 bytes each; when full, all are dropped and read again as they are asked for. */
const KEPT_PERMITS = 100_000;

export class PermitSquares {
  readonly #squares = new Map<number, readonly PermitPlace[]>();
  #count = 0;

  async within(box: Box, reads: StoreReads): Promise<PermitPlace[]> {
    const [minX, minY, maxX, maxY] = box;
    const found: PermitPlace[] = [];
    for (const square of squaresOf(box)) {
      for (const place of this.#squares.get(square) ?? (await this.#read(square, reads))) {
        const [x, y] = place.position;
        if (x >= minX && x <= maxX && y >= minY && y <= maxY) found.push(place);
      }
    }
    return found;
  }

  async #read(square: number, reads: StoreReads): Promise<readonly PermitPlace[]> {
    const [read = []] = await reads.permitsIn([boxOfSquare(square)]);
    // What lies on the edge of two squares belongs to one of them.
    const places = read.filter(({ position: [x, y] }) => squareAt(x, y) === square);
    if (this.#count > KEPT_PERMITS) {
      this.#squares.clear();
      this.#count = 0;
    }
    this.#squares.set(square, places);
    this.#count += places.length;
    return places;
  }
}

/** Coordinates of EPSG:2180 in Poland lie within 0 and 1,000 km. */
const COLUMNS = 10_000;

const squareAt = (x: number, y: number) => Math.floor(y / SQUARE_M) * COLUMNS + Math.floor(x / SQUARE_M);

function squaresOf([minX, minY, maxX, maxY]: Box): number[] {
  const squares: number[] = [];
  for (let y = Math.floor(minY / SQUARE_M); y * SQUARE_M <= maxY; y += 1) {
    for (let x = Math.floor(minX / SQUARE_M); x * SQUARE_M <= maxX; x += 1) squares.push(y * COLUMNS + x);
  }
  return squares;
}

function boxOfSquare(square: number): Box {
  const x = (square % COLUMNS) * SQUARE_M;
  const y = Math.floor(square / COLUMNS) * SQUARE_M;
  return [x, y, x + SQUARE_M, y + SQUARE_M];
}
