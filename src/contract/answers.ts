// What every answer looks like: the envelope, billing, candidates, records, checks, events (spec §2; contract §1, §2).

import { z } from 'zod';
import { GminaPlanning, LAYER_ANSWERS, LAYER_KEYS, LayerKeySchema } from './layers.ts';
import { IsoDate, IsoDateTime, LngLat, Source, SourceRef } from './sources.ts';

export const STATUSES = ['ok', 'ambiguous', 'not_found', 'not_covered', 'error'] as const;
export type Status = (typeof STATUSES)[number];

export const BILLING_RULES = [
  'charged',
  'free_operation',
  'free_invalid_input',
  'free_unauthorized',
  'free_not_modified',
  'refunded_not_found',
  'refunded_not_covered',
  'refunded_not_computed',
  'refunded_rate_limited',
  'refunded_error',
  'batch_mixed',
] as const;
export type BillingRule = (typeof BILLING_RULES)[number];

const count = z.number().int().min(0);

const Kin = z
  .object({ id: z.string(), date: IsoDate.describe('When the one was replaced by the other.') })
  .meta({
    id: 'Kin',
    description: 'A parcel that came from another, or became another, by the change feed.',
  });
export type Kin = z.infer<typeof Kin>;

export const Billing = z
  .object({ cost: count, charged: count, refunded: count, rule: z.enum(BILLING_RULES) })
  .meta({
    id: 'Billing',
    description: 'charged + refunded is cost, or 0 when the outcome is free. A batch sums its items.',
  });
export type Billing = z.infer<typeof Billing>;

export const Candidate = z
  .object({
    kind: z.enum(['parcel', 'address', 'gmina']),
    id: z.string().nullable(),
    gmina_teryt: z.string().nullable(),
    gmina_name: z.string().nullable(),
    powiat_name: z.string().nullable(),
    voivodeship: z.string().nullable(),
    obreb_id: z.string().nullable(),
    obreb_name: z.string().nullable(),
    number: z.string().nullable(),
    address: z.string().nullable(),
    centroid: LngLat.nullable(),
    confidence: z.number().min(0).max(1),
    needs_obreb: z.boolean().describe('true when the number exists in several obręby of the gmina.'),
    match_reason: z.string(),
    held: z.boolean().describe('false when it lies in a partition that is not loaded.'),
    points: z
      .array(z.object({ id: z.string(), centroid: LngLat }))
      .optional()
      .describe(
        'The parcels of an address that stands in the register more than once; id is the first of them.',
      ),
    predecessors: z
      .array(Kin)
      .optional()
      .describe('Of a parcel that replaced the one asked for: what it came from, the newest first.'),
  })
  .meta({ id: 'Candidate', description: 'One reading of the input. What is not known is null.' });
export type Candidate = z.infer<typeof Candidate>;

export const CorpusCoverage = z
  .object({
    voivodeships: z.array(z.string()),
    partitions_loaded: count,
    partitions_total: count,
    as_of: IsoDate.nullable(),
    note: z.string(),
  })
  .meta({ id: 'CorpusCoverage', description: 'What is loaded; a partition is one powiat (4-digit TERYT).' });
export type CorpusCoverage = z.infer<typeof CorpusCoverage>;

export const Resolved = z
  .object({
    kind: z.enum(['parcel', 'address', 'gmina', 'point']),
    id: z.string().nullable(),
    gmina_teryt: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    note: z.string().nullable(),
  })
  .meta({ id: 'Resolved' });
export type Resolved = z.infer<typeof Resolved>;

export const Query = z
  .object({
    input: z.object({
      q: z.string().optional(),
      id: z.string().optional(),
      point: z.string().optional(),
      bbox: z.string().optional(),
      polygon: z.unknown().optional(),
      gmina_teryt: z.string().optional(),
    }),
    resolved: Resolved.nullable(),
    observed_since: IsoDateTime.nullable()
      .optional()
      .describe(
        'Of events: since when changes of the place are watched; null where its cadastre is not loaded.',
      ),
  })
  .meta({ id: 'Query', description: 'What was understood of the input, and the assumptions made.' });
export type Query = z.infer<typeof Query>;

export const Page = z
  .object({
    limit: z.number().int(),
    returned: count,
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Page' });
export type Page = z.infer<typeof Page>;

export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'not_found',
  'rate_limited',
  'internal',
  'source_unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const ErrorBody = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    hint: z.string(),
    docs: z.string(),
    example_id: z.string().optional(),
    signup_url: z.string().optional(),
    successors: z
      .array(Kin)
      .optional()
      .describe('Of a parcel that was divided, merged or renumbered: the parcels that are there now.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export const MultiPolygonGeometry = z
  .object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(LngLat))),
  })
  .meta({ id: 'MultiPolygon', description: 'GeoJSON, WGS84.' });

export const ParcelSummary = z
  .object({
    id: z.string(),
    voivodeship: z.string().optional(),
    gmina_teryt: z.string(),
    gmina_name: z.string(),
    powiat_name: z.string().optional(),
    obreb_id: z.string().optional(),
    obreb_name: z.string().nullable(),
    number: z.string(),
    area_official_m2: z.number().nullable().optional(),
    centroid: LngLat,
    distance_m: z.number().nullable().optional(),
    address: z.string().nullable().optional(),
    geometry: MultiPolygonGeometry.optional().describe('With geometry=full.'),
  })
  .meta({ id: 'ParcelSummary' });
export type ParcelSummary = z.infer<typeof ParcelSummary>;

export const ParcelRecord = z
  .object({
    id: z.string().describe('EGiB id in canonical slash form.'),
    admin: z.object({
      voivodeship: z.string().describe('2-digit TERYT code.'),
      voivodeship_name: z.string().optional(),
      powiat_name: z.string().optional(),
      gmina_teryt: z.string(),
      gmina_name: z.string(),
      gmina_type: z.string().nullable().optional(),
      obreb_id: z.string(),
      obreb_name: z.string().nullable().optional(),
      number: z.string(),
    }),
    area: z.object({
      official_m2: z.number().nullable().describe('Declared EGiB area, always in square metres.'),
      geometry_m2: z.number(),
      source: SourceRef,
    }),
    centroid: LngLat.optional(),
    geometry: MultiPolygonGeometry.nullable().optional(),
    layers: z.object(LAYER_ANSWERS).partial().describe('One answer per layer asked for.'),
    record_hash: z.string().nullable(),
    record_as_of: IsoDate.nullable().optional(),
  })
  .meta({ id: 'ParcelRecord' });
export type ParcelRecord = z.infer<typeof ParcelRecord>;

export const CHECK_IDS = [
  'pog_zone',
  'wz_possible',
  'mpzp_status',
  'mpzp_params',
  'flood_q100',
  'landslide',
  'protected',
  'road_access',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** What somebody means to build; any: the general question, whether one can build at all. */
export const BUILDING_USES = ['any', 'house', 'multi_family', 'farmstead', 'services', 'production'] as const;
export type BuildingUse = (typeof BUILDING_USES)[number];

export const CHECK_RESULTS = ['pass', 'fail', 'warn', 'unknown'] as const;
export type CheckOutcome = (typeof CHECK_RESULTS)[number];

export const CheckItem = z
  .object({
    id: z.enum(CHECK_IDS),
    layer: LayerKeySchema,
    result: z.enum(CHECK_RESULTS),
    value: z.unknown().optional(),
    detail: z.string().nullable().optional(),
    basis: z.string().nullable().optional().describe('The statute the result rests on.'),
    source: SourceRef,
  })
  .meta({ id: 'CheckItem' });
export type CheckItem = z.infer<typeof CheckItem>;

export const VERDICTS = ['pass', 'conditional', 'fail', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const CheckResult = z
  .object({
    summary: z.string().describe('The verdict in a few plain sentences: each condition, bar and gap.'),
    verdict: z.enum(VERDICTS),
    assessed_on: IsoDate.describe('The day that was judged.'),
    checks: z.array(CheckItem),
    record: ParcelRecord,
    disclaimer: z.string(),
  })
  .meta({ id: 'CheckResult', description: 'Not legal advice: results with sources and legal basis.' });
export type CheckResult = z.infer<typeof CheckResult>;

export const EVENT_NAMES = [
  'pog_status_changed',
  'pog_zone_changed',
  'pog_parameters_changed',
  'ouz_changed',
  'mpzp_status_changed',
  'mpzp_symbol_changed',
  'wz_possible_changed',
  'wz_regime_changed',
  'studium_expired',
  'flood_changed',
  'landslide_changed',
  'protected_changed',
  'road_access_changed',
  'buildings_changed',
  'permit_added',
  'prices_changed',
  'soil_changed',
  'address_changed',
  'parcel_created',
  'parcel_removed',
  'parcel_geometry_changed',
  'parcel_area_changed',
  'coverage_changed',
  'verdict_changed',
  'source_refreshed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export const ChangeEvent = z
  .object({
    id: z.string(),
    event: z.enum(EVENT_NAMES),
    parcel_id: z.string().optional().meta({ description: 'The parcel it is about, where it is one.' }),
    detected_at: IsoDateTime,
    layer: z.string().nullable().optional(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
    as_of: IsoDate.nullable().optional(),
    source: SourceRef.optional(),
  })
  .meta({ id: 'Event' });
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const EventSummary = z
  .object({
    by_type: z.array(
      z.object({
        event: z.enum(EVENT_NAMES),
        layer: z.string().nullable(),
        count,
        first: IsoDate.describe('The day of the first detected_at.'),
        last: IsoDate,
      }),
    ),
    observed_since: IsoDateTime.nullable(),
  })
  .meta({ id: 'EventSummary', description: 'With summary=true: counts by event and layer, most first.' });
export type EventSummary = z.infer<typeof EventSummary>;

export const LayerResult = z
  .object({
    id: z.string(),
    answer: z.union(LAYER_KEYS.map((key) => LAYER_ANSWERS[key])),
  })
  .meta({ id: 'LayerResult' });
export type LayerResult = z.infer<typeof LayerResult>;

export const Suggestion = z
  .object({
    kind: z.enum(['gmina', 'obreb', 'locality', 'street', 'address', 'parcel']),
    label: z.string(),
    match: z
      .array(z.tuple([count, count]))
      .describe('What was typed, in label: [start, end), counted in UTF-16 units.'),
    q: z.string().optional().describe('What to ask next, or to go on typing from.'),
    id: z.string().optional().describe('The parcel to ask for.'),
    gmina_name: z.string().nullable(),
    held: z.boolean().describe('false when it lies in a partition that is not loaded.'),
    centroid: LngLat.nullable().describe('A position in the place; null where nothing of it is loaded.'),
  })
  .meta({
    id: 'Suggestion',
    description: 'A way to finish what is being typed: q or id says what to ask next.',
  });
export type Suggestion = z.infer<typeof Suggestion>;

export const Usage = z
  .object({
    key: z.string().describe('The name of the key that asks.'),
    month: z.string().describe('YYYY-MM, Warsaw time.'),
    quota: count.nullable().describe('Requests per month; null: no quota.'),
    charged: count.describe('In the month, what is being answered left out.'),
    remaining: count
      .nullable()
      .describe('Of the quota; null without one, and of another month than the current.'),
    resets_at: IsoDateTime.nullable().describe('When the next month begins; null of another month.'),
    days: z.array(
      z.object({
        day: IsoDate,
        operation: z.string(),
        requests: count,
        cost: count,
        charged: count,
        refunded: count,
      }),
    ),
  })
  .meta({ id: 'Usage', description: 'What the key has asked for, by day and operation.' });
export type Usage = z.infer<typeof Usage>;

export interface Envelope<R = unknown> {
  status: Status;
  result: R | null;
  candidates?: Candidate[];
  corpus_coverage?: CorpusCoverage;
  query: Query;
  page?: Page;
  billing: Billing;
  error?: ErrorBody;
  ref?: string;
}

/** The body of every answer except 304 and the contract document itself. */
export function envelope<R extends z.ZodType>(result: R) {
  return z.object({
    status: z.enum(STATUSES),
    result: result.nullable(),
    candidates: z.array(Candidate).optional(),
    corpus_coverage: CorpusCoverage.optional(),
    query: Query,
    page: Page.optional(),
    billing: Billing,
    error: ErrorBody.optional(),
  });
}

export const ErrorEnvelope = envelope(z.null()).meta({
  id: 'ErrorEnvelope',
  description: 'Every failure: result is null and error says what to do.',
});

export const BatchItemEnvelope = envelope(ParcelRecord)
  .extend({ ref: z.string().optional().describe("The caller's own reference, given back.") })
  .meta({ id: 'BatchItemEnvelope' });

export const RESULTS = {
  candidate: Candidate,
  suggestions: z.array(Suggestion),
  record: ParcelRecord,
  batch: z.array(BatchItemEnvelope),
  summaries: z.array(ParcelSummary),
  layer: LayerResult,
  check: CheckResult,
  events: z.union([z.array(ChangeEvent), EventSummary]),
  sources: z.array(Source),
  gmina: GminaPlanning,
  usage: Usage,
} as const;
