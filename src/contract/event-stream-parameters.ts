// What GET /v1/events/stream takes, as OpenAPI says it. It is no operation of the pipeline, whose parameters come from their schemas; what
// is read of them is src/push/event-stream.ts's own.

import { LANGUAGES } from './language.ts';

export const EVENT_STREAM_PARAMETERS = [
  {
    name: 'parcel',
    in: 'query',
    required: false,
    description: 'EGiB id.',
    schema: { type: 'string', maxLength: 100 },
  },
  {
    name: 'gmina',
    in: 'query',
    required: false,
    description: '7-digit TERYT code.',
    schema: { type: 'string', pattern: '^[0-9]{7}$' },
  },
  {
    name: 'bbox',
    in: 'query',
    required: false,
    description: 'WGS84 "west,south,east,north", at most 4 km².',
    schema: { type: 'string', maxLength: 200 },
  },
  {
    name: 'polygon',
    in: 'query',
    required: false,
    description: 'GeoJSON Polygon or MultiPolygon as text, at most 4 km².',
    schema: { type: 'string' },
  },
  {
    name: 'types',
    in: 'query',
    required: false,
    description: 'Event names, separated by commas.',
    schema: { type: 'string', maxLength: 1000 },
  },
  {
    name: 'lang',
    in: 'query',
    required: false,
    description: 'The language in which it is said why there is no stream.',
    schema: { enum: [...LANGUAGES] },
  },
  {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The last id received.',
    schema: { type: 'string', pattern: '^ev_[0-9]{1,15}$' },
  },
] as const;
