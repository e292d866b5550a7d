// Owns the short-term limit: one token bucket per key, in memory, and the headers that tell a client where it stands.
// It reads no clock and no file; the monthly quota is counted by ledger.ts and only printed here.

import type { KeyRecord } from './sqlite/keys.ts';

export type Taken = {
  readonly allowed: boolean;
  /** Whole requests that could follow at once. */
  readonly remaining: number;
  /** Seconds until the bucket is full again; of a refused request: until it would be allowed. */
  readonly reset_s: number;
  /** 0 when allowed. */
  readonly retry_after_s: number;
};

/** Where a key stands in the current calendar month. The caller knows the calendar and its time zone. */
export type MonthState = { readonly charged: number; readonly window_s: number; readonly reset_s: number };

/** `missing` tokens at the moment `at_ms`: 0 is a full bucket, more than the burst is debt. */
type Bucket = { missing: number; at_ms: number };

/** Far below one request: it only forgives the rounding of sums, so that waiting `retry_after_s` always suffices. */
const ROUNDING = 1e-6;

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  /**
   * Takes `weight` tokens (a batch weighs as many as it has items), or none when there are too few. What weighs more
   * than the burst needs a full bucket and leaves a debt that must be refilled first. Limits are read from the
   * key each time, so a change works at once. `now_ms` comes from a monotonic clock.
   */
  take(key: KeyRecord, weight: number, now_ms: number): Taken {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weight is ${weight}; allowed: a finite number from 0`);
    }
    const { rate_per_s, burst } = key;
    const bucket = this.#refilled(key.id, rate_per_s, now_ms);
    const excess = bucket.missing - Math.max(0, burst - weight);
    const allowed = excess <= ROUNDING;
    if (allowed) bucket.missing += weight;
    const retry_after_s = allowed ? 0 : Math.ceil(excess / rate_per_s);
    return {
      allowed,
      remaining: Math.max(0, Math.floor(burst - bucket.missing + ROUNDING)),
      reset_s: allowed ? Math.ceil(bucket.missing / rate_per_s) : retry_after_s,
      retry_after_s,
    };
  }

  #refilled(key_id: string, rate_per_s: number, now_ms: number): Bucket {
    const bucket = this.#buckets.get(key_id);
    if (bucket === undefined) {
      const full = { missing: 0, at_ms: now_ms };
      this.#buckets.set(key_id, full);
      return full;
    }
    if (now_ms > bucket.at_ms) {
      bucket.missing = Math.max(0, bucket.missing - ((now_ms - bucket.at_ms) * rate_per_s) / 1000);
      bucket.at_ms = now_ms;
    }
    return bucket;
  }
}

/**
 * The two fields of draft-ietf-httpapi-ratelimit-headers-11, lists of structured strings with parameters.
 * RateLimit-Policy: `q` the quota, `w` its window in seconds; RateLimit: `r` what is left, `t` the seconds in which
 * no more than that can be used. The bucket is the policy "rate" (`w`: an empty bucket is full again), the monthly
 * quota the policy "month". A refused request has `t` equal to Retry-After, which must not lie before `t`.
 */
export function rateLimitHeaders(
  key: KeyRecord,
  taken: Taken,
  month?: MonthState,
): { 'RateLimit-Policy': string; RateLimit: string } {
  let policy = `"rate";q=${key.burst};w=${Math.ceil(key.burst / key.rate_per_s)}`;
  let current = `"rate";r=${taken.remaining};t=${taken.reset_s}`;
  if (month && key.monthly_quota !== null) {
    const left = Math.max(0, key.monthly_quota - month.charged);
    policy += `, "month";q=${key.monthly_quota};w=${month.window_s}`;
    current += `, "month";r=${left};t=${month.reset_s}`;
  }
  return { 'RateLimit-Policy': policy, RateLimit: current };
}
