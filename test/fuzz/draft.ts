// A valid request of an operation, made from its schemas and from values that mean something in the dataset.

import { pick, type Random } from '../../world/random.ts';
import type { FuzzedOperation, Parameter, Schema } from './contract.ts';
import { smallRing } from './hostile.ts';

/** Values that mean something in the dataset: without them nearly every request would end at "not found". */
export interface Pool {
  readonly key: string;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly places: readonly (readonly [lng: number, lat: number])[];
  readonly gminy: readonly string[];
}

export interface Draft {
  method: string;
  path: string;
  query: [string, string][];
  body: Record<string, unknown> | null;
  /** In place of the body, as it is sent. */
  raw: string | null;
  headers: Record<string, string>;
  /** Whether it must be answered (no 400), must be refused (400 or 401), or either. */
  expects: 'answer' | 'refusal' | 'either';
}

export interface Making {
  readonly random: Random;
  readonly operation: FuzzedOperation;
  readonly pool: Pool;
  readonly draft: Draft;
}

export const TARGETS = ['q', 'id', 'point', 'lat', 'lng', 'bbox'];

export const anyOf = <T>(random: Random, list: readonly T[]): T => pick(random, list as readonly [T, ...T[]]);
export const chance = (random: Random, share: number) => random() < share;

/** Percent-encoded as UTF-8; half of a pair alone is sent as the three bytes it would have, which is no UTF-8. */
export function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

export function validDraft(random: Random, operation: FuzzedOperation, pool: Pool): Draft {
  const valid = (parameter: Parameter) => validText(random, parameter, pool);
  let path = operation.path;
  const query: [string, string][] = [];
  const takesTarget = operation.parameters.some(({ name }) => name === 'q');
  if (takesTarget) query.push(...validTarget(random, operation, pool));
  const has = (wanted: string) => query.some(([name]) => name === wanted);
  const isBox = has('bbox');
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, valid(parameter));
    else if (TARGETS.includes(parameter.name) || parameter.name === 'cursor') continue;
    else if (isBox && parameter.name === 'radius_m') continue;
    // A summary has no pages.
    else if (parameter.name === 'limit' && has('summary')) continue;
    else if (parameter.name === 'summary' && has('limit')) continue;
    else if (chance(random, 0.3)) query.push([parameter.name, valid(parameter)]);
  }
  return {
    method: operation.method,
    path,
    query,
    body: operation.members ? validBody(random, operation, pool) : null,
    raw: null,
    headers: {
      'X-Api-Key': pool.key,
      ...(operation.members ? { 'Content-Type': 'application/json' } : {}),
    },
    // A key has only so many.
    expects: operation.name === 'subscription_create' ? 'either' : 'answer',
  };
}

function validTarget(random: Random, operation: FuzzedOperation, pool: Pool): [string, string][] {
  const [lng, lat] = anyOf(random, pool.places);
  const longest = operation.parameters.find(({ name }) => name === 'q')?.schema.maxLength;
  const forms: [string, string][][] = [
    [['q', encode(anyOf(random, pool.texts).slice(0, longest))]],
    [['id', encode(anyOf(random, pool.ids))]],
    [['point', `${lat},${lng}`]],
    [
      ['lat', String(lat)],
      ['lng', String(lng)],
    ],
  ];
  if (operation.name === 'search') {
    const size = 0.001 + random() * 0.01;
    forms.push([['bbox', [lng, lat, lng + size, lat + size].map((value) => value.toFixed(6)).join(',')]]);
  }
  const takes = new Set(operation.parameters.map(({ name }) => name));
  return anyOf(
    random,
    forms.filter((form) => form.every(([name]) => takes.has(name))),
  );
}

function validText(random: Random, { name, schema }: Parameter, pool: Pool): string {
  if (name === 'subscription') return NO_SUBSCRIPTION;
  if (name === 'month') return anyOf(random, ['2026-11', '1999-12']);
  if (name === 'teryt') return anyOf(random, pool.gminy);
  if (name === 'since') return anyOf(random, ['2026-01-01', '2026-11-15', '1999-12-31', '2100-02-28']);
  if (name === 'datetime') return anyOf(random, ['2026-11-15', '2026-01-01/..', '../2026-11-15T12:00:00Z']);
  if (name === 'types') return anyOf(random, ['parcel_created', 'parcel_created,parcel_removed']);
  if (name === 'layers') return anyOf(random, ['planning,flood', 'soil', 'pog,mpzp,wz,permits']);
  if (name === 'near') return anyOf(random, pool.places).toReversed().join(',');
  if (schema.type === 'boolean') return anyOf(random, ['true', 'false']);
  if (schema.enum) return anyOf(random, schema.enum);
  return String(numberWithin(random, schema));
}

function numberWithin(random: Random, { minimum = 0, maximum = 100, type }: Schema): number {
  const value = minimum + random() * (maximum - minimum);
  return type === 'integer' ? Math.round(value) : value;
}

function validBody(random: Random, operation: FuzzedOperation, pool: Pool): Record<string, unknown> {
  if (operation.name === 'subscription_create') return validWatch(random, pool);
  if (operation.name === 'subscription_test') return { subscription: NO_SUBSCRIPTION };
  const body: Record<string, unknown> = {};
  for (const { name, schema } of operation.members ?? []) {
    if (name === 'items') body.items = validItems(random, pool);
    else if (name === 'polygon')
      body.polygon = { type: 'Polygon', coordinates: [smallRing(random, anyOf(random, pool.places))] };
    else if (name === 'cursor' || chance(random, 0.6)) continue;
    else if (schema.items?.enum) body[name] = [anyOf(random, schema.items.enum)];
    else if (schema.enum) body[name] = anyOf(random, schema.enum);
    else body[name] = numberWithin(random, schema);
  }
  return body;
}

const NO_SUBSCRIPTION = 'sub_0011223344556677';

/** An address, so that no name is looked up. */
function validWatch(random: Random, pool: Pool): Record<string, unknown> {
  const ring = smallRing(random, anyOf(random, pool.places));
  const watched = pick<object>(random, [
    { parcel: anyOf(random, pool.ids) },
    { gmina: anyOf(random, pool.gminy) },
    { polygon: { type: 'Polygon', coordinates: [ring] } },
  ]);
  return { url: 'https://1.1.1.1/hook', ...watched };
}

function validItems(random: Random, pool: Pool): object[] {
  const count = 1 + Math.floor(random() ** 3 * 40);
  return Array.from({ length: count }, (_, at) => {
    const [lng, lat] = anyOf(random, pool.places);
    const item = pick<object>(random, [
      { id: anyOf(random, pool.ids) },
      { q: anyOf(random, pool.texts) },
      { point: `${lat},${lng}` },
    ]);
    return chance(random, 0.3) ? { ...item, ref: `row ${at}` } : item;
  });
}
