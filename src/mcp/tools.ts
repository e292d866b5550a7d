// The six tools, projected from OPERATIONS: their schemas and texts, and which operation a call means. A tool that stands
// for two operations (parcel and batch, search and polygon) has the arguments of both. Nothing is validated here: the
// pipeline judges, so that bad arguments get the answer of the contract.

import type { JSONObject, JSONValue, Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { envelope, STATUSES } from '../contract/answers.ts';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { BatchItem, TARGET_RULE } from '../contract/inputs.ts';
import { phraseOf } from '../contract/language.ts';
import { MCP_LIMITS } from '../contract/limits.ts';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  TOOLS,
  type Tool,
} from '../contract/operations.ts';
import { invalidInput, type ServiceError } from '../service/pipeline/outcome.ts';
import { unknownParameters } from '../service/pipeline/parse.ts';
import { TOOL_TEXTS } from './instructions.ts';
import { CARD_URI } from './parcel-card.ts';

const operationsOf = (tool: Tool): OperationName[] =>
  OPERATION_NAMES.filter((name) => OPERATIONS[name].tool === tool);

export const isTool = (name: unknown): name is Tool => (TOOLS as readonly unknown[]).includes(name);

/** What a call of a tool asks of the pipeline. */
export interface AskedByTool {
  readonly operation: OperationName;
  readonly input: unknown;
  /** Of arguments that the tool does not have, or not together: what is allowed is what the tool lists. */
  readonly fault?: ServiceError | undefined;
}

/** An argument that is null is one that is left out: models fill in every field. */
export function readArguments(tool: Tool, sent: unknown): AskedByTool {
  if (sent === undefined) return readArguments(tool, {});
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) {
    return { operation: tool, input: sent };
  }
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  if (tool === 'parcel') {
    const operation = 'items' in given ? 'parcel_batch' : 'parcel';
    const input = 'layers' in given ? withLayers(operation, given, given.layers) : given;
    return { operation, input, fault: refuseArguments(tool, operation, given, 'items') };
  }
  const operation = tool === 'search' && 'polygon' in given ? 'search_polygon' : tool;
  const fault = refuseArguments(tool, operation, given, 'polygon') ?? missingPlace(tool, given);
  return { operation, input: withDefaults(tool, given), fault };
}

const SEARCH_WAYS = ['q', 'id', 'point', 'lat+lng', 'bbox', 'polygon'];

/** Of a search without any place: the pipeline knows only what one of both operations takes. */
function missingPlace(tool: Tool, given: object): ServiceError | undefined {
  const isGiven = SEARCH_WAYS.some((way) => way.split('+').some((name) => name in given));
  return tool !== 'search' || isGiven
    ? undefined
    : invalidInput(phraseOf(FAULTS.noTarget, SEARCH_WAYS), HINTS.searchPlace);
}

/** `choosing` is the argument that chooses the operation of a tool with two. */
function refuseArguments(
  tool: Tool,
  operation: OperationName,
  given: object,
  choosing: string,
): ServiceError | undefined {
  const takes = (name: OperationName) => Object.keys(OPERATIONS[name].input.shape);
  const names = Object.keys(given);
  const own = takes(operation);
  if (names.every((name) => own.includes(name))) return undefined;
  const all = [...new Set(operationsOf(tool).flatMap(takes))];
  const strange = names.filter((name) => !all.includes(name));
  if (strange.length > 0) return unknownParameters(strange, null, all, HINTS.toolArguments);
  const others = names.filter((name) => !own.includes(name));
  const beside = own.filter((name) => name !== choosing);
  return invalidInput(
    phraseOf(FAULTS.notTogether, others, choosing, beside),
    phraseOf(HINTS.leaveOut, others, HINTS.toolArguments),
  );
}

/** Pages are smaller than over HTTP unless asked otherwise: an assistant reads all it gets. */
const withDefaults = (tool: Tool, given: object): object =>
  (tool === 'search' || (tool === 'events' && !('summary' in given && given.summary === true))) &&
  !('limit' in given)
    ? { ...given, limit: MCP_LIMITS.page_limit_default }
    : given;

/** Over HTTP the record takes a comma-separated text and the batch a list; the tool takes either for both. */
function withLayers(operation: 'parcel' | 'parcel_batch', given: object, layers: unknown): object {
  const isList = Array.isArray(layers) && layers.every((layer) => typeof layer === 'string');
  if (operation === 'parcel' && isList) return { ...given, layers: layers.join(',') };
  if (operation === 'parcel_batch' && typeof layers === 'string') {
    return { ...given, layers: layers.split(',').map((layer) => layer.trim()) };
  }
  return given;
}

function listTool(tool: Tool): ListedTool {
  const operations: Operation[] = operationsOf(tool).map((name) => OPERATIONS[name]);
  const { title, use } = TOOL_TEXTS[tool];
  const takesTarget = operations.some(({ input }) => 'q' in input.shape);
  return {
    name: tool,
    title,
    description: [
      use,
      ...operations.map(({ summary, description }) => `${summary}. ${description}`),
      ...(takesTarget ? [(tool === 'search' ? HINTS.searchPlace : TARGET_RULE).en] : []),
      `Costs ${operations[0]?.cost} request${operations.length > 1 && tool === 'parcel' ? ', a batch 1 per item' : ''}.`,
      'Status ambiguous lists candidates to show the user. Null with not_covered means unknown, not no. Keep the attribution of each source.',
    ].join(' '),
    inputSchema: inputSchemaOf(tool, operations),
    outputSchema: outlineOf(tool, operations),
    ...(tool === 'check' || tool === 'parcel' ? { _meta: { ui: { resourceUri: CARD_URI } } } : {}),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** One flat object without references: not every client follows them, nor a choice at the root. */
function inputSchemaOf(tool: Tool, operations: readonly Operation[]): ListedTool['inputSchema'] {
  const schemas = operations.map(({ input }) => inlined(schemaOf(input)));
  const properties: Record<string, JSONObject> = {};
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(schema.properties as Record<string, JSONObject>)) {
      const other = properties[name];
      const differs = other !== undefined && JSON.stringify(other) !== JSON.stringify(property);
      properties[name] = differs ? { anyOf: [other, property] } : property;
    }
  }
  if (tool === 'search' || tool === 'events') {
    properties.limit = { ...properties.limit, default: MCP_LIMITS.page_limit_default };
  }
  const required = Object.keys(properties).filter((name) =>
    schemas.every((schema) => (schema.required as string[] | undefined)?.includes(name)),
  );
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/**
 * The envelope with the names of the result's members: the whole schema of each tool (outputSchemaOf) would cost an assistant ten
 * times as many tokens before the first question.
 */
function outlineOf(tool: Tool, operations: readonly Operation[]): NonNullable<ListedTool['outputSchema']> {
  const told = [...new Set(operations.map(({ result }) => membersIn(result)))].join(', or ');
  return {
    type: 'object',
    properties: {
      status: { enum: [...STATUSES] },
      result: {
        type: typesOf(operations),
        description: `${told}. null unless ok. Schema: ${schemaUri(tool)}`,
      },
      candidates: { type: 'array' },
      query: { type: 'object' },
      page: { type: 'object' },
      ...(tool === 'search' ? { sources: { type: 'array' } } : {}),
      billing: { type: 'object' },
      error: { type: 'object' },
    },
    required: ['status', 'result', 'query', 'billing'],
  };
}

const typesOf = (operations: readonly Operation[]): string[] => [
  ...new Set(operations.flatMap(({ result }) => typesIn(result))),
  'null',
];

const typesIn = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => typesIn(option as z.ZodType))
    : [schema instanceof z.ZodArray ? 'array' : 'object'];

function membersIn(schema: z.ZodType): string {
  if (schema instanceof z.ZodArray) return `list of ${membersIn(schema.element as z.ZodType)}`;
  // The first is what is given unless another form is asked for.
  if (schema instanceof z.ZodUnion) return membersIn(schema.options[0] as z.ZodType);
  return schema instanceof z.ZodObject ? `{${Object.keys(schema.shape).join(', ')}}` : 'value';
}

export const schemaUri = (tool: Tool | '{tool}'): string => `miedza://schemas/${tool}`;

/** Of the envelope that a tool gives, whole. */
export function outputSchemaOf(tool: Tool): JSONObject {
  const results = operationsOf(tool).map((name) => OPERATIONS[name].result);
  const [result = z.never(), ...others] = results;
  return schemaOf(envelope(others.length === 0 ? result : z.union([result, ...others])), 'output');
}

/**
 * As plain JSON. Zod repeats the name of a schema as its `id`, which JSON Schema does not know, and closes a tuple by
 * `items: false`, at which some clients stumble; its length is stated anyway.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): JSONObject {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }), (key, value) => {
    const isExtra = (key === 'id' && typeof value === 'string') || (key === 'items' && value === false);
    // What is not taken is said by the answer: a pattern of coordinates costs more tokens than all else about them.
    const isCostly = io === 'input' && key === 'pattern';
    return isExtra || isCostly ? undefined : value;
  });
  return JSON.parse(text);
}

/** The schema with each `$ref` replaced by what it names. No input refers to itself. */
function inlined(schema: JSONObject): JSONObject {
  const definitions: JSONObject = {
    ...(schema.$defs as JSONObject),
    ...(schemaOf(z.array(BatchItem)).$defs as JSONObject),
  };
  const replace = (node: JSONValue): JSONValue => {
    if (Array.isArray(node)) return node.map(replace);
    if (node === null || typeof node !== 'object') return node;
    const { $ref, $schema: _schema, $defs: _defs, ...rest } = node;
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, replace(value)]));
    if (typeof $ref !== 'string') return own;
    const named = definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
    return { ...(replace(named ?? {}) as JSONObject), ...own };
  };
  return replace(schema) as JSONObject;
}

/** Made once: it is the same for every caller. */
export const TOOL_LIST: readonly ListedTool[] = TOOLS.map(listTool);
