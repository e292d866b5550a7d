// The short form of the fuzz: the same requests every time. `npm run fuzz` makes 20,000 new ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATION_NAMES } from '../../src/contract/operations.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { fuzz } from './fuzz.ts';
import { fuzzSockets } from './sockets.ts';

test('no request makes a 5xx, breaks the contract or is billed otherwise than declared', async () => {
  const { data } = await buildSampleData();
  const { counts, failures } = await fuzz({ data, seed: 20_261_115, from: 0, to: 600 });
  assert.deepEqual(
    failures.map(({ number, why, curl }) => `${number}: ${why}\n${curl}`),
    [],
  );
  const names = [...counts.keys()];
  for (const operation of OPERATION_NAMES)
    assert.ok(
      names.some((name) => name.startsWith(`${operation} `)),
      operation,
    );
  for (const http of [200, 400, 401, 404, 405])
    assert.ok(
      names.some((name) => name.endsWith(` ${http}`)),
      `${http}`,
    );
});

test('bytes that no client would send give no 5xx and hold nobody up', async () => {
  const { data } = await buildSampleData(1_000, { only: LAND });
  const { counts, failures } = await fuzzSockets(data, 20_261_115, 6);
  assert.deepEqual(failures, []);
  assert.equal(counts.size, 5);
});
