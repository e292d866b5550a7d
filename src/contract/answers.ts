// What every answer looks like: the envelope, billing, candidates, records, checks (spec §2; contract §1, §2). Values of layers, events
// and the usage of a key have files of their own.

import { z } from 'zod';
import { ChangeEvent, EventSummary } from './change-events.ts';
import { Usage } from './key-usage.ts';
import {
  GminaPlanning,
  LAYER_ANSWERS,
  LAYER_KEYS,
  LAYER_ROWS,
  type LayerKey,
  LayerKeySchema,
} from './layers.ts';
import { PlanningParts } from './planning-parts.ts';
import { IsoDate, IsoDateTime, LngLat, Source, SourceRef } from './sources.ts';
import { Suggestion } from './suggestion.ts';

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
  .object({
    id: z.string().describe('EGiB id of the parcel.'),
    date: IsoDate.describe('When the one was replaced by the other.'),
  })
  .meta({
    id: 'Kin',
    description: 'A parcel that came from another, or became another, by the change feed.',
  });
export type Kin = z.infer<typeof Kin>;

export const Billing = z
  .object({
    cost: count.describe('What the operation costs.'),
    charged: count.describe('Requests charged.'),
    refunded: count.describe('Requests given back.'),
    rule: z.enum(BILLING_RULES).describe('Why it was charged, free or refunded.'),
  })
  .meta({
    id: 'Billing',
    description: 'charged + refunded is cost, or 0 when the outcome is free. A batch sums its items.',
  });
export type Billing = z.infer<typeof Billing>;

export const Candidate = z
  .object({
    kind: z.enum(['parcel', 'address', 'gmina']).describe('What was read.'),
    id: z.string().nullable().describe('EGiB id of the parcel.'),
    gmina_teryt: z.string().nullable().describe('7-digit TERYT code of the gmina.'),
    gmina_name: z.string().nullable().describe('Name of the gmina.'),
    powiat_name: z.string().nullable().describe('Name of the powiat.'),
    voivodeship: z.string().nullable().describe('2-digit TERYT code of the voivodeship.'),
    obreb_id: z.string().nullable().describe('Id of the obręb, such as 141803_2.0009.'),
    obreb_name: z.string().nullable().describe('Name of the obręb.'),
    number: z.string().nullable().describe('Parcel number within the obręb, such as 123/4.'),
    address: z.string().nullable().describe('The address, where one was meant.'),
    centroid: LngLat.nullable().describe('A position in it.'),
    confidence: z.number().min(0).max(1).describe('How well it fits what was typed, 0 to 1.'),
    needs_obreb: z.boolean().describe('true when the number exists in several obręby of the gmina.'),
    match_reason: z.string().describe('Why it was chosen, in plain words.'),
    held: z.boolean().describe('false when it lies in a partition that is not loaded.'),
    points: z
      .array(
        z.object({
          id: z.string().describe('EGiB id of the parcel.'),
          centroid: LngLat.describe('A position in it.'),
        }),
      )
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
    voivodeships: z
      .array(z.string())
      .describe('2-digit TERYT codes of the voivodeships with something loaded.'),
    partitions_loaded: count.describe('Powiaty loaded.'),
    partitions_total: count.describe('Powiaty there are.'),
    as_of: IsoDate.nullable().describe('The newest day of the cadastre that is loaded.'),
    note: z.string().describe('The same in plain words.'),
  })
  .meta({ id: 'CorpusCoverage', description: 'What is loaded; a partition is one powiat (4-digit TERYT).' });
export type CorpusCoverage = z.infer<typeof CorpusCoverage>;

export const Resolved = z
  .object({
    kind: z.enum(['parcel', 'address', 'gmina', 'point']).describe('What the input was read as.'),
    id: z.string().nullable().describe('EGiB id of the parcel.'),
    gmina_teryt: z.string().nullable().describe('7-digit TERYT code of the gmina.'),
    confidence: z.number().min(0).max(1).describe('How well it fits what was typed, 0 to 1.'),
    note: z.string().nullable().describe('The assumptions made, such as a corrected typo.'),
  })
  .meta({ id: 'Resolved', description: 'What the input stands for.' });
export type Resolved = z.infer<typeof Resolved>;

export const Query = z
  .object({
    input: z
      .object({
        q: z.string().optional().describe('The text asked for.'),
        id: z.string().optional().describe('The id asked for.'),
        point: z.string().optional().describe('The point asked for.'),
        bbox: z.string().optional().describe('The box asked for.'),
        polygon: z.unknown().optional().describe('The polygon asked for.'),
        gmina_teryt: z.string().optional().describe('The code asked for.'),
      })
      .describe('What was asked for.'),
    resolved: Resolved.nullable().describe('What it was read as; null where nothing was settled.'),
    observed_since: IsoDateTime.nullable()
      .optional()
      .describe(
        'Of events: since when all registers are watched that tell what was asked for (types, or all of them); null where none of them is loaded here.',
      ),
  })
  .meta({ id: 'Query', description: 'What was understood of the input, and the assumptions made.' });
export type Query = z.infer<typeof Query>;

export const Page = z
  .object({
    limit: z.number().int().describe('The most rows of a page.'),
    returned: count.describe('Rows of this page.'),
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z.string().nullable().describe('Pass it as cursor to get the next page; null on the last.'),
  })
  .meta({ id: 'Page', description: 'Which part of a long list this is.' });
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
    code: z.enum(ERROR_CODES).describe('Decide by this.'),
    message: z.string().describe('What is wrong, naming what arrived and what is allowed.'),
    hint: z.string().describe('What to do.'),
    docs: z.string().describe('Where the error is explained.'),
    example_id: z.string().optional().describe('An id that works, where a parcel was asked for.'),
    signup_url: z.string().optional().describe('Where to get a key.'),
    successors: z
      .array(Kin)
      .optional()
      .describe('Of a parcel that was divided, merged or renumbered: the parcels that are there now.'),
  })
  .meta({ id: 'Error', description: 'What went wrong and what to do about it.' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export const MultiPolygonGeometry = z
  .object({
    type: z.literal('MultiPolygon').describe('Kind of geometry.'),
    coordinates: z.array(z.array(z.array(LngLat))).describe('Polygons, each an outer ring and its holes.'),
  })
  .meta({ id: 'MultiPolygon', description: 'GeoJSON, WGS84.' });

export const ParcelSummary = z
  .object({
    id: z.string().describe('EGiB id in canonical slash form.'),
    voivodeship: z.string().optional().describe('2-digit TERYT code of the voivodeship.'),
    gmina_teryt: z.string().describe('7-digit TERYT code of the gmina.'),
    gmina_name: z.string().describe('Name of the gmina.'),
    powiat_name: z.string().optional().describe('Name of the powiat.'),
    obreb_id: z.string().optional().describe('Id of the obręb, such as 141803_2.0009.'),
    obreb_name: z.string().nullable().describe('Name of the obręb.'),
    number: z.string().describe('Parcel number within the obręb, such as 123/4.'),
    area_official_m2: z.number().nullable().optional().describe('Declared EGiB area, in square metres.'),
    centroid: LngLat.describe('A position on the parcel.'),
    distance_m: z.number().nullable().optional().describe('Distance from the place asked for, in metres.'),
    address: z.string().nullable().optional().describe('Its address, where one was asked for.'),
    geometry: MultiPolygonGeometry.optional().describe('With geometry=full.'),
  })
  .meta({ id: 'ParcelSummary', description: 'One parcel of a list.' });
export type ParcelSummary = z.infer<typeof ParcelSummary>;

export const ParcelRecord = z
  .object({
    id: z.string().describe('EGiB id in canonical slash form.'),
    admin: z
      .object({
        voivodeship: z.string().describe('2-digit TERYT code.'),
        voivodeship_name: z.string().optional().describe('Name of the voivodeship.'),
        powiat_name: z.string().optional().describe('Name of the powiat.'),
        gmina_teryt: z.string().describe('7-digit TERYT code of the gmina.'),
        gmina_name: z.string().describe('Name of the gmina.'),
        gmina_type: z.string().nullable().optional().describe('Kind of the gmina, such as wiejska.'),
        obreb_id: z.string().describe('Id of the obręb, such as 141803_2.0009.'),
        obreb_name: z.string().nullable().optional().describe('Name of the obręb.'),
        number: z.string().describe('Parcel number within the obręb, such as 123/4.'),
      })
      .describe('Where it lies, by units of the country.'),
    area: z
      .object({
        official_m2: z.number().nullable().describe('Declared EGiB area, always in square metres.'),
        geometry_m2: z.number().describe('Area of the outline, in square metres.'),
        source: SourceRef.describe('Where outline and area come from.'),
      })
      .describe('Its area, as declared and as drawn.'),
    centroid: LngLat.optional().describe('A position on the parcel.'),
    geometry: MultiPolygonGeometry.nullable()
      .optional()
      .describe('The outline, with geometry=full; null where it was not asked for.'),
    layers: z.object(LAYER_ANSWERS).partial().describe('One answer per layer asked for.'),
    record_hash: z.string().nullable().describe('Changes when the record does.'),
    record_as_of: IsoDate.nullable().optional().describe('The day the cadastre is of.'),
  })
  .meta({ id: 'ParcelRecord', description: 'The sourced record of one parcel.' });
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
    id: z.enum(CHECK_IDS).describe('Which check.'),
    layer: LayerKeySchema.describe('The layer it reads.'),
    result: z.enum(CHECK_RESULTS).describe('What came out.'),
    value: z.unknown().optional().describe('The value that was judged.'),
    detail: z.string().nullable().optional().describe('The result in plain words.'),
    basis: z.string().nullable().optional().describe('The statute the result rests on.'),
    source: SourceRef.describe('Where the value comes from.'),
  })
  .meta({ id: 'CheckItem', description: 'One named check of the verdict.' });
export type CheckItem = z.infer<typeof CheckItem>;

export const VERDICTS = ['pass', 'conditional', 'fail', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const CheckResult = z
  .object({
    summary: z.string().describe('The verdict in a few plain sentences: each condition, bar and gap.'),
    verdict: z
      .enum(VERDICTS)
      .describe(
        'pass: every check passes. conditional: under a named condition. fail: a blocking check fails. unknown: a blocking check is unknown.',
      ),
    assessed_on: IsoDate.describe('The day that was judged.'),
    parts: PlanningParts.describe(
      'Where the plans leave a route to build, for the use that is meant; the largest part first.',
    ),
    checks: z.array(CheckItem).describe('The eight checks, always in the same order.'),
    record: ParcelRecord.describe('The record that was judged.'),
    disclaimer: z.string().describe('What the verdict is not.'),
  })
  .meta({ id: 'CheckResult', description: 'Not legal advice: results with sources and legal basis.' });
export type CheckResult = z.infer<typeof CheckResult>;

/** flood → FloodLayer, road_access → RoadAccessLayer. */
const layerSchemaName = (key: LayerKey): string =>
  `${key.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Layer`;

/** One shape a layer: readers and generated clients tell the answers apart by `layer`. */
const layerResult = (layer: LayerKey) =>
  z
    .object({
      id: z.string().describe('EGiB id of the parcel.'),
      layer: z.literal(layer).describe('Key of the layer; says which answer follows.'),
      answer: LAYER_ANSWERS[layer],
    })
    .meta({ id: layerSchemaName(layer), description: LAYER_ROWS[layer].meaning });

const [firstLayer, ...otherLayers] = LAYER_KEYS;
export const LayerResult = z
  .discriminatedUnion('layer', [layerResult(firstLayer), ...otherLayers.map(layerResult)])
  .meta({
    id: 'LayerResult',
    description: 'One layer of one parcel; layer says which.',
    discriminator: {
      propertyName: 'layer',
      mapping: Object.fromEntries(
        LAYER_KEYS.map((key) => [key, `#/components/schemas/${layerSchemaName(key)}`]),
      ),
    },
  });
export type LayerResult = z.infer<typeof LayerResult>;

const FeatureItem = z
  .object({
    id: z.string().describe('Id of the feature.'),
    geometry: MultiPolygonGeometry.describe('Its outline.'),
    properties: z.record(z.string(), z.unknown()).describe('What is known of it.'),
  })
  .meta({ id: 'FeatureItem', description: 'Of a collection for GIS programs.' });
export type FeatureItem = z.infer<typeof FeatureItem>;

export interface Envelope<R = unknown> {
  status: Status;
  result: R | null;
  candidates?: Candidate[];
  corpus_coverage?: CorpusCoverage;
  query: Query;
  page?: Page;
  sources?: SourceRef[];
  billing: Billing;
  error?: ErrorBody;
  ref?: string;
}

/** The body of every answer except 304 and the contract document itself. */
export function envelope<R extends z.ZodType>(result: R) {
  return z.object({
    status: z.enum(STATUSES).describe('How the request ended; decide by this.'),
    result: result.nullable().describe('The answer; null unless status is ok.'),
    candidates: z.array(Candidate).optional().describe('What the input can mean, the likeliest first.'),
    corpus_coverage: CorpusCoverage.optional().describe('What is loaded at all.'),
    query: Query.describe('What was understood.'),
    page: Page.optional().describe('Of results that come in pages.'),
    sources: z
      .array(SourceRef)
      .optional()
      .describe('Of lists of parcels: where they come from, each source once. Show the attribution of each.'),
    billing: Billing.describe('What the request cost.'),
    error: ErrorBody.optional().describe('What went wrong, on failure.'),
  });
}

export const ErrorEnvelope = envelope(z.null()).meta({
  id: 'ErrorEnvelope',
  description: 'Every failure: result is null and error says what to do.',
});

export const RESULTS = {
  candidate: Candidate,
  suggestions: z.array(Suggestion),
  record: ParcelRecord,
  summaries: z.array(ParcelSummary),
  layer: LayerResult,
  check: CheckResult,
  events: z.union([z.array(ChangeEvent), EventSummary]),
  sources: z.array(Source),
  gmina: GminaPlanning,
  usage: Usage,
  feature: FeatureItem,
  features: z.object({
    features: z.array(FeatureItem).describe('One page of them.'),
    next_cursor: z.string().nullable().describe('Leads to the next page; null on the last.'),
    number_matched: z
      .number()
      .int()
      .nullable()
      .describe('How many there are; null where nobody has counted.'),
  }),
} as const;
