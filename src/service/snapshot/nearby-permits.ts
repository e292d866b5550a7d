// The building permits around parcels, found and measured when they are asked for: of the layer and of the change feed. Many
// parcels are asked for at once, in one read.

import { AreaDistances } from '../../domain/geometry/distance.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { countPermits } from '../../domain/layers/count-permits.ts';
import { type NearPermit, NO_PERMITS, type PermitsNear, permitsAround } from '../../domain/layers/permits.ts';
import type { ShapedParcel } from '../../domain/text/lookups.ts';
import type { Context } from './context.ts';

/** All of them, measured, newest first; none where the register is not held for the place. */
export async function loadNearPermits(context: Context, parcel: ShapedParcel): Promise<NearPermit[]> {
  if (!isRegisterHeld(context, parcel)) return [];
  const [around] = await context.permits.around([parcel.box], context.reads, context.pause);
  const places = around?.squares.flatMap((square) => square.placesSince(0)) ?? [];
  return permitsAround(new AreaDistances(decodeMultiPolygon(parcel.wkb)), places);
}

/** How many lie around one of the parcels that were looked for, and the newest of them. */
export type CountPermits = (parcel: ShapedParcel) => PermitsNear;

/** Reads what lies around all of the parcels at once; each is counted when its answer is made. */
export async function readNearPermits(
  context: Context,
  parcels: readonly ShapedParcel[],
): Promise<CountPermits> {
  const asked = parcels.filter((parcel) => isRegisterHeld(context, parcel));
  const boxes = asked.map(({ box }) => box);
  const around = await context.permits.around(boxes, context.reads, context.pause);
  const squaresOf = new Map(asked.map((parcel, at) => [parcel, around[at]]));
  return (parcel) => {
    const near = squaresOf.get(parcel);
    // In most of the country none lie around: then the parcel need not be decoded.
    if (!near || near.squares.length === 0) return NO_PERMITS;
    return countPermits(new AreaDistances(decodeMultiPolygon(parcel.wkb)), near);
  };
}

const isRegisterHeld = ({ corpus }: Context, { id }: ShapedParcel): boolean =>
  corpus.stateAt('rwdz', corpus.placeOf(id)) !== undefined;
