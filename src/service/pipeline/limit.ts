// Second step: whether the key may ask for so much now, by its short-term limit and its quota of the month.

import { LIMITS } from '../../contract/limits.ts';
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
  const unlimited = { key: null, taken: null, month: undefined, decoded: null };
  if (caller instanceof StepFailure) return { ...unlimited, cost: caller.cost, failure: caller };
  const decoded = call.operation === 'parcel_batch' ? decode(call) : null;
  const weight = decoded ? itemCount(decoded) : 1;
  const cost = OPERATIONS[call.operation].cost * weight;
  if (caller === null) return { ...unlimited, decoded, cost, failure: null };
  const counted = { key: caller, decoded, cost };
  let taken: Taken | null = null;
  try {
    const taking = limiter.take(caller, weight, clock.monotonic_ms());
    taken = taking instanceof Promise ? await taking : taking;
    const month = hasQuota(caller) ? await monthOf(caller, ledger, clock) : undefined;
    const refusal = refusalOf(caller, taken, month, cost);
    return { ...counted, taken, month, failure: refusal && new StepFailure(refusal, cost, NO_QUERY) };
  } catch (error) {
    return { ...counted, taken, month: undefined, failure: new StepFailure(error, cost, NO_QUERY) };
  }
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

export const hasQuota = ({ monthly_quota }: KeyRecord): boolean => monthly_quota !== null;

/** Of keys with a quota, by what has been recorded: asked again after a request, it counts that one too. */
export async function monthOf({ id }: KeyRecord, ledger: Ledger, clock: Clock): Promise<MonthState> {
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
