// GET /v1/parcel and POST /v1/parcel/batch (spec §4.2, §4.3).

import type { Envelope, ParcelRecord, Query } from '../contract/answers.ts';
import { BatchItem } from '../contract/inputs.ts';
import { RECORD_LAYERS } from '../contract/layers.ts';
import { type InputOf, OPERATIONS } from '../contract/operations.ts';
import { billBatch } from '../domain/billing.ts';
import type { Context } from './context.ts';
import { envelopeOf, failureOf, queryInputOf } from './envelope.ts';
import { loadRecord } from './load-record.ts';
import { type Outcome, ServiceError } from './outcome.ts';
import { parseInput, parseLayers, requireTarget, type Target } from './parse-input.ts';
import { resolveParcel } from './resolve-target.ts';

const NO_QUERY: Query = { input: {}, resolved: null };

export async function runParcel(context: Context, input: InputOf<'parcel'>): Promise<Outcome<ParcelRecord>> {
  const layers = parseLayers(input.layers);
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const record = await loadRecord(context, resolution.parcel, layers, input.geometry);
  return { status: 'ok', result: record, resolved: resolution.resolved, tag: '' };
}

/** Every item its own envelope, in order. Parcels are read together, each once, however many items mean it. */
export async function runBatch(
  context: Context,
  input: InputOf<'parcel_batch'>,
): Promise<Outcome<Envelope<ParcelRecord>[]>> {
  const items = input.items.map(readItem);
  const targets = items.flatMap((item) => ('target' in item ? [item.target] : []));
  const resolutions = await resolveAll(context, targets);
  const parcels = new Map(
    [...resolutions.values()].flatMap((resolution) =>
      resolution.status === 'parcel' ? [[resolution.parcel.id, resolution.parcel]] : [],
    ),
  );
  const layers = input.layers ?? RECORD_LAYERS;
  const records = new Map<string, ParcelRecord>();
  for (const part of partsOf([...parcels.values()])) {
    for (const parcel of part)
      records.set(parcel.id, await loadRecord(context, parcel, layers, input.geometry));
    await letOthersIn();
  }

  const { cost } = OPERATIONS.parcel_batch;
  const envelopes = items.map((item): Envelope<ParcelRecord> => {
    if ('error' in item) return { ...failureOf(item.error, cost, NO_QUERY), ...item.ref };
    const resolution = resolutions.get(item.target);
    if (!resolution) throw new Error('an item of the batch was not resolved');
    const outcome = outcomeOf(resolution, records);
    return { ...envelopeOf(outcome, cost, queryInputOf(item.target)), ...item.ref };
  });
  return {
    status: 'ok',
    result: envelopes,
    billing: billBatch(envelopes.map((envelope) => envelope.billing)),
  };
}

type Resolution = Awaited<ReturnType<typeof resolveParcel>>;

/** Ids with one read; texts and points one by one. */
async function resolveAll(context: Context, targets: readonly Target[]): Promise<Map<Target, Resolution>> {
  const ids = targets.flatMap((target) => (target.kind === 'id' ? [target.id.id] : []));
  const parcels = await context.reads.parcels([...new Set(ids)]);
  const resolutions = new Map<Target, Resolution>();
  for (const part of partsOf(targets)) {
    for (const target of part) resolutions.set(target, await resolveParcel({ ...context, parcels }, target));
    await letOthersIn();
  }
  return resolutions;
}

/** A record or a text takes about a millisecond: in one go, a thousand of them would keep everybody else waiting. */
const PART_ITEMS = 50;

function partsOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / PART_ITEMS);
  return Array.from({ length: count }, (_, at) => items.slice(at * PART_ITEMS, (at + 1) * PART_ITEMS));
}

const letOthersIn = () => new Promise<void>((resolve) => setImmediate(resolve));

function outcomeOf(
  resolution: Resolution,
  records: ReadonlyMap<string, ParcelRecord>,
): Outcome<ParcelRecord> {
  if (resolution.status !== 'parcel') return resolution;
  const result = records.get(resolution.parcel.id);
  if (!result) throw new Error(`no record for ${resolution.parcel.id}`);
  return { status: 'ok', result, resolved: resolution.resolved };
}

type ReadItem = { readonly ref: { ref?: string } } & (
  | { readonly target: Target }
  | { readonly error: ServiceError }
);

/** A malformed item is its own free error; the others are answered (contract §5). */
function readItem(item: unknown): ReadItem {
  const ref = refOf(item);
  try {
    const { ref: _ref, ...described } = parseInput(BatchItem, item);
    return { ref, target: requireTarget(described) };
  } catch (error) {
    if (error instanceof ServiceError) return { ref, error };
    throw error;
  }
}

function refOf(item: unknown): { ref?: string } {
  const ref = item !== null && typeof item === 'object' && 'ref' in item ? item.ref : undefined;
  return typeof ref === 'string' && ref.length <= 200 ? { ref } : {};
}
