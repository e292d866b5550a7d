// Text on the wire → JSON values for the pipeline. Decides nothing: what does not look like a number stays text, and
// the contract's schema says what is wrong with it.

import { z } from 'zod';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import type { Format } from '../contract/formats.ts';
import { phraseOf } from '../contract/language.ts';
import { HTTP_LIMITS, LIMITS } from '../contract/limits.ts';
import { formatsOf, OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/operations.ts';
import { type BatchTable, readBatchTable } from '../service/pipeline/batch-table.ts';
import type { Delimiter } from '../service/pipeline/csv-text.ts';
import { invalidInput, type ServiceError } from '../service/pipeline/outcome.ts';

const DECIMAL = /^[+-]?\d{1,15}(?:\.\d+)?$/;

/** Which query parameters are of some types, by the contract. */
const parametersOf = (...types: string[]) =>
  new Map<OperationName, ReadonlySet<string>>(
    OPERATION_NAMES.map((name) => {
      const schema = z.toJSONSchema(OPERATIONS[name].input, { io: 'input' });
      const typed = Object.entries(schema.properties ?? {}).filter(
        ([, property]) => typeof property === 'object' && types.includes(String(property.type)),
      );
      return [name, new Set(typed.map(([parameter]) => parameter))];
    }),
  );
const NUMBERS = parametersOf('number', 'integer');
const SWITCHES = parametersOf('boolean');

export function decodeQuery(
  name: OperationName,
  query: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const [numbers, switches] = [NUMBERS.get(name), SWITCHES.get(name)];
  // Without a prototype, so that a parameter named __proto__ is a parameter like any other: unknown.
  const input: Record<string, unknown> = Object.create(null);
  for (const parameter in query) {
    const value = query[parameter];
    if (Array.isArray(value)) {
      throw invalidInput(phraseOf(FAULTS.repeated, parameter.slice(0, 60), value.length), HINTS.once);
    }
    if (Object.hasOwn(path, parameter))
      throw invalidInput(phraseOf(FAULTS.inPath, parameter), HINTS.inPathAlone);
    const isNumber = numbers?.has(parameter) && typeof value === 'string' && DECIMAL.test(value);
    const isSwitch = switches?.has(parameter) && (value === 'true' || value === 'false');
    input[parameter] = isNumber ? Number(value) : isSwitch ? value === 'true' : value;
  }
  return Object.assign(input, path);
}

export function decodeBody(
  name: OperationName,
  body: unknown,
  contentType: string | undefined,
  query: object,
): unknown {
  const { format, ...others } = decodeQuery(name, { ...query }, {});
  const [parameter] = Object.keys(others);
  if (parameter !== undefined)
    throw invalidInput(phraseOf(FAULTS.inUrl, parameter.slice(0, 60)), HINTS.intoBody);
  const input = decodeJson(name, body, contentType);
  if (format === undefined || input === null || typeof input !== 'object') return input;
  if ('format' in input) throw invalidInput(FAULTS.formatTwice, HINTS.formatOnce);
  return { ...input, format };
}

/** A table says which parcels; which layers, geometry and format is said in the URL. */
export function decodeTable(
  name: OperationName,
  body: unknown,
  query: object,
  separator: Delimiter | undefined,
): { readonly table: BatchTable; readonly input: object } {
  const { layers, ...asked } = decodeQuery(name, { ...query }, {});
  const table = readBatchTable(textOf(body), LIMITS.batch_items.max, separator);
  const named = typeof layers === 'string' ? { layers: layers.split(',').map((key) => key.trim()) } : {};
  return { table, input: { ...asked, ...named, items: table.items } };
}

export const mediaTypeOf = (contentType: string | undefined): string | undefined =>
  contentType?.split(';')[0]?.trim().toLowerCase();

const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '');

/** Of a body that is no JSON: so much around the place where it stops being one. */
const SHOWN = 40;
const SHOWN_BEFORE = 20;

function decodeJson(name: OperationName, body: unknown, contentType: string | undefined): unknown {
  const type = mediaTypeOf(contentType);
  if (type !== 'application/json') throw wrongContentType(type ? type.slice(0, 60) : null, formatsOf(name));
  try {
    return JSON.parse(textOf(body));
  } catch (error) {
    // The parser's own words are English; where it stopped can be told in any language.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1] ?? null;
    const from = Math.max(0, Number(position ?? 0) - SHOWN_BEFORE);
    const shown = JSON.stringify(textOf(body).slice(from, from + SHOWN));
    throw invalidInput(phraseOf(FAULTS.notJson, position, shown), HINTS.oneObject);
  }
}

const [QUOTE, COMMA, LIST, BACKSLASH, OBJECT] = Buffer.from('",[\\{');

/** Some tens of microseconds. */
const STEP_BYTES = 32 << 10;

/** Looks at the bytes alone: to parse millions of values, and to judge them, would hold up everyone else. */
export function* tooManyValues(body: Buffer): Generator<void, ServiceError | null> {
  if (body.length <= HTTP_LIMITS.body_values) return null;
  let values = 0;
  let isText = false;
  for (let at = 0, next = STEP_BYTES; at < body.length; at += 1) {
    if (at >= next) {
      yield;
      next = at + STEP_BYTES;
    }
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (byte === BACKSLASH) at += 1;
    else if (!isText && (byte === COMMA || byte === LIST || byte === OBJECT)) values += 1;
    if (values > HTTP_LIMITS.body_values)
      return invalidInput(
        phraseOf(FAULTS.manyValues, HTTP_LIMITS.body_values),
        phraseOf(HINTS.bodyLimits, LIMITS.batch_items.max, LIMITS.polygon_vertices),
      );
  }
  return null;
}

/** Framework and query parser would each do something else with a broken escape: it is refused for both here. */
export function urlFault(url: string): ServiceError | null {
  if (url.includes('%')) {
    try {
      decodeURIComponent(url);
    } catch {
      return badEncoding();
    }
  }
  return url.length > HTTP_LIMITS.url_characters
    ? invalidInput(phraseOf(FAULTS.longUrl, url.length, HTTP_LIMITS.url_characters), HINTS.usePost)
    : null;
}

export const badEncoding = () => invalidInput(FAULTS.badEncoding, HINTS.percentUtf8);

const wrongContentType = (got: string | null, formats: readonly Format[] = []) =>
  invalidInput(
    phraseOf(FAULTS.contentType, got, formats.includes('csv')),
    formats.includes('csv') ? HINTS.sendJsonOrTable : HINTS.sendJson,
  );
