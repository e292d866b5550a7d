// The parcel of an address: the one under its point, and where that is a road or nothing, the nearest within reach
// (contract §8). Pure: which parcels lie around is looked up before.

import { distanceBetween } from '../geometry/polygons.ts';
import type { Position } from '../geometry/types.ts';
import { decodeMultiPolygon } from '../geometry/wkb.ts';
import { wkbContainsPoint } from '../geometry/wkb-contains.ts';
import { ADDRESS_REACH_M, type GroundParcel, type ShapedParcel } from './lookups.ts';

/** Land use of a road in the cadastre (DU-2024-219 § 9): "dr", with or without an area. */
const ROAD = /^\s*dr(?![\p{L}])/u;

export interface AddressGround {
  readonly parcel: GroundParcel;
  /** Null when the point lies on the parcel. */
  readonly instead: 'of_a_road' | 'of_nothing' | null;
  readonly distance_m: number;
}

/** Of these parcels, the one that holds the position. On a shared boundary several do: the lower id, always the same. */
export function parcelUnder<P extends ShapedParcel>(
  position: Position,
  parcels: readonly P[],
): P | undefined {
  let under: P | undefined;
  for (const parcel of parcels) {
    if (under !== undefined && under.id <= parcel.id) continue;
    if (wkbContainsPoint(parcel.wkb, position)) under = parcel;
  }
  return under;
}

export function groundOfAddress(position: Position, around: readonly GroundParcel[]): AddressGround | null {
  const under = parcelUnder(position, around);
  if (under && !isRoad(under)) return { parcel: under, instead: null, distance_m: 0 };
  const near = nearestParcel(
    position,
    around.filter((parcel) => parcel !== under && !isRoad(parcel)),
  );
  if (near) return { ...near, instead: under ? 'of_a_road' : 'of_nothing' };
  return under ? { parcel: under, instead: null, distance_m: 0 } : null;
}

const isRoad = ({ land_use }: GroundParcel) => ROAD.test(land_use ?? '');

/** The nearest within reach; of equally near ones the lower id, so that the answer stays the same. */
function nearestParcel(
  position: Position,
  parcels: readonly GroundParcel[],
): { readonly parcel: GroundParcel; readonly distance_m: number } | null {
  const point = { type: 'Point', coordinates: position } as const;
  const [nearest] = parcels
    .map((parcel) => ({
      parcel,
      distance_m: distanceBetween(point, {
        type: 'MultiPolygon',
        coordinates: decodeMultiPolygon(parcel.wkb),
      }),
    }))
    .filter(({ distance_m }) => distance_m <= ADDRESS_REACH_M)
    .sort((a, b) => a.distance_m - b.distance_m || (a.parcel.id < b.parcel.id ? -1 : 1));
  return nearest ?? null;
}
