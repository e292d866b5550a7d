// The headers that tell a client where its key stands: the short-term limit and the quota of the month.

import type { KeyRecord, Taken } from '../../store/accounts.ts';

/** Where a key stands in the current calendar month. The caller knows the calendar and its time zone. */
export type MonthState = { readonly charged: number; readonly window_s: number; readonly reset_s: number };

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
