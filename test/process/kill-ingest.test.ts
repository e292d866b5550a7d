// An ingest killed at any moment, of parcels and of plans: the server goes on with the old data, the run is told as
// stopped, the next one succeeds. And two ingests at once: the second says so and harms nothing.

import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { datasetIn, workIn } from '../../src/data-folder.ts';
import { CANARIES } from '../../world/canaries.ts';
import { clientOf } from '../client.ts';
import { loadOne, query, snapshot } from '../ingest/load-file.ts';
import { buildSampleData, LAND, loadFolder, temporaryFolder, worldOf } from '../sample.ts';
import { type RunningServer, start, startServer, until } from './program.ts';
import { runWarm } from './warm-program.ts';

const KEY = 'demo';
/** Loads beside those that are killed have their day too: events that follow from the calendar name it. */
const NOW = new Date();
const root = temporaryFolder();
let small: string;
/** About 1,500 parcels with buildings over the 500 that are served; staged and in the log of the dataset about 1 MB. */
let parcels: string;
let plans: string;

before(async () => {
  small = (await buildSampleData(1_000, { only: LAND })).data;
  const larger = await worldOf(3_000);
  await loadFolder(larger, small, { only: /^PRG_/ });
  parcels = join(larger, '1418.gpkg.zip');
  plans = join(larger, 'pog-1418.zip');
});

function copyOfSmall(name: string): string {
  const data = join(root, name);
  cpSync(small, data, { recursive: true });
  return data;
}

const startIngest = (data: string, file = parcels) =>
  start(['ingest', '--from', file, '--allow-loss', '--data', data]);
/** Whoever comes after the one that was killed; how it ends is the point, not that it is a program of its own. */
async function loadNext(data: string, file = parcels): Promise<void> {
  const outcome = await loadOne(file, data, { allowLoss: true, now: NOW });
  assert.notEqual(outcome.outcome, 'failed', 'reason' in outcome ? outcome.reason : '');
}
/** What a load of the file gives that nobody disturbs. */
async function completeWith(file: string): Promise<string> {
  const data = join(root, `complete-${basename(file)}`);
  if (existsSync(data)) return data;
  cpSync(small, data, { recursive: true });
  assert.equal((await loadOne(file, data, { allowLoss: true, now: NOW })).outcome, 'published');
  return data;
}
const staged = (data: string) => `${datasetIn(data)}.staging`;
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

async function etagOf(server: RunningServer): Promise<string | null> {
  const { http, headers } = await clientOf(server.url).get(`/v1/parcel?id=${EXAMPLE_ID}`, {
    'X-Api-Key': KEY,
  });
  assert.equal(http, 200);
  return headers.get('etag');
}

/** Neither staged rows nor unpacked source files: those hold what may not be kept. */
function assertNothingLeft(data: string): void {
  assert.deepEqual([existsSync(staged(data)), existsSync(workIn(data))], [false, false]);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const canary of CANARIES) assert.equal(bytes.includes(canary), false, entry.name);
  }
}

const lastRun = (data: string) =>
  query(data, 'SELECT outcome, reason FROM runs ORDER BY run DESC LIMIT 1')[0];

describe('an ingest that is killed', () => {
  /** Moments before anything is published, by what can be seen in the data folder. */
  const MOMENTS: [string, (seen: { unpacked: boolean; staged_bytes: number }) => boolean][] = [
    ['at its start', () => true],
    ['while it unpacks', ({ unpacked }) => unpacked],
    ['when staging begins', ({ staged_bytes }) => staged_bytes > 0],
    ['in the midst of staging', ({ staged_bytes }) => staged_bytes > 400_000],
  ];

  /** Only what is newer than the start counts: earlier ones were killed and left things behind. */
  function look(data: string, started_ms: number) {
    const isNew = (path: string) => existsSync(path) && statSync(path).ctimeMs >= started_ms;
    const work = existsSync(workIn(data)) ? readdirSync(workIn(data)) : [];
    return {
      unpacked: work.some((name) => isNew(join(workIn(data), name))),
      staged_bytes: isNew(staged(data)) ? sizeOf(staged(data)) : 0,
    };
  }

  it('leaves the old data served, before and after a restart, and the next one succeeds', async () => {
    const data = copyOfSmall('served');
    const words = ['--data', data, '--api-key', KEY];
    let server = await startServer(words, { MIEDZA_LOG_LEVEL: 'silent' });
    const etag = await etagOf(server);
    const earlier = snapshot(data);
    for (const [name, hasCome] of MOMENTS) {
      const started_ms = Date.now();
      const ingest = startIngest(data);
      await until(name, () => hasCome(look(data, started_ms)) || ingest.child.exitCode !== null);
      ingest.child.kill('SIGKILL');
      assert.equal(await ingest.ended, 'SIGKILL', name);
      assert.equal(await etagOf(server), etag, name);
      assert.deepEqual(snapshot(data), earlier, name);
    }
    // The last three were hit in their run; each found the one before it given up.
    assert.deepEqual(query(data, 'SELECT outcome, reason FROM runs ORDER BY run DESC LIMIT 3'), [
      { outcome: 'running', reason: null },
      { outcome: 'aborted', reason: 'the process was stopped' },
      { outcome: 'aborted', reason: 'the process was stopped' },
    ]);
    assert.ok(existsSync(staged(data)));

    assert.equal(await server.stop('SIGKILL'), 'SIGKILL');
    server = await startServer(words, { MIEDZA_LOG_LEVEL: 'silent' });
    assert.equal(await etagOf(server), etag);

    // Whoever starts next, the server too, knows that nobody runs any more.
    assertNothingLeft(data);
    const report = await runWarm(['ingest', 'report', '--data', data]);
    const STOPPED = / egib {2}1418\.gpkg\.zip {2}aborted .*\n {2}the process was stopped\n/g;
    assert.equal(report.stdout.match(STOPPED)?.length, 3);

    await loadNext(data);
    const later = await runWarm(['ingest', 'report', '--data', data]);
    assert.match(later.stdout, /^run \d+ .* egib {2}1418\.gpkg\.zip {2}published /);
    assert.equal(later.stdout.match(STOPPED)?.length, 3);
    assert.notEqual(await etagOf(server), etag);
    assert.equal(lastRun(data)?.outcome, 'published');
    assert.equal(await server.stop('SIGTERM'), 0);
  });

  it('leaves nothing behind once somebody looks, at reports or at the status', async () => {
    const killed = copyOfSmall('killed');
    const ingest = startIngest(killed);
    await until('staging', () => look(killed, 0).unpacked && look(killed, 0).staged_bytes > 0);
    ingest.child.kill('SIGKILL');
    assert.equal(await ingest.ended, 'SIGKILL');
    assert.ok(readdirSync(workIn(killed)).length > 0);
    for (const word of ['report', 'status']) {
      const data = join(root, `looked-at-${word}`);
      cpSync(killed, data, { recursive: true });
      const looked = await runWarm(['ingest', word, '--data', data]);
      assert.equal(looked.code, 0, looked.stderr);
      assertNothingLeft(data);
      assert.deepEqual(lastRun(data), { outcome: 'aborted', reason: 'the process was stopped' });
    }
  });

  for (const [what, fileOf, sizes] of [
    ['parcels', () => parcels, [100_000, 700_000]],
    ['plans', () => plans, [8_000, 150_000]],
  ] as const) {
    it(`while it publishes ${what} leaves all of the old or all of the new`, async () => {
      const complete = await completeWith(fileOf());
      const [before, after] = [withoutTimes(small), withoutTimes(complete)];
      assert.notDeepEqual(before, after);
      const runs = query(small, 'SELECT count(*) AS n FROM runs')[0]?.n as number;
      for (const written of sizes) {
        const data = copyOfSmall(`publishing-${what}-${written}`);
        const ingest = startIngest(data, fileOf());
        // All is staged and worked out when the log of the dataset grows: that is the publish transaction.
        const log = `${datasetIn(data)}-wal`;
        await until('the publish', () => sizeOf(log) > written || ingest.child.exitCode !== null);
        ingest.child.kill('SIGKILL');
        await ingest.ended;
        const isNew =
          query(data, "SELECT 1 FROM runs WHERE run > ? AND outcome = 'published'", runs).length > 0;
        assert.deepEqual(withoutTimes(data), isNew ? after : before);
        await loadNext(data, fileOf());
        assert.deepEqual(withoutTimes(data), after);
      }
    });
  }

  it('while it works out answers loses nothing: neither what was served nor what comes next', async () => {
    const complete = await completeWith(plans);
    const data = copyOfSmall('computing');
    const before = withoutTimes(data);
    const ingest = startIngest(data, plans);
    // Parcels are marked as touched just before their answers are worked out.
    await until('the compute stage', () => touchedIn(data) > 400 || ingest.child.exitCode !== null);
    ingest.child.kill('SIGKILL');
    assert.equal(await ingest.ended, 'SIGKILL');
    assert.deepEqual(withoutTimes(data), before);
    assert.deepEqual(lastRun(data), { outcome: 'running', reason: null });
    await loadNext(data, plans);
    assert.deepEqual(withoutTimes(data), withoutTimes(complete));
    assert.deepEqual(query(data, 'SELECT outcome FROM runs ORDER BY run DESC LIMIT 2'), [
      { outcome: 'published' },
      { outcome: 'aborted' },
    ]);
    assert.equal(existsSync(staged(data)), false);
  });
});

function withoutTimes(data: string) {
  const { events, ...tables } = snapshot(data);
  return { ...tables, events: events?.map(({ detected_at: _at, ...event }) => event) };
}

/** Parcels marked in the staged file of a load under way; 0 while it cannot be read. */
function touchedIn(data: string): number {
  if (sizeOf(staged(data)) === 0) return 0;
  try {
    const db = new DatabaseSync(staged(data), { readOnly: true });
    try {
      return Number(db.prepare('SELECT count(*) AS n FROM touched').get()?.n);
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}

describe('a second ingest while one runs', () => {
  it('says so and leaves; the first is not disturbed', async () => {
    const data = copyOfSmall('two');
    const first = startIngest(data);
    const isUnpacked = () => existsSync(workIn(data)) && readdirSync(workIn(data)).length > 0;
    await until('staging', () => sizeOf(staged(data)) > 0 && isUnpacked());
    // Held still, so that it is surely under way.
    first.child.kill('SIGSTOP');
    const second = await runWarm(['ingest', '--from', parcels, '--allow-loss', '--data', data]);
    assert.equal(second.code, 2);
    assert.equal(
      second.stderr,
      'miedza: another ingest is writing this dataset; wait until it has finished\n',
    );
    // Looking needs no lock.
    const report = await runWarm(['ingest', 'report', '--data', data]);
    assert.match(report.stdout, /^run \d+ .* egib {2}1418\.gpkg\.zip {2}running /);
    const status = await runWarm(['ingest', 'status', '--data', data]);
    assert.match(status.stdout, /^egib +1418 +2026-11-08 /m);
    assert.deepEqual([report.code, status.code], [0, 0]);
    // Nor does it take away what the one under way works with.
    assert.ok(isUnpacked() && existsSync(staged(data)));
    first.child.kill('SIGCONT');
    assert.equal(await first.ended, 0, first.output.stderr);
    assert.equal(lastRun(data)?.outcome, 'published');
  });
});
