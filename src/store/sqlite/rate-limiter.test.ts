import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KeyRecord } from '../accounts.ts';
import { RateLimiter } from './rate-limiter.ts';

const KEY: KeyRecord = {
  id: 'key_1',
  name: 'anna',
  rate_per_s: 50,
  burst: 100,
  monthly_quota: null,
  created_at: '2026-03-01T10:00:00.000Z',
  revoked_at: null,
};

test('one bucket through time', () => {
  const key = { ...KEY, rate_per_s: 2, burst: 4 };
  const limiter = new RateLimiter();
  const steps: [
    now_ms: number,
    weight: number,
    allowed: boolean,
    remaining: number,
    reset_s: number,
    retry: number,
  ][] = [
    [1000, 1, true, 3, 1, 0],
    [500, 1, true, 2, 1, 0], // a clock that steps back takes nothing
    [1000, 2, true, 0, 2, 0],
    [1000, 1, false, 0, 1, 1],
    [1000, 4, false, 0, 2, 2],
    [1499, 1, false, 0, 1, 1],
    [1500, 1, true, 0, 2, 0],
    [1250, 1, false, 0, 1, 1], // and gives nothing
    [1500, 1, false, 0, 1, 1],
    [9000, 0, true, 4, 0, 0],
    [9000, 10, true, 0, 5, 0], // more than the burst, from a full bucket: a debt of 6
    [9000, 0, false, 0, 3, 3],
    [12000, 1, false, 0, 1, 1],
    [12500, 1, true, 0, 2, 0],
    [14000, 10, false, 3, 1, 1], // not full: no overdraft
    [15000, 5, true, 0, 3, 0],
  ];
  for (const [now_ms, weight, allowed, remaining, reset_s, retry_after_s] of steps) {
    assert.deepEqual(
      limiter.take(key, weight, now_ms),
      { allowed, remaining, reset_s, retry_after_s },
      `${weight} at ${now_ms}`,
    );
  }
});

test('keys do not share a bucket, and changed limits work at once', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take({ ...KEY, burst: 2 }, 2, 0).remaining, 0);
  assert.equal(limiter.take({ ...KEY, burst: 2, id: 'key_2' }, 1, 0).remaining, 1);
  assert.equal(limiter.take({ ...KEY, burst: 2 }, 1, 0).allowed, false);
  assert.equal(limiter.take({ ...KEY, burst: 10 }, 1, 0).remaining, 7);
  assert.equal(limiter.take({ ...KEY, burst: 2 }, 1, 0).allowed, false);
  assert.equal(limiter.take({ ...KEY, burst: 2, rate_per_s: 0.1 }, 1, 0).retry_after_s, 20);
});

test('a weight that is none is refused', () => {
  for (const weight of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => new RateLimiter().take(KEY, weight, 0), /weight is .*; allowed/);
  }
});

const limits = fc.record({
  // Round rates make waits that end exactly when a token is due: there rounding would show.
  rate_per_s: fc.oneof(fc.constantFrom(0.1, 1, 3, 50), fc.double({ min: 0.01, max: 1000, noNaN: true })),
  burst: fc.integer({ min: 1, max: 200 }),
});
const schedule = fc.array(
  fc.record({
    wait_ms: fc.double({ min: 0, max: 3000, noNaN: true }),
    weight: fc.integer({ min: 0, max: 400 }),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

test('in any stretch of time no more is allowed than burst + rate × time, and one overdraft at its end', () => {
  fc.assert(
    fc.property(limits, schedule, (limit, steps) => {
      const key = { ...KEY, ...limit };
      const limiter = new RateLimiter();
      const granted: { at_ms: number; weight: number }[] = [];
      let now_ms = 0;
      for (const { wait_ms, weight } of steps) {
        now_ms += wait_ms;
        if (limiter.take(key, weight, now_ms).allowed) granted.push({ at_ms: now_ms, weight });
      }
      for (const [from, first] of granted.entries()) {
        let sum = 0;
        for (const { at_ms, weight } of granted.slice(from)) {
          sum += weight;
          const most = limit.burst + (limit.rate_per_s * (at_ms - first.at_ms)) / 1000;
          assert.ok(sum <= most + Math.max(0, weight - limit.burst) + 0.001, `${sum} of at most ${most}`);
        }
      }
    }),
  );
});

test('who waits as long as told is allowed, and what is said to remain can be taken', () => {
  fc.assert(
    fc.property(limits, schedule, (limit, steps) => {
      const key = { ...KEY, ...limit };
      const limiter = new RateLimiter();
      let now_ms = 0;
      for (const { wait_ms, weight } of steps) {
        now_ms += wait_ms;
        let taken = limiter.take(key, weight, now_ms);
        if (!taken.allowed) {
          assert.ok(taken.retry_after_s >= 1);
          now_ms += taken.retry_after_s * 1000;
          taken = limiter.take(key, weight, now_ms);
          assert.ok(taken.allowed);
        }
        if (taken.remaining > 0) assert.ok(limiter.take(key, taken.remaining, now_ms).allowed);
      }
    }),
  );
});
