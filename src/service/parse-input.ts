// From what arrived to what an operation takes: the contract's schema judges, this file says it in plain words
// (contract §1: the message names the parameter, what arrived and what is allowed).

import type { z } from 'zod';
import { TARGET_RULE, type TargetInput } from '../contract/inputs.ts';
import { LAYER_KEYS, type LayerKey, RECORD_LAYERS } from '../contract/layers.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Position } from '../domain/geometry.ts';
import { type ParcelId, parseParcelId } from '../domain/parcel-id.ts';
import { nearest } from '../domain/text/similarity.ts';
import { invalidInput } from './outcome.ts';

export function parseInput<S extends z.ZodObject>(schema: S, given: unknown): z.infer<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw invalidInput('the request is not valid');
  throw explain(issue, given, Object.keys(schema.shape));
}

function explain(issue: z.core.$ZodIssue, given: unknown, known: readonly string[]) {
  const name = issue.path.map(String).join('.') || 'the request';
  const arrived = show(valueAt(given, issue.path));
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [unknown = ''] = issue.keys;
      const where = issue.path.length > 0 ? ` in ${name}` : '';
      const allowed = issue.path.length > 0 ? '' : `; allowed are ${known.join(', ') || 'none'}`;
      const near = nearest(unknown, known);
      return invalidInput(
        `unknown parameter "${cut(unknown)}"${where}${allowed}`,
        near ? `Did you mean ${near}?` : undefined,
      );
    }
    case 'invalid_type':
      return arrived === 'nothing'
        ? invalidInput(`${name} is missing; it must be of type ${issue.expected}`)
        : invalidInput(`${name} must be of type ${issue.expected}, got ${arrived}`);
    case 'too_small':
      return invalidInput(`${name} must be at least ${issue.minimum}${unitOf(issue.origin)}, got ${arrived}`);
    case 'too_big':
      return invalidInput(`${name} must be at most ${issue.maximum}${unitOf(issue.origin)}, got ${arrived}`);
    case 'invalid_value':
      return notOneOf(name, valueAt(given, issue.path), issue.values.map(String));
    default:
      return invalidInput(`${name}: ${issue.message}, got ${arrived}`);
  }
}

/** The list of what is allowed, and the nearest of it. */
function notOneOf(name: string, value: unknown, allowed: readonly string[]) {
  const near = typeof value === 'string' ? nearest(value, allowed) : null;
  return invalidInput(
    `${name} must be one of ${allowed.join(', ')}; got ${show(value)}`,
    `Allowed: ${allowed.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`,
  );
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '');

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
  return cut(JSON.stringify(value) ?? String(value));
}

export type Target =
  | { readonly kind: 'q'; readonly q: string }
  | { readonly kind: 'id'; readonly id: ParcelId; readonly written: string }
  | { readonly kind: 'point'; readonly position: Position };

/** Exactly one of q, id, point or lat+lng (spec §2.1); null when there is none of them. */
export function targetOf(input: TargetInput): Target | null {
  const given = (['q', 'id', 'point'] as const).filter((name) => input[name] !== undefined);
  const pair = [input.lat, input.lng].filter((value) => value !== undefined).length;
  if (pair === 1)
    throw invalidInput(
      `${input.lat === undefined ? 'lng' : 'lat'} came alone; lat and lng go together`,
      TARGET_RULE,
    );
  const names = pair === 2 ? [...given, 'lat+lng'] : given;
  if (names.length > 1) throw invalidInput(`got ${names.join(' and ')} together`, TARGET_RULE);
  if (input.q !== undefined) return { kind: 'q', q: input.q.trim() };
  if (input.id !== undefined) return idTarget(input.id);
  if (input.point !== undefined) return { kind: 'point', position: parsePoint(input.point) };
  if (input.lat !== undefined && input.lng !== undefined)
    return { kind: 'point', position: [input.lng, input.lat] };
  return null;
}

export function requireTarget(input: TargetInput): Target {
  const target = targetOf(input);
  if (!target) throw invalidInput('none of q, id, point or lat+lng was given', TARGET_RULE);
  return target;
}

function idTarget(written: string): Target {
  const parsed = parseParcelId(written);
  if (!parsed.ok) throw invalidInput(`id: ${parsed.message}`, 'Pass an EGiB id such as 141803_2.0009.123/4.');
  return { kind: 'id', id: parsed.value, written };
}

const DECIMAL = String.raw`[+-]?\d{1,3}(?:\.\d{1,15})?`;
const POINT = new RegExp(`^\\s*(${DECIMAL})\\s*,\\s*(${DECIMAL})\\s*$`);

function parsePoint(text: string): Position {
  const match = POINT.exec(text);
  if (!match)
    throw invalidInput(
      `point must be "<lat>,<lng>" in decimal degrees, got ${show(text)}`,
      'For example 52.0571,20.9344.',
    );
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  requireRange('lat of point', lat, LIMITS.lat);
  requireRange('lng of point', lng, LIMITS.lng);
  return [lng, lat];
}

export function requireRange(name: string, value: number, range: { min: number; max: number }): void {
  if (value < range.min || value > range.max) {
    throw invalidInput(`${name} must be between ${range.min} and ${range.max}, got ${value}`);
  }
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
