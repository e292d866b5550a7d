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

/** For each parcel, in their order. */
export async function countNearPermits(
  context: Context,
  parcels: readonly ShapedParcel[],
): Promise<PermitsNear[]> {
  const counts = parcels.map(() => NO_PERMITS);
  /** Where permits may lie around, and whose count that is. */
  const areas: AreaDistances[] = [];
  const owners: number[] = [];
  for (const [at, parcel] of parcels.entries()) {
    if (!mayHavePermits(context, parcel)) continue;
    areas.push(new AreaDistances(decodeMultiPolygon(parcel.wkb)));
    owners.push(at);
    const paused = context.pause?.();
    if (paused) await paused;
  }
  if (areas.length === 0) return counts;
  const around = await context.permits.around(areas, context.reads, context.pause);
  for (const [at, area] of areas.entries()) {
    const squares = around[at];
    if (squares) counts[owners[at] as number] = countPermits(area, squares);
    const paused = context.pause?.();
    if (paused) await paused;
  }
  return counts;
}

/** In most of the country none lie around: then the parcel need not be decoded. */
function mayHavePermits({ corpus, permits }: Context, { id, box }: ShapedParcel): boolean {
  return corpus.stateAt('rwdz', corpus.placeOf(id)) !== undefined && !permits.areKnownEmpty(permitBox(box));
}
