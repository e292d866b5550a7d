// A long body is decoded once, in a slice that its key pays for, and not for a key that still owes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accounts, KeyRecord } from '../../store/accounts.ts';
import { RateLimiter } from '../../store/sqlite/rate-limiter.ts';
import type { Call } from './call.ts';
import { createClock } from './clock.ts';
import { limit } from './limit.ts';
import { ServiceError } from './outcome.ts';

const KEY: KeyRecord = {
  id: 'key',
  name: 'key',
  created_at: '2026-11-15T12:00:00Z',
  revoked_at: null,
  rate_per_s: 0.001,
  burst: 10,
  monthly_quota: null,
};
const clock = createClock(() => 0);

function askWith(
  is_long: boolean,
  limiter: RateLimiter,
  isGone = false,
  operation: Call['operation'] = 'parcel_batch',
) {
  let decoded = 0;
  const call: Call = {
    operation,
    input() {
      decoded += 1;
      return { items: [{ id: 'a' }, { id: 'b' }] };
    },
    is_long,
    language: 'en',
    secret: 'secret',
    if_none_match: undefined,
    isGone: () => isGone,
  };
  const meter = { spent_ms: 0 };
  const accounts = { limiter } as Pick<Accounts, 'limiter'> as Accounts;
  return limit(call, KEY, accounts, clock, meter).then((allowance) => ({ allowance, decoded, meter }));
}

test('a body is decoded once; a long one is paid for', async () => {
  for (const is_long of [false, true]) {
    const { allowance, decoded, meter } = await askWith(is_long, new RateLimiter());
    assert.deepEqual([decoded, allowance.cost, allowance.failure], [1, 2, null]);
    assert.equal(meter.spent_ms > 0, is_long);
  }
});

test('a key that owes has no long body decoded', async () => {
  const limiter = new RateLimiter();
  limiter.spend(KEY, 11, clock.monotonic_ms());
  const { allowance, decoded } = await askWith(true, limiter);
  const { error } = allowance.failure ?? assert.fail('allowed');
  assert.ok(error instanceof ServiceError && error.code === 'rate_limited');
  assert.equal(decoded, 0);
});

test('nothing is decoded for who has hung up', async () => {
  const { allowance, decoded } = await askWith(true, new RateLimiter(), true);
  assert.deepEqual([decoded, 'error' in (allowance.decoded ?? {})], [0, true]);
});

test('items weigh in a batch alone', async () => {
  const { allowance, decoded } = await askWith(true, new RateLimiter(), false, 'search_polygon');
  assert.deepEqual([decoded, allowance.cost, allowance.taken?.remaining], [1, 1, 9]);
});
