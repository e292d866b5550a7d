// Examples in the contract are answers that a running server gives today, there is one for every operation, format and status, and no field is
// left without words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EXAMPLES } from '../../src/contract/examples.ts';
import { openApiDocument } from '../../src/contract/openapi-document.ts';
import { askExamples } from './ask.ts';

type Json = Record<string, unknown>;
const DOCUMENT = openApiDocument();

test('a running server gives every example (npm run examples renews them)', async () => {
  assert.deepEqual(await askExamples(), EXAMPLES);
});

function followRef(value: Json): Json {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  return $ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => at[key] as Json, DOCUMENT);
}

/** The members of an object by name, or none. */
const entriesOf = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>);

test('every operation has an example for every format of every status, and its schema takes it', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...DOCUMENT });
  let judged = 0;
  for (const [path, methods] of entriesOf(DOCUMENT.paths)) {
    for (const [method, operation] of entriesOf(methods)) {
      for (const [http, response] of entriesOf(operation.responses)) {
        for (const [type, content] of entriesOf(followRef(response).content)) {
          const where = `${method} ${path} ${http} ${type}`;
          const { schema, example, examples } = content;
          const values = examples ? entriesOf(examples).map(([, { value }]) => value) : [example];
          assert.ok(values.length > 0 && values.every((value) => value !== undefined), where);
          const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
          const validate = ajv.compile(JSON.parse(text) as AnySchema);
          for (const value of values)
            assert.ok(validate(value), `${where}: ${ajv.errorsText(validate.errors)}`);
          judged += values.length;
        }
      }
    }
  }
  assert.ok(judged > 100, `${judged} examples`);
});

/** Where a schema has a field without words, or a tuple that is closed by `items: false`. */
function faultsOf(schema: unknown, where: string): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  if (Array.isArray(schema)) return schema.flatMap((each, at) => faultsOf(each, `${where}[${at}]`));
  const { properties, ...rest } = schema as Json;
  return [
    ...('items' in schema && schema.items === false ? [`${where}: items: false`] : []),
    ...entriesOf(properties).flatMap(([name, field]) => [
      ...(typeof field.description === 'string' && field.description !== '' ? [] : [`${where}.${name}`]),
      ...faultsOf(field, `${where}.${name}`),
    ]),
    ...Object.entries(rest).flatMap(([key, value]) => faultsOf(value, `${where}/${key}`)),
  ];
}

test('every schema, field and parameter is described, and no tuple is closed by items: false', () => {
  const { schemas } = DOCUMENT.components as { schemas: Record<string, Json> };
  const bare = Object.entries(schemas).filter(([, { description }]) => !description);
  assert.deepEqual(
    bare.map(([name]) => name),
    [],
  );
  assert.deepEqual(
    Object.entries(schemas).flatMap(([name, schema]) => faultsOf(schema, name)),
    [],
  );
  for (const [path, methods] of entriesOf(DOCUMENT.paths))
    for (const [, { parameters = [] }] of entriesOf(methods))
      for (const each of parameters as Json[]) assert.ok(followRef(each).description, `${path} ${each.name}`);
});

test('a layer says which it is, and generators tell its answers apart by that', () => {
  const { schemas } = DOCUMENT.components as { schemas: Record<string, Json> };
  const { discriminator, oneOf } = schemas.LayerResult as {
    discriminator: { propertyName: string; mapping: Record<string, string> };
    oneOf: Json[];
  };
  assert.equal(discriminator.propertyName, 'layer');
  assert.deepEqual(
    Object.values(discriminator.mapping),
    oneOf.map(({ $ref }) => $ref),
  );
  for (const [key, ref] of Object.entries(discriminator.mapping)) {
    const { properties } = followRef({ $ref: ref }) as { properties: { layer: Json } };
    assert.equal(properties.layer.const, key);
  }
});
