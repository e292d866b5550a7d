// Second step: whether the key may ask for so much now, by its short-term limit and its quota of the month.

import { HINTS } from '../../contract/fault-hints.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { type Phrase, phraseOf } from '../../contract/language.ts';
import { LIMITS, SUGGEST_LIMITS, TILE_LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Accounts, KeyRecord, Ledger, Limiter, Taken } from '../../store/accounts.ts';
import { isPageKey } from './authenticate.ts';
import { type Call, NO_QUERY } from './call.ts';
import type { Clock } from './clock.ts';
import { inSlices, type Meter } from './event-loop.ts';
import { StepFailure } from './failure.ts';
import { ServiceError } from './outcome.ts';
import type { MonthState } from './rate-limit-headers.ts';

export interface Allowance {
  /** Null where none is needed, or none was found. */
  readonly key: KeyRecord | null;
  /** The key with the limits that this operation is held to. */
  readonly limits: KeyRecord | null;
  readonly cost: number;
  readonly taken: Taken | null;
  readonly month: MonthState | undefined;
  /** The body of a batch, which is counted before it is judged: it may have megabytes and is decoded once. */
  readonly decoded: Decoded | null;
  readonly failure: StepFailure | null;
  /** The refusal of a key whose quota is used up, where the caller may hold the answer already: that is free. */
  readonly unless_held: StepFailure | null;
  /** Set aside of the quota until the request has been recorded. */
  readonly reserved: number;
}

export type Decoded = { readonly input: unknown } | { readonly error: unknown };

export async function limit(
  call: Call,
  caller: KeyRecord | null | StepFailure,
  { limiter, ledger }: Accounts,
  clock: Clock,
  meter: Meter,
): Promise<Allowance> {
  const unlimited = {
    key: null,
    limits: null,
    taken: null,
    month: undefined,
    decoded: null,
    unless_held: null,
    reserved: 0,
  };
  if (caller instanceof StepFailure) return { ...unlimited, cost: caller.cost, failure: caller };
  const own = caller && ofClient(caller, call.clientAddress);
  const limits = own && call.operation === 'suggest' ? ofSuggestions(own) : own;
  const debt = call.is_long && limits ? await limiter.take(limits, 0, clock.monotonic_ms()) : null;
  // Who owes for the last long body has none read before that is paid.
  const decoded = debt?.allowed === false ? null : await decodeFirst(call, meter);
  const weight = decoded && call.operation === 'parcel_batch' ? itemCount(decoded) : 1;
  const cost = OPERATIONS[call.operation].cost * weight;
  if (caller === null || limits === null) return { ...unlimited, decoded, cost, failure: null };
  const counted = { ...unlimited, key: caller, limits, decoded, cost, failure: null };
  const failed = (error: unknown) => new StepFailure(error, cost, NO_QUERY, call.language);
  let taken: Taken | null = null;
  try {
    const taking = limiter.take(limits, weight, clock.monotonic_ms());
    taken = taking instanceof Promise ? await taking : taking;
    if (!taken.allowed)
      return {
        ...counted,
        taken,
        month: await monthOf(caller, ledger, clock),
        failure: failed(tooFast(limits, taken)),
      };
    if (caller.monthly_quota === null) return { ...counted, taken };
    const { month: name, ...window } = clock.month();
    const { granted, charged, left } = await ledger.reserve(caller.id, name, cost, caller.monthly_quota);
    const standing = { ...counted, taken, month: { charged, ...window } };
    if (granted) return { ...standing, reserved: cost };
    const refusal = failed(overQuota(caller.monthly_quota, left, cost, window.reset_s));
    return call.if_none_match === undefined
      ? { ...standing, failure: refusal }
      : { ...standing, unless_held: refusal };
  } catch (error) {
    return { ...counted, taken, failure: failed(error) };
  }
}

/** A request pays for so much work; whatever takes longer takes further requests from the short-term limit of its key. */
const WORK_MS = 5;

export async function chargeWork(
  { limits, taken }: Allowance,
  { spent_ms }: Meter,
  limiter: Limiter,
  clock: Clock,
): Promise<Taken | null> {
  const more = Math.floor(spent_ms / WORK_MS);
  return limits && taken && more > 0 ? limiter.spend(limits, more, clock.monotonic_ms()) : taken;
}

/** A key that everybody has is limited for each of them. */
export const ofClient = (key: KeyRecord, clientAddress: Call['clientAddress']): KeyRecord =>
  isPageKey(key) && clientAddress ? { ...key, id: `${key.id} ${clientAddress()}` } : key;

/** A bucket of their own: typing takes nothing from what the key may ask. */
const ofSuggestions = (key: KeyRecord): KeyRecord => apart(key, 'suggest', SUGGEST_LIMITS.rate_times);

export const ofTiles = (key: KeyRecord): KeyRecord => apart(key, 'tiles', TILE_LIMITS.rate_times);

const apart = (key: KeyRecord, what: string, times: number): KeyRecord => ({
  ...key,
  id: `${key.id} ${what}`,
  rate_per_s: key.rate_per_s * times,
  burst: key.burst * times,
});

/** A batch weighs as much as it has items; a long body waits for a slice, which the meter counts. */
async function decodeFirst(call: Call, meter: Meter): Promise<Decoded | null> {
  if (!call.is_long) return call.operation === 'parcel_batch' ? decode(call) : null;
  const { isGone } = call;
  const stop = isGone && { throwIfAborted: () => refuseGone(isGone) };
  return inSlices(async () => decode(call), stop, meter).catch((error) => ({ error }));
}

export function refuseGone(isGone: () => boolean): void {
  if (isGone()) throw new ServiceError('source_unavailable', FAULTS.hungUp);
}

export function decode({ input }: Call): Decoded {
  try {
    return { input: input() };
  } catch (error) {
    return { error };
  }
}

/** A batch takes its item count from the bucket and costs that much; what is no batch counts as one. */
function itemCount(decoded: Decoded): number {
  const body = 'input' in decoded ? decoded.input : null;
  const items = body !== null && typeof body === 'object' && 'items' in body ? body.items : null;
  return Array.isArray(items) ? Math.min(Math.max(items.length, 1), LIMITS.batch_items.max) : 1;
}

/** Of keys with a quota, by what has been recorded: asked again after a request, it counts that one too. */
export async function monthOf(
  { id, monthly_quota }: KeyRecord,
  ledger: Ledger,
  clock: Clock,
): Promise<MonthState | undefined> {
  if (monthly_quota === null) return undefined;
  const { month, window_s, reset_s } = clock.month();
  return { charged: await ledger.chargedThisMonth(id, month), window_s, reset_s };
}

const refused = (message: Phrase, more: { hint?: Phrase; retry_after_s?: number }) =>
  new ServiceError('rate_limited', message, more);

export const tooFast = ({ rate_per_s }: KeyRecord, { retry_after_s }: Taken): ServiceError =>
  refused(phraseOf(FAULTS.tooFast, rate_per_s), { retry_after_s });

/** Retry-After is sent only where waiting helps. */
export function overQuota(quota: number, left: number, cost: number, retry_after_s: number): ServiceError {
  if (cost > quota) return refused(phraseOf(FAULTS.aboveQuota, cost, quota), { hint: HINTS.splitBatch });
  if (left === 0) return refused(phraseOf(FAULTS.overQuota, quota), { hint: HINTS.anew, retry_after_s });
  return refused(phraseOf(FAULTS.beyondQuota, cost, quota, left), {
    hint: HINTS.fewerOrWait,
    retry_after_s,
  });
}
