// miedza backup: while a server answers and an ingest publishes, each copy is the folder as it was at one moment.

import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn, datasetIn } from '../../src/data-folder.ts';
import { openSqliteSource } from '../../src/store/sqlite/moved-tables.ts';
import { TEST_KEY } from '../client.ts';
import { buildSampleData, LAND, loadFolder, temporaryFolder, worldOf } from '../sample.ts';
import { digestsOf } from '../store/table-digests.ts';
import { run, startServer } from './program.ts';
import { runWarm } from './warm-program.ts';

/** While a file is loaded, at most. */
const COPIES = 4;

/** Beside what is served: accounts, and the list of runs, in which one that is under way stands as such. */
const NOT_SERVED = new Set(['keys', 'usage', 'subscriptions', 'runs', 'issues']);

async function factsIn(data: string): Promise<string> {
  const digests = await digestsOf(openSqliteSource({ dataset: datasetIn(data), accounts: accountsIn(data) }));
  return JSON.stringify(Object.entries(digests).filter(([table]) => !NOT_SERVED.has(table)));
}

test('copies made while a folder is served and loaded are whole, and one of its versions', async () => {
  const { data } = await buildSampleData(1_000, { only: LAND });
  const edited = await worldOf(1_500);
  await loadFolder(edited, data, { only: /^PRG_/ });
  const bulk = readdirSync(edited).filter((name) => /^\d{4}\.gpkg/.test(name));
  const out = temporaryFolder();
  const copies: string[] = [];
  const versions = new Set([await factsIn(data)]);
  const server = await startServer(['--data', data, '--key', TEST_KEY]);
  const asked = async () => {
    const answer = await fetch(`${server.url}/v1/parcel?id=${EXAMPLE_ID}`, {
      headers: { 'x-api-key': TEST_KEY },
    });
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  };
  const backUp = async () => {
    const to = join(out, String(copies.length));
    copies.push(to);
    const { code, stderr } = await runWarm(['backup', '--to', to, '--data', data]);
    assert.equal(code, 0, stderr);
    for (const path of [to, accountsIn(to), datasetIn(to)])
      assert.equal(statSync(path).mode & 0o077, 0, `${path} is for its owner alone`);
    await asked();
  };
  for (const name of bulk) {
    const from = join(edited, name);
    const loading = run(['ingest', '--from', from, '--allow-loss', '--data', data]);
    let isOver = false;
    void loading.then(() => {
      isOver = true;
    });
    for (let copy = 0; copy < COPIES && !isOver; copy += 1) await backUp();
    const { code, stderr } = await loading;
    assert.equal(code, 0, stderr);
    versions.add(await factsIn(data));
  }
  await backUp();
  assert.equal(await server.stop('SIGTERM'), 0);
  assert.equal(versions.size, bulk.length + 1);
  assert.ok(copies.length > bulk.length && bulk.length > 1);
  for (const to of copies) {
    for (const file of [datasetIn(to), accountsIn(to)]) {
      const db = new DatabaseSync(file, { readOnly: true });
      assert.deepEqual(db.prepare('PRAGMA integrity_check').get(), {
        integrity_check: 'ok',
        __proto__: null,
      });
      db.close();
    }
    assert.ok(versions.has(await factsIn(to)), `${to} is none of the versions`);
  }
  const last = copies.at(-1) ?? '';
  assert.equal(await factsIn(last), [...versions].at(-1));
  const [original, copy] = await Promise.all(
    [data, last].map((folder) => runWarm(['get', 'parcel', EXAMPLE_ID, '--json', '--data', folder])),
  );
  assert.deepEqual(copy, original);
  const again = await runWarm(['backup', '--to', last, '--data', data]);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /is there already; choose another folder/);
});
