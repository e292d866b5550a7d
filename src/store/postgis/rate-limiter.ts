// The short-term limit of many servers: one token bucket a key in the database, of which each server leases a slice at a time.
// Of the key of the page each address has a bucket: too many to share, and each server limits them for itself.

import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import type { Limited, Limiter } from '../accounts.ts';
import { LeasedLimiter, type TokenLease, type TokenSource } from '../leased-limiter.ts';
import { MOST_ADDRESSES, RateLimiter } from '../sqlite/rate-limiter.ts';
import type { Link } from './link.ts';

export interface PostgisLimiter extends Limiter {
  /** What is held goes back. */
  close(): Promise<void>;
}

export function openPostgisLimiter(link: Link): PostgisLimiter {
  const keys = new LeasedLimiter(bucketsIn(link));
  const apart = limitPageApart(keys, new RateLimiter(MOST_ADDRESSES));
  return { ...apart, close: () => keys.close() };
}

/** Addresses that ask by the key of the page are limited by another limiter than keys. */
export function limitPageApart(keys: Limiter, addresses: Limiter): Limiter {
  const limiterOf = ({ id }: Limited) => (id.startsWith(PAGE_KEY_PREFIX) ? addresses : keys);
  return {
    take: (key, weight, now_ms) => limiterOf(key).take(key, weight, now_ms),
    spend: (key, weight, now_ms) => limiterOf(key).spend(key, weight, now_ms),
  };
}

/** The function of the schema takes by the clock of the database. */
function bucketsIn(link: Link): TokenSource {
  async function ask(
    { id, rate_per_s, burst }: Limited,
    ...[needed, wanted, isDebt]: [needed: number, wanted: number, isDebt: boolean]
  ): Promise<TokenLease> {
    const [row] = await link.rows('SELECT * FROM lease_tokens($1, $2, $3, $4, $5, $6)', [
      id,
      rate_per_s,
      burst,
      needed,
      wanted,
      isDebt,
    ]);
    return { taken: Number(row?.taken), missing: Number(row?.missing_after) };
  }
  return {
    lease: (key, needed, wanted) => ask(key, needed, wanted, false),
    spend: (key, tokens) => ask(key, 0, tokens, true),
  };
}
