// Fourth step: the answer to a question, from the cache or worked out over one version of the dataset and encoded.

import type { Envelope, ParcelRecord, ParcelSummary } from '../../contract/answers.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { Format } from '../../contract/formats.ts';
import type { Language } from '../../contract/language.ts';
import type { InputOf, OperationName } from '../../contract/operations.ts';
import type { ShortRecord } from '../../contract/short-answers.ts';
import { tagOf } from '../../domain/etag.ts';
import type { Pause, Store } from '../../store/reads.ts';
import type { Account, AccountContext, PushParts } from '../operations/account-context.ts';
import { ACCOUNT_RUNNERS, isAccountOperation } from '../operations/account-runners.ts';
import { RUNNERS, type Runner } from '../operations/runners.ts';
import type { AnswerCache, EncodedAnswer } from '../snapshot/answer-cache.ts';
import type { Context } from '../snapshot/context.ts';
import type { SnapshotCache } from '../snapshot/snapshot-cache.ts';
import { type SnapshotKey, snapshotKeyOf } from '../snapshot/snapshot-key.ts';
import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { type Encoded, encodeBatch, encodeDocument, encodeInSteps, type Written } from './encode.ts';
import { batchColumns, encodeRows } from './encode-cells.ts';
import {
  encodeCheckFeature,
  encodeFeature,
  encodeFeatureBatch,
  encodeFeatures,
  type OutlinedCheck,
} from './encode-geojson.ts';
import { envelopeOf } from './envelope.ts';
import { atMost, inSlices, inSlicesWhenLong, inSteps, type Meter, perTurn } from './event-loop.ts';
import { answerFailure, StepFailure } from './failure.ts';
import { type Allowance, refuseGone } from './limit.ts';
import { type Outcome, type Ran, ServiceError } from './outcome.ts';
import type { Question } from './question.ts';
import { runToFit } from './trim-to-limit.ts';

export interface RunParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly snapshotOf: SnapshotCache;
  readonly answers: AnswerCache;
  /** What cached answers are held against: read once for all requests of a turn of the event loop. */
  readonly currentKey: () => Promise<SnapshotKey>;
  readonly push: PushParts | null;
  /** Told of the version that each request reads. */
  readonly onRead?: ((version: number) => void) | undefined;
  readonly account?: Account | null;
}

/** The key of the snapshot that is served now. */
export const readCurrentKey = ({
  store,
  clock,
  onRead,
}: Pick<RunParts, 'store' | 'clock' | 'onRead'>): (() => Promise<SnapshotKey>) =>
  perTurn(() =>
    store.read(async (reads) => {
      onRead?.(reads.version);
      return snapshotKeyOf(reads, clock.day());
    }),
  );

/**
 * The answer as it was given before, if it is still true. The version is read like that of any other request: a dataset that
 * cannot be read is a fault, whatever is cached of it.
 */
export async function findCached(
  { operation, cache_key, language }: Call,
  { cost, failure }: Allowance,
  { answers, currentKey }: RunParts,
): Promise<EncodedAnswer | undefined> {
  const known =
    failure || cache_key === undefined || OF_THE_MOMENT.has(operation) ? undefined : answers.find(cache_key);
  if (!known) return undefined;
  try {
    return known.snapshot_key === (await currentKey()) ? known : undefined;
  } catch (error) {
    return answerFailure(new StepFailure(error, cost, known.query, language));
  }
}

/** What they say changes while the data do not: how fresh sources are, and the contract itself. */
const OF_THE_MOMENT: ReadonlySet<OperationName> = new Set(['sources', 'openapi']);

/**
 * Questions of one turn of the event loop are worked out side by side, each step of all of them before the next: what a step
 * needs lies in the processor's caches then. A record asked for the first time takes 21 to 25 % less processor time.
 */
const othersOfTurn = perTurn(() => new Promise<void>((begin) => setImmediate(begin)));

export async function run(
  question: Question | StepFailure,
  parts: RunParts,
  { isGone }: Pick<Call, 'isGone'>,
  meter: Meter,
): Promise<EncodedAnswer> {
  if (question instanceof StepFailure) return answerFailure(question, await exampleFor(question, parts));
  const inPieces = (pause: Pause) => work(question, parts, pause);
  const stop = isGone && { throwIfAborted: () => refuseGone(isGone) };
  try {
    if (isLarge(question)) return await fewAtOnce(() => inSlices(inPieces, stop, meter));
    await othersOfTurn();
    // Most texts are read in a tenth of a slice, some in many.
    if ('q' in question.input) return await inSlicesWhenLong(inPieces, stop, meter);
    return await work(question, parts);
  } catch (error) {
    const failure = new StepFailure(error, question.cost, question.query, question.language);
    return answerFailure(failure, await exampleFor(failure, parts));
  }
}

/** Only bad input is answered with one. Where the dataset cannot be read, the answer is given without. */
async function exampleFor(
  { error }: StepFailure,
  { store, snapshotOf }: Pick<RunParts, 'store' | 'snapshotOf'>,
): Promise<string | null> {
  if (!(error instanceof ServiceError && error.code === 'invalid_input')) return null;
  return readExampleId(store, snapshotOf).catch(() => null);
}

export const readExampleId = (store: Store, snapshotOf: SnapshotCache): Promise<string | null> =>
  store.read(async (reads) => (await snapshotOf(reads)).example_id);

/** What may hold thousands of rows and answers of megabytes: few of them at once. Texts are long work too, but hold little. */
const isLarge = ({ operation, input }: Question): boolean =>
  operation === 'parcel_batch' ||
  operation === 'ogc_items' ||
  operation === 'search_polygon' ||
  ('bbox' in input && input.bbox !== undefined) ||
  ('radius_m' in input && Number(input.radius_m) > 0);
const fewAtOnce = atMost(2);

async function work(question: Question, parts: RunParts, pause?: Pause): Promise<EncodedAnswer> {
  const { cache_key, input, max_characters, operation } = question;
  const runOnce = (given: object) => runOperation({ ...question, input: given }, parts, pause);
  const { outcome, snapshot_key, example_id } = await (max_characters === undefined
    ? runOnce(input)
    : runToFit(runOnce, input, max_characters));
  const answer = await inSteps(encodeAnswer(question, outcome, example_id), pause);
  const isCacheable = outcome.status !== 'not_found' && !OF_THE_MOMENT.has(operation);
  if (isCacheable && cache_key !== undefined && snapshot_key !== null)
    parts.answers.offer(cache_key, snapshot_key, answer);
  return answer;
}

async function runOperation(
  { operation, input, format, language }: Question,
  { store, clock, snapshotOf, answers, push, account = null, onRead }: RunParts,
  pause: Pause | undefined,
): Promise<Ran> {
  const read = <T>(work: (context: Context, snapshot_key: SnapshotKey) => Promise<T>): Promise<T> =>
    store.read(async (reads) => {
      onRead?.(reads.version);
      const day = clock.day();
      const snapshot_key = snapshotKeyOf(reads, day);
      const snapshot = (await snapshotOf(reads)).inLanguage(language);
      const asked = { kept: answers.of(snapshot_key), format, pause, now: clock.now(), day };
      return work({ reads, ...snapshot, ...asked }, snapshot_key);
    });
  // The tables pair each runner with its own input; that the two belong together is lost on a name chosen at run time.
  if (isAccountOperation(operation)) {
    if (account === null) throw new TypeError(`${operation} is somebody's own, and nobody asks`);
    const run = ACCOUNT_RUNNERS[operation] as (
      context: AccountContext,
      input: never,
    ) => Promise<Outcome<unknown>>;
    const outcome = await run({ ...account, push, now: clock.now(), day: clock.day(), read }, input as never);
    return { outcome, snapshot_key: null, example_id: null };
  }
  const runner = RUNNERS[operation] as Runner<OperationName>;
  if (operation === 'openapi')
    return {
      outcome: await runner(undefined as never, input as never),
      snapshot_key: null,
      example_id: null,
    };
  return read(async (context, snapshot_key) => ({
    outcome: await runner(context, input as never),
    snapshot_key,
    example_id: context.example_id,
  }));
}

/** Made once: anybody may ask for it, as often as they like. */
let contract: Pick<EncodedAnswer, 'body' | 'etag' | 'is_lasting'> | null = null;

function contractBytes(document: unknown) {
  if (contract) return contract;
  const body = encodeDocument(document);
  contract = { body, etag: tagOf('contract', body), is_lasting: true };
  return contract;
}

function* encodeAnswer(
  { operation, input, format, query, language, cost }: Question,
  outcome: Outcome<unknown>,
  example_id: string | null,
): Generator<void, EncodedAnswer> {
  const envelope = envelopeOf(outcome, cost, query.input, example_id, language);
  const { status, billing } = envelope;
  const answer = { http: 200, status, language, query, billing, etag: undefined };
  // The contract itself is written in one language.
  if (outcome.status === 'ok' && operation === 'openapi')
    return { ...answer, language: 'en', ...contractBytes(outcome.result) };
  // What a batch gives is always a list of written items.
  if (operation === 'parcel_batch') {
    const batch = envelope as Envelope<readonly Written[]>;
    return { ...answer, format, body: encodeBatchAs(format, batch, input as InputOf<'parcel_batch'>) };
  }
  // The face writes their links: it knows its own address.
  if (outcome.status === 'ok' && (operation === 'ogc_items' || operation === 'ogc_feature'))
    return { ...answer, format: 'geojson', body: encodeDocument(outcome.result) };
  if (outcome.status === 'ok' && format === 'geojson') {
    const { body, result } = encodeGeoJson(operation, envelope);
    const etag =
      outcome.tag === undefined ? undefined : tagOf(tagIn(language, `geojson-${outcome.tag}`), result);
    return { ...answer, format, etag, body };
  }
  const { body, result } = yield* encodeInSteps(operation, envelope);
  if (outcome.status === 'not_found') return { ...answer, http: ERRORS.not_found.http, body };
  const isTagged = outcome.status === 'ok' && outcome.tag !== undefined;
  return { ...answer, etag: isTagged ? tagOf(tagIn(language, outcome.tag), result) : undefined, body };
}

function encodeBatchAs(
  format: Format,
  batch: Envelope<readonly Written[]>,
  { layers }: InputOf<'parcel_batch'>,
): Buffer[] {
  if (format === 'json') return encodeBatch(batch);
  return format === 'geojson'
    ? encodeFeatureBatch(batch)
    : encodeRows(batchColumns(layers), batch.result ?? []);
}

/** The operations that offer it give a record, a verdict or a list of parcels. */
function encodeGeoJson(operation: OperationName, envelope: Envelope): Encoded {
  if (operation === 'check') return encodeCheckFeature(envelope as Envelope<OutlinedCheck>);
  return operation === 'parcel'
    ? encodeFeature(envelope as Envelope<ParcelRecord | ShortRecord>)
    : encodeFeatures(envelope as Envelope<ParcelSummary[]>);
}

/** Answers in two languages are two, whatever they hold. */
const tagIn = (language: Language, tag: string): string => (language === 'en' ? tag : `${language}-${tag}`);
