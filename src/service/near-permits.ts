// The building permits around parcels, read and measured when they are asked for: of the layer and of the change feed.

import type { MultiPolygon } from '../domain/geometry.ts';
import { type NearPermit, permitBox, permitsAround } from '../domain/layers/permits.ts';
import type { Context } from './context.ts';

/** By parcel id; parcels for whose place the register is not held are left out. */
export async function loadNearPermits(
  { corpus, reads }: Context,
  shapes: ReadonlyMap<string, MultiPolygon>,
): Promise<Map<string, NearPermit[]>> {
  const held = [...shapes].filter(([id]) => corpus.stateAt('rwdz', id));
  const places = await reads.permitsIn(held.map(([, shape]) => permitBox(shape)));
  return new Map(held.map(([id, shape], at) => [id, permitsAround(shape, places[at] ?? [])]));
}
