import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byRank, settle } from './settle.ts';
import { candidate } from './test-candidates.ts';

const settled = (...confidences: number[]) => settle(confidences.map(candidate))?.confidence ?? null;

test('the best needs 0.85, and 0.15 more than the next', () => {
  // best, next, is it settled; in binary most of these leads are a little more or less than they look
  const table: [best: number, next: number | null, isSettled: boolean][] = [
    [0.85, null, true],
    [0.849, null, false],
    [0.85, 0.7, true],
    [0.85, 0.701, false],
    [0.97, 0.82, true],
    [0.97, 0.821, false],
    [0.95, 0.8, true],
    [0.9, 0.75, true],
    [0.9, 0.751, false],
    [0.999, 0.849, true],
    [1, 0.85, true],
    [1, 0.851, false],
    [0.849, 0.1, false],
    [0.97, 0.97, false],
  ];
  for (const [best, next, isSettled] of table) {
    const ranked = next === null ? [best] : [best, next];
    assert.equal(settled(...ranked), isSettled ? best : null, JSON.stringify(ranked));
  }
  assert.equal(settle([]), null);
});

test('only the next counts, however many follow', () => {
  assert.equal(settled(0.97, 0.82, 0.82, 0.82), 0.97);
  assert.equal(settled(0.97, 0.83, 0.1), null);
});

test('thousandths decide exactly, for every pair', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (a, b) => {
      const [best, next] = a > b ? [a, b] : [b, a];
      assert.equal(settled(best / 1000, next / 1000) !== null, best >= 850 && best - next >= 150);
    }),
  );
});

test('best first, equals in the order of ids', () => {
  const ranked = [candidate(0.5, 2), candidate(0.9, 9), candidate(0.5, 1)].sort(byRank);
  assert.deepEqual(
    ranked.map(({ number }) => number),
    ['9', '1', '2'],
  );
});
