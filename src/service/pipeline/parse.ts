// From what arrived to what an operation takes: the contract's schema judges, this file says it in plain words
// (contract §1: the message names the parameter, what arrived and what is allowed).

import { z } from 'zod';
import { EVENT_NAMES } from '../../contract/change-events.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { type Arrived, FAULTS } from '../../contract/fault-sentences.ts';
import { POLYGON_MEMBERS, ruleOf, TARGET_RULE, type TargetInput } from '../../contract/inputs.ts';
import {
  type Bilingual,
  bilingual,
  type Language,
  type Phrase,
  phraseIn,
  phraseOf,
  type Sentence,
} from '../../contract/language.ts';
import { LAYER_KEYS, type LayerKey, RECORD_LAYERS } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { limitHint, PARAMETER_HINTS, parameterHint, typeListHint } from '../../contract/parameter-hints.ts';
import { ruleByText } from '../../contract/schema-rules.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { type ParcelId, parseParcelId } from '../../domain/places/parcel-id.ts';
import { maskRegisterNumbers } from '../../domain/text/register-numbers.ts';
import { nearest } from '../../domain/text/similarity.ts';
import { invalidInput, type ServiceError } from './outcome.ts';

const WHOLE = bilingual('the request', 'zapytanie');

/** Names that are taken beside those of the schema, before it is asked; and those of it that the path gives. */
interface OtherNames {
  readonly beside: readonly string[];
  readonly in_path: readonly string[];
}

/** All that is wrong is told at once: nobody wants as many round trips as faults. */
export function parseInput<S extends z.ZodObject>(
  schema: S,
  given: unknown,
  what = WHOLE,
  { beside, in_path }: OtherNames = { beside: [], in_path: [] },
): z.infer<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const known = [...Object.keys(schema.shape).filter((name) => !in_path.includes(name)), ...beside];
  const { issues } = parsed.error;
  throw issues.length === 0
    ? invalidInput((language) => FAULTS.notValid[language](what[language]))
    : asOneFault(issues.slice(0, MOST_FAULTS).map((issue) => explain(issue, given, schema, known, what)));
}

/** A body may hold thousands; nobody reads them. */
const MOST_FAULTS = 5;

/** Several faults as one: each with its message, each hint once. */
export function asOneFault([first, ...more]: readonly ServiceError[]): ServiceError {
  if (first === undefined) throw new Error('there is no fault to tell');
  if (more.length === 0) return first;
  const told = (part: 'message' | 'hint', between: string) => (language: Language) =>
    [...new Set([first, ...more].map((fault) => fault.tell(language)[part]))].join(between);
  return invalidInput(told('message', '; '), told('hint', ' '));
}

/** What is inside of optional members and those with a default. */
function innermost(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? innermost(schema.unwrap()) : schema;
}

/** What to do about a parameter; the bounds of `limit` and the form of `types` differ by operation. */
function hintOf(name: unknown, schema: z.ZodObject): Phrase | null {
  const number = name === 'limit' ? innermost(schema.shape.limit) : undefined;
  if (number instanceof z.ZodNumber && number.minValue !== null && number.maxValue !== null)
    return phraseOf(limitHint, number.minValue, Math.min(number.maxValue, LIMITS.page_limit.max));
  if (name === 'types' && innermost(schema.shape.types) instanceof z.ZodArray) return typeListHint;
  return parameterHint(name);
}

function explain(
  issue: z.core.$ZodIssue,
  given: unknown,
  schema: z.ZodObject,
  known: readonly string[],
  what: Bilingual,
): ServiceError {
  // A word of a list may have come in one text with others, which has no places.
  const isWord = Object.hasOwn(LISTS, String(issue.path[0])) && typeof issue.path[1] === 'number';
  const name = (isWord ? issue.path.slice(0, 1) : issue.path).map(String).join('.');
  const tell =
    <V extends readonly unknown[]>(entry: Sentence<[name: string, ...V]>, ...values: V): Phrase =>
    (language) =>
      entry[language](name || what[language], ...values);
  const value = valueAt(given, issue.path);
  const got = arrived(value);
  const rule = hintOf(issue.path[0], schema) ?? ruleOf(known);
  switch (issue.code) {
    case 'unrecognized_keys': {
      // A polygon is the only object inside another.
      const isInside = issue.path.length > 0;
      // An item of a batch is not what the contract lists parameters of.
      const isPart = isInside || what !== WHOLE;
      return unknownParameters(
        issue.keys,
        isInside ? name : null,
        isInside ? POLYGON_MEMBERS : known,
        isPart ? ruleOf(known) : HINTS.parameters,
      );
    }
    case 'invalid_type':
      return value === undefined
        ? invalidInput(tell(FAULTS.missing, issue.expected), rule)
        : invalidInput(tell(FAULTS.wrongType, issue.expected, got), rule);
    case 'too_small': {
      const bound = { kind: 'least', value: issue.minimum, origin: issue.origin } as const;
      return invalidInput(tell(FAULTS.outOfBounds, bound, got), rule);
    }
    case 'too_big': {
      const bound = { kind: 'most', value: issue.maximum, origin: issue.origin } as const;
      return invalidInput(tell(FAULTS.outOfBounds, bound, got), rule);
    }
    case 'invalid_value':
      return notOneOf(name, value, issue.values.map(String), value, OTHER_HINTS[name] ?? rule);
    case 'invalid_union':
      return notOneOf(name, value, 'options' in issue ? (issue.options ?? []).map(String) : []);
    default:
      return invalidInput(tell(FAULTS.rule, ruleByText(issue.message), got), rule);
  }
}

/** Names that nobody knows, and those that may be meant. `rest` is said of those that resemble none. */
export function unknownParameters(
  names: readonly string[],
  where: string | null,
  allowed: readonly string[],
  rest: Bilingual,
): ServiceError {
  const unknown = names.slice(0, MOST_FAULTS).map(cut);
  // Every name is one letter away from another of one letter.
  const meant = unknown.map((each) => (each.length > 1 ? nearName(each, allowed) : null));
  const strange = unknown.filter((_, at) => meant[at] === null);
  const hints = meant
    .filter((near) => near !== null)
    .map((near) => phraseOf(HINTS.didYouMeanParameter, near));
  if (strange.length > 0) hints.push(phraseOf(HINTS.leaveOut, strange, rest));
  return invalidInput(phraseOf(FAULTS.unknownParameter, unknown, where, allowed), (language) =>
    hints.map((hint) => phraseIn(hint, language)).join(' '),
  );
}

/** The nearest by its letters, else one that the word is a part of or that is a part of it: "permit" → permit_added. */
export function nearName(word: string, list: readonly string[]): string | null {
  const isPart = (entry: string) => entry.length > 2 && (entry.includes(word) || word.includes(entry));
  return list.find((entry) => word.length > 2 && isPart(entry)) ?? nearest(word, list);
}

/** What is allowed is told once: in the message, or of layers in the hint (contract §3). The hint helps further. */
export function notOneOf(
  name: string,
  value: unknown,
  allowed: readonly string[],
  meant: unknown = value,
  rule: Phrase = parameterHint(name) ?? OTHER_HINTS[name] ?? HINTS.parameters,
): ServiceError {
  const near = typeof meant === 'string' ? nearName(meant, allowed) : null;
  const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [];
  // "house,services" for a parameter that takes one of them.
  if (parts.length > 1 && parts.every((part) => allowed.includes(part)))
    return invalidInput(
      phraseOf(FAULTS.notSeveral, name, allowed, arrived(value)),
      phraseOf(HINTS.onceForEach, name, parts),
    );
  if (allowed.includes('planning'))
    return invalidInput(
      phraseOf(FAULTS.notLayer, name, arrived(value)),
      phraseOf(HINTS.layerKeys, allowed, near),
    );
  return invalidInput(phraseOf(FAULTS.notOneOf, name, allowed, arrived(value)), (language) =>
    HINTS.nearOr[language](near, phraseIn(rule, language)),
  );
}

/** Of what is no parameter of an operation by itself. */
const OTHER_HINTS: Readonly<Record<string, Bilingual>> = {
  format: HINTS.formatLeftOut,
  'polygon.type': HINTS.asGeoJson,
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** What came, as messages show it. */
export function arrived(value: unknown): Arrived {
  if (value === undefined) return { kind: 'nothing' };
  if (typeof value === 'string' && value.length > 60) return { kind: 'characters', count: value.length };
  if (Array.isArray(value)) return { kind: 'list', count: value.length };
  if (typeof value === 'number' && !Number.isFinite(value)) return { kind: 'unbounded' };
  return { kind: 'value', text: cut(JSON.stringify(value) ?? String(value)) };
}

export type Target =
  | { readonly kind: 'q'; readonly q: string }
  | { readonly kind: 'id'; readonly id: ParcelId; readonly written: string }
  | { readonly kind: 'point'; readonly position: Position };

/** By which names a place is given. */
export const waysIn = (input: TargetInput): string[] => [
  ...(['q', 'id', 'point'] as const).filter((name) => input[name] !== undefined),
  ...(input.lat !== undefined && input.lng !== undefined
    ? ['lat+lng']
    : (['lat', 'lng'] as const).filter((name) => input[name] !== undefined)),
];

/** Exactly one of q, id, point or lat+lng (spec §2.1); null when there is none of them. */
export function targetOf(input: TargetInput, rule = TARGET_RULE): Target | null {
  const pair = [input.lat, input.lng].filter((value) => value !== undefined).length;
  if (pair === 1) {
    const [alone, missing] = input.lat === undefined ? (['lng', 'lat'] as const) : (['lat', 'lng'] as const);
    const hint = PARAMETER_HINTS[missing];
    throw invalidInput(
      phraseOf(FAULTS.alone, alone),
      bilingual(`${hint.en} ${rule.en}`, `${hint.pl} ${rule.pl}`),
    );
  }
  const names = waysIn(input);
  if (names.length > 1) throw invalidInput(phraseOf(FAULTS.together, names), rule);
  if (input.q !== undefined) return { kind: 'q', q: maskRegisterNumbers(input.q.trim()) };
  if (input.id !== undefined) return idTarget(input.id);
  if (input.point !== undefined) return { kind: 'point', position: parsePoint(input.point) };
  if (input.lat !== undefined && input.lng !== undefined)
    return { kind: 'point', position: [input.lng, input.lat] };
  return null;
}

export function requireTarget(
  input: TargetInput,
  rule = TARGET_RULE,
  ways: readonly string[] = ['q', 'id', 'point', 'lat+lng'],
): Target {
  const target = targetOf(input, rule);
  if (!target) throw invalidInput(phraseOf(FAULTS.noTarget, ways), rule);
  return target;
}

function idTarget(written: string): Target {
  const parsed = parseParcelId(written);
  if (!parsed.ok) throw invalidInput(phraseOf(FAULTS.wrongId, parsed.message), PARAMETER_HINTS.id);
  return { kind: 'id', id: parsed.value, written };
}

const DECIMAL = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const POINT = new RegExp(`^\\s*(${DECIMAL})\\s*,\\s*(${DECIMAL})\\s*$`);

export function parsePoint(text: string, name: 'point' | 'near' = 'point'): Position {
  const match = POINT.exec(text);
  if (!match) throw invalidInput(phraseOf(FAULTS.notPoint, name, arrived(text)), PARAMETER_HINTS[name]);
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  const isTurned = isWithin(lng, LIMITS.lat) && isWithin(lat, LIMITS.lng);
  const meant = isTurned ? `${match[2]},${match[1]}` : null;
  requireRange(name, 'lat', lat, LIMITS.lat, meant);
  requireRange(name, 'lng', lng, LIMITS.lng, meant);
  return [lng, lat];
}

function requireRange(
  name: string,
  part: 'lat' | 'lng',
  value: number,
  range: Range,
  meant: string | null,
): void {
  if (isWithin(value, range)) return;
  throw invalidInput(phraseOf(FAULTS.outOfRange, part, name, range, value), (language) =>
    HINTS.nearOr[language](meant, HINTS.inPoland[language](name, LIMITS.lat, LIMITS.lng)),
  );
}

type Range = { readonly min: number; readonly max: number };
const isWithin = (value: number, { min, max }: Range): boolean => value >= min && value <= max;

export function parseLayers(text: string | undefined): readonly LayerKey[] {
  if (text === undefined) return RECORD_LAYERS;
  return parseList('layers', text, LAYER_KEYS);
}

/** A comma-separated list of known names, each at most once, in the order they came. */
export function parseList<T extends string>(name: string, text: string, allowed: readonly T[]): T[] {
  const words = text.split(',').map((part) => part.trim());
  const [wrong, ...more] = words.filter((word) => !allowed.some((entry) => entry === word));
  if (wrong !== undefined) throw notOneOf(name, [wrong, ...more].join(','), allowed, wrong);
  return allowed
    .filter((entry) => words.includes(entry))
    .toSorted((a, b) => words.indexOf(a) - words.indexOf(b));
}

const LISTS: Readonly<Record<string, readonly string[]>> = { layers: LAYER_KEYS, types: EVENT_NAMES };

/** Lists in one text, which the schema does not look into. */
export function listFaults(schema: z.ZodObject, given: unknown): void {
  for (const [name, allowed] of Object.entries(LISTS)) {
    const text = valueAt(given, [name]);
    if (typeof text === 'string' && text !== '' && innermost(schema.shape[name]) instanceof z.ZodString)
      parseList(name, text, allowed);
  }
}
