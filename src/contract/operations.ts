// OPERATIONS: every operation of the specification (spec §4) as one row. Routing, validation, OpenAPI and MCP tools
// are made from it; an operation is added here and nowhere else.

import { z } from 'zod';
import { RESULTS } from './answers.ts';
import type { Format } from './formats.ts';
import { INPUTS } from './inputs.ts';
import { BatchItemEnvelope, ShortCheckResult, ShortRecord } from './short-answers.ts';
import { SUBSCRIPTION_INPUTS, SUBSCRIPTION_RESULTS } from './subscriptions.ts';

export const TOOLS = ['check', 'parcel', 'layer', 'resolve', 'search', 'events'] as const;
export type Tool = (typeof TOOLS)[number];

interface OperationRow {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Another path, whose parameters are all that the operation needs. */
  readonly also?: string;
  /** The MCP tool it belongs to; null for what only HTTP offers. */
  readonly tool: Tool | null;
  readonly cost: number;
  /** Behind the cost, where it is not that of a request: "per item". */
  readonly cost_unit?: string;
  readonly auth: boolean;
  /** Whether If-None-Match is understood (spec §4.13). */
  readonly conditional: boolean;
  readonly input: z.ZodObject;
  readonly result: z.ZodType;
  /** In which formats an answer can be had over HTTP; JSON alone where absent. */
  readonly formats?: readonly Format[];
  readonly summary: string;
  readonly description: string;
  /** Input values of a call that works on the sample world. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const EXAMPLE_ID = '141803_2.0009.123/4';

export const OPERATIONS = {
  resolve: {
    method: 'GET',
    path: '/v1/resolve',
    tool: 'resolve',
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.resolve,
    result: RESULTS.candidate,
    summary: 'Candidates for a description of a parcel',
    description:
      'Status ok when exactly one candidate has confidence 0.85 or more and leads the next by 0.15 or more; otherwise ambiguous. Candidates are always listed.',
    example: { q: 'dz. 123/4 Wola Mrokowska' },
  },
  suggest: {
    method: 'GET',
    path: '/v1/suggest',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: INPUTS.suggest,
    result: RESULTS.suggestions,
    summary: 'Completions of a text while it is typed',
    description:
      'Gminy, obręby, localities and streets by the beginnings of their words, then parcel and house numbers in a place, and ids. From the fourth letter one typo is understood. Nothing is settled: each says what to ask next. Has a rate limit of its own.',
    example: { q: 'Wola Mro' },
  },
  parcel: {
    method: 'GET',
    path: '/v1/parcel',
    tool: 'parcel',
    cost: 1,
    auth: true,
    conditional: true,
    input: INPUTS.parcel,
    result: z.union([RESULTS.record, ShortRecord]),
    formats: ['json', 'geojson'],
    summary: 'The sourced record of one parcel',
    description:
      'Administrative place, areas, centroid or polygon, and the layers asked for, each with coverage, source and note.',
    example: { id: EXAMPLE_ID },
  },
  parcel_batch: {
    method: 'POST',
    path: '/v1/parcel/batch',
    tool: 'parcel',
    cost: 1,
    cost_unit: 'per item',
    auth: true,
    conditional: false,
    input: INPUTS.batch,
    result: z.array(BatchItemEnvelope),
    formats: ['json', 'geojson', 'csv'],
    summary: 'Records of up to 1,000 parcels',
    description:
      'One envelope per item, in order, each with its own status, candidates and billing. Costs 1 per item.',
    example: { items: [{ id: EXAMPLE_ID }, { q: 'dz. 123/4 Wola Mrokowska' }] },
  },
  search: {
    method: 'GET',
    path: '/v1/search',
    tool: 'search',
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.search,
    result: RESULTS.summaries,
    formats: ['json', 'geojson'],
    summary: 'Parcels at an address, around a parcel or point, or in a box',
    description:
      'With id or point: parcels within radius_m; radius 0 gives that parcel and the neighbours that share a boundary. With q: the parcels at that address or of that text. With bbox: parcels that intersect it, at most 4 km²; status not_covered where its ground is not loaded.',
    example: { id: EXAMPLE_ID, radius_m: 50 },
  },
  search_polygon: {
    method: 'POST',
    path: '/v1/search',
    tool: 'search',
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.search_polygon,
    result: RESULTS.summaries,
    formats: ['json', 'geojson'],
    summary: 'Parcels in a polygon',
    description:
      'Parcels that intersect a GeoJSON Polygon or MultiPolygon of at most 4 km²; status not_covered where its ground is not loaded.',
    example: {
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [20.93, 52.05],
            [20.935, 52.05],
            [20.935, 52.053],
            [20.93, 52.053],
            [20.93, 52.05],
          ],
        ],
      },
    },
  },
  layer: {
    method: 'GET',
    path: '/v1/layer/{layer}',
    tool: 'layer',
    cost: 1,
    auth: true,
    conditional: true,
    input: INPUTS.layer,
    result: RESULTS.layer,
    summary: 'One layer of one parcel',
    description:
      'Layer planning gives general plan, local plan, zoning decision and gmina status together. An answer that is not_covered or not_computed is refunded.',
    example: { layer: 'planning', id: EXAMPLE_ID },
  },
  check: {
    method: 'GET',
    path: '/v1/check',
    tool: 'check',
    cost: 1,
    auth: true,
    conditional: true,
    input: INPUTS.check,
    result: z.union([RESULTS.check, ShortCheckResult]),
    formats: ['json', 'geojson'],
    summary: 'Can one build here: verdict, checks, legal basis',
    description:
      'A verdict with its summary, eight named checks with result, source and statute, and the full record embedded. Judged part by part of the parcel. Pass use=house when a house is meant. Not legal advice.',
    example: { id: EXAMPLE_ID },
  },
  events: {
    method: 'GET',
    path: '/v1/events',
    tool: 'events',
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.events,
    result: RESULTS.events,
    summary: 'What changed, newest first',
    description:
      'Changes of a parcel and of its gmina; q may name a gmina. Read by polling with since or cursor. summary=true counts them by event and layer; query.observed_since says since when every register is watched that tells the types asked for. An id that is gone still has its events.',
    example: { id: EXAMPLE_ID },
  },
  sources: {
    method: 'GET',
    path: '/v1/sources',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: INPUTS.sources,
    result: RESULTS.sources,
    summary: 'The registers behind the answers',
    description:
      'Without input: all sources served. With q, id or point: the sources answering there, each with coverage_here.',
    example: {},
  },
  gmina_planning_by_code: {
    method: 'GET',
    path: '/v1/gminy/{teryt}/planning',
    tool: null,
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.gmina,
    result: RESULTS.gmina,
    summary: 'Planning status of a gmina by its code',
    description: 'General-plan status, local-plan coverage and the zoning-decision regime of one gmina.',
    example: { teryt: '1418032' },
  },
  gmina_planning: {
    method: 'GET',
    path: '/v1/gminy/planning',
    tool: null,
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.target,
    result: RESULTS.gmina,
    summary: 'Planning status of the gmina of a place',
    description: 'As by code, with the gmina found from a gmina name, any parcel text, an id or a point.',
    example: { q: 'Lesznowola' },
  },
  usage: {
    method: 'GET',
    path: '/v1/usage',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: INPUTS.usage,
    result: RESULTS.usage,
    summary: 'What the key has asked for and been charged',
    description:
      'Requests, cost, charged and refunded of the key that asks, by day and operation of a month; its quota and what is left of it.',
    example: {},
  },
  subscription_create: {
    method: 'POST',
    path: '/v1/subscriptions',
    tool: null,
    cost: 1,
    cost_unit: 'and 1 for each event that is delivered',
    auth: true,
    conditional: false,
    input: SUBSCRIPTION_INPUTS.create,
    result: SUBSCRIPTION_RESULTS.created,
    summary: 'Be told what changes',
    description:
      'Events of a parcel, a gmina or an area of at most 4 km² are sent to url as Standard Webhooks: at least once, in order, with retries for three days. Each delivered event costs 1. The secret is shown once. Pass exactly one of parcel, gmina or polygon.',
    example: { url: 'https://example.com/hooks/miedza', parcel: EXAMPLE_ID },
  },
  subscriptions: {
    method: 'GET',
    path: '/v1/subscriptions',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: SUBSCRIPTION_INPUTS.list,
    result: SUBSCRIPTION_RESULTS.list,
    summary: 'The subscriptions of the key',
    description: 'With the state of each: when it was last told, and what went wrong.',
    example: {},
  },
  subscription: {
    method: 'GET',
    path: '/v1/subscriptions/{subscription}',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: SUBSCRIPTION_INPUTS.one,
    result: SUBSCRIPTION_RESULTS.one,
    summary: 'One subscription of the key',
    description: 'As it stands in the list.',
    example: { subscription: 'sub_0011223344556677' },
  },
  subscription_delete: {
    method: 'DELETE',
    path: '/v1/subscriptions/{subscription}',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: SUBSCRIPTION_INPUTS.one,
    result: SUBSCRIPTION_RESULTS.deleted,
    summary: 'Delete a subscription',
    description: 'Nothing more is sent to it.',
    example: { subscription: 'sub_0011223344556677' },
  },
  subscription_test: {
    method: 'POST',
    path: '/v1/subscription-test',
    also: '/v1/subscriptions/{subscription}/test',
    tool: null,
    cost: 0,
    auth: true,
    conditional: false,
    input: SUBSCRIPTION_INPUTS.one,
    result: SUBSCRIPTION_RESULTS.tested,
    summary: 'Send a test delivery now',
    description: 'A message of type test, signed like any other. Says what the receiver answered.',
    example: { subscription: 'sub_0011223344556677' },
  },
  ogc_items: {
    method: 'GET',
    path: '/ogc/collections/{collection}/items',
    tool: null,
    cost: 1,
    cost_unit: 'per page',
    auth: true,
    conditional: false,
    input: INPUTS.ogc_items,
    result: RESULTS.features,
    formats: ['geojson'],
    summary: 'A page of features for GIS programs',
    description:
      'OGC API Features: parcels or zones as GeoJSON, with a link to the next page, which may hold fewer than limit. The key may be the parameter key of the URL under /ogc.',
    example: { collection: 'parcels', limit: 10 },
  },
  ogc_feature: {
    method: 'GET',
    path: '/ogc/collections/{collection}/items/{feature}',
    tool: null,
    cost: 1,
    auth: true,
    conditional: false,
    input: INPUTS.ogc_feature,
    result: RESULTS.feature,
    formats: ['geojson'],
    summary: 'One feature for GIS programs',
    description: 'OGC API Features: a parcel or zone as GeoJSON, by the id it has among the items.',
    example: { collection: 'parcels', feature: EXAMPLE_ID },
  },
  openapi: {
    method: 'GET',
    path: '/v1/openapi.json',
    tool: null,
    cost: 0,
    auth: false,
    conditional: true,
    input: INPUTS.none,
    result: z.unknown(),
    summary: 'This contract as OpenAPI 3.1',
    description: 'The machine-readable description of these operations. No key is needed.',
    example: {},
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof OPERATIONS;
export type Operation = OperationRow;
export type InputOf<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['input']>;
export type ResultOf<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['result']>;

type Rows = typeof OPERATIONS;
/** Those that offer GeoJSON. */
export type GeoJsonOperation = {
  [N in OperationName]: Rows[N] extends { formats: readonly Format[] }
    ? 'geojson' extends Rows[N]['formats'][number]
      ? N
      : never
    : never;
}[OperationName];

const ONLY_JSON: readonly Format[] = ['json'];
export const formatsOf = (name: OperationName): readonly Format[] =>
  (OPERATIONS[name] as Operation).formats ?? ONLY_JSON;

/** "1 per item". */
export function priceOf(name: OperationName): string {
  const { cost, cost_unit }: Operation = OPERATIONS[name];
  return cost_unit === undefined ? String(cost) : `${cost} ${cost_unit}`;
}

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
