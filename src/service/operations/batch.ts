// POST /v1/parcel/batch (spec §4.3): every item its own envelope, in order. All items are read together, in as many reads as
// one; records are made in parts, each written before the next begins, so that a batch holds little more than rows and bytes.

import type { Envelope, ParcelRecord, Query } from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import { BatchItem, charactersOf, ITEM_RULE } from '../../contract/inputs.ts';
import { bilingual } from '../../contract/language.ts';
import { type LayerKey, RECORD_LAYERS } from '../../contract/layers.ts';
import { REF_CHARACTERS } from '../../contract/limits.ts';
import { type InputOf, OPERATIONS } from '../../contract/operations.ts';
import type { ShortRecord } from '../../contract/short-answers.ts';
import { billBatch } from '../../domain/billing.ts';
import { NO_PERMITS } from '../../domain/layers/permits.ts';
import { encodeEnvelope, Written } from '../pipeline/encode.ts';
import { batchColumns, encodeCells } from '../pipeline/encode-cells.ts';
import { encodeItemFeature } from '../pipeline/encode-geojson.ts';
import { envelopeOf, failureOf, queryInputOf } from '../pipeline/envelope.ts';
import { type Outcome, ServiceError } from '../pipeline/outcome.ts';
import { parseInput, requireTarget, type Target } from '../pipeline/parse.ts';
import { type ParcelResolution, resolveParcels } from '../resolve/resolve-target.ts';
import { type AnswerKey, answerKey, type CachedAnswer } from '../snapshot/answer-cache.ts';
import type { Context } from '../snapshot/context.ts';
import { type CountPermits, readNearPermits } from '../snapshot/nearby-permits.ts';
import { recordOf, shortRecordOf } from './load-record.ts';

type Input = InputOf<'parcel_batch'>;
type Answered = Envelope<ParcelRecord>;

const ITEM = bilingual('the item', 'pozycja');
const NO_QUERY: Query = { input: {}, resolved: null };

/**
 * So many are worked out before they are written: each of the two evicts what the other has in the processor's caches. More would
 * be held while garbage is collected, and copied by it.
 */
const PART_ITEMS = 25;

export async function runBatch(context: Context, input: Input): Promise<Outcome<Written[]>> {
  const encodeItem = itemEncoder(context.format, input);
  const asked: Asked[] = [];
  const items: (Target | ServiceError | null)[] = [];
  const known: (CachedAnswer | undefined)[] = [];
  for (const item of input.items) {
    const one = askedBy(item, input, context);
    const answer = context.kept?.find(one.question);
    asked.push(one);
    known.push(answer);
    items.push(answer ? null : readItem(one.described));
    await context.pause?.();
  }
  const [resolutions, permitsOf] = await readItems(context, items, input.layers ?? RECORD_LAYERS);
  const written: Written[] = [];
  for (let from = 0; from < asked.length; from += PART_ITEMS) {
    const envelopes: (Answered | undefined)[] = [];
    for (const item of items.slice(from, from + PART_ITEMS)) {
      envelopes.push(item ? envelopeFor(context, item, resolutions.get(item), permitsOf, input) : undefined);
      await context.pause?.();
    }
    for (const [at, { question, ref }] of asked.slice(from, from + PART_ITEMS).entries()) {
      const envelope = envelopes[at];
      const told = envelope ? write(context, question, envelope, encodeItem) : known[from + at];
      if (!told) throw new Error('an item of the batch was not answered');
      written.push(new Written(told, ref, context.format));
      await context.pause?.();
    }
  }
  return { status: 'ok', result: written, billing: billBatch(written) };
}

type EncodeItem = (envelope: Answered) => Buffer;

/** A table has plain columns, the same in both forms. */
function itemEncoder(format: Format | undefined, { layers, detail }: Input): EncodeItem {
  if (format === 'csv') {
    const columns = batchColumns(layers);
    return (envelope) => encodeCells(columns, envelope);
  }
  const encode: (envelope: Envelope<ParcelRecord | ShortRecord>) => Buffer =
    format === 'geojson' ? encodeItemFeature : (envelope) => encodeEnvelope('parcel', envelope).body;
  if (detail !== 'short') return encode;
  return (envelope) => encode({ ...envelope, result: envelope.result && shortRecordOf(envelope.result) });
}

/** What an item comes to. */
type ItemResolutions = ReadonlyMap<Target | ServiceError, ParcelResolution>;

/** All that is read for the batch, in as many reads as one item takes. */
async function readItems(
  context: Context,
  items: readonly (Target | ServiceError | null)[],
  layers: readonly LayerKey[],
): Promise<[ItemResolutions, CountPermits]> {
  const targets = items.filter((item): item is Target => item !== null && !(item instanceof ServiceError));
  const found = await resolveParcels(context, targets);
  const resolutions = new Map(found.map((resolution, at) => [targets[at] as Target, resolution]));
  if (!layers.includes('permits')) return [resolutions, () => NO_PERMITS];
  const parcels = found.flatMap((one) => (one.status === 'parcel' ? [one.parcel] : []));
  return [resolutions, await readNearPermits(context, parcels)];
}

function envelopeFor(
  context: Context,
  item: Target | ServiceError,
  resolution: ParcelResolution | undefined,
  permitsOf: CountPermits,
  input: Input,
): Answered {
  const { cost } = OPERATIONS.parcel_batch;
  const { language } = context.corpus;
  if (item instanceof ServiceError) return failureOf(item, cost, NO_QUERY, language, context.example_id);
  if (!resolution) throw new Error('an item of the batch was not resolved');
  const outcome: Outcome<ParcelRecord> =
    resolution.status === 'parcel'
      ? {
          status: 'ok',
          result: recordOf(
            context,
            resolution.parcel,
            permitsOf(resolution.parcel),
            input.layers ?? RECORD_LAYERS,
            input.geometry,
          ),
          resolved: resolution.resolved,
        }
      : resolution;
  return envelopeOf(outcome, cost, queryInputOf(item), context.example_id, language);
}

/** Whoever watches a list of parcels asks for the same items again and again: they are kept like other answers. */
function write(
  { kept, corpus: { language } }: Context,
  question: AnswerKey,
  envelope: Answered,
  encodeItem: EncodeItem,
) {
  const { status, query, billing } = envelope;
  const body = encodeItem(envelope);
  kept?.offer(question, { http: 200, status, language, query, billing, etag: undefined, body });
  return { body, status, billing };
}

interface Asked {
  readonly described: unknown;
  /** What of the input the answer follows from: all but the caller's own reference. */
  readonly question: AnswerKey;
  readonly ref: string | undefined;
}

function askedBy(
  item: unknown,
  { layers, geometry, detail = 'full' }: Input,
  { format = 'json', corpus }: Context,
): Asked {
  const { ref, described } = withoutRef(item);
  return {
    described,
    ref,
    question: answerKey(
      'batch_item',
      `${corpus.language} ${format} ${layers ?? ''} ${geometry} ${detail} ${described instanceof ServiceError ? described.message : JSON.stringify(described)}`,
    ),
  };
}

/** A reference that is none stays with the item, whose fault it then is. */
function withoutRef(item: unknown): { described: unknown; ref: string | undefined } {
  if (item === null || typeof item !== 'object' || !('ref' in item))
    return { described: item, ref: undefined };
  const { ref, ...described } = item;
  return typeof ref === 'string' && charactersOf(ref) <= REF_CHARACTERS
    ? { described, ref }
    : { described: item, ref: undefined };
}

/** A malformed item is its own free error; the others are answered (contract §5). */
function readItem(described: unknown): Target | ServiceError {
  // A row of a table that could not be read.
  if (described instanceof ServiceError) return described;
  try {
    return requireTarget(parseInput(BatchItem, described, ITEM), ITEM_RULE, ['q', 'id', 'point']);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
