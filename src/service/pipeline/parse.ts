// From what arrived to what an operation takes: the contract's schema judges, this file says it in plain words
// (contract §1: the message names the parameter, what arrived and what is allowed).

import type { z } from 'zod';
import { POLYGON_MEMBERS, ruleOf, TARGET_RULE, type TargetInput } from '../../contract/inputs.ts';
import { LAYER_KEYS, type LayerKey, RECORD_LAYERS } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PARAMETER_HINTS, parameterHint } from '../../contract/parameter-hints.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { type ParcelId, parseParcelId } from '../../domain/places/parcel-id.ts';
import { maskRegisterNumbers } from '../../domain/text/register-numbers.ts';
import { nearest } from '../../domain/text/similarity.ts';
import { invalidInput } from './outcome.ts';

const WHOLE = 'the request';

export function parseInput<S extends z.ZodObject>(schema: S, given: unknown, what = WHOLE): z.infer<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw invalidInput(`${what} is not valid`);
  throw explain(issue, given, Object.keys(schema.shape), what);
}

function explain(issue: z.core.$ZodIssue, given: unknown, known: readonly string[], what: string) {
  const name = issue.path.map(String).join('.') || what;
  const value = valueAt(given, issue.path);
  const arrived = show(value);
  const rule = parameterHint(issue.path[0]) ?? ruleOf(known);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [unknown = ''] = issue.keys;
      // A polygon is the only object inside another.
      const isInner = issue.path.length > 0;
      const [where, allowed] = isInner ? [` in ${name}`, POLYGON_MEMBERS] : ['', known];
      // An item of a batch is not what the contract lists parameters of.
      const isPart = isInner || what !== WHOLE;
      // Every name is one letter away from another of one letter.
      const near = unknown.length > 1 ? nearest(unknown, allowed) : null;
      return invalidInput(
        `unknown parameter "${cut(unknown)}"${where}; allowed are ${allowed.join(', ') || 'none'}`,
        near ? `Did you mean ${near}?` : leaveOut(unknown, isPart ? rule : null),
      );
    }
    case 'invalid_type': {
      const type = TYPES[issue.expected] ?? `of type ${issue.expected}`;
      return value === undefined
        ? invalidInput(`${name} is missing; it must be ${type}`, rule)
        : invalidInput(`${name} must be ${type}, got ${arrived}`, rule);
    }
    case 'too_small':
      return invalidInput(`${name} must ${atLeast(issue.origin, issue.minimum)}, got ${arrived}`, rule);
    case 'too_big':
      return invalidInput(`${name} must ${atMost(issue.origin, issue.maximum)}, got ${arrived}`, rule);
    case 'invalid_value':
      return notOneOf(name, value, issue.values.map(String));
    case 'invalid_union':
      return notOneOf(name, value, 'options' in issue ? (issue.options ?? []).map(String) : []);
    default:
      return invalidInput(`${name}: ${issue.message}, got ${arrived}`, rule);
  }
}

/** Inside of another parameter, what that one takes is said too. */
const leaveOut = (name: string, rule: string | null) =>
  `Leave ${name === '' ? 'it' : `"${cut(name)}"`} out. ${rule ?? 'The parameters are listed in /v1/openapi.json.'}`;

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** The list of what is allowed, and the nearest of it. */
export function notOneOf(name: string, value: unknown, allowed: readonly string[]) {
  const near = typeof value === 'string' ? nearest(value, allowed) : null;
  return invalidInput(
    `${name} must be one of ${allowed.join(', ')}; got ${show(value)}`,
    `Allowed: ${allowed.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`,
  );
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };
const atLeast = (origin: string, least: number | bigint) => bound(origin, `at least ${least}`, least);
const atMost = (origin: string, most: number | bigint) => bound(origin, `at most ${most}`, most);

function bound(origin: string, amount: string, count: number | bigint): string {
  const unit = UNITS[origin];
  return unit ? `have ${amount} ${unit}${count === 1 ? '' : 's'}` : `be ${amount}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string' && value.length > 60) return `${value.length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'a number beyond all bounds';
  return cut(JSON.stringify(value) ?? String(value));
}

export type Target =
  | { readonly kind: 'q'; readonly q: string }
  | { readonly kind: 'id'; readonly id: ParcelId; readonly written: string }
  | { readonly kind: 'point'; readonly position: Position };

/** Exactly one of q, id, point or lat+lng (spec §2.1); null when there is none of them. */
export function targetOf(input: TargetInput, rule = TARGET_RULE): Target | null {
  const given = (['q', 'id', 'point'] as const).filter((name) => input[name] !== undefined);
  const pair = [input.lat, input.lng].filter((value) => value !== undefined).length;
  if (pair === 1)
    throw invalidInput(
      `${input.lat === undefined ? 'lng' : 'lat'} came alone; lat and lng go together`,
      rule,
    );
  const names = pair === 2 ? [...given, 'lat+lng'] : given;
  if (names.length > 1) throw invalidInput(`got ${names.join(' and ')} together`, rule);
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
  ways = 'q, id, point or lat+lng',
): Target {
  const target = targetOf(input, rule);
  if (!target) throw invalidInput(`none of ${ways} was given`, rule);
  return target;
}

function idTarget(written: string): Target {
  const parsed = parseParcelId(written);
  if (!parsed.ok) throw invalidInput(`id: ${parsed.message}`, PARAMETER_HINTS.id);
  return { kind: 'id', id: parsed.value, written };
}

const DECIMAL = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const POINT = new RegExp(`^\\s*(${DECIMAL})\\s*,\\s*(${DECIMAL})\\s*$`);

export function parsePoint(text: string, name: 'point' | 'near' = 'point'): Position {
  const match = POINT.exec(text);
  if (!match)
    throw invalidInput(
      `${name} must be "<lat>,<lng>" in decimal degrees, got ${show(text)}`,
      PARAMETER_HINTS[name],
    );
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  requireRange(name, 'lat', lat, LIMITS.lat);
  requireRange(name, 'lng', lng, LIMITS.lng);
  return [lng, lat];
}

function requireRange(
  name: string,
  part: 'lat' | 'lng',
  value: number,
  range: { min: number; max: number },
): void {
  if (value >= range.min && value <= range.max) return;
  throw invalidInput(
    `${part} of ${name} must be between ${range.min} and ${range.max}, got ${value}`,
    `Pass ${name} as latitude, then longitude, in Poland: lat ${LIMITS.lat.min} to ${LIMITS.lat.max}, lng ${LIMITS.lng.min} to ${LIMITS.lng.max}.`,
  );
}

export function parseLayers(text: string | undefined): readonly LayerKey[] {
  if (text === undefined) return RECORD_LAYERS;
  return parseList('layers', text, LAYER_KEYS);
}

/** A comma-separated list of known names, each at most once, in the order they came. */
export function parseList<T extends string>(name: string, text: string, allowed: readonly T[]): T[] {
  const chosen = new Set<T>();
  for (const part of text.split(',')) {
    const word = part.trim();
    const known = allowed.find((entry) => entry === word);
    if (known === undefined) throw notOneOf(name, word, allowed);
    chosen.add(known);
  }
  return [...chosen];
}
