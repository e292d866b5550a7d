import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyRecord } from '../../store/accounts.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const KEY: KeyRecord = {
  id: 'key_1',
  name: 'anna',
  rate_per_s: 50,
  burst: 100,
  monthly_quota: null,
  created_at: '2026-03-01T10:00:00.000Z',
  revoked_at: null,
};

test('the headers follow the draft', () => {
  const taken = { allowed: true, remaining: 99, reset_s: 1, retry_after_s: 0 };
  const month = { charged: 40, window_s: 2_678_400, reset_s: 3600 };
  const cases: [key: Partial<KeyRecord>, charged: number | null, policy: string, current: string][] = [
    [{}, null, '"rate";q=100;w=2', '"rate";r=99;t=1'],
    [{}, 40, '"rate";q=100;w=2', '"rate";r=99;t=1'],
    [{ rate_per_s: 1000 }, null, '"rate";q=100;w=1', '"rate";r=99;t=1'],
    [{ rate_per_s: 0.3, burst: 1 }, null, '"rate";q=1;w=4', '"rate";r=99;t=1'],
    [
      { monthly_quota: 100_000 },
      40,
      '"rate";q=100;w=2, "month";q=100000;w=2678400',
      '"rate";r=99;t=1, "month";r=99960;t=3600',
    ],
    [
      { monthly_quota: 30 },
      40,
      '"rate";q=100;w=2, "month";q=30;w=2678400',
      '"rate";r=99;t=1, "month";r=0;t=3600',
    ],
  ];
  for (const [changes, charged, policy, current] of cases) {
    const state = charged === null ? undefined : { ...month, charged };
    assert.deepEqual(rateLimitHeaders({ ...KEY, ...changes }, taken, state), {
      'RateLimit-Policy': policy,
      RateLimit: current,
    });
  }
});
