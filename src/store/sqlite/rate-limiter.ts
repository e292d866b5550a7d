// The short-term limit of one process: one token bucket per key, in memory. It reads no clock and no file, and knows
// nothing of monthly quotas. The same for client addresses, of which the table holds those seen last.

import type { Limited, Limiter, Taken } from '../accounts.ts';
import type { TokenLease } from '../leased-limiter.ts';

/** `missing` tokens at the moment `at_ms`: 0 is a full bucket, more than the burst is debt. */
type Bucket = { missing: number; at_ms: number };

/** Far below one request: it only forgives the rounding of sums, so that waiting `retry_after_s` always suffices. */
const ROUNDING = 1e-6;

/** Client addresses that are remembered, those that were seen last; one more takes 100 bytes. */
export const MOST_ADDRESSES = 50_000;

export class RateLimiter implements Limiter {
  /** No more than there are keys, or than `most`; those used last stand at the end. */
  readonly #buckets = new Map<string, Bucket>();
  readonly #most: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /**
   * Takes `weight` tokens (a batch weighs as many as it has items), or none when there are too few. What weighs more
   * than the burst needs a full bucket and leaves a debt that must be refilled first. Limits are read from the
   * key each time, so a change works at once. `now_ms` comes from a monotonic clock.
   */
  take(key: Limited, weight: number, now_ms: number): Taken {
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

  spend(key: Limited, weight: number, now_ms: number): Taken {
    this.#refilled(key.id, key.rate_per_s, now_ms).missing += weight;
    return this.take(key, 0, now_ms);
  }

  /** For processes that hold slices of a bucket: see TokenSource. */
  lease({ id, rate_per_s, burst }: Limited, needed: number, wanted: number, now_ms: number): TokenLease {
    const bucket = this.#refilled(id, rate_per_s, now_ms);
    const room = burst - bucket.missing + ROUNDING;
    const isRoom = needed > burst ? bucket.missing <= ROUNDING : needed <= room;
    const given = isRoom ? Math.max(needed, Math.min(wanted, Math.floor(room))) : 0;
    const taken = wanted < 0 ? wanted : given;
    bucket.missing = Math.max(0, bucket.missing + taken);
    return { taken, missing: bucket.missing };
  }

  #refilled(key_id: string, rate_per_s: number, now_ms: number): Bucket {
    const bucket = this.#buckets.get(key_id);
    if (bucket === undefined) {
      const full = { missing: 0, at_ms: now_ms };
      this.#buckets.set(key_id, full);
      this.#evict();
      return full;
    }
    if (this.#most !== Number.POSITIVE_INFINITY) {
      this.#buckets.delete(key_id);
      this.#buckets.set(key_id, bucket);
    }
    if (now_ms > bucket.at_ms) {
      bucket.missing = Math.max(0, bucket.missing - ((now_ms - bucket.at_ms) * rate_per_s) / 1000);
      bucket.at_ms = now_ms;
    }
    return bucket;
  }

  /** Whoever was not seen for longest has the fullest bucket. */
  #evict(): void {
    if (this.#buckets.size <= this.#most) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
