import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPassing, sleep, waitBefore_ms } from './retry.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

test('how long to wait', () => {
  for (const [attempt, retryAfter, random, wait_ms] of [
    // No time named: half a second at most, doubled each time, all of it at random.
    [0, null, 0, 0],
    [0, null, 1, 500],
    [1, null, 1, 1_000],
    [3, null, 0.5, 2_000],
    [0, 'soon', 1, 500],
    [0, '-1', 1, 500],
    // Seconds: never earlier than asked, a quarter later at most.
    [0, '0', 0, 0],
    [0, '0', 1, 250],
    [0, '1', 1, 1_250],
    [5, '8', 0, 8_000],
    [5, '8', 1, 10_000],
    // A date; one that has passed is now.
    [0, 'Sun, 15 Nov 2026 12:00:04 GMT', 0, 4_000],
    [0, 'Sun, 15 Nov 2026 11:59:00 GMT', 0, 0],
  ] as const) {
    assert.equal(waitBefore_ms(attempt, retryAfter, NOW_MS, random), wait_ms, `${attempt} ${retryAfter}`);
  }
});

test('only what passes by itself is asked again', () => {
  const passing = [200, 304, 400, 401, 404, 405, 429, 500, 502, 503, 504].filter(isPassing);
  assert.deepEqual(passing, [429, 503]);
});

test('a wait ends with the signal, before or during it', async () => {
  await sleep(0, undefined);
  const stop = new AbortController();
  const waiting = sleep(60_000, stop.signal);
  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(sleep(60_000, stop.signal), /enough/);
});
