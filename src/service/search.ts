// GET and POST /v1/search: parcels of a text, around a parcel or point, in a box or polygon (spec §4.4, §4.5;
// contract §8). The store narrows by box; distance, overlap and shared boundaries are exact geometry.

import type { ParcelSummary } from '../contract/answers.ts';
import { LIMITS } from '../contract/limits.ts';
import type { InputOf } from '../contract/operations.ts';
import { areNeighbours, distanceBetween, PreparedArea, SURVEY_GAP_M } from '../domain/geo.ts';
import type { Box, Geometry, MultiPolygon } from '../domain/geometry.ts';
import { boundsOf } from '../domain/geopackage-binary.ts';
import { fromWgs84 } from '../domain/projection.ts';
import { summarise } from '../domain/record.ts';
import { readSearchArea } from '../domain/search-area.ts';
import type { Context } from './context.ts';
import { invalidInput, type Outcome } from './outcome.ts';
import { cutPage, startOf } from './pages.ts';
import { requireTarget, targetOf } from './parse-input.ts';
import { resolveParcel } from './resolve-target.ts';

/** Sorts the input parcel before neighbours at distance 0; served as 0. */
const OWN = -1;

export async function runSearch(
  context: Context,
  input: InputOf<'search'>,
): Promise<Outcome<ParcelSummary[]>> {
  const { bbox, radius_m, limit, cursor, ...described } = input;
  if (bbox !== undefined) {
    if (targetOf(described))
      throw invalidInput('got bbox together with q, id or point', 'bbox replaces q, id and point.');
    return searchArea(context, ringsOfBox(bbox), { bbox }, limit, cursor);
  }
  const target = requireTarget(described);
  const resolution = await resolveParcel(context, target);
  if (resolution.status !== 'parcel') return resolution;
  const { parcel, resolved } = resolution;
  const own = (await context.reads.geometries([parcel.id])).get(parcel.id);
  if (!own) throw new Error(`no geometry for ${parcel.id}`);
  // Text names a place, not a circle: without a radius it gives the parcel itself (spec §4.4 rule 1).
  const alone = target.kind === 'q' && radius_m === 0;
  const origin: Geometry =
    target.kind === 'point' && radius_m > 0
      ? { type: 'Point', coordinates: fromWgs84(2180, target.position) }
      : { type: 'MultiPolygon', coordinates: own };
  const distances = alone
    ? new Map([[parcel.id, OWN]])
    : await distancesAround(context, parcel.id, own, origin, radius_m);

  const filters = { id: parcel.id, point: target.kind === 'point' ? target.position : null, radius_m, alone };
  const start = startOf(filters, cursor, ['number', 'string']);
  const rows = [...distances]
    .map(([id, distance_m]) => ({ id, distance_m }))
    .filter(
      (row) =>
        !start ||
        row.distance_m > Number(start[0]) ||
        (row.distance_m === start[0] && row.id > String(start[1])),
    )
    .sort((a, b) => a.distance_m - b.distance_m || (a.id < b.id ? -1 : 1));
  const { rows: shown, page } = cutPage(rows.slice(0, limit + 1), limit, filters, (row) => [
    row.distance_m,
    row.id,
  ]);
  const { address } = resolution.candidate;
  const result = (await summaries(context, shown)).map((row) =>
    row.id === parcel.id ? { ...row, address } : row,
  );
  return { status: 'ok', result, resolved, page };
}

async function distancesAround(
  context: Context,
  id: string,
  own: MultiPolygon,
  origin: Geometry,
  radius_m: number,
): Promise<Map<string, number>> {
  const box = grown(boundsOf(origin), Math.max(radius_m, SURVEY_GAP_M));
  const shapes = await context.reads.parcelShapesInBox(box);
  const distances = new Map<string, number>([[id, OWN]]);
  for (const [other, coordinates] of shapes) {
    if (other === id) continue;
    if (radius_m === 0) {
      if (areNeighbours(own, coordinates)) distances.set(other, 0);
    } else {
      const distance = distanceBetween(origin, { type: 'MultiPolygon', coordinates });
      if (distance <= radius_m) distances.set(other, distance);
    }
  }
  return distances;
}

const grown = ([minX, minY, maxX, maxY]: Box, by: number): Box => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

export async function runSearchPolygon(
  context: Context,
  input: InputOf<'search_polygon'>,
): Promise<Outcome<ParcelSummary[]>> {
  const { polygon, limit, cursor } = input;
  const rings = polygon.type === 'Polygon' ? [polygon.coordinates] : polygon.coordinates;
  return searchArea(context, rings, { polygon }, limit, cursor);
}

/** Parcels that share ground with the area, in the order of their ids. */
async function searchArea(
  context: Context,
  rings: number[][][][],
  filters: object,
  limit: number,
  cursor: string | null | undefined,
): Promise<Outcome<ParcelSummary[]>> {
  const read = readSearchArea(rings);
  if (!read.ok)
    throw invalidInput(read.message, `Areas may have at most ${LIMITS.search_area_m2 / 1e6} km².`);
  const area: Geometry = { type: 'MultiPolygon', coordinates: read.area };
  using prepared = new PreparedArea(read.area);
  const start = startOf(filters, cursor, ['string']);
  const ids = (await context.reads.parcelIdsInBox(boundsOf(area)))
    .filter((id) => !start || id > String(start[0]))
    .sort();
  const rows: { id: string; distance_m: null }[] = [];
  const STEP = 200;
  for (let at = 0; at < ids.length && rows.length <= limit; at += STEP) {
    const some = ids.slice(at, at + STEP);
    const shapes = await context.reads.geometries(some);
    for (const id of some) {
      const shape = shapes.get(id);
      if (shape && prepared.overlaps(shape)) rows.push({ id, distance_m: null });
    }
  }
  const { rows: shown, page } = cutPage(rows.slice(0, limit + 1), limit, filters, (row) => [row.id]);
  return { status: 'ok', result: await summaries(context, shown), page };
}

async function summaries(
  context: Context,
  rows: readonly { id: string; distance_m: number | null }[],
): Promise<ParcelSummary[]> {
  const parcels = await context.reads.parcels(rows.map((row) => row.id));
  return rows.flatMap((row) => {
    const parcel = parcels.get(row.id);
    return parcel
      ? [
          summarise(
            parcel,
            context.corpus.admin,
            row.distance_m === null ? null : Math.max(0, row.distance_m),
          ),
        ]
      : [];
  });
}

function ringsOfBox(text: string): number[][][][] {
  const numbers = text
    .split(',')
    .map((part) => (/^\s*[+-]?\d{1,3}(\.\d{1,15})?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [minLng = Number.NaN, minLat = Number.NaN, maxLng = Number.NaN, maxLat = Number.NaN] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) {
    throw invalidInput(
      `bbox must be "min_lon,min_lat,max_lon,max_lat", got "${text}"`,
      'For example 20.93,52.055,20.94,52.06.',
    );
  }
  if (minLng >= maxLng || minLat >= maxLat) {
    throw invalidInput(
      `bbox must grow from min to max, got "${text}"`,
      'Order is min_lon,min_lat,max_lon,max_lat.',
    );
  }
  const ring = [
    [minLng, minLat],
    [maxLng, minLat],
    [maxLng, maxLat],
    [minLng, maxLat],
    [minLng, minLat],
  ];
  return [[ring]];
}
