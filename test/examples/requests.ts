// The requests whose answers are shown as examples in the contract and in /docs: one for each operation and format, the outcomes that are
// no failure, every layer, and every failure. Paths are as a reader would type them.

import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS, type Operation } from '../../src/contract/operations.ts';
import { SHOWCASE } from '../../world/planted.ts';

export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asked in this order: what is watched is created first and deleted last. */
const LAST = ['subscriptions', 'subscription', 'subscription_test', 'subscription_delete', 'usage'];
const NAMES = OPERATION_NAMES.filter((name) => name !== 'openapi').sort(
  (a, b) => LAST.indexOf(a) - LAST.indexOf(b),
);

/** What an operation is asked with in its own row. */
function requestOf({ method, path, example }: Operation): ExampleRequest {
  const rest = { ...example };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  if (method === 'POST') return { method, path: filled, body: rest };
  const asked = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { method, path: asked.length > 0 ? `${filled}?${asked.join('&')}` : filled };
}

const get = (path: string): ExampleRequest => ({ method: 'GET', path });

const AMBIGUOUS = 'q=1%20Kamionka';
const BATCH = { items: [{ id: EXAMPLE_ID, ref: 'row 1' }, { q: 'Lesznowola' }], layers: ['flood'] };

/** Group, an operation or `errors` → name → request. */
export const EXAMPLE_REQUESTS: Readonly<Record<string, Readonly<Record<string, ExampleRequest>>>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, { ok: requestOf(OPERATIONS[name]), ...furtherOf(name) }])),
  errors: {
    invalid_input: get(`/v1/parcel?id=${EXAMPLE_ID}&q=Mrok%C3%B3w`),
    unauthorized: { ...get(`/v1/parcel?id=${EXAMPLE_ID}`), headers: { 'X-Api-Key': '' } },
    not_found: get('/v1/parcel?id=141803_2.0009.9999'),
    UnsupportedCoding: {
      method: 'POST',
      path: '/v1/parcel/batch',
      body: BATCH,
      headers: { 'Content-Encoding': 'gzip' },
    },
    rate_limited: get('/v1/sources'),
    internal: get('/v1/parcel?id=141803_2.0010.501&geometry=full'),
    source_unavailable: get(`/v1/parcel?id=${EXAMPLE_ID}`),
  },
};

function furtherOf(name: string): Record<string, ExampleRequest> {
  switch (name) {
    case 'resolve':
      return { ambiguous: get(`/v1/resolve?${AMBIGUOUS}`) };
    case 'parcel':
      return {
        layers: get(`/v1/parcel?id=${EXAMPLE_ID}&layers=flood,soil&geometry=full`),
        ambiguous: get(`/v1/parcel?${AMBIGUOUS}`),
        not_covered: get('/v1/parcel?id=146501_1.0001.1'),
        geojson: get(`/v1/parcel?id=${EXAMPLE_ID}&layers=flood&format=geojson`),
      };
    case 'parcel_batch':
      return {
        mixed: { method: 'POST', path: '/v1/parcel/batch', body: BATCH },
        geojson: { method: 'POST', path: '/v1/parcel/batch', body: { ...BATCH, format: 'geojson' } },
        csv: { method: 'POST', path: '/v1/parcel/batch', body: { ...BATCH, format: 'csv' } },
      };
    case 'search':
      return { geojson: get(`/v1/search?id=${EXAMPLE_ID}&limit=2&format=geojson`) };
    case 'search_polygon':
      return {
        geojson: {
          method: 'POST',
          path: '/v1/search',
          body: { ...OPERATIONS.search_polygon.example, limit: 1, format: 'geojson' },
        },
      };
    case 'layer':
      return Object.fromEntries(
        LAYER_KEYS.map((key) => [key, get(`/v1/layer/${key}?id=${SHOWCASE.all_covered}`)]),
      );
    case 'check':
      return {
        house: get(`/v1/check?id=${SHOWCASE.all_covered}&use=house`),
        geojson: get(`/v1/check?id=${EXAMPLE_ID}&detail=short&format=geojson`),
      };
    case 'events':
      return { summary: get(`/v1/events?id=${EXAMPLE_ID}&summary=true`) };
    case 'sources':
      return { here: get(`/v1/sources?id=${EXAMPLE_ID}&layer=flood`) };
    default:
      return {};
  }
}
