// The index of names is built before somebody needs it: when the server listens, and when a new version is first read.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { datasetIn } from '../src/data-folder.ts';
import { NameIndexCache } from '../src/service/snapshot/name-index-cache.ts';
import { startClient } from './client.ts';
import { buildSampleData } from './sample.ts';

test('each version is prepared once, without a text being asked', async (t) => {
  const { data } = await buildSampleData();
  const { mock } = t.mock.method(NameIndexCache.prototype, 'suggestions');
  const client = await startClient(data);
  t.after(() => client.close());
  const ask = () => client.get('/v1/parcel?id=141803_2.0009.123/4');
  const prepared = async (times: number) => {
    while (mock.callCount() < times) await nextTurn();
    await Promise.all(mock.calls.map(({ result }) => result));
    await nextTurn();
  };

  await prepared(1);
  await ask();
  await ask();
  assert.equal(mock.callCount(), 1, 'when it listens, and not again for the same version');

  const db = new DatabaseSync(datasetIn(data));
  db.exec("UPDATE meta SET value = value + 1 WHERE key = 'version'");
  db.close();
  await ask();
  await prepared(2);
  await ask();
  assert.equal(mock.callCount(), 2, 'when another version is first read');
  const [first, second] = await Promise.all(mock.calls.map(({ result }) => result));
  assert.notEqual(first, second);
});
