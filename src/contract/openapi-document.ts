// The contract as OpenAPI 3.1: a pure projection of OPERATIONS, ERRORS and the schemas. Nothing is written twice.

import { z } from 'zod';
import { envelope } from './answers.ts';
import { ERRORS } from './errors.ts';
import { EVENT_STREAM_PARAMETERS } from './event-stream-parameters.ts';
import { EXAMPLES, type Example, examplesOf } from './examples.ts';
import { MEDIA_TYPES } from './formats.ts';
import { GEOJSON_SCHEMAS } from './geojson-answers.ts';
import { ruleOf, TARGET_RULE } from './inputs.ts';
import { CONTRACT_VERSION } from './limits.ts';
import {
  EXAMPLE_ID,
  formatsOf,
  type GeoJsonOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  priceOf,
} from './operations.ts';

type Json = Record<string, unknown>;

const OPENAPI_VERSION = '3.1.0';
const INFO = {
  title: 'Miedza: Polish land parcels',
  version: CONTRACT_VERSION,
  summary: 'A sourced record, ten layers and a build verdict for a Polish land parcel.',
  description: `Describe a parcel by free text, EGiB id or point; no resolve call is needed first. ${TARGET_RULE.en} An ambiguous input answers 200 with candidates; an unknown is not_covered with null, never guessed. Every answer names its source, date and licence. Examples are answers of a small sample world, of 3,000 invented parcels. Informational, not legal advice.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const refTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const pascal = (name: string) =>
  name
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

/** One envelope per operation; with an id they join the schemas below. */
for (const name of OPERATION_NAMES) {
  const { method, path, result } = OPERATIONS[name];
  const description = `The answer to ${method} ${path}.`;
  if (name !== 'openapi') envelope(result).meta({ id: `${pascal(name)}Envelope`, description });
}

/** All schemas that carry an id in their metadata, by that id. */
function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => replaceClosedItems(jsonSchema as Json),
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIds(schema as Json)]));
}

/** A tuple is closed by maxItems: `items: false` says the same, and generators stumble over it. */
function replaceClosedItems(schema: Json): void {
  const { prefixItems, items } = schema;
  if (items !== false) return;
  if (Array.isArray(prefixItems)) schema.items = prefixItems[0];
  // Beside a reference it stands twice.
  else delete schema.items;
}

/** `$id`, `$schema` and `id` are Zod's bookkeeping; in OpenAPI the component's name says it. */
function withoutIds(schema: Json): Json {
  const { $id: _id, $schema: _schema, id: _name, ...rest } = schema;
  return rest;
}

function inputSchema(operation: Operation): { properties: Record<string, Json>; required: string[] } {
  const schema = z.toJSONSchema(operation.input, { io: 'input', reused: 'inline' }) as Json;
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  return { properties, required: (schema.required ?? []) as string[] };
}

function parametersOf(operation: Operation): Json[] {
  const { properties, required } = inputSchema(operation);
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const parameters: Json[] = Object.entries(properties).map(([name, schema]) => {
    const { description, examples, ...rest } = dereference(withoutIds(schema));
    const example = operation.example[name] ?? (examples as unknown[] | undefined)?.[0];
    return {
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
      ...(example === undefined || operation.example[name] === undefined ? {} : { example }),
    };
  });
  if (operation.conditional) parameters.push(refTo('parameters', 'IfNoneMatch'));
  return parameters;
}

const FORMAT_RULE =
  'In which format the answer comes; before the header Accept. What is no answer stays an envelope.';

/** Where an operation has several. */
function formatSchema(name: OperationName): Json | null {
  const formats = formatsOf(name);
  return formats.length > 1
    ? { description: FORMAT_RULE, default: 'json', type: 'string', enum: formats }
    : null;
}

/** Of a body it is a member. */
function formatParameters(name: OperationName): Json[] {
  const { description, ...schema } = formatSchema(name) ?? {};
  return description ? [{ name: 'format', in: 'query', required: false, description, schema }] : [];
}

/** The forms of an answer, by content type. */
function contentOf(name: OperationName): Json {
  const schemas: Json = {
    json: refTo('schemas', `${pascal(name)}Envelope`),
    geojson: refTo('schemas', GEOJSON_SCHEMAS[name as GeoJsonOperation]),
    csv: { type: 'string' },
  };
  return Object.fromEntries(
    formatsOf(name).map((format) => [
      MEDIA_TYPES[format],
      {
        schema: schemas[format],
        examples: namedExamples(examplesOf(name, format, formatsOf(name)[0] ?? 'json')),
      },
    ]),
  );
}

const namedExamples = (examples: Readonly<Record<string, Example>>): Json =>
  Object.fromEntries(
    Object.entries(examples).map(([name, { request, answer }]) => [
      name,
      { summary: `${request.method} ${request.path}`, value: answer },
    ]),
  );

/** The envelope of a failure, as it was answered. */
function failureContent(name: string): Json {
  const failure = EXAMPLES.errors?.[name];
  const examples = failure ? namedExamples({ [name]: failure }) : {};
  return { 'application/json': { schema: refTo('schemas', 'ErrorEnvelope'), examples } };
}

/** Inputs name shared schemas by local `$defs`; in the document they are components. */
function dereference(schema: Json): Json {
  const ref = schema.$ref;
  if (typeof ref !== 'string') return schema;
  return { ...schema, $ref: ref.replace('#/$defs/', '#/components/schemas/') };
}

function bodyOf(name: OperationName): Json {
  return {
    required: true,
    content: {
      'application/json': {
        schema: refTo('schemas', `${pascal(name)}Input`),
        // Named: viewers fill their form with it, and pass over a bare example that is an object.
        examples: { example: { value: OPERATIONS[name].example } },
      },
      ...(formatsOf(name).includes('csv') ? { 'text/csv': TABLE_BODY } : {}),
    },
  };
}

const TABLE_BODY: Json = {
  schema: {
    type: 'string',
    description:
      'UTF-8, separated by comma, semicolon or tab, with a header that has one of q, id and point. Other columns come back as they were, followed by ours. layers, geometry and format are then parameters of the URL.',
  },
  example: 'name,id\r\nfirst,141803_2.0009.123/4\r\n',
};

const BILLING_HEADERS: Json = {
  'X-Request-Cost': refTo('headers', 'RequestCost'),
  'X-Credits-Charged': refTo('headers', 'CreditsCharged'),
  'X-Credits-Refunded': refTo('headers', 'CreditsRefunded'),
  'X-Request-Id': refTo('headers', 'RequestId'),
};

const LIMIT_HEADERS: Json = {
  RateLimit: refTo('headers', 'RateLimit'),
  'RateLimit-Policy': refTo('headers', 'RateLimitPolicy'),
};

function responsesOf(name: OperationName): Json {
  const operation: Operation = OPERATIONS[name];
  if (name === 'openapi') {
    return {
      200: {
        description: 'The OpenAPI document.',
        headers: { ...BILLING_HEADERS, ETag: refTo('headers', 'ETag') },
        content: {
          'application/json': {
            schema: { type: 'object' },
            examples: {
              start: { value: { openapi: OPENAPI_VERSION, info: INFO, paths: {}, components: {} } },
            },
          },
        },
      },
      304: refTo('responses', 'NotModified'),
      400: refTo('responses', 'invalid_input'),
      429: refTo('responses', 'rate_limited'),
      500: refTo('responses', 'internal'),
      503: refTo('responses', 'source_unavailable'),
    };
  }
  const ok: Json = {
    description: 'The answer, an ambiguous input with candidates, or a place that is not loaded.',
    headers: {
      ...BILLING_HEADERS,
      ...LIMIT_HEADERS,
      'Cache-Control': refTo('headers', 'CacheControl'),
      'Content-Language': refTo('headers', 'ContentLanguage'),
      ...(operation.conditional ? { ETag: refTo('headers', 'ETag') } : {}),
    },
    content: contentOf(name),
  };
  const canMiss =
    operation.method !== 'POST' || name === 'subscription_create' || name === 'subscription_test';
  return {
    200: ok,
    ...(operation.conditional ? { 304: refTo('responses', 'NotModified') } : {}),
    400: refTo('responses', 'invalid_input'),
    401: refTo('responses', 'unauthorized'),
    ...(canMiss ? { 404: refTo('responses', 'not_found') } : {}),
    ...(operation.method === 'POST' ? { 415: refTo('responses', 'UnsupportedCoding') } : {}),
    429: refTo('responses', 'rate_limited'),
    500: refTo('responses', 'internal'),
    503: refTo('responses', 'source_unavailable'),
  };
}

function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([code, row]) => [
      code,
      {
        description: row.meaning,
        headers: {
          ...BILLING_HEADERS,
          ...(row.http === 429 || row.http === 503 ? { 'Retry-After': refTo('headers', 'RetryAfter') } : {}),
          ...(row.http === 401 ? { 'WWW-Authenticate': refTo('headers', 'Challenge') } : {}),
        },
        content: failureContent(code),
      },
    ]),
  );
}

const header = (description: string, schema: Json): Json => ({ description, schema });

/** "Exactly one of" by examples: JSON Schema could say it only in a form that nobody reads. */
function waysOf({ path, input }: Operation): string {
  if (!('point' in input.shape)) return '';
  const bound = path.replace('{layer}', 'flood');
  const values = { q: 'dz. 123/4 Wola Mrokowska', id: EXAMPLE_ID, point: '52.0571,20.9344' };
  const ways = Object.entries(values).map(([name, value]) => `${bound}?${name}=${encodeURIComponent(value)}`);
  return ` For example ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}.`;
}

/** No envelope and no end: the one path that is no operation of the pipeline. */
const EVENT_STREAM: Json = {
  operationId: 'event_stream',
  summary: 'What changes, as it happens',
  description:
    'Events of a parcel, a gmina or an area as server-sent events (text/event-stream): id is the id of the event, event its name, data what a webhook would carry. Pass exactly one of parcel, gmina, bbox or polygon. Send Last-Event-ID to go on behind one. At most 10 streams a key, on all servers together. A key without quota left is refused. Cost: 1 an event, stream_event in the usage.',
  tags: ['events'],
  parameters: EVENT_STREAM_PARAMETERS,
  responses: {
    200: {
      description:
        'The stream. It ends with an event of name end, whose data are a code (quota, revoked, stopping, displaced or fault) and its reason.',
      headers: { 'X-Request-Id': refTo('headers', 'RequestId') },
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          examples: namedExamples(EXAMPLES.event_stream ?? {}),
        },
      },
    },
    400: refTo('responses', 'invalid_input'),
    401: refTo('responses', 'unauthorized'),
    404: refTo('responses', 'not_found'),
    429: refTo('responses', 'rate_limited'),
    500: refTo('responses', 'internal'),
    503: refTo('responses', 'source_unavailable'),
  },
};

function pathsOf(): Json {
  const paths: Record<string, Json> = {};
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const takesTarget = 'q' in operation.input.shape;
    const parameters =
      operation.method !== 'POST' ? [...parametersOf(operation), ...formatParameters(name)] : [];
    const entry: Json = {
      operationId: name,
      summary: operation.summary,
      description: `${operation.description}${takesTarget && name !== 'sources' ? ` ${ruleOf(Object.keys(operation.input.shape)).en}${waysOf(operation)}` : ''} Cost: ${priceOf(name)}.`,
      tags: [operation.tool ?? 'catalogue'],
      ...(operation.auth ? {} : { security: [] }),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(operation.method === 'POST' ? { requestBody: bodyOf(name) } : {}),
      responses: responsesOf(name),
    };
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: entry };
    if (operation.also !== undefined)
      paths[operation.also] = { post: alsoAt(operation.also, operation, entry) };
  }
  return { ...paths, '/v1/events/stream': { get: EVENT_STREAM } };
}

/** The same by its other path, which needs no body. */
function alsoAt(path: string, operation: Operation, { requestBody: _body, ...entry }: Json): Json {
  return {
    ...entry,
    operationId: `${String(entry.operationId)}_by_path`,
    parameters: parametersOf({ ...operation, path }),
  };
}

export function openApiDocument(): Json {
  const inputs = Object.fromEntries(
    OPERATION_NAMES.filter((name) => OPERATIONS[name].method === 'POST').map((name) => {
      const text = JSON.stringify(
        withoutIds(z.toJSONSchema(OPERATIONS[name].input, { io: 'input', reused: 'inline' }) as Json),
      );
      const { $defs: _defs, ...schema } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
      const format = formatSchema(name);
      const properties = { ...schema.properties, ...(format ? { format } : {}) };
      const description = `What POST ${OPERATIONS[name].path} takes.`;
      return [`${pascal(name)}Input`, { description, ...schema, properties }];
    }),
  );
  return {
    openapi: OPENAPI_VERSION,
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    tags: [
      ...new Set(OPERATION_NAMES.map((name) => (OPERATIONS[name] as Operation).tool ?? 'catalogue')),
    ].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      parameters: {
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'An ETag received before, a list of them, or *. A match answers 304, free.',
          schema: { type: 'string' },
        },
      },
      headers: {
        RequestCost: header('billing.cost', { type: 'integer' }),
        CreditsCharged: header('billing.charged', { type: 'integer' }),
        CreditsRefunded: header('billing.refunded', { type: 'integer' }),
        RequestId: header('Names the request in our logs; a sane inbound one is kept.', { type: 'string' }),
        RateLimit: header('What is left of the limits of the key.', { type: 'string' }),
        RateLimitPolicy: header('The limits of the key.', { type: 'string' }),
        RetryAfter: header('Seconds to wait.', { type: 'integer' }),
        Challenge: header('Bearer: a key may come in the header Authorization, too.', { type: 'string' }),
        ETag: header('Strong; changes when the answer does.', { type: 'string' }),
        ContentLanguage: header('The language of the sentences in the answer: en or pl.', { type: 'string' }),
        CacheControl: header('private, max-age=0, must-revalidate', { type: 'string' }),
      },
      responses: {
        NotModified: {
          description: 'The answer you hold is current. No body; free.',
          headers: { ...BILLING_HEADERS, ...LIMIT_HEADERS, ETag: refTo('headers', 'ETag') },
        },
        UnsupportedCoding: {
          description: 'The body has a content coding; send it as it is. Code invalid_input; free.',
          headers: BILLING_HEADERS,
          content: failureContent('UnsupportedCoding'),
        },
        ...errorResponses(),
      },
      schemas: { ...componentSchemas(), ...inputs },
    },
  };
}
