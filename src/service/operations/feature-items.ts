// GET /ogc/collections/{collection}/items and …/items/{feature}: parcels and zones as features for GIS programs, page by page (contract §13).
// A page has a bounded share of the work, however large the box: it may hold fewer features than asked for and still lead on.

import type { FeatureItem } from '../../contract/answers.ts';
import type { FeatureCollectionName } from '../../contract/inputs.ts';
import { phraseOf } from '../../contract/language.ts';
import { FEATURE_LIMITS } from '../../contract/limits.ts';
import type { InputOf, ResultOf } from '../../contract/operations.ts';
import { FEATURE_FAULTS, FEATURE_HINTS } from '../../contract/watch-sentences.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { creditLine, SOURCES, type SourceId } from '../../domain/corpus/registers.ts';
import { DegreeBox } from '../../domain/geometry/degree-box.ts';
import { makeCursor } from '../pipeline/cursor.ts';
import { parseDatetime } from '../pipeline/datetime.ts';
import { invalidInput, type Outcome } from '../pipeline/outcome.ts';
import { startOf } from '../pipeline/pagination.ts';
import type { Context } from '../snapshot/context.ts';
import { type FeatureCollection, type FeatureFilter, WALK_START, type WalkPlace } from './feature-walk.ts';
import { PARCEL_FEATURES } from './parcel-features.ts';
import { ZONE_FEATURES } from './zone-features.ts';

type FeaturePage = ResultOf<'ogc_items'>;

const COLLECTIONS: Readonly<Record<FeatureCollectionName, FeatureCollection>> = {
  parcels: PARCEL_FEATURES,
  zones: ZONE_FEATURES,
};

const REGISTERS: Readonly<Record<FeatureCollectionName, readonly SourceId[]>> = {
  parcels: ['egib'],
  zones: ['pog', 'pog_fallback'],
};

/** Whose data a collection is, with the word of those that are invented, and under which terms. */
export function termsOf(
  corpus: Pick<Corpus, 'statesOf' | 'language'>,
  collection: FeatureCollectionName,
): { readonly attribution: string; readonly licence: string } {
  const loads = REGISTERS[collection].flatMap((source) => corpus.statesOf(source));
  const licences = REGISTERS[collection].map((source) => SOURCES[source].licence[corpus.language]);
  return { attribution: creditLine(loads, corpus.language), licence: [...new Set(licences)].join('; ') };
}

/** Steps of a walk that a page takes. */
const MOST_STEPS = 20_000;
/** What a box of up to so many m² holds is counted with its first page, and carried on by the cursor. */
const MOST_COUNTED_M2 = 25e6;
/** In a cursor, where it was not counted. */
const NOT_COUNTED = -1;

export async function runOgcItems(
  context: Context,
  input: InputOf<'ogc_items'>,
): Promise<Outcome<FeaturePage>> {
  const { collection, bbox, datetime, cursor } = input;
  const filter: FeatureFilter = {
    box: bbox === undefined ? null : readBox(bbox),
    days: datetime === undefined ? null : parseDatetime(datetime),
  };
  const filters = { collection, bbox, datetime };
  const start = startOf(filters, cursor, ['number', 'string', 'number'], FEATURE_HINTS.cursor);
  const behind = start ? { cell: Number(start[0]), id: String(start[1]) } : WALK_START;
  const limit = Math.min(input.limit, FEATURE_LIMITS.max);
  const isCounted = start === null && isSmall(filter.box);
  const { features, end, matched } = await takePage(context, collection, filter, behind, limit, isCounted);
  const counted = start === null ? matched : Number(start[2]);
  const isAll = collection === 'parcels' && filter.box === null;
  const number_matched = isAll ? await context.held.count(context.reads, context.pause) : counted;
  return {
    status: 'ok',
    result: {
      features,
      next_cursor: end && makeCursor(filters, [end.cell, end.id, counted]),
      number_matched: number_matched === NOT_COUNTED ? null : number_matched,
    },
  };
}

interface TakenPage {
  readonly features: FeatureItem[];
  /** Behind which there is, or may be, more. */
  readonly end: WalkPlace | null;
  readonly matched: number;
}

async function takePage(
  context: Context,
  collection: FeatureCollectionName,
  filter: FeatureFilter,
  behind: WalkPlace,
  limit: number,
  isCounted: boolean,
): Promise<TakenPage> {
  const features: FeatureItem[] = [];
  let last = behind;
  let end: WalkPlace | null = null;
  let matched = 0;
  let steps = 0;
  for await (const step of COLLECTIONS[collection].walk(context, filter, behind)) {
    if (step.toFeature) {
      matched += 1;
      if (features.length < limit) features.push(step.toFeature());
      else end ??= last;
    }
    steps += 1;
    if (!isCounted && end === null && steps === MOST_STEPS) end = step;
    if (!isCounted && end !== null) return { features, end, matched: NOT_COUNTED };
    last = step;
    await context.pause?.();
  }
  return { features, end, matched };
}

function isSmall(box: DegreeBox | null): boolean {
  if (box === null) return false;
  const [minX, minY, maxX, maxY] = box.bounds;
  return (maxX - minX) * (maxY - minY) <= MOST_COUNTED_M2;
}

export async function runOgcFeature(
  context: Context,
  { collection, feature }: InputOf<'ogc_feature'>,
): Promise<Outcome<FeatureItem>> {
  const found = await COLLECTIONS[collection].find(context, feature);
  if (found) return { status: 'ok', result: found };
  return {
    status: 'not_found',
    message: phraseOf(FEATURE_FAULTS.feature, collection, feature.slice(0, 80)),
    hint: FEATURE_HINTS.ids,
  };
}

const DEGREES = /^\s*[+-]?\d{1,3}(?:\.\d+)?(?:[eE][+-]?\d{1,2})?\s*$/;

/** Of four numbers, or six with heights, which do not count. */
function readBox(text: string): DegreeBox {
  const numbers = text.split(',').map((part) => (DEGREES.test(part) ? Number(part) : Number.NaN));
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers;
  if (
    ![4, 6].includes(numbers.length) ||
    numbers.some(Number.isNaN) ||
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined
  )
    throw invalidInput(phraseOf(FEATURE_FAULTS.bbox, text.slice(0, 80)), FEATURE_HINTS.bbox);
  if (Math.max(Math.abs(south), Math.abs(north)) > 90)
    throw invalidInput(phraseOf(FEATURE_FAULTS.bboxLatitudes, text.slice(0, 80)), FEATURE_HINTS.bbox);
  if (south > north)
    throw invalidInput(phraseOf(FEATURE_FAULTS.bboxOrder, text.slice(0, 80)), FEATURE_HINTS.bbox);
  return new DegreeBox([west, south, east, north]);
}
