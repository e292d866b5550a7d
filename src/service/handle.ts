// One pipeline for HTTP and MCP: authenticate → limit → parse → run → bill → envelope → ETag → record usage.
// In this order, once; a question whose answer is kept skips the middle. It knows neither sockets nor headers' spelling
// beyond the names of the contract.

import type { Billing, Envelope, Query } from '../contract/answers.ts';
import { ERRORS } from '../contract/errors.ts';
import type { TargetInput } from '../contract/inputs.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPERATIONS, type Operation, type OperationName } from '../contract/operations.ts';
import { bill } from '../domain/billing.ts';
import { matchesEtag, tagOf } from '../domain/etag.ts';
import { type MonthState, type RateLimiter, rateLimitHeaders, type Taken } from '../store/rate-limiter.ts';
import { type Store, StoreError, type StoreReads } from '../store/reads.ts';
import type { KeyRing } from '../store/sqlite/key-ring.ts';
import type { KeyRecord } from '../store/sqlite/keys.ts';
import type { UsageLedger } from '../store/sqlite/ledger.ts';
import { RUNNERS, type Runner } from './operations/runners.ts';
import { sent } from './pipeline/body-memory.ts';
import type { Clock } from './pipeline/clock.ts';
import { encodeDocument, encodeEnvelope } from './pipeline/encode.ts';
import { envelopeOf, failureOf, queryInputOf } from './pipeline/envelope.ts';
import { inSlices, type Pause, perTurn } from './pipeline/event-loop.ts';
import { type Outcome, ServiceError } from './pipeline/outcome.ts';
import { parseInput, targetOf } from './pipeline/parse.ts';
import { runToFit } from './pipeline/trim-to-limit.ts';
import { AnswerCache } from './snapshot/answer-cache.ts';
import type { Context, Snapshot } from './snapshot/context.ts';
import { createSnapshotCache, type SnapshotCache } from './snapshot/snapshot-cache.ts';

export interface Call {
  readonly operation: OperationName;
  /** Decodes what arrived; called at the parse step, so that a bad body cannot be probed without a key. */
  readonly input: () => unknown;
  /** The operation and its input as one text, where that is at hand: the same text is the same question. */
  readonly question?: string | undefined;
  readonly secret: string | undefined;
  /** Whoever was recognised before the call by something else than a secret, such as an access token. */
  readonly key?: KeyRecord | undefined;
  readonly if_none_match: string | undefined;
  /** The longest answer the caller can take; what does not fit is left for a next page. */
  readonly max_characters?: number;
}

export interface Reply {
  readonly http: number;
  readonly headers: Record<string, string>;
  /** JSON: the envelope, or the contract document as it is; to be given back when it was sent (body-memory.ts). Null for 304. */
  readonly body: Buffer | null;
  readonly status: Envelope['status'];
  readonly billing: Billing;
  readonly key: string | null;
  /** Set when the failure is ours: logged whole. */
  readonly fault?: unknown;
}

export interface ServiceParts {
  readonly store: Store;
  readonly ring: KeyRing;
  readonly limiter: RateLimiter;
  readonly ledger: UsageLedger;
  readonly clock: Clock;
  readonly signup_url: string;
  /** Given where others share what is known. */
  readonly snapshotOf?: SnapshotCache;
  /** Told of the version that each request reads. */
  readonly onRead?: (version: number) => void;
}

export type Handle = (call: Call) => Promise<Reply>;

const NO_QUERY: Query = { input: {}, resolved: null };

/** What they say changes while the data do not: how fresh sources are, and the contract itself. */
const OF_THE_MOMENT: ReadonlySet<OperationName> = new Set(['sources', 'openapi']);

const LONG: ReadonlySet<OperationName> = new Set(['search', 'search_polygon', 'parcel_batch']);

/** What takes its share of the slices: what reads many rows, and texts, which are looked up in several ways. */
const isLong = (name: OperationName, input: object): boolean =>
  LONG.has(name) || ('q' in input && input.q !== undefined);

type Settled = Omit<Reply, 'headers' | 'key'> & { readonly etag?: string | undefined };

export function createHandle(parts: ServiceParts): Handle {
  const { store, ring, limiter, ledger, clock, onRead, snapshotOf = createSnapshotCache() } = parts;
  const kept = new AnswerCache();
  /** Inside a read like any other: a dataset that cannot be read is a fault, whatever is kept of it. */
  const readStamp = perTurn(() =>
    store.read(async (reads) => {
      onRead?.(reads.version);
      return stampOf(reads);
    }),
  );

  /**
   * Questions of one turn are worked out side by side, each step of all of them before the next: what a step needs lies in the
   * processor's caches then.
   */
  const othersOfTurn = perTurn(() => new Promise<void>((begin) => setImmediate(begin)));

  return async function handle(call) {
    const { operation: name, if_none_match } = call;
    const operation: Operation = OPERATIONS[name];
    const headers: Record<string, string> = {};
    const inputOf = name === 'parcel_batch' ? readOnce(call.input) : call.input;
    let key: KeyRecord | undefined;
    let taken: Taken | undefined;
    let month: MonthState | undefined;
    let query = NO_QUERY;
    let cost = operation.cost;
    let answer: Settled;
    try {
      if (operation.auth) key = call.key ?? authenticate(call.secret);
      const weight = name === 'parcel_batch' ? itemCount(inputOf) : 1;
      cost = operation.cost * weight;
      if (key) {
        taken = limiter.take(key, weight, clock.monotonic_ms());
        month = monthOf(key);
        requireAllowance(key, taken, month, cost);
      }
      const question = OF_THE_MOMENT.has(name) ? undefined : call.question;
      const known = question === undefined ? undefined : kept.find(question);
      if (known) query = known.query;
      answer = known && known.stamp === (await readStamp()) ? known : await work(question);
    } catch (error) {
      answer = fail(error, cost, query, headers);
    }
    if (answer.etag !== undefined && if_none_match !== undefined && matchesEtag(if_none_match, answer.etag)) {
      if (answer.body) sent(answer.body);
      answer = { ...answer, http: 304, billing: bill(cost, 'free_not_modified'), body: null };
    }
    if (key) {
      try {
        await record(key, name, answer.billing);
        month = monthOf(key);
      } catch (error) {
        const failure = new ServiceError('source_unavailable', 'usage cannot be recorded right now');
        answer = { ...fail(failure, cost, query, headers), fault: error };
      }
    }
    const { http, status, billing, etag, body } = answer;
    if (key && taken) Object.assign(headers, rateLimitHeaders(key, taken, month));
    if (etag !== undefined) headers.etag = etag;
    headers['x-request-cost'] = String(billing.cost);
    headers['x-credits-charged'] = String(billing.charged);
    headers['x-credits-refunded'] = String(billing.refunded);
    const told = { http, headers, status, billing, body, key: key?.id ?? null };
    return 'fault' in answer ? { ...told, fault: answer.fault } : told;

    async function work(question: string | undefined): Promise<Settled> {
      const input = parseInput(operation.input, inputOf());
      query = { input: understood(name, input), resolved: null };
      if (isLong(name, input)) return inSlices((pause) => settle(question, input, pause));
      await othersOfTurn();
      return settle(question, input);
    }

    async function settle(question: string | undefined, input: object, pause?: Pause): Promise<Settled> {
      let stamp = '';
      const onVersion = (reads: StoreReads) => {
        stamp = stampOf(reads);
      };
      const runOnce = (given: unknown) => run(name, given, onVersion, pause);
      const outcome =
        call.max_characters === undefined
          ? await runOnce(input)
          : await runToFit(runOnce, input, call.max_characters);
      const envelope = envelopeOf(outcome, cost, query.input);
      const { status, billing } = envelope;
      if (status === 'not_found')
        return { http: ERRORS.not_found.http, status, billing, body: encodeEnvelope(envelope).body };
      if (outcome.status === 'ok' && name === 'openapi')
        return { http: 200, status, billing, body: encodeDocument(outcome.result) };
      const { body, result } = encodeEnvelope(envelope);
      const etag =
        outcome.status === 'ok' && outcome.tag !== undefined ? tagOf(outcome.tag, result) : undefined;
      const settled = { http: 200, status, billing, etag, body };
      if (question !== undefined) kept.offer(question, { stamp, query, ...settled });
      return settled;
    }
  };

  /** What is kept of another version, opening or day is as good as nothing. */
  function stampOf({ version, opening }: StoreReads): string {
    return `${version} ${opening} ${clock.day()}`;
  }

  function authenticate(secret: string | undefined): KeyRecord {
    const key = secret === undefined ? undefined : ring.find(secret);
    if (key) return key;
    const { signup_url } = parts;
    throw new ServiceError(
      'unauthorized',
      secret === undefined ? 'no API key was sent' : 'the API key is not known',
      {
        signup_url,
      },
    );
  }

  /** Of keys with a quota, by what has been recorded: asked again after a request, it counts that one too. */
  function monthOf(key: KeyRecord): MonthState | undefined {
    if (key.monthly_quota === null) return undefined;
    const { month, window_s, reset_s } = clock.month();
    return { charged: ledger.chargedThisMonth(key.id, month), window_s, reset_s };
  }

  function run(
    name: OperationName,
    input: unknown,
    onVersion: (reads: StoreReads) => void,
    pause: Pause | undefined,
  ): Promise<Outcome<unknown>> {
    // The table pairs each runner with its own input; that the two belong together is lost on a name chosen at run time.
    const runner = RUNNERS[name] as Runner<OperationName>;
    if (name === 'openapi') return runner(undefined as never, input as never);
    return store.read((reads) => {
      onRead?.(reads.version);
      onVersion(reads);
      const start = (known: Snapshot) => {
        const keptNow = kept.of(stampOf(reads));
        const asked = { pause, now: clock.now(), day: clock.day() };
        const context: Context = { reads, ...known, kept: keptNow, ...asked };
        return runner(context, input as never);
      };
      const known = snapshotOf(reads);
      return known instanceof Promise ? known.then(start) : start(known);
    });
  }

  function record(key: KeyRecord, name: OperationName, { cost, charged, refunded }: Billing): Promise<void> {
    return ledger.record({
      key_id: key.id,
      day: clock.day(),
      operation: name,
      requests: 1,
      cost,
      charged,
      refunded,
    });
  }
}

const refused = (message: string, more: { hint?: string; retry_after_s?: number }) =>
  new ServiceError('rate_limited', message, more);

/** Retry-After is sent only where waiting helps. */
function requireAllowance(key: KeyRecord, taken: Taken, month: MonthState | undefined, cost: number): void {
  const { rate_per_s, monthly_quota: quota } = key;
  if (!taken.allowed) {
    const { retry_after_s } = taken;
    throw refused(`the rate limit of ${rate_per_s} requests per second is used up`, { retry_after_s });
  }
  if (quota === null || month === undefined) return;
  const left = Math.max(0, quota - month.charged);
  if (cost <= left) return;
  if (cost > quota) {
    const hint = 'Split the batch: each part must fit into what is left of the month.';
    throw refused(`this costs ${cost} and can never fit into the monthly quota of ${quota}`, { hint });
  }
  const anew = 'The quota starts anew on the first of the month, Warsaw time.';
  const { reset_s: retry_after_s } = month;
  if (left === 0) throw refused(`the monthly quota of ${quota} is used up`, { hint: anew, retry_after_s });
  const message = `this costs ${cost}; what is left of the monthly quota of ${quota} is ${left}`;
  throw refused(message, { hint: `Send fewer items, or wait. ${anew}`, retry_after_s });
}

/** A batch is counted before it is judged, and may have megabytes. */
function readOnce(input: () => unknown): () => unknown {
  let read: { readonly body: unknown } | undefined;
  return () => {
    read ??= { body: input() };
    return read.body;
  };
}

/** A batch takes its item count from the bucket and costs that much; what is no batch counts as one. */
function itemCount(input: () => unknown): number {
  try {
    const body = input();
    const items = body !== null && typeof body === 'object' && 'items' in body ? body.items : null;
    return Array.isArray(items) ? Math.min(Math.max(items.length, 1), LIMITS.batch_items.max) : 1;
  } catch {
    return 1;
  }
}

/** What was understood of the input (contract §1). */
function understood(name: OperationName, input: object): Query['input'] {
  if (name === 'gmina_planning_by_code' && 'teryt' in input) return { gmina_teryt: String(input.teryt) };
  if (name === 'search_polygon' && 'polygon' in input) return { polygon: input.polygon };
  if ('bbox' in input && input.bbox !== undefined) return { bbox: String(input.bbox) };
  return queryInputOf(targetOf(input as TargetInput));
}

function fail(error: unknown, cost: number, query: Query, headers: Record<string, string>): Settled {
  const known = asServiceError(error);
  if (known.retry_after_s !== undefined) headers['retry-after'] = String(known.retry_after_s);
  const envelope: Envelope = failureOf(known, cost, query);
  const { status, billing } = envelope;
  return {
    http: ERRORS[known.code].http,
    status,
    billing,
    body: encodeEnvelope(envelope).body,
    ...(known === error ? {} : { fault: error }),
  };
}

/** Never the text of an unexpected error: it may hold what must not leave (contract §1). */
function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreError)
    return new ServiceError('source_unavailable', 'the data cannot be read right now');
  return new ServiceError('internal', 'something went wrong on our side');
}
