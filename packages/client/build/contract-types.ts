// The types of src/contract.ts, written out: the schemas of the contract as JSON Schema, and that as TypeScript. Knows the forms of
// JSON Schema that the contract uses; any other is an error of the build, not a wrong type.

import { z } from 'zod';
import { openApiDocument } from '../../../src/contract/openapi-document.ts';
import { formatsOf, OPERATION_NAMES, OPERATIONS } from '../../../src/contract/operations.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

/** Names of types where those of the schemas are taken by JavaScript. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  Error: 'ErrorBody',
  Event: 'ChangeEvent',
  Date: 'IsoDate',
};

/** Of one operation each: the client has its own (calls.ts). */
const FRAMES = /(?<!^Error|^BatchItem)Envelope$|Input$/;

const HEAD = `// Written by the build of the package from the contract of the server.
`;

/** What the contract derives from its schemas, derived from the types. */
const TAIL = `
export type ErrorCode = ErrorBody['code'];
export type Verdict = CheckResult['verdict'];
export type LayerAnswer<K extends LayerKey = LayerKey> = Extract<LayerResult, { layer: K }>['answer'];
export type OperationName = keyof Operations;
export interface Envelope<R = unknown> extends Omit<ErrorEnvelope, 'result'> {
  result: R | null;
  ref?: string;
}
`;

export function contractTypes(): string {
  const { schemas } = openApiDocument().components as { schemas: Record<string, Schema> };
  const named = Object.entries(schemas).filter(([name]) => !FRAMES.test(name));
  const types = named.map(
    ([name, schema]) => `\n${commentOf(schema, '')}export type ${nameOf(name)} = ${typeOf(schema, '')};\n`,
  );
  const geojson = OPERATION_NAMES.filter((name) => formatsOf(name).includes('geojson'));
  return [
    HEAD,
    ...types,
    operationsType(),
    `\nexport type GeoJsonOperation = ${geojson.map((name) => `'${name}'`).join(' | ')};\n`,
    TAIL,
  ].join('');
}

function operationsType(): string {
  const rows = OPERATION_NAMES.map((name) => {
    const { method, path, input, result, summary } = OPERATIONS[name];
    return [
      `  /** ${summary}. */\n  readonly ${name}: {`,
      `    readonly method: '${method}';`,
      `    readonly path: '${path}';`,
      `    readonly input: ${typeOf(z.toJSONSchema(input, { io: 'input', reused: 'inline' }) as Schema, '    ')};`,
      `    readonly result: ${typeOf(z.toJSONSchema(result) as Schema, '    ')};`,
      '  };',
    ].join('\n');
  });
  return `\nexport interface Operations {\n${rows.join('\n')}\n}\n`;
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if ($ref) return nameOf($ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const members = anyOf ?? oneOf;
  if (members) return [...new Set(members.map((one) => typeOf(one, indent)))].join(' | ');
  if (allOf) return allOf.map((one) => `(${typeOf(one, indent)})`).join(' & ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ');
  switch (type) {
    case 'object':
      return objectType(schema, indent);
    case 'array':
      return arrayType(schema, indent);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no TypeScript for ${JSON.stringify(schema)}`);
  }
}

function arrayType({ prefixItems, items }: Schema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`;
  return `Array<${typeOf(items ?? {}, indent)}>`;
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties || Object.keys(properties).length === 0)
    return additionalProperties === false
      ? 'Record<string, never>'
      : `Record<string, ${typeOf(typeof additionalProperties === 'object' ? additionalProperties : {}, indent)}>`;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner);
    const member = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return `${commentOf(schema, inner)}${inner}${member};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}

const nameOf = (schema: string): string => TYPE_NAMES[schema] ?? schema;

const commentOf = ({ description }: Schema, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
