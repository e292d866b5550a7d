// A folder of many files by the command line: it goes on after a file that fails, lists what it does not know, and, stopped,
// goes on where it ended. And the sample, which keeps what it has made.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { datasetIn, sampleIn } from '../../src/data-folder.ts';
import { query, snapshot } from '../ingest/load-file.ts';
import { buildSampleData, LAND, type Sample, temporaryFolder, worldOf } from '../sample.ts';
import { start, until } from './program.ts';
import { runWarm } from './warm-program.ts';

const root = temporaryFolder();
let world: string;
let land: Sample;

before(async () => {
  world = await worldOf(1_000);
  land = await buildSampleData(1_000, { only: LAND });
});

/** Copies the files of the world whose names match. */
function filesLike(name: string, pattern: RegExp): string {
  const folder = join(root, name);
  for (const file of readdirSync(world)) {
    if (pattern.test(file) || file === 'synthetic.json') cpSync(join(world, file), join(folder, file));
  }
  return folder;
}

const factsIn = (data: string) => snapshot(data).facts;

describe('a folder', () => {
  it('goes on after a file that fails, says so at the end, and lists what it does not know', async () => {
    const files = filesLike('broken', LAND);
    const data = join(root, 'broken-data');
    writeFileSync(join(files, '1401.gpkg'), 'nothing of the kind');
    writeFileSync(join(files, 'notes.txt'), 'x');
    writeFileSync(join(files, 'mzp-Q10.dbf'), 'x');
    writeFileSync(join(files, 'roads.dbf'), 'x');
    mkdirSync(join(files, 'older'));
    symlinkSync(join(files, 'nowhere'), join(files, '1402.gpkg'));
    mkdirSync(join(files, '1403.gpkg.zip'));
    const { code, stderr } = await runWarm(['ingest', '--from', files, '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /1438\.gpkg\.zip: \d+ rows/, 'what comes after it is loaded');
    assert.match(stderr, /1 of 8 files NOT published:\n {4}1401\.gpkg: 1401\.gpkg: found a file that begins/);
    assert.match(
      stderr,
      /not known by their names, passed over: 1402\.gpkg, 1403\.gpkg\.zip\/, notes\.txt, older\/, roads\.dbf \(/,
    );
    assert.match(stderr, /\[8 of 8 files, 100 %, about 0 s left\]/);
    assert.deepEqual(factsIn(data), factsIn(land.data), 'its answers are worked out at the end');
  });

  it('stopped by Ctrl-C, is gone on with by the same command', async () => {
    const data = join(root, 'stopped');
    const words = ['ingest', '--from', world, '--data', data];
    const first = start(words);
    await until('1418 is published', () => /1418\.gpkg\.zip: \d+ rows/.test(first.output.stderr));
    first.child.kill('SIGINT');
    assert.equal(await first.ended, 130);
    assert.match(
      first.output.stderr,
      /Stopped\. What was published stays\. The same command goes on from here\./,
    );
    const next = await runWarm(words);
    assert.equal(next.code, 0, next.stderr);
    assert.match(next.stderr, /1418\.gpkg\.zip: unchanged since the last load/);
    assert.match(next.stderr, /powiat 1418: \d+ parcels worked out/);
    // The answers are worked out at the end, and are those that each file would have worked out by itself.
    const { data: oneByOne } = await buildSampleData(1_000);
    assert.deepEqual(factsIn(data), factsIn(oneByOne));
    const computed = 'SELECT layer, powiat FROM computed ORDER BY layer, powiat';
    assert.deepEqual(query(data, computed), query(oneByOne, computed));
    const { stdout } = await runWarm(['ingest', 'status', '--data', data]);
    for (const powiat of ['1418', '1438']) {
      const points = "SELECT count(*) AS count FROM evidence WHERE source = 'prg_addresses' AND place LIKE ?";
      const [{ count } = {}] = query(data, points, `${powiat}%`);
      assert.match(
        stdout,
        new RegExp(`^prg_addresses +${powiat} .* ${count} +synthetic$`, 'm'),
        'its own rows',
      );
    }
  });
});

describe('the sample', () => {
  it('keeps what it has made when a later step is stopped, and goes on with it', async () => {
    const data = join(root, 'sample');
    const words = ['sample', '--parcels', '1000', '--data', data];
    const first = start(words);
    await until('1418 is published', () => /1418\.gpkg\.zip: \d+ rows/.test(first.output.stderr));
    first.child.kill('SIGKILL');
    await first.ended;
    assert.ok(!existsSync(datasetIn(data)), 'half a world is not served');
    assert.ok(existsSync(join(sampleIn(data), 'files', 'synthetic.json')));
    const next = await runWarm(words);
    assert.equal(next.code, 0, next.stderr);
    assert.match(next.stderr, /going on with the files in/);
    assert.match(next.stderr, /1418\.gpkg\.zip: unchanged since the last load/);
    // Parcels that were divided since the first edition have come later than the others, so they stand elsewhere.
    const byId = (where: string) => new Map((factsIn(where) ?? []).map(({ id, facts }) => [id, facts]));
    assert.deepEqual(byId(data), byId((await buildSampleData(1_000)).data));
    assert.ok(!existsSync(sampleIn(data)), 'nothing is left beside the dataset');
  });
});
