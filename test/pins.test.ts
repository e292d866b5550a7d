// Pins of what is on the wire, written out by hand: names and numbers that callers rely on. A change here is a
// change of the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BILLING_RULES,
  CHECK_IDS,
  CHECK_RESULTS,
  ERROR_CODES,
  STATUSES,
  VERDICTS,
} from '../src/contract/answers.ts';
import { EVENT_NAMES } from '../src/contract/change-events.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { GEOMETRY_MODES, TARGET_RULE } from '../src/contract/inputs.ts';
import { PROTECTED_FORMS } from '../src/contract/layer-values.ts';
import { LAYER_KEYS, PLAN_STATUSES, RECORD_LAYERS } from '../src/contract/layers.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { openApiDocument } from '../src/contract/openapi-document.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS, TOOLS } from '../src/contract/operations.ts';
import { COVERAGES, FRESHNESS } from '../src/contract/sources.ts';
import { rule } from './requirements.ts';

const words = (text: string) => text.trim().split(/\s+/);

test(rule('3.2-enumerations'), () => {
  assert.deepEqual(STATUSES, words('ok ambiguous not_found not_covered error'));
  assert.deepEqual(COVERAGES, words('covered covered_no_data not_covered not_computed'));
  assert.deepEqual(PLAN_STATUSES, words('draft adopted in_force none'));
  assert.deepEqual(VERDICTS, words('pass conditional fail unknown'));
  assert.deepEqual(CHECK_RESULTS, words('pass fail warn unknown'));
  assert.deepEqual(FRESHNESS, words('fresh stale unknown'));
  assert.deepEqual(GEOMETRY_MODES, words('none centroid full'));
  assert.deepEqual(
    CHECK_IDS,
    words('pog_zone wz_possible mpzp_status mpzp_params flood_q100 landslide protected road_access'),
  );
  assert.deepEqual(
    PROTECTED_FORMS,
    words(`park_narodowy rezerwat park_krajobrazowy obszar_chronionego_krajobrazu natura2000_oso natura2000_soo
      uzytek_ekologiczny zespol_przyrodniczo_krajobrazowy stanowisko_dokumentacyjne pomnik_przyrody`),
  );
});

test(rule('C3-ten', 'C3-parts'), () => {
  const ten = words('planning flood landslide protected buildings road_access permits prices soil address');
  assert.deepEqual(RECORD_LAYERS, ten);
  assert.deepEqual(LAYER_KEYS, [...ten, 'pog', 'mpzp', 'wz']);
});

test(rule('7-codes'), () => {
  assert.deepEqual(
    ERROR_CODES.map((code) => [code, ERRORS[code].http, ERRORS[code].status, ERRORS[code].rule]),
    [
      ['invalid_input', 400, 'error', 'free_invalid_input'],
      ['unauthorized', 401, 'error', 'free_unauthorized'],
      ['not_found', 404, 'not_found', 'refunded_not_found'],
      ['rate_limited', 429, 'error', 'refunded_rate_limited'],
      ['internal', 500, 'error', 'refunded_error'],
      ['source_unavailable', 503, 'error', 'refunded_error'],
    ],
  );
});

test(rule('C5-rules'), () => {
  assert.deepEqual(
    BILLING_RULES,
    words(`charged free_operation free_invalid_input free_unauthorized free_not_modified refunded_not_found
      refunded_not_covered refunded_not_computed refunded_rate_limited refunded_error batch_mixed`),
  );
});

test('event names', () => {
  assert.deepEqual(
    EVENT_NAMES,
    words(`pog_status_changed pog_zone_changed pog_parameters_changed ouz_changed mpzp_status_changed
      mpzp_symbol_changed wz_possible_changed wz_regime_changed studium_expired flood_changed landslide_changed
      protected_changed road_access_changed buildings_changed permit_added prices_changed soil_changed address_changed
      parcel_created parcel_removed parcel_geometry_changed parcel_area_changed coverage_changed verdict_changed
      source_refreshed`),
  );
});

test(rule('8-limits'), () => {
  assert.deepEqual(LIMITS, {
    q_characters: { min: 1, max: 300 },
    lat: { min: 49, max: 55 },
    lng: { min: 14, max: 24.5 },
    resolve_limit: { min: 1, max: 20, default: 5 },
    page_limit: { min: 1, max: 1000, default: 100 },
    radius_m: { min: 0, max: 2000, default: 0 },
    search_area_m2: 4_000_000,
    polygon_vertices: 5_000,
    batch_items: { min: 1, max: 1000 },
    permits_radius_m: 500,
    public_road_within_m: 30,
    least_price_transactions: 5,
    settle_confidence: 0.85,
    settle_lead: 0.15,
  });
});

test('operations: method, path, cost, key, conditional', () => {
  assert.deepEqual(
    OPERATION_NAMES.map((name) => {
      const { method, path, cost, auth, conditional } = OPERATIONS[name];
      return `${name}: ${method} ${path} ${cost}${auth ? ' key' : ''}${conditional ? ' conditional' : ''}`;
    }),
    [
      'resolve: GET /v1/resolve 1 key',
      'suggest: GET /v1/suggest 0 key',
      'parcel: GET /v1/parcel 1 key conditional',
      'parcel_batch: POST /v1/parcel/batch 1 key',
      'search: GET /v1/search 1 key',
      'search_polygon: POST /v1/search 1 key',
      'layer: GET /v1/layer/{layer} 1 key conditional',
      'check: GET /v1/check 1 key conditional',
      'events: GET /v1/events 1 key',
      'sources: GET /v1/sources 0 key',
      'gmina_planning_by_code: GET /v1/gminy/{teryt}/planning 1 key',
      'gmina_planning: GET /v1/gminy/planning 1 key',
      'usage: GET /v1/usage 0 key',
      'subscription_create: POST /v1/subscriptions 1 key',
      'subscriptions: GET /v1/subscriptions 0 key',
      'subscription: GET /v1/subscriptions/{subscription} 0 key',
      'subscription_delete: DELETE /v1/subscriptions/{subscription} 0 key',
      'subscription_test: POST /v1/subscription-test 0 key',
      'ogc_items: GET /ogc/collections/{collection}/items 1 key',
      'ogc_feature: GET /ogc/collections/{collection}/items/{feature} 1 key',
      'openapi: GET /v1/openapi.json 0 conditional',
    ],
  );
});

test(rule('C12-names'), () => {
  assert.deepEqual(TOOLS, words('check parcel layer resolve search events'));
  const tools = new Map<string, string[]>();
  for (const name of OPERATION_NAMES) {
    const { tool } = OPERATIONS[name];
    if (tool !== null) tools.set(tool, [...(tools.get(tool) ?? []), name]);
  }
  assert.deepEqual(Object.fromEntries(tools), {
    resolve: ['resolve'],
    parcel: ['parcel', 'parcel_batch'],
    search: ['search', 'search_polygon'],
    layer: ['layer'],
    check: ['check'],
    events: ['events'],
  });
});

test('header names', () => {
  const { components } = openApiDocument() as {
    components: { responses: Record<string, { headers: object }> };
  };
  const headers = (name: string) => Object.keys(components.responses[name]?.headers ?? {});
  const billing = words('X-Request-Cost X-Credits-Charged X-Credits-Refunded X-Request-Id');
  assert.deepEqual(headers('invalid_input'), billing);
  assert.deepEqual(headers('rate_limited'), [...billing, 'Retry-After']);
  assert.deepEqual(headers('source_unavailable'), [...billing, 'Retry-After']);
  assert.deepEqual(headers('unauthorized'), [...billing, 'WWW-Authenticate']);
  assert.deepEqual(headers('NotModified'), [...billing, 'RateLimit', 'RateLimit-Policy', 'ETag']);
});

test('words that are quoted elsewhere', () => {
  assert.equal(TARGET_RULE.en, 'Pass exactly one of q, id or point (or lat together with lng).');
  assert.equal(EXAMPLE_ID, '141803_2.0009.123/4');
});
