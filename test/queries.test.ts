// Every line of queries.csv holds, and the list is as broad as it claims to be.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Asker, type Judged, judge, openAsker, readQueries } from './queries.ts';
import { buildSampleData } from './sample.ts';

let asker: Asker;
before(async () => {
  asker = openAsker((await buildSampleData()).data);
});
after(() => asker.close());

const queries = readQueries();

test('the list is broad', () => {
  const count = (status: string) => queries.filter((query) => query.status === status).length;
  assert.ok(queries.length >= 1_000, `${queries.length} queries`);
  assert.ok(count('ambiguous') >= 60, `${count('ambiguous')} stay ambiguous`);
  assert.ok(count('not_found') >= 40, `${count('not_found')} are not found`);
  assert.equal(new Set(queries.map(({ text }) => text)).size, queries.length, 'each text once');
});

test('every query comes to what it must, and nothing is picked silently', async () => {
  const judged: Judged[] = [];
  for (const query of queries) judged.push(await judge(asker, query));
  const faults = judged.filter(({ fault }) => fault !== null);
  assert.deepEqual(
    faults.map(({ line, text, fault }) => `queries.csv:${line} ${text}: ${fault}`),
    [],
  );
  assert.equal(judged.filter(({ isSilentWrongPick }) => isSilentWrongPick).length, 0);
});
