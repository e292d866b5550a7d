// The building permits around parcels, found and measured when they are asked for: of the layer and of the change feed. Many
// parcels are asked for at once, in one read.

import { AreaDistances } from '../../domain/geometry/distance.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { countPermits } from '../../domain/layers/count-permits.ts';
import {
  type NearPermit,
  NO_PERMITS,
  type PermitsNear,
  permitBox,
  permitsAround,
} from '../../domain/layers/permits.ts';
import type { ShapedParcel } from '../../domain/text/lookups.ts';
import type { Context } from './context.ts';

/** All of them, measured, newest first; none where the register is not held for the place. */
export async function loadNearPermits(context: Context, parcel: ShapedParcel): Promise<NearPermit[]> {
  if (!mayHavePermits(context, parcel)) return [];
  const area = new AreaDistances(decodeMultiPolygon(parcel.wkb));
  const around = await context.permits.around([area], context.reads, context.pause);
  const squares = around.flatMap((one) => one.squares);
  return permitsAround(
    area,
    squares.flatMap((square) => square.placesSince(0)),
  );
}

/** How many lie around one of the parcels that were looked for, and the newest of them. */
export type CountPermits = (parcel: ShapedParcel) => PermitsNear;

/**
 * Of more parcels an outline is decoded twice, for the read and for the count: to hold a thousand of them in between takes the
 * garbage collector longer, which stops everybody.
 */
const HELD_AREAS = 16;

/** Reads what lies around all of the parcels at once; each is counted when its answer is made. */
export async function readNearPermits(
  context: Context,
  parcels: readonly ShapedParcel[],
): Promise<CountPermits> {
  const asked: ShapedParcel[] = [];
  for (const parcel of parcels) {
    if (mayHavePermits(context, parcel)) asked.push(parcel);
    await context.pause?.();
  }
  if (asked.length === 0) return () => NO_PERMITS;
  const held = asked.length > HELD_AREAS ? null : new Map<ShapedParcel, AreaDistances>();
  const areaOf = (parcel: ShapedParcel): AreaDistances => {
    const known = held?.get(parcel);
    if (known) return known;
    const area = new AreaDistances(decodeMultiPolygon(parcel.wkb));
    held?.set(parcel, area);
    return area;
  };
  function* areas(): Generator<AreaDistances> {
    for (const parcel of asked) yield areaOf(parcel);
  }
  const around = await context.permits.around(areas(), context.reads, context.pause);
  const squaresOf = new Map(asked.map((parcel, at) => [parcel, around[at]]));
  return (parcel) => {
    const squares = squaresOf.get(parcel);
    return squares ? countPermits(areaOf(parcel), squares) : NO_PERMITS;
  };
}

/** In most of the country none lie around: then the parcel need not be decoded. */
function mayHavePermits({ corpus, permits }: Context, { id, box }: ShapedParcel): boolean {
  return corpus.stateAt('rwdz', corpus.placeOf(id)) !== undefined && !permits.areKnownEmpty(permitBox(box));
}
