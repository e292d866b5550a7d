// The parcel on the ground: under a point, and for an address whose point lies on a road or on nothing, the nearest. And
// whether the ground is loaded at all.

import { distanceBetween } from '../../domain/geometry/polygons.ts';
import { containsPoint } from '../../domain/geometry/rings.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { Context } from '../snapshot/context.ts';
import { powiatName } from './candidates.ts';

/** How far the parcel of an address may be from its point (contract §8). */
const ADDRESS_REACH_M = 25;
/** Land use of a road in the cadastre (DU-2024-219 § 9): "dr", with or without an area. */
const ROAD = /^\s*dr(?![\p{L}])/u;

/** Ids of the parcels that hold the position (EPSG:2180), in order: on a shared boundary there are several. */
export async function parcelsUnder({ reads }: Pick<Context, 'reads'>, [x, y]: Position): Promise<string[]> {
  const shapes = await reads.parcelShapesInBox([x, y, x, y]);
  const under: string[] = [];
  for (const [id, shape] of shapes) if (containsPoint(shape, [x, y])) under.push(id);
  return under.sort();
}

/** Why nothing is known of the ground at the position (EPSG:2180); null where its powiat is loaded, or no boundary tells. */
export async function whyUnknown(context: Context, position: Position): Promise<string | null> {
  const { corpus } = context;
  if (!corpus.statesOf('prg').some(({ scope }) => scope === 'powiat')) return null;
  const powiat = await powiatAt(context, position);
  if (powiat === null) return 'It lies outside the loaded powiaty.';
  return corpus.holdsPartition(powiat) ? null : `${powiatName(context, powiat)} is not loaded.`;
}

/** Its code, loaded or not; null where no boundary that is held contains the position. */
export async function powiatAt({ reads }: Context, position: Position): Promise<string | null> {
  const powiaty = await reads.boundariesAt(position, 'powiat');
  return powiaty.find(({ geometry }) => containsPoint(geometry, position))?.code ?? null;
}

export interface AddressGround {
  readonly id: string;
  /** Null when the point lies on the parcel. */
  readonly instead: 'of_a_road' | 'of_nothing' | null;
  readonly distance_m: number;
}

export async function parcelOfAddress(
  context: Pick<Context, 'reads'>,
  position: Position,
): Promise<AddressGround | null> {
  const [under] = await parcelsUnder(context, position);
  if (under !== undefined && !(await isRoad(context, under)))
    return { id: under, instead: null, distance_m: 0 };
  const near = await nearestParcel(context, position);
  if (near) return { ...near, instead: under === undefined ? 'of_nothing' : 'of_a_road' };
  return under === undefined ? null : { id: under, instead: null, distance_m: 0 };
}

async function isRoad({ reads }: Pick<Context, 'reads'>, id: string): Promise<boolean> {
  return ROAD.test((await reads.landUses([id])).get(id) ?? '');
}

/** The nearest within reach that is no road; of equally near ones the lower id, so that the answer stays the same. */
async function nearestParcel(
  { reads }: Pick<Context, 'reads'>,
  [x, y]: Position,
): Promise<{ id: string; distance_m: number } | null> {
  const reach = ADDRESS_REACH_M;
  const ids = await reads.parcelIdsInBox([x - reach, y - reach, x + reach, y + reach]);
  const uses = await reads.landUses(ids);
  const shapes = await reads.geometries(ids.filter((id) => !ROAD.test(uses.get(id) ?? '')));
  const [nearest] = [...shapes]
    .map(([id, coordinates]) => ({
      id,
      distance_m: distanceBetween(
        { type: 'Point', coordinates: [x, y] },
        { type: 'MultiPolygon', coordinates },
      ),
    }))
    .filter(({ distance_m }) => distance_m <= reach)
    .sort((a, b) => a.distance_m - b.distance_m || (a.id < b.id ? -1 : 1));
  return nearest ?? null;
}
