import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksInTurn } from './compute.ts';

test('workers that ask at once are given chunks of their own, to the end', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  const next = chunksInTurn(async (last) => {
    await new Promise((resolve) => setImmediate(resolve));
    return all.filter((id) => id > last).slice(0, 2);
  });
  assert.deepEqual(await Promise.all([next(), next(), next(), next()]), [['a', 'b'], ['c', 'd'], ['e'], []]);
});
