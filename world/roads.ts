// The roads as the topographic database has them: an axis along the middle of every road parcel, and who keeps the road.
// Border roads belong to the powiat or higher, others to the gmina; in a few obręby the roads from border to border
// are internal, so that some plots there lie on no public road. Knows no file format.

import type { Position } from '../src/domain/geometry/types.ts';
import { bend, type Point, stationsBetween } from './bend.ts';
import { INTERNAL_BEFORE } from './editions.ts';
import { type Land, type Obreb, originOf } from './land.ts';
import type { Parcel } from './parcels.ts';
import type { Side } from './regions.ts';

/** kategoriaZarzadzania; only internal roads are not public (ustawa o drogach publicznych, art. 2 and 8). */
export type RoadCategory = 'krajowa' | 'wojewódzka' | 'powiatowa' | 'gminna' | 'wewnętrzna';

export interface Road {
  readonly parcel: Parcel;
  readonly category: RoadCategory;
  readonly number: string | null;
  readonly axis: readonly Position[];
}

/** By the line of the grid of obręby that a border road follows: both halves of the road get the same. */
const BORDER_ROADS: readonly [RoadCategory, string][] = [
  ['powiatowa', '2840W'],
  ['wojewódzka', '721'],
  ['krajowa', '79'],
  ['powiatowa', '2843W'],
];
/** Where roads from border to border are internal, or all within the borders. */
const INTERNAL_ROADS: Readonly<Record<string, 'long' | 'all'>> = {
  '141803_2.0004': 'all',
  '141803_2.0008': 'long',
  '141804_4.0002': 'long',
  '143805_5.0008': 'all',
};
/** Roads from border to border are this long at least, in shares of the obręb. */
const LONG_SHARE = 0.8;
/** An axis ends so far before its parcel does; at a corner of the obręb the parcels meet at an angle. */
const END_CM = 100;
const CORNER_CM = 1_200;

const SIDES = ['west', 'east', 'south', 'north'] as const;

export function roadsOf(land: Land, obreb: Obreb, parcels: readonly Parcel[]): Road[] {
  const origin = originOf(obreb);
  const wasInternal = land.edition === 'earlier' && origin === INTERNAL_BEFORE;
  const internal = wasInternal ? 'all' : INTERNAL_ROADS[origin];
  let short = 0;
  return parcels
    .filter(({ kind }) => kind === 'road')
    .map((parcel) => {
      const side = SIDES.find((candidate) => isAlong(parcel, candidate));
      const axis = axisOf(land, parcel, side === undefined ? END_CM : CORNER_CM);
      if (side !== undefined) {
        const [category, number] = BORDER_ROADS[lineOf(obreb, side) % BORDER_ROADS.length] ?? [
          'powiatowa',
          null,
        ];
        return { parcel, category, number, axis };
      }
      if (isLong(parcel)) return { parcel, axis, ...(internal ? INTERNAL : gminna(obreb, 0)) };
      short += 1;
      const isGminna = internal === 'long' || (internal === undefined && short % 2 === 1);
      return { parcel, axis, ...(isGminna ? gminna(obreb, short) : INTERNAL) };
    });
}

const INTERNAL = { category: 'wewnętrzna', number: null } as const;

function gminna({ id }: Obreb, number: number): Pick<Road, 'category' | 'number'> {
  const obreb = String(Number(id.slice(-4)) % 100).padStart(2, '0');
  return { category: 'gminna', number: `28${obreb}${String(number % 100).padStart(2, '0')}W` };
}

/** Whether it is the half of the border road on this side. */
function isAlong({ obreb, extent }: Parcel, side: Side): boolean {
  const isAcross = side === 'west' || side === 'east';
  return (
    extent[side] === obreb[side] &&
    (isAcross
      ? extent.south === obreb.south && extent.north === obreb.north
      : extent.west === obreb.west && extent.east === obreb.east)
  );
}

/** The lines of the grid, counted from the north and from the west. */
function lineOf({ column, row }: Obreb, side: Side): number {
  if (side === 'west' || side === 'east') return side === 'west' ? column : column + 1;
  return side === 'north' ? row : row + 1;
}

function isLong({ obreb, extent }: Parcel): boolean {
  return (
    extent.east - extent.west > (obreb.east - obreb.west) * LONG_SHARE ||
    extent.north - extent.south > (obreb.north - obreb.south) * LONG_SHARE
  );
}

/** Along the longer side, in the middle. */
function axisOf(land: Land, { obreb, extent }: Parcel, end_cm: number): Position[] {
  const { west, east, south, north } = extent;
  const isEastwards = east - west > north - south;
  const [from, to] = isEastwards ? [west + end_cm, east - end_cm] : [south + end_cm, north - end_cm];
  const middle = isEastwards ? (south + north) / 2 : (west + east) / 2;
  return [from, ...stationsBetween(from, to), to]
    .map((place): Point => (isEastwards ? [place, middle] : [middle, place]))
    .map((point) => bend(land.seed, obreb.anchor, point));
}
