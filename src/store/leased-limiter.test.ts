// Several processes that hold slices of one bucket allow what one process would: never more, and hardly less.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LeasedLimiter, type TokenSource } from './leased-limiter.ts';
import { RateLimiter } from './sqlite/rate-limiter.ts';

function sharing(processes: number) {
  const bucket = new RateLimiter();
  let now_ms = 0;
  let leases = 0;
  const source: TokenSource = {
    async lease(key, needed, wanted) {
      leases += 1;
      return bucket.lease(key, needed, wanted, now_ms);
    },
    async spend(key, tokens) {
      bucket.spend(key, tokens, now_ms);
      return bucket.lease(key, 0, 0, now_ms);
    },
  };
  const limiters = Array.from({ length: processes }, () => new LeasedLimiter(source));
  return {
    take: (process: number, key: typeof KEY, weight = 1) =>
      (limiters[process % processes] as LeasedLimiter).take(key, weight, now_ms),
    spend: (process: number, key: typeof KEY, weight: number) =>
      (limiters[process % processes] as LeasedLimiter).spend(key, weight, now_ms),
    pass(ms: number) {
      now_ms += ms;
    },
    leases: () => leases,
    close: (process: number) => (limiters[process % processes] as LeasedLimiter).close(),
  };
}

const KEY = { id: 'a', rate_per_s: 50, burst: 100 };

test('together they allow the burst and then the rate, by few leases', async () => {
  const { take, pass, leases } = sharing(4);
  let allowed = 0;
  for (let at = 0; at < 300; at += 1) if ((await take(at, KEY)).allowed) allowed += 1;
  assert.ok(allowed <= 100 && allowed >= 95, `${allowed} of a burst of 100`);
  const asked = leases();
  for (let second = 0; second < 10; second += 1)
    for (let at = 0; at < 100; at += 1) {
      pass(10);
      if ((await take(at, KEY)).allowed) allowed += 1;
    }
  assert.ok(allowed <= 600 && allowed >= 570, `${allowed} of 600`);
  assert.ok(asked < 300);
});

test('a refused request is told when to come back, and is allowed then', async () => {
  const { take, pass } = sharing(2);
  for (let at = 0; at < 300; at += 1) await take(at, KEY);
  const { allowed, retry_after_s, remaining } = await take(0, KEY);
  assert.deepEqual([allowed, remaining], [false, 0]);
  pass(retry_after_s * 1_000);
  assert.equal((await take(0, KEY)).allowed, true);
});

test('whoever waits as long as told is allowed, whatever was asked before', async () => {
  const weights = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(weights, fc.nat(900), async (asked, wait_ms) => {
      const { take, pass } = sharing(1);
      for (const weight of asked) {
        pass(wait_ms);
        const { allowed, retry_after_s } = await take(0, KEY, weight);
        if (allowed) continue;
        pass(retry_after_s * 1_000);
        assert.equal((await take(0, KEY, weight)).allowed, true);
      }
    }),
    { numRuns: 100 },
  );
});

test('before the bucket can have filled nobody is asked', async () => {
  const { take, pass, leases } = sharing(2);
  for (let at = 0; at < 300; at += 1) await take(at, KEY);
  const before = leases();
  for (let at = 0; at < 100; at += 1) assert.equal((await take(at, KEY)).allowed, false);
  assert.equal(leases(), before);
  pass(1_000);
  assert.equal((await take(0, KEY)).allowed, true);
  assert.equal(leases(), before + 1);
});

test('a process that closes gives back what it holds', async () => {
  const { take, close } = sharing(2);
  await take(0, KEY);
  assert.equal((await take(1, KEY, 99)).allowed, false);
  await close(0);
  const late = sharing(2);
  await late.take(0, KEY);
  await late.close(0);
  assert.equal((await late.take(1, KEY, 99)).allowed, true);
});

test('what weighs more than the burst needs a full bucket and leaves a debt', async () => {
  const { take, pass } = sharing(2);
  assert.equal((await take(0, KEY)).allowed, true);
  assert.equal((await take(0, KEY, 1_000)).allowed, false);
  pass(3_000);
  assert.equal((await take(0, KEY, 1_000)).allowed, true);
  assert.equal((await take(1, KEY)).allowed, false);
  pass(18_500);
  assert.equal((await take(1, KEY)).allowed, true);
});

test('work that was done is paid for by the process that did it, or by all', async () => {
  const { take, spend } = sharing(2);
  await take(0, KEY);
  await spend(0, KEY, 200);
  assert.equal((await take(1, KEY)).allowed, false);
});

test('whoever asks where, the limit is never passed', async () => {
  const step = fc.record({
    process: fc.nat(3),
    weight: fc.integer({ min: 1, max: 30 }),
    after_ms: fc.nat(400),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const { take, pass } = sharing(4);
      let allowed = 0;
      let passed_ms = 0;
      for (const { process, weight, after_ms } of steps) {
        pass(after_ms);
        passed_ms += after_ms;
        if ((await take(process, KEY, weight)).allowed) allowed += weight;
        assert.ok(allowed <= KEY.burst + (KEY.rate_per_s * passed_ms) / 1_000 + 1e-3);
      }
    }),
    { numRuns: 100 },
  );
});
