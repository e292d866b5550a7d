import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankWeighed, type Weighed } from './candidates.ts';
import { settle } from './settle.ts';
import { candidate } from './test-candidates.ts';

const weighedAt = (confidence: number, at: number): Weighed => ({
  candidate: candidate(confidence, at),
  applied: [],
  parcel: null,
});

/** Confidences after ranking, in thousandths. */
const ranked = (...thousandths: number[]) =>
  rankWeighed(thousandths.map((one, at) => weighedAt(one / 1000, at))).map(({ candidate: { confidence } }) =>
    Math.round(confidence * 1000),
  );

test('a lead of exactly 0.15 is kept, a thousandth less is shared, at every confidence', () => {
  for (let best = 450; best <= 1000; best += 1) {
    assert.deepEqual(ranked(best, best - 150), [best, best - 150], `${best}`);
    const [first = 0] = ranked(best, best - 149);
    assert.equal(first, Math.round(best * 0.6), `${best}`);
  }
  const pair = [0.95, 0.8].map(weighedAt);
  assert.equal(settle(rankWeighed(pair).map((one) => one.candidate))?.confidence, 0.95);
});

test('what is exactly 0.4 below the best is listed, and so is exactly 0.3; what is below is not', () => {
  for (let best = 700; best <= 1000; best += 1) {
    assert.deepEqual(ranked(best, best - 400), [best, best - 400], `${best}`);
    assert.deepEqual(ranked(best, best - 401), [best], `${best}`);
  }
  assert.deepEqual(ranked(600, 300), [600, 300]);
  assert.deepEqual(ranked(600, 299), [600]);
});
