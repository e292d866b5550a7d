import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationOf, LoadProgress } from './load-progress.ts';

test('the pace is that of the files that were read', () => {
  const progress = new LoadProgress([100, 300, 600]);
  assert.equal(progress.text(), '0 of 3 files, 0 %');
  progress.add(100, 5, false);
  assert.equal(progress.text(), '1 of 3 files, 10 %');
  progress.add(300, 60_000, true);
  assert.equal(progress.text(), '2 of 3 files, 40 %, about 2 min left');
  progress.add(600, 1_000, true);
  assert.equal(progress.left_s(), 0);
});

test('durations', () => {
  assert.deepEqual([0, 45, 89, 90, 3_000, 12_000].map(durationOf), [
    '0 s',
    '45 s',
    '89 s',
    '2 min',
    '50 min',
    '3 h 20 min',
  ]);
});
