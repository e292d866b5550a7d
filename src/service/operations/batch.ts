// POST /v1/parcel/batch (spec §4.3): every item its own envelope, in order. Items are answered in parts: the parcels of a part are
// read together, and its envelopes are written before the next part begins, so that a batch holds little more than its bytes.

import type { Envelope, ParcelRecord, Query } from '../../contract/answers.ts';
import { BatchItem, charactersOf, ITEM_RULE } from '../../contract/inputs.ts';
import { RECORD_LAYERS } from '../../contract/layers.ts';
import { REF_CHARACTERS } from '../../contract/limits.ts';
import { type InputOf, OPERATIONS } from '../../contract/operations.ts';
import { billBatch } from '../../domain/billing.ts';
import { encodeEnvelope, Written } from '../pipeline/encode.ts';
import { envelopeOf, failureOf, queryInputOf } from '../pipeline/envelope.ts';
import { type Outcome, ServiceError } from '../pipeline/outcome.ts';
import { parseInput, requireTarget, type Target } from '../pipeline/parse.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord } from './load-record.ts';

type Input = InputOf<'parcel_batch'>;
type Answered = Envelope<ParcelRecord>;

const NO_QUERY: Query = { input: {}, resolved: null };

/** So many are worked out before they are written: each of the two evicts what the other has in the processor's caches. */
const PART_ITEMS = 250;

export async function runBatch(context: Context, input: Input): Promise<Outcome<Written[]>> {
  const written: Written[] = [];
  for (let from = 0; from < input.items.length; from += PART_ITEMS) {
    const items = input.items.slice(from, from + PART_ITEMS).map((item) => askedBy(item, input));
    written.push(...(await answerPart(context, items, input)));
  }
  return { status: 'ok', result: written, billing: billBatch(written) };
}

async function answerPart(context: Context, items: readonly Asked[], input: Input): Promise<Written[]> {
  const known = items.map(({ question }) => context.kept?.find(question));
  const read = items.map(({ described }, at) => (known[at] ? null : readItem(described)));
  const ids = read.flatMap((item) => (item && 'kind' in item && item.kind === 'id' ? [item.id.id] : []));
  const parcels = await context.reads.parcels([...new Set(ids)]);
  const envelopes: (Answered | null)[] = [];
  for (const item of read) {
    envelopes.push(item && (await answer({ ...context, parcels }, item, input)));
    await context.pause?.();
  }
  const written: Written[] = [];
  for (const [at, { question, ref }] of items.entries()) {
    const envelope = envelopes[at];
    const told = envelope ? write(context, question, envelope) : known[at];
    if (!told) throw new Error('an item of the batch was not answered');
    written.push(new Written(told, ref));
    await context.pause?.();
  }
  return written;
}

async function answer(context: Context, item: Target | ServiceError, input: Input): Promise<Answered> {
  const { cost } = OPERATIONS.parcel_batch;
  if (item instanceof ServiceError) return failureOf(item, cost, NO_QUERY);
  const resolution = await resolveParcel(context, item);
  const outcome: Outcome<ParcelRecord> =
    resolution.status === 'parcel'
      ? {
          status: 'ok',
          result: await loadRecord(context, resolution.parcel, input.layers ?? RECORD_LAYERS, input.geometry),
          resolved: resolution.resolved,
        }
      : resolution;
  return envelopeOf(outcome, cost, queryInputOf(item));
}

/** Whoever watches a list of parcels asks for the same items again and again: they are kept like other answers. */
function write({ kept }: Context, question: string, envelope: Answered) {
  const { status, query, billing } = envelope;
  const { body } = encodeEnvelope(envelope);
  kept?.offer(question, { http: 200, status, query, billing, etag: undefined, body });
  return { body, status, billing };
}

interface Asked {
  readonly described: unknown;
  /** What of the input the answer follows from: all but the caller's own reference. */
  readonly question: string;
  readonly ref: string | undefined;
}

function askedBy(item: unknown, { layers, geometry }: Input): Asked {
  const { ref, described } = withoutRef(item);
  return { described, ref, question: `${layers ?? ''} ${geometry} ${JSON.stringify(described)}` };
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
  try {
    return requireTarget(parseInput(BatchItem, described, 'the item'), ITEM_RULE, 'q, id or point');
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
