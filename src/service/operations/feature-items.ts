// GET /ogc/collections/{collection}/items and …/items/{feature}: parcels and zones as features for GIS programs, page by page (contract §13).
// A page has a bounded share of the work, however large the box: it may hold fewer features than asked for and still lead on.

import type { FeatureItem } from '../../contract/answers.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { phraseOf } from '../../contract/language.ts';
import type { ZoneParameters } from '../../contract/layers.ts';
import { FEATURE_LIMITS } from '../../contract/limits.ts';
import type { InputOf, ResultOf } from '../../contract/operations.ts';
import { FEATURE_FAULTS, FEATURE_HINTS } from '../../contract/watch-sentences.ts';
import { boxesMeet } from '../../domain/geometry/box.ts';
import { NOWHERE } from '../../domain/geometry/convex-area.ts';
import { fromWgs84 } from '../../domain/geometry/projection.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { boundsOf, decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { geoJsonOf, summarise } from '../../domain/record.ts';
import type { EvidenceShape, ListedParcel } from '../../store/reads.ts';
import { makeCursor } from '../pipeline/cursor.ts';
import { invalidInput, type Outcome } from '../pipeline/outcome.ts';
import { startOf } from '../pipeline/pagination.ts';
import type { Context } from '../snapshot/context.ts';

type FeaturePage = ResultOf<'ogc_items'>;
type Page = Omit<FeaturePage, 'number_matched'>;

/** Boxes up to so many m² are read as one; of others parcels are looked through in the order of ids. */
const SMALL_BOX_M2 = 25e6;
/** Rows that are looked through for a page. */
const MOST_SEEN = 20_000;
const READ_ROWS = 1_000;

/** Poland in EPSG:2180, in whole cells. */
const COUNTRY: Box = [140_000, 120_000, 880_000, 800_000];
const CELL_M = 20_000;
const COLUMNS = (COUNTRY[2] - COUNTRY[0]) / CELL_M;
const CELLS = COLUMNS * ((COUNTRY[3] - COUNTRY[1]) / CELL_M);

export async function runOgcItems(
  context: Context,
  input: InputOf<'ogc_items'>,
): Promise<Outcome<FeaturePage>> {
  const { collection, bbox, cursor } = input;
  const limit = Math.min(input.limit, FEATURE_LIMITS.max);
  const box = bbox === undefined ? null : readBox(bbox);
  const filters = { collection, bbox };
  const page =
    collection === 'parcels'
      ? await parcelPage(context, box, limit, startOf(filters, cursor, ['string']), filters)
      : await zonePage(context, box, limit, startOf(filters, cursor, ['number', 'string']), filters);
  return { status: 'ok', result: { ...page, number_matched: await matchedBy(context, input, page) } };
}

/** Null where it would take reading all of them. */
async function matchedBy(
  { held, reads, pause }: Context,
  { collection, bbox, cursor }: InputOf<'ogc_items'>,
  { features, next_cursor }: Page,
): Promise<number | null> {
  if (cursor === undefined && next_cursor === null) return features.length;
  return collection === 'parcels' && bbox === undefined ? held.count(reads, pause) : null;
}

export async function runOgcFeature(
  context: Context,
  { collection, feature }: InputOf<'ogc_feature'>,
): Promise<Outcome<FeatureItem>> {
  const found = collection === 'parcels' ? await parcelOf(context, feature) : await zoneOf(context, feature);
  if (found) return { status: 'ok', result: found };
  return {
    status: 'not_found',
    message: phraseOf(FEATURE_FAULTS.feature, collection),
    hint: FEATURE_HINTS.ids,
  };
}

async function parcelOf(context: Context, id: string): Promise<FeatureItem | null> {
  const parcel = (await context.reads.parcels([id])).get(id);
  return parcel ? parcelFeature(context, parcel, parcel.wkb) : null;
}

async function parcelPage(
  context: Context,
  box: Box | null,
  limit: number,
  start: readonly (string | number)[] | null,
  filters: object,
): Promise<Page> {
  const after = start ? String(start[0]) : '';
  const features: FeatureItem[] = [];
  const leadOn = (id: string): Page => ({ features, next_cursor: makeCursor(filters, [id]) });
  let seen = 0;
  let last = after;
  for await (const rows of parcelsAfter(context, box, after, limit + 1)) {
    for (const parcel of rows) {
      const { id, outline } = parcel;
      if (features.length === limit) return leadOn(last);
      last = id;
      if (outline && (box === null || boxesMeet(outline.box, box)))
        features.push(parcelFeature(context, parcel, outline.wkb));
      await context.pause?.();
    }
    seen += rows.length;
    if (seen >= MOST_SEEN) return leadOn(last);
  }
  return { features, next_cursor: null };
}

/** In the order of ids, with their outlines. */
async function* parcelsAfter(
  { reads }: Context,
  box: Box | null,
  after: string,
  enough: number,
): AsyncGenerator<readonly ListedParcel[]> {
  if (box && (box[2] - box[0]) * (box[3] - box[1]) <= SMALL_BOX_M2) {
    yield* reads.parcelsInCells([{ box, inner: NOWHERE }], after, enough);
    return;
  }
  for (let from = after; ; ) {
    const rows = await reads.parcelsFrom('', from, READ_ROWS);
    yield rows.map(({ wkb, box: bounds, ...parcel }) => ({ ...parcel, outline: { wkb, box: bounds } }));
    const end = rows.at(-1);
    if (rows.length < READ_ROWS || !end) return;
    from = end.id;
  }
}

function parcelFeature(
  { corpus }: Context,
  parcel: Pick<ListedParcel, 'id' | 'area_official_m2' | 'centroid'>,
  wkb: Uint8Array,
): FeatureItem {
  const {
    centroid: _centroid,
    distance_m: _distance,
    address: _address,
    ...properties
  } = summarise(parcel, corpus.admin, null);
  return { id: parcel.id, geometry: geoJsonOf(decodeMultiPolygon(wkb)), properties };
}

/** Cell by cell of a grid over the country: a zone belongs to the cell that holds the lower left corner of its bounds. */
async function zonePage(
  context: Context,
  box: Box | null,
  limit: number,
  start: readonly (string | number)[] | null,
  filters: object,
): Promise<Page> {
  const features: FeatureItem[] = [];
  const first = start ? Number(start[0]) : 0;
  let after = start ? String(start[1]) : '';
  for (let cell = first; cell < CELLS; cell++) {
    for (const shape of await zonesIn(context, cell, box)) {
      const id = zoneId(shape);
      if (id <= after) continue;
      if (features.length === limit) return { features, next_cursor: makeCursor(filters, [cell, after]) };
      features.push(zoneFeature(context, shape));
      after = id;
      await context.pause?.();
    }
    after = '';
    await context.pause?.();
  }
  return { features, next_cursor: null };
}

/** Those that belong to a cell, in the order of ids. */
async function zonesIn({ reads, corpus }: Context, cell: number, box: Box | null): Promise<EvidenceShape[]> {
  const bounds = cellBox(cell);
  if (box && !boxesMeet(bounds, box)) return [];
  const shapes = await reads.evidenceIn(bounds, ['pog_zone']);
  return shapes
    .filter(
      (shape) => (box === null || boxesMeet(shape.box, box)) && cellOf(shownOf(shape.box, box)) === cell,
    )
    .filter((shape) => !isSuperseded(shape, corpus))
    .sort((a, b) => (zoneId(a) < zoneId(b) ? -1 : 1));
}

/** What of the bounds lies behind the corner of the box: a zone may begin in a cell that the box does not meet. */
const shownOf = ([minX, minY, maxX, maxY]: Box, box: Box | null): Box =>
  box ? [Math.max(minX, box[0]), Math.max(minY, box[1]), maxX, maxY] : [minX, minY, maxX, maxY];

function cellBox(cell: number): Box {
  const [x, y] = [COUNTRY[0] + (cell % COLUMNS) * CELL_M, COUNTRY[1] + Math.floor(cell / COLUMNS) * CELL_M];
  return [x, y, x + CELL_M, y + CELL_M];
}

const cellOf = ([x, y]: Box): number =>
  Math.floor((y - COUNTRY[1]) / CELL_M) * COLUMNS + Math.floor((x - COUNTRY[0]) / CELL_M);

/** A zone that is stored in several pieces is several features; the cell in front finds one by its id. */
const zoneId = ({ source, key, place, piece, box }: EvidenceShape): string =>
  [cellOf(box), source, place, piece, key].join(':');

async function zoneOf(context: Context, id: string): Promise<FeatureItem | null> {
  const cell = Number(/^\d{1,5}(?=:)/.exec(id)?.[0] ?? Number.NaN);
  if (!(cell < CELLS)) return null;
  const shape = (await zonesIn(context, cell, null)).find((one) => zoneId(one) === id);
  return shape ? zoneFeature(context, shape) : null;
}

const planIn = ({ source, attributes }: EvidenceShape, corpus: Context['corpus']) =>
  corpus.planOf(source, String(attributes.plan ?? ''));

/** The registry comes first; a sweep of others counts only where the registry has no plan of the gmina (law §3.5). */
function isSuperseded(shape: EvidenceShape, corpus: Context['corpus']): boolean {
  const plan = shape.source === 'pog_fallback' ? planIn(shape, corpus) : undefined;
  return plan !== undefined && corpus.plansOf('pog', plan.gmina6).length > 0;
}

function zoneFeature({ corpus }: Context, shape: EvidenceShape): FeatureItem {
  const plan = planIn(shape, corpus);
  const { symbol = null, name = null } = shape.attributes;
  const parameters = shape.attributes.parameters as ZoneParameters | null | undefined;
  const gmina = plan && corpus.admin.gminaOfUnit(`${plan.gmina6}_1`);
  return {
    id: zoneId(shape),
    geometry: geoJsonOf(decodeMultiPolygon(shape.wkb)),
    properties: {
      symbol,
      name,
      source: shape.source,
      plan_id: plan?.plan_id ?? null,
      effective_from: plan?.effective_from ?? null,
      effective_to: plan?.effective_to ?? null,
      gmina_teryt: gmina?.teryt ?? null,
      gmina_name: gmina?.name ?? null,
      max_height_m: parameters?.max_height_m ?? null,
      max_coverage_pct: parameters?.max_coverage_pct ?? null,
      min_biologically_active_pct: parameters?.min_biologically_active_pct ?? null,
      max_intensity: parameters?.max_intensity ?? null,
    },
  };
}

const DEGREES = /^\s*[+-]?\d{1,3}(?:\.\d+)?(?:[eE][+-]?\d{1,2})?\s*$/;

/** Of four numbers, or six with heights, in EPSG:2180: the bounds of its corners. Beyond Poland it is cut off. */
function readBox(text: string): Box {
  const parts = text.split(',');
  const numbers = parts.map((part) => (DEGREES.test(part) ? Number(part) : Number.NaN));
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers;
  if (
    ![4, 6].includes(numbers.length) ||
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    numbers.some(Number.isNaN) ||
    south > north ||
    Math.abs(south) > 90 ||
    Math.abs(north) > 90
  )
    throw invalidInput(phraseOf(FEATURE_FAULTS.bbox, text.slice(0, 80)), HINTS.bboxExample);
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const [w, e] = [within(west, 13, 26), within(east, 13, 26)];
  const [s, n] = [within(south, 48, 56), within(north, 48, 56)];
  const corners = [w, (w + e) / 2, e].flatMap((lng) => [s, n].map((lat) => fromWgs84(2180, [lng, lat])));
  return boundsOf({ type: 'MultiPolygon', coordinates: [[corners]] });
}
