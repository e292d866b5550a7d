import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttempt } from './retry-schedule.ts';
import { createSecret, signatureOf } from './webhook.ts';

test('a signature is that of the Standard Webhooks specification', () => {
  // The example of its reference libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}');
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('secrets are never the same', () => {
  assert.notEqual(createSecret(), createSecret());
  assert.match(createSecret(), /^whsec_[A-Za-z0-9+/]{32}$/);
});

test('attempts come ever more seldom, for three days', () => {
  const since = new Date('2026-11-15T12:00:00Z');
  let now = since;
  const waits_s: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(attempts, since, now);
    if (next === null) break;
    waits_s.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  assert.deepEqual(waits_s.slice(0, 4), [5, 30, 120, 600]);
  assert.ok(waits_s.length >= 12 && waits_s.length <= 20, `${waits_s.length} attempts`);
  assert.equal(now.toISOString(), '2026-11-18T12:00:00.000Z');
  assert.ok(waits_s.slice(0, -1).every((wait, at) => at === 0 || wait >= (waits_s[at - 1] ?? 0)));
});
