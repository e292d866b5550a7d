import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { perTurn, slices } from './event-loop.ts';

test('what is made once a turn is made anew in the next', async () => {
  let made = 0;
  const number = perTurn(() => {
    made += 1;
    return { made };
  });
  const first = number();
  await Promise.resolve();
  assert.equal(number(), first, 'the turn is not over');
  await setImmediate();
  assert.deepEqual([number().made, number().made], [2, 2]);
});

test('long work lets others in, short work goes on, and whoever stops it is heard', async () => {
  const stopping = new AbortController();
  const makeWay = slices(stopping.signal);
  assert.equal(makeWay(), undefined);
  const slice_ends = performance.now() + 20;
  while (performance.now() < slice_ends);
  let isLetIn = false;
  const others = setImmediate().then(() => {
    isLetIn = true;
  });
  await Promise.all([makeWay(), others]);
  assert.ok(isLetIn);
  assert.equal(makeWay(), undefined, 'a new slice');
  stopping.abort();
  assert.throws(makeWay, { name: 'AbortError' });
});
