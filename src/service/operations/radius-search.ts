// The parcels around a parcel or point, nearest first (contract §8). The store narrows by box; distances and shared
// boundaries are exact geometry. A page looks only as far as it must: a wide circle costs what is read of it.

import type { ParcelSummary } from '../../contract/answers.ts';
import { grownBox } from '../../domain/geometry/box.ts';
import { distanceBetween } from '../../domain/geometry/polygons.ts';
import { areNeighbours, SURVEY_GAP_M } from '../../domain/geometry/shared-boundary.ts';
import type { Geometry, MultiPolygon, Position } from '../../domain/geometry/types.ts';
import { boundsOf, decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { summarise } from '../../domain/record.ts';
import type { StoredParcel } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';

export interface Near {
  readonly id: string;
  readonly distance_m: number;
}

/** Sorts the input parcel before neighbours at distance 0; served as 0. */
export const OWN = -1;
export const BEFORE_ALL: Near = { id: '', distance_m: OWN };

export const isAfter = (row: Near, last: Near): boolean =>
  row.distance_m > last.distance_m || (row.distance_m === last.distance_m && row.id > last.id);

export interface SearchCentre {
  readonly id: string;
  readonly own: MultiPolygon;
  /** Where distances are measured from (EPSG:2180); null for the parcel itself. */
  readonly centre: Position | null;
  readonly radius_m: number;
}

/** How far the first look goes beyond the page before; each further one goes twice as far. */
const FIRST_LOOK_M = 100;
/** Far above what two ways of working out one distance differ by. */
const ROUNDING_M = 0.001;

/** A row with what is served of it. */
export interface Told extends Near {
  readonly summary: ParcelSummary;
}

/** The parcel itself and those that share a stretch of boundary with it, in order. */
export async function neighboursOf(context: Context, parcel: StoredParcel): Promise<readonly Told[]> {
  const own = decodeMultiPolygon(parcel.wkb);
  const rows: Near[] = [{ id: parcel.id, distance_m: OWN }];
  for (const [id, shape] of await context.reads.parcelShapesInBox(grownBox(parcel.box, SURVEY_GAP_M))) {
    if (id !== parcel.id && areNeighbours(own, shape)) rows.push({ id, distance_m: 0 });
  }
  return tell(
    context,
    rows.sort((a, b) => (isAfter(a, b) ? 1 : -1)),
  );
}

export async function tell({ reads, corpus }: Context, rows: readonly Near[]): Promise<Told[]> {
  const parcels = await reads.parcels(rows.map((row) => row.id));
  return rows.flatMap((row) => {
    const parcel = parcels.get(row.id);
    if (!parcel) return [];
    return [{ ...row, summary: summarise(parcel, corpus.admin, Math.max(0, row.distance_m)) }];
  });
}

/** What comes after a row, in order: `enough` rows or more, if there are so many. */
export async function parcelsAround(
  context: Context,
  { id, own, centre, radius_m }: SearchCentre,
  after: Near,
  enough: number,
): Promise<Near[]> {
  const origin: Geometry = centre
    ? { type: 'Point', coordinates: centre }
    : { type: 'MultiPolygon', coordinates: own };
  const from = centre ?? firstOf(own);
  const seen = new Map<string, Near | null>([[id, { id, distance_m: OWN }]]);
  for (let ahead_m = FIRST_LOOK_M; ; ahead_m *= 2) {
    const reach_m = Math.min(radius_m, Math.max(0, after.distance_m) + ahead_m);
    const box = grownBox(boundsOf(origin), reach_m);
    for (const [other, shape] of await context.reads.parcelShapesInBox(box)) {
      if (!seen.has(other)) seen.set(other, measure(other, shape));
    }
    const rows = [...seen.values()].filter(
      (row): row is Near => row !== null && row.distance_m <= reach_m && isAfter(row, after),
    );
    if (rows.length >= enough || reach_m === radius_m) return rows.sort((a, b) => (isAfter(a, b) ? 1 : -1));
  }

  /** Null for what is surely nearer than where the page begins. */
  function measure(other: string, coordinates: MultiPolygon): Near | null {
    if (between(from, firstOf(coordinates)) < after.distance_m - ROUNDING_M) return null;
    return { id: other, distance_m: distanceBetween(origin, { type: 'MultiPolygon', coordinates }) };
  }
}

const between = ([x1, y1]: Position, [x2, y2]: Position) => Math.hypot(x1 - x2, y1 - y2);

/** Any position of the area will do. */
function firstOf(polygons: MultiPolygon): Position {
  const position = polygons[0]?.[0]?.[0];
  if (!position) throw new Error('a parcel without positions');
  return position;
}
