// The short form of the soak: a few seconds and one publish. `npm run soak` takes a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSampleData, LAND } from '../sample.ts';
import { growthOf } from './flat.ts';
import { soak } from './soak.ts';

test('under load, while a new edition is published, every answer comes from one edition', async () => {
  const sample = await buildSampleData(1_000, { only: LAND });
  const report = await soak({ sample, connections: 64, duration_ms: 3_000, publishes: 1 });
  assert.deepEqual(report.failures, []);
  for (const operation of ['parcel', 'check', 'layer', 'search', 'search_polygon', 'parcel_batch', 'sources'])
    for (const edition of [0, 1])
      assert.ok(
        report.counts.has(`${operation} ${edition}`),
        `${operation} was answered from edition ${edition}`,
      );
  assert.deepEqual(growthOf(report), []);
});
