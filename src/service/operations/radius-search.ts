// The parcels around a parcel or point, nearest first (contract §8). The store narrows by box; distances and shared
// boundaries are exact geometry. A page looks only as far as it must, and measures only what may be on it.

import type { ParcelSummary } from '../../contract/answers.ts';
import { grownBox } from '../../domain/geometry/box.ts';
import { NOWHERE } from '../../domain/geometry/convex-area.ts';
import { DistancesFrom, type MeasuredFrom } from '../../domain/geometry/distances-from.ts';
import { cutBox, type SearchCell } from '../../domain/geometry/searched-area.ts';
import { areNeighbours, SURVEY_GAP_M } from '../../domain/geometry/shared-boundary.ts';
import type { Box, MultiPolygon, Outline, Position } from '../../domain/geometry/types.ts';
import { boundsOf, decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { summarise } from '../../domain/record.ts';
import type { ListedParcel, StoredParcel } from '../../store/reads.ts';
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

const inOrder = (a: Near, b: Near) => (isAfter(a, b) ? 1 : -1);

/** A row with what is served of it. */
export interface Told extends Near {
  readonly summary: ParcelSummary;
}

export function tell(
  { corpus }: Context,
  parcel: Pick<StoredParcel, 'id' | 'area_official_m2' | 'centroid'>,
  distance_m: number,
): Told {
  const summary = summarise(parcel, corpus.admin, Math.max(0, distance_m));
  return { id: parcel.id, distance_m, summary };
}

/** The parcel itself and those that share a stretch of boundary with it, in order. */
export async function neighboursOf(context: Context, parcel: StoredParcel): Promise<readonly Told[]> {
  const own = decodeMultiPolygon(parcel.wkb);
  const told = [tell(context, parcel, OWN)];
  const parcels = new Map<string, ListedParcel>();
  await readAll(context, cellsOf([grownBox(parcel.box, SURVEY_GAP_M)]), parcels);
  for (const [id, other] of parcels) {
    const isNear = other.outline && areNeighbours(own, decodeMultiPolygon(other.outline.wkb));
    if (id !== parcel.id && isNear) told.push(tell(context, other, 0));
    await context.pause?.();
  }
  return told.sort(inOrder);
}

export interface SearchCentre {
  readonly id: string;
  readonly own: MultiPolygon;
  /** Where distances are measured from (EPSG:2180); null for the parcel itself. */
  readonly centre: Position | null;
  readonly radius_m: number;
}

/** How far the first look goes beyond the page before. */
const FIRST_LOOK_M = 100;
/** Each further look goes so many times as far as the one before. */
const LEAST_GROWTH = 1.15;
const MOST_GROWTH = 4;
/** A look is meant to find so many times what is wanted: parcels are not spread evenly. */
const SPARE = 1.1;
/** Far above what two ways of working out one distance differ by. */
const ROUNDING_M = 0.001;

/** What is read and not measured yet. */
interface Candidate {
  readonly id: string;
  readonly outline: Outline;
  /** No part of it is nearer, by its bounds. */
  readonly least_m: number;
}

/** What comes after a row, in order: so many rows, if there are. */
export async function parcelsAround(
  context: Context,
  { id, own, centre, radius_m }: SearchCentre,
  after: Near,
  enough: number,
): Promise<Told[]> {
  const origin: MeasuredFrom = centre
    ? { type: 'Point', coordinates: centre }
    : { type: 'MultiPolygon', coordinates: own };
  const bounds = boundsOf(origin);
  const distances = new DistancesFrom(origin);
  const parcels = new Map<string, ListedParcel>();
  /** The nearest last. */
  const candidates: Candidate[] = [];
  /** Measured, and after the row. */
  const found: Near[] = [];
  const distances_m: number[] = [];
  let rows: Near[] = [];
  const begin_m = Math.max(0, after.distance_m);
  // The pages before hold all in this square: it lies in the circle around a position of the origin.
  const seen = squareAround(centre ?? firstOf(own), (begin_m - ROUNDING_M) * Math.SQRT1_2);
  const cells = lookAhead({ bounds, seen, begin_m, radius_m, enough }, findWithin);
  await readAll(context, cells, parcels, addCandidate);
  await context.pause?.();
  rows.sort(inOrder);
  return rows.slice(0, enough).flatMap((row) => {
    const parcel = parcels.get(row.id);
    return parcel ? [tell(context, parcel, row.distance_m)] : [];
  });

  /** How many are found up to there. */
  async function findWithin(reach_m: number): Promise<number> {
    await measureNearest(reach_m);
    rows = found.filter((row) => row.distance_m <= reach_m);
    return rows.length;
  }

  function addCandidate({ id: other, outline }: ListedParcel): void {
    if (other === id) addFound({ id, distance_m: OWN });
    else if (outline)
      candidates.push({ id: other, outline, least_m: leastDistance(bounds, outline.box) - ROUNDING_M });
  }

  function addFound(near: Near): void {
    if (!isAfter(near, after)) return;
    found.push(near);
    insertInOrder(distances_m, near.distance_m);
  }

  /** All that may be on the page: what has its bounds farther away than enough others are needs no measuring. */
  async function measureNearest(reach_m: number): Promise<void> {
    candidates.sort((a, b) => b.least_m - a.least_m);
    for (let next = candidates.at(-1); next; next = candidates.at(-1)) {
      if (next.least_m > Math.min(reach_m, distances_m[enough - 1] ?? Infinity)) return;
      candidates.pop();
      addFound({ id: next.id, distance_m: distances.to(next.outline) });
      const paused = context.pause?.();
      if (paused) await paused;
    }
  }
}

interface Lookout {
  readonly bounds: Box;
  /** Held by the pages before. */
  readonly seen: Box;
  readonly begin_m: number;
  readonly radius_m: number;
  readonly enough: number;
}

/**
 * Cells farther and farther away, until enough is found in those before. Not a closure of parcelsAround, for the reason that
 * soughtCells of area-search.ts is none.
 */
async function* lookAhead(
  { bounds, seen: before, begin_m, radius_m, enough }: Lookout,
  findWithin: (reach_m: number) => Promise<number>,
): AsyncGenerator<SearchCell> {
  let seen = before;
  for (let ahead_m = FIRST_LOOK_M; ; ) {
    const reach_m = Math.min(radius_m, begin_m + ahead_m);
    const box = grownBox(bounds, reach_m);
    yield* cellsOf(frameBetween(seen, box));
    seen = box;
    const count = await findWithin(reach_m);
    if (count >= enough || reach_m === radius_m) return;
    // As many parcels lie on each square metre farther out, one supposes.
    const ground = reach_m ** 2 - begin_m ** 2;
    const wanted_m = Math.sqrt(begin_m ** 2 + (ground * enough * SPARE) / count) - begin_m;
    ahead_m *= Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, wanted_m / (reach_m - begin_m)));
  }
}

/** All whose bounds meet the cells, with their outlines. */
async function readAll(
  { reads, pause }: Context,
  cells: Iterable<SearchCell> | AsyncIterable<SearchCell>,
  into: Map<string, ListedParcel>,
  isNew?: (parcel: ListedParcel) => void,
): Promise<void> {
  for await (const page of reads.parcelsInCells(cells, '', Number.MAX_SAFE_INTEGER)) {
    for (const parcel of page) {
      if (into.has(parcel.id)) continue;
      into.set(parcel.id, parcel);
      isNew?.(parcel);
    }
    await pause?.();
  }
}

const cellsOf = (boxes: readonly Box[]): SearchCell[] =>
  boxes.flatMap(cutBox).map((box) => ({ box, inner: NOWHERE }));

/** What of the outer box lies around the inner one, in up to four boxes. */
function frameBetween(inner: Box, outer: Box): Box[] {
  const [minX, minY, maxX, maxY] = outer;
  const [left, bottom, right, top] = inner;
  if (left >= right || bottom >= top) return [outer];
  const frame: Box[] = [
    [minX, minY, left, maxY],
    [right, minY, maxX, maxY],
    [left, minY, right, bottom],
    [left, top, right, maxY],
  ];
  return frame.filter((box) => box[0] <= box[2] && box[1] <= box[3]);
}

function insertInOrder(sorted: number[], value: number): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}

const squareAround = ([x, y]: Position, by: number): Box => grownBox([x, y, x, y], by);

/** Of anything in the one box from anything in the other. */
function leastDistance(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]));
}

/** Any position of the area will do. */
function firstOf(polygons: MultiPolygon): Position {
  const position = polygons[0]?.[0]?.[0];
  if (!position) throw new Error('a parcel without positions');
  return position;
}
