import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ITEMS_A_STEP, sortInSteps } from './sort-in-steps.ts';

const numbers = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 5 * ITEMS_A_STEP, size: 'max' });

test('sorts as sort does, and stably', () => {
  fc.assert(
    fc.property(numbers, (keys) => {
      const items = keys.map((key, at) => ({ key, at }));
      const steps = sortInSteps(items, (a, b) => a.key - b.key);
      let step = steps.next();
      while (!step.done) step = steps.next();
      assert.deepEqual(
        step.value,
        items.toSorted((a, b) => a.key - b.key),
      );
    }),
    { numRuns: 30 },
  );
});

test('compares no more in one step than a short run takes', () => {
  let compared = 0;
  let most = 0;
  const items = Array.from({ length: 40 * ITEMS_A_STEP }, (_, at) => (at * 7_919) % 10_007);
  const steps = sortInSteps(items, (a, b) => {
    compared += 1;
    return a - b;
  });
  for (let step = steps.next(); !step.done; step = steps.next()) {
    most = Math.max(most, compared);
    compared = 0;
  }
  assert.ok(most <= ITEMS_A_STEP * Math.log2(ITEMS_A_STEP), `${most} comparisons in one step`);
});
