// From what arrived to what an operation takes: the contract's schema judges, this file says it in plain words
// (contract §1: the message names the parameter, what arrived and what is allowed).

import type { z } from 'zod';
import { HINTS } from '../../contract/fault-hints.ts';
import { type Arrived, FAULTS } from '../../contract/fault-sentences.ts';
import { POLYGON_MEMBERS, ruleOf, TARGET_RULE, type TargetInput } from '../../contract/inputs.ts';
import { bilingual, phraseOf } from '../../contract/language.ts';
import { LAYER_KEYS, type LayerKey, RECORD_LAYERS } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PARAMETER_HINTS, parameterHint } from '../../contract/parameter-hints.ts';
import { ruleByText } from '../../contract/schema-rules.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { type ParcelId, parseParcelId } from '../../domain/places/parcel-id.ts';
import { maskRegisterNumbers } from '../../domain/text/register-numbers.ts';
import { nearest } from '../../domain/text/similarity.ts';
import { invalidInput } from './outcome.ts';

const WHOLE = 'the request';

/** Names beside those of the schema: `more` are taken before it is asked, `less` are not the caller's to give as parameters. */
export function parseInput<S extends z.ZodObject>(
  schema: S,
  given: unknown,
  what = WHOLE,
  { more = [], less = [] }: { readonly more?: readonly string[]; readonly less?: readonly string[] } = {},
): z.infer<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw invalidInput(phraseOf(FAULTS.notValid, what));
  const known = [...Object.keys(schema.shape), ...more].filter((name) => !less.includes(name));
  throw explain(issue, given, known, what);
}

function explain(issue: z.core.$ZodIssue, given: unknown, known: readonly string[], what: string) {
  const name = issue.path.map(String).join('.') || what;
  const value = valueAt(given, issue.path);
  const got = arrived(value);
  const rule = parameterHint(issue.path[0]) ?? ruleOf(known);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [unknown = ''] = issue.keys;
      // A polygon is the only object inside another.
      const isInside = issue.path.length > 0;
      const allowed = isInside ? POLYGON_MEMBERS : known;
      // An item of a batch is not what the contract lists parameters of.
      const isPart = isInside || what !== WHOLE;
      // Every name is one letter away from another of one letter.
      const near = unknown.length > 1 ? nearName(unknown, allowed) : null;
      return invalidInput(
        phraseOf(FAULTS.unknownParameter, cut(unknown), isInside ? name : null, allowed),
        near
          ? phraseOf(HINTS.didYouMeanParameter, near)
          : phraseOf(HINTS.leaveOut, cut(unknown), isPart ? rule : HINTS.parameters),
      );
    }
    case 'invalid_type':
      return value === undefined
        ? invalidInput(phraseOf(FAULTS.missing, name, issue.expected), rule)
        : invalidInput(phraseOf(FAULTS.wrongType, name, issue.expected, got), rule);
    case 'too_small': {
      const bound = { kind: 'least', value: issue.minimum, origin: issue.origin } as const;
      return invalidInput(phraseOf(FAULTS.outOfBounds, name, bound, got), rule);
    }
    case 'too_big': {
      const bound = { kind: 'most', value: issue.maximum, origin: issue.origin } as const;
      return invalidInput(phraseOf(FAULTS.outOfBounds, name, bound, got), rule);
    }
    case 'invalid_value':
      return notOneOf(name, value, issue.values.map(String));
    case 'invalid_union':
      return notOneOf(name, value, 'options' in issue ? (issue.options ?? []).map(String) : []);
    default:
      return invalidInput(phraseOf(FAULTS.rule, name, ruleByText(issue.message), got), rule);
  }
}

/** The nearest by its letters, else one that the word is a part of or that is a part of it: "permit" → permit_added. */
function nearName(word: string, list: readonly string[]): string | null {
  const isPart = (entry: string) => entry.length > 2 && (entry.includes(word) || word.includes(entry));
  return list.find((entry) => word.length > 2 && isPart(entry)) ?? nearest(word, list);
}

/** The list of what is allowed, and the nearest of it. */
export function notOneOf(name: string, value: unknown, allowed: readonly string[]) {
  const near = typeof value === 'string' ? nearName(value, allowed) : null;
  const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [];
  // "house,services" for a parameter that takes one of them.
  if (parts.length > 1 && parts.every((part) => allowed.includes(part)))
    return invalidInput(
      phraseOf(FAULTS.notSeveral, name, allowed, arrived(value)),
      phraseOf(HINTS.onceForEach, name, parts),
    );
  return invalidInput(
    phraseOf(FAULTS.notOneOf, name, allowed, arrived(value)),
    phraseOf(HINTS.allowed, allowed, near),
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function arrived(value: unknown): Arrived {
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

/** Exactly one of q, id, point or lat+lng (spec §2.1); null when there is none of them. */
export function targetOf(input: TargetInput, rule = TARGET_RULE): Target | null {
  const given = (['q', 'id', 'point'] as const).filter((name) => input[name] !== undefined);
  const pair = [input.lat, input.lng].filter((value) => value !== undefined).length;
  if (pair === 1) {
    const [alone, missing] = input.lat === undefined ? (['lng', 'lat'] as const) : (['lat', 'lng'] as const);
    const hint = PARAMETER_HINTS[missing];
    throw invalidInput(
      phraseOf(FAULTS.alone, alone),
      bilingual(`${hint.en} ${rule.en}`, `${hint.pl} ${rule.pl}`),
    );
  }
  const names = pair === 2 ? [...given, 'lat+lng'] : given;
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
    phraseOf(FAULTS.outOfRange, part, name, range, value),
    phraseOf(HINTS.inPoland, name, LIMITS.lat, LIMITS.lng),
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
