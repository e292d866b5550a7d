// Second step: whether the key may ask for so much now, by its short-term limit and its quota of the month.

import { LIMITS, SUGGEST_LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Accounts, KeyRecord, Ledger, Taken } from '../../store/accounts.ts';
import { type Call, NO_QUERY } from './call.ts';
import type { Clock } from './clock.ts';
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
}

export type Decoded = { readonly input: unknown } | { readonly error: unknown };

export async function limit(
  call: Call,
  caller: KeyRecord | null | StepFailure,
  { limiter, ledger }: Accounts,
  clock: Clock,
): Promise<Allowance> {
  const unlimited = { key: null, limits: null, taken: null, month: undefined, decoded: null };
  if (caller instanceof StepFailure) return { ...unlimited, cost: caller.cost, failure: caller };
  const decoded = call.operation === 'parcel_batch' ? decode(call) : null;
  const weight = decoded ? itemCount(decoded) : 1;
  const cost = OPERATIONS[call.operation].cost * weight;
  if (caller === null) return { ...unlimited, decoded, cost, failure: null };
  const limits = call.operation === 'suggest' ? ofSuggestions(caller) : caller;
  const counted = { key: caller, limits, decoded, cost };
  let taken: Taken | null = null;
  try {
    taken = await limiter.take(limits, weight, clock.monotonic_ms());
    const month = await monthOf(caller, ledger, clock);
    const refusal = refusalOf(limits, taken, month, cost);
    return { ...counted, taken, month, failure: refusal && new StepFailure(refusal, cost, NO_QUERY) };
  } catch (error) {
    return { ...counted, taken, month: undefined, failure: new StepFailure(error, cost, NO_QUERY) };
  }
}

/** A bucket of their own: typing takes nothing from what the key may ask. */
const ofSuggestions = (key: KeyRecord): KeyRecord => ({
  ...key,
  id: `${key.id} suggest`,
  rate_per_s: key.rate_per_s * SUGGEST_LIMITS.rate_times,
  burst: key.burst * SUGGEST_LIMITS.rate_times,
});

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

const refused = (message: string, more: { hint?: string; retry_after_s?: number }) =>
  new ServiceError('rate_limited', message, more);

/** Retry-After is sent only where waiting helps. */
function refusalOf(
  { rate_per_s, monthly_quota: quota }: KeyRecord,
  taken: Taken,
  month: MonthState | undefined,
  cost: number,
): ServiceError | null {
  if (!taken.allowed) {
    const { retry_after_s } = taken;
    return refused(`the rate limit of ${rate_per_s} requests per second is used up`, { retry_after_s });
  }
  if (quota === null || month === undefined) return null;
  const left = Math.max(0, quota - month.charged);
  if (cost <= left) return null;
  if (cost > quota) {
    const hint = 'Split the batch: each part must fit into what is left of the month.';
    return refused(`this costs ${cost} and can never fit into the monthly quota of ${quota}`, { hint });
  }
  const anew = 'The quota starts anew on the first of the month, Warsaw time.';
  const { reset_s: retry_after_s } = month;
  if (left === 0) return refused(`the monthly quota of ${quota} is used up`, { hint: anew, retry_after_s });
  const message = `this costs ${cost}; what is left of the monthly quota of ${quota} is ${left}`;
  return refused(message, { hint: `Send fewer items, or wait. ${anew}`, retry_after_s });
}
