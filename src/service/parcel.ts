// GET /v1/parcel and POST /v1/parcel/batch (spec §4.2, §4.3).

import type { Envelope, ParcelRecord } from '../contract/answers.ts';
import { BatchItem, type GeometryMode } from '../contract/inputs.ts';
import { type LayerKey, RECORD_LAYERS } from '../contract/layers.ts';
import { type InputOf, OPERATIONS } from '../contract/operations.ts';
import { billBatch } from '../domain/billing.ts';
import type { Context } from './context.ts';
import { envelopeOf, failureOf, queryInputOf } from './envelope.ts';
import { loadRecord, tagOf } from './load-record.ts';
import { type Outcome, ServiceError } from './outcome.ts';
import { parseInput, parseLayers, requireTarget, type Target } from './parse-input.ts';
import { resolveParcel } from './resolve-target.ts';

export async function runParcel(context: Context, input: InputOf<'parcel'>): Promise<Outcome<ParcelRecord>> {
  return readParcel(context, requireTarget(input), parseLayers(input.layers), input.geometry);
}

async function readParcel(
  context: Context,
  target: Target,
  layers: readonly LayerKey[],
  geometry: GeometryMode,
): Promise<Outcome<ParcelRecord>> {
  const resolution = await resolveParcel(context, target);
  if (resolution.status !== 'parcel') return resolution;
  const record = await loadRecord(context, resolution.parcel, layers, geometry);
  return { status: 'ok', result: record, resolved: resolution.resolved, etag: tagOf(record) };
}

export async function runBatch(
  context: Context,
  input: InputOf<'parcel_batch'>,
): Promise<Outcome<Envelope<ParcelRecord>[]>> {
  const layers = input.layers ?? RECORD_LAYERS;
  const envelopes: Envelope<ParcelRecord>[] = [];
  for (const item of input.items) envelopes.push(await readItem(context, item, layers, input.geometry));
  return {
    status: 'ok',
    result: envelopes,
    billing: billBatch(envelopes.map((envelope) => envelope.billing)),
  };
}

/** A malformed item is its own free error; the others are answered (contract §5). */
async function readItem(
  context: Context,
  item: unknown,
  layers: readonly LayerKey[],
  geometry: GeometryMode,
): Promise<Envelope<ParcelRecord>> {
  const { cost } = OPERATIONS.parcel_batch;
  const ref = refOf(item);
  try {
    const { ref: _ref, ...described } = parseInput(BatchItem, item);
    const target = requireTarget(described);
    const outcome = await readParcel(context, target, layers, geometry);
    return { ...envelopeOf(outcome, cost, queryInputOf(target)), ...ref };
  } catch (error) {
    if (error instanceof ServiceError)
      return { ...failureOf(error, cost, { input: {}, resolved: null }), ...ref };
    throw error;
  }
}

function refOf(item: unknown): { ref?: string } {
  const ref = item !== null && typeof item === 'object' && 'ref' in item ? item.ref : undefined;
  return typeof ref === 'string' && ref.length <= 200 ? { ref } : {};
}
