// The contract document: current in the repository, complete for every operation, and saying in words what JSON
// Schema cannot.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../src/contract/openapi-document.ts';
import { OPERATION_NAMES, OPERATIONS, type Operation } from '../src/contract/operations.ts';

interface Described {
  operationId: string;
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: {
    name?: string;
    in?: string;
    required?: boolean;
    schema?: object;
    $ref?: string;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: object; examples: { example: { value: unknown } } }> };
  responses: Record<string, { $ref?: string; headers?: object; content?: object }>;
}
const document = openApiDocument() as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { headers: object; content?: object }>;
  };
};
const described = (name: keyof typeof OPERATIONS): Described => {
  const { method, path } = OPERATIONS[name];
  return document.paths[path]?.[method.toLowerCase()] ?? assert.fail(`${name} is not described`);
};

test('openapi.json in the repository is current', () => {
  const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  const generated = `${JSON.stringify(document, null, 2)}\n`;
  assert.ok(committed === generated, 'openapi.json is stale: run npx miedza openapi --out openapi.json');
});

test('it is OpenAPI 3.1 and describes every operation and the stream of events, no more', () => {
  assert.match(document.openapi, /^3\.1\./);
  const found = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  assert.deepEqual(found.sort(), [...OPERATION_NAMES, 'event_stream', 'subscription_test_by_path'].sort());
});

test('every operation has words, an example, the answers it can give and their headers', () => {
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    const { summary, description, parameters = [], requestBody, responses, security } = described(name);
    assert.ok(summary.length > 10 && description.length > 30, name);
    assert.match(description, new RegExp(`Cost: ${operation.cost}`), name);
    assert.deepEqual(security, operation.auth ? undefined : [], `${name}: only the contract needs no key`);
    if (operation.method === 'POST') {
      assert.deepEqual(
        requestBody?.content['application/json']?.examples.example.value,
        operation.example,
        name,
      );
    } else {
      const examples = parameters
        .filter(({ example }) => example !== undefined)
        .map((each) => [each.name, each.example]);
      assert.deepEqual(Object.fromEntries(examples), operation.example, name);
    }
    assert.equal(
      parameters.some(({ $ref }) => $ref?.endsWith('/IfNoneMatch')),
      operation.conditional,
      name,
    );
    const expected = ['200', '400', '429', '500', '503', ...(operation.auth ? ['401'] : [])];
    if (operation.method === 'POST') expected.push('415');
    // A subscription may name a parcel, and a test a subscription, that is not there.
    const canMiss = operation.method !== 'POST' || name.startsWith('subscription_');
    if (operation.auth && canMiss) expected.push('404');
    if (operation.conditional) expected.push('304');
    assert.deepEqual(Object.keys(responses).sort(), expected.sort(), name);
    for (const [http, response] of Object.entries(responses)) {
      const key = response.$ref?.split('/').at(-1);
      const { headers } = key === undefined ? response : (document.components.responses[key] ?? {});
      const names = Object.keys(headers ?? {});
      for (const header of ['X-Request-Cost', 'X-Credits-Charged', 'X-Credits-Refunded', 'X-Request-Id']) {
        assert.ok(names.includes(header), `${name} ${http}: ${header}`);
      }
    }
  }
});

test('"exactly one of" is said in words wherever a parcel is described', () => {
  for (const name of OPERATION_NAMES) {
    const { input } = OPERATIONS[name] as Operation;
    // A suggestion completes q alone.
    const takesTarget = 'q' in input.shape && 'id' in input.shape && name !== 'sources';
    assert.equal(/Pass exactly one of q, id or point/.test(described(name).description), takesTarget, name);
  }
  const item = document.components.schemas.BatchItem as { description: string };
  assert.match(item.description, /Exactly one of q, id or point/);
});

test('every reference leads somewhere and every schema compiles', () => {
  const text = JSON.stringify(document);
  const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? ''));
  assert.ok(refs.size > 40, `${refs.size} references`);
  for (const ref of refs) {
    const found = ref
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    assert.ok(found, ref);
  }
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  for (const name of Object.keys(document.components.schemas)) {
    assert.ok(ajv.getSchema(`openapi#/components/schemas/${name}`), name);
  }
});

test('what is sent as an example fits the schema of the body', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  for (const [name, schema] of [
    ['parcel_batch', 'ParcelBatchInput'],
    ['search_polygon', 'SearchPolygonInput'],
  ] as const) {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`);
    assert.ok(validate, schema);
    assert.ok(validate(OPERATIONS[name].example), `${name}: ${ajv.errorsText(validate.errors)}`);
    assert.ok(!validate({ ...OPERATIONS[name].example, unknown: 1 }), `${name} takes no other members`);
  }
});
