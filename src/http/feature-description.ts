// What /ogc offers, in OpenAPI 3.0 and with the paths of the standard: GIS programs read it to learn how large a page may be, and know
// no newer version. The contract itself is /v1/openapi.json.

import { FEATURE_COLLECTIONS } from '../contract/inputs.ts';
import { CONTRACT_VERSION, FEATURE_LIMITS } from '../contract/limits.ts';

const { min, max, default: usual } = FEATURE_LIMITS;

const PARAMETERS = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Features of a page; each page costs 1 request.',
    schema: { type: 'integer', minimum: min, maximum: max, default: usual },
  },
  bbox: {
    name: 'bbox',
    in: 'query',
    description: 'West, south, east, north in WGS84, of any size.',
    schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
    style: 'form',
    explode: false,
  },
  datetime: {
    name: 'datetime',
    in: 'query',
    description:
      'An instant or an interval. Zones are there as long as their plan is in force; parcels have no time.',
    schema: { type: 'string' },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'Of the link to the next page.',
    schema: { type: 'string' },
  },
  feature: {
    name: 'feature',
    in: 'path',
    required: true,
    description: 'The id of a feature.',
    schema: { type: 'string' },
  },
};

const parameter = (name: keyof typeof PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });

const page = (summary: string, type: string, ...names: (keyof typeof PARAMETERS)[]) => ({
  get: {
    summary,
    ...(names.length > 0 ? { parameters: names.map(parameter) } : {}),
    responses: { 200: { description: summary, content: { [type]: { schema: { type: 'object' } } } } },
  },
});

/** `origin` is '' where addresses are relative to the server. */
export function describeFeatures(title: string, origin: string): object {
  const [json, geojson] = ['application/json', 'application/geo+json'];
  return {
    openapi: '3.0.3',
    info: { title, version: CONTRACT_VERSION },
    servers: [{ url: `${origin}/ogc` }],
    security: [{ header: [] }, { url: [] }],
    paths: {
      '/': page('What is here', json),
      '/conformance': page('Conformance classes', json),
      '/collections': page('The collections', json),
      ...Object.fromEntries(
        FEATURE_COLLECTIONS.flatMap((id) => [
          [`/collections/${id}`, page(`The collection ${id}`, json)],
          [
            `/collections/${id}/items`,
            page(`A page of ${id}`, geojson, 'limit', 'bbox', 'datetime', 'cursor'),
          ],
          [`/collections/${id}/items/{feature}`, page(`One of ${id}`, geojson, 'feature')],
        ]),
      ),
    },
    components: {
      parameters: PARAMETERS,
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        url: { type: 'apiKey', in: 'query', name: 'key' },
      },
    },
  };
}
