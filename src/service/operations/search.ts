// GET and POST /v1/search: parcels of a text, around a parcel or point, in a box or polygon (spec §4.4, §4.5;
// contract §8). The store narrows by box; overlap is exact geometry.

import type { ParcelSummary } from '../../contract/answers.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { SEARCH_RULE } from '../../contract/inputs.ts';
import { phraseOf } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { SourceRef } from '../../contract/sources.ts';
import { fromWgs84, toWgs84 } from '../../domain/geometry/projection.ts';
import { pointWithin } from '../../domain/geometry/rings.ts';
import { readSearchArea, readSearchBox, type SearchArea } from '../../domain/geometry/search-area.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { obrebOf } from '../../domain/places/parcel-id.ts';
import { geoJsonOf, summarise } from '../../domain/record.ts';
import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { parseBbox } from '../pipeline/bbox.ts';
import { inSteps } from '../pipeline/event-loop.ts';
import { invalidInput, type Outcome } from '../pipeline/outcome.ts';
import { cutPage, startOf } from '../pipeline/pagination.ts';
import { requireTarget, waysIn } from '../pipeline/parse.ts';
import { whyUnknown } from '../resolve/powiat-at-point.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { parcelsOf } from './area-search.ts';
import { BEFORE_ALL, isAfter, neighboursOf, OWN, parcelsAround, type Told, tell } from './radius-search.ts';

export async function runSearch(
  context: Context,
  input: InputOf<'search'>,
): Promise<Outcome<ParcelSummary[]>> {
  const { bbox, radius_m: given_m, geometry, limit, cursor, ...described } = input;
  if (bbox !== undefined) {
    const beside = waysIn(described);
    if (beside.length > 0)
      throw invalidInput(phraseOf(FAULTS.together, ['bbox', ...beside]), HINTS.bboxReplaces);
    if (given_m !== undefined)
      throw invalidInput(phraseOf(FAULTS.bboxWithRadius, given_m), HINTS.radiusGoesWith);
    return searchArea(context, readSearchBox(parseBbox(bbox)), { bbox }, { geometry, limit, cursor });
  }
  const radius_m = given_m ?? LIMITS.radius_m.default;
  const target = requireTarget(described, SEARCH_RULE, ['q', 'id', 'point', 'lat+lng', 'bbox']);
  const resolution = await resolveParcel(context, target);
  if (resolution.status !== 'parcel') return resolution;
  const { parcel, resolved } = resolution;
  // Text names a place, not a circle: without a radius it gives the parcel itself (spec §4.4 rule 1).
  const alone = target.kind === 'q' && radius_m === 0;
  const point = radius_m > 0 ? resolution.point : undefined;
  // Around a point the distances are the same whichever parcel lies under it: a walk outlives its division.
  const filters = point ? { point, radius_m } : { id: parcel.id, radius_m, alone };
  const start = startOf(filters, cursor, ['number', 'string']);
  const after = start ? { distance_m: Number(start[0]), id: String(start[1]) } : BEFORE_ALL;
  const { rows, page } = cutPage(await tellNear(), limit, filters, (row) => [row.distance_m, row.id]);
  const { address } = resolution.candidate;
  const result = rows.map(({ id, summary }) => (id === parcel.id ? { ...summary, address } : summary));
  const sources = sourcesBehind(context, result);
  return { status: 'ok', result: await withOutlines(context, result, geometry), resolved, page, sources };

  async function tellNear(): Promise<readonly Told[]> {
    if (alone) return [tell(context, parcel, OWN)].filter((row) => isAfter(row, after));
    if (radius_m === 0) return (await neighboursOf(context, parcel)).filter((row) => isAfter(row, after));
    const own = decodeMultiPolygon(parcel.wkb);
    const centre = point ? fromWgs84(2180, point) : null;
    return parcelsAround(context, { id: parcel.id, own, centre, radius_m }, after, limit + 1);
  }
}

export async function runSearchPolygon(
  context: Context,
  input: InputOf<'search_polygon'>,
): Promise<Outcome<ParcelSummary[]>> {
  const { polygon, ...listing } = input;
  const { type, coordinates } = polygon;
  const rings = polygon.type === 'Polygon' ? [polygon.coordinates] : polygon.coordinates;
  const read = await inSteps(readSearchArea(rings), context.pause);
  return searchArea(context, read, { polygon: { type, coordinates } }, listing);
}

/** Parcels that share ground with the area, in the order of their ids. Where there is none, it may be that none is loaded. */
async function searchArea(
  context: Context,
  read: SearchArea,
  filters: object,
  { geometry, limit, cursor }: Pick<InputOf<'search_polygon'>, 'geometry' | 'limit' | 'cursor'>,
): Promise<Outcome<ParcelSummary[]>> {
  if (!read.ok) throw invalidInput(read.message, read.hint);
  const start = startOf(filters, cursor, ['string']);
  const parcels = await parcelsOf(context, read.area, start ? String(start[0]) : '', limit + 1);
  if (parcels.length === 0 && start === null) {
    const middle = pointWithin(read.area);
    const why = await whyUnknown(context, middle);
    if (why !== null) return notCovered(context, middle, why);
  }
  const { rows, page } = cutPage(parcels, limit, filters, ({ id }) => [id]);
  // To put a thousand rows into words and to encode them is the last piece.
  await context.pause?.();
  const result = rows.map((row) => summarise(row, context.corpus.admin, null));
  const sources = sourcesBehind(context, result);
  return { status: 'ok', result: await withOutlines(context, result, geometry), page, sources };
}

/** Each once, though a list may lie in several powiaty: parcels come from EGiB, the address of one from PRG. */
function sourcesBehind({ corpus }: Context, parcels: readonly ParcelSummary[]): SourceRef[] {
  const refs = new Set<SourceRef>();
  const places = new Set<string>();
  for (const { id, address } of parcels) {
    const place = obrebOf(id);
    if (address) refs.add(corpus.sourceAt('prg_addresses', place));
    places.add(place);
  }
  for (const place of places) refs.add(corpus.sourceAt('egib', place));
  // Files of one day are one source, whichever powiat they are of.
  const told = new Map([...refs].map((ref) => [`${ref.id} ${ref.title} ${ref.as_of}`, ref]));
  return [...told.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Lists are found without most outlines: those of a page are read when it is known. */
async function withOutlines(
  { reads, pause }: Context,
  parcels: ParcelSummary[],
  geometry: InputOf<'search'>['geometry'],
): Promise<ParcelSummary[]> {
  if (geometry !== 'full') return parcels;
  const stored = await reads.parcels(parcels.map(({ id }) => id));
  const outlined: ParcelSummary[] = [];
  for (const parcel of parcels) {
    const wkb = stored.get(parcel.id)?.wkb;
    outlined.push(wkb ? { ...parcel, geometry: geoJsonOf(decodeMultiPolygon(wkb)) } : parcel);
    await pause?.();
  }
  return outlined;
}

function notCovered({ corpus: { language } }: Context, middle: Position, why: string): Outcome<never> {
  const [lng, lat] = toWgs84(2180, middle);
  const note = PLACE_NOTES.areaByMiddle[language](lat.toFixed(6), lng.toFixed(6), why);
  return {
    status: 'not_covered',
    resolved: { kind: 'point', id: null, gmina_teryt: null, confidence: 1, note },
  };
}
