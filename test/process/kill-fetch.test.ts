// A fetch killed in the middle of a download from a real server: nothing of it is loaded, the next one goes on where it can
// and clears away the rest. And two fetches at once: the second says so and touches nothing.

import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fetchedIn, workIn } from '../../src/data-folder.ts';
import { serve, type TestServer } from '../../src/ingest/fetch/test-server.fixture.ts';
import { query, snapshot } from '../ingest/load-file.ts';
import { buildSampleData, LAND, loadFolder, temporaryFolder, worldOf } from '../sample.ts';
import { start, until } from './program.ts';
import { runWarm } from './warm-program.ts';

const root = temporaryFolder();
let small: string;
/** The bulk file of a powiat with more parcels than are served. */
let cadastre: Buffer;

before(async () => {
  small = (await buildSampleData(1_000, { only: LAND })).data;
  const larger = await worldOf(3_000);
  await loadFolder(larger, small, { only: /^PRG_/ });
  cadastre = readFileSync(join(larger, '1418.gpkg.zip'));
});

function copyOfSmall(t: TestContext): string {
  const data = join(root, t.name);
  cpSync(small, data, { recursive: true });
  return data;
}

/** Half of the body, then silence, for as long as it is held. */
class Publisher {
  isHeld = true;
  readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>) {
    this.headers = headers;
  }

  readonly serve = (t: TestContext): Promise<TestServer> =>
    serve(t, (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const rest = cadastre.subarray(from);
      const range = { 'content-range': `bytes ${from}-${cadastre.length - 1}/${cadastre.length}` };
      const headers = { ...this.headers, 'content-length': rest.length, ...(from > 0 && range) };
      response.writeHead(from > 0 ? 206 : 200, headers);
      if (this.isHeld) response.write(rest.subarray(0, rest.length / 2));
      else response.end(rest);
    });
}

const wordsOf = (data: string, url: string) => [
  ...['ingest', 'fetch', 'egib', '--partition', '1418', '--allow-loss', '--data', data],
  ...['--url', `egib=${url}/{teryt}.gpkg.zip`],
];
const PART = '1418.gpkg.zip.part';
const fetchedOf = (data: string, source = 'egib') => readdirSync(join(fetchedIn(data), source)).sort();
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);
const halfIsThere = (data: string) =>
  sizeOf(join(fetchedIn(data), 'egib', PART)) >= Math.floor(cadastre.length / 2);

/** The fetch is under way with half of the file on disk when it is killed. */
async function killHalfway(data: string, url: string): Promise<void> {
  const fetching = start(wordsOf(data, url));
  await until('half of the file', () => halfIsThere(data) || fetching.child.exitCode !== null);
  fetching.child.kill('SIGKILL');
  assert.equal(await fetching.ended, 'SIGKILL', fetching.output.stderr);
}

describe('a fetch that is killed', () => {
  it('loads nothing, and the next goes on where it was', async (t) => {
    const data = copyOfSmall(t);
    const earlier = snapshot(data);
    const publisher = new Publisher({ etag: '"1"' });
    const server = await publisher.serve(t);
    await killHalfway(data, server.url);
    assert.deepEqual(snapshot(data), earlier);
    const looked = await runWarm(['ingest', 'status', '--data', data]);
    assert.equal(looked.code, 0, looked.stderr);
    assert.deepEqual(fetchedOf(data), [PART, `${PART}.json`]);

    publisher.isHeld = false;
    const half = sizeOf(join(fetchedIn(data), 'egib', PART));
    const { code, stdout, stderr } = await runWarm(wordsOf(data, server.url));
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^egib +1418 +1418\.gpkg\.zip +published /m);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.range),
      [undefined, `bytes=${half}-`],
    );
    assert.deepEqual(fetchedOf(data), ['1418.gpkg.zip.json']);
  });

  it('leaves nothing of a file that cannot be continued, whatever is asked for next', async (t) => {
    const data = copyOfSmall(t);
    const server = await new Publisher({}).serve(t);
    await killHalfway(data, server.url);
    assert.deepEqual(fetchedOf(data), [PART, `${PART}.json`]);
    const looked = await runWarm(['ingest', 'status', '--data', data]);
    assert.equal(looked.code, 0, looked.stderr);
    assert.deepEqual(fetchedOf(data), []);
  });

  it('leaves no pages of an archive that was not finished', async (t) => {
    const data = copyOfSmall(t);
    const page = readFileSync(globSync(join(await worldOf(1_000), 'PRG_*powiat*'))[0] ?? '');
    const server = await serve(
      t,
      (_request, response) => response.end(page),
      (_request, response) => response.write('<'),
    );
    const words = ['ingest', 'fetch', 'prg', '--url', `prg=${server.url}/wfs`, '--data', data];
    const fetching = start(words);
    await until('the second page', () => server.requests.length > 1 || fetching.child.exitCode !== null);
    fetching.child.kill('SIGKILL');
    assert.equal(await fetching.ended, 'SIGKILL', fetching.output.stderr);
    assert.equal(fetchedOf(data, 'prg').length, 1);
    const looked = await runWarm(['ingest', 'status', '--data', data]);
    assert.equal(looked.code, 0, looked.stderr);
    assert.deepEqual(fetchedOf(data, 'prg'), []);
  });

  it('while a file is read that may hold owners leaves no such file', async (t) => {
    const data = copyOfSmall(t);
    const publisher = new Publisher({ etag: '"1"' });
    publisher.isHeld = false;
    const server = await publisher.serve(t);
    const fetching = start(wordsOf(data, server.url));
    const isRunning = () =>
      query(data, "SELECT 1 FROM runs WHERE outcome = 'running'").length > 0 ||
      fetching.child.exitCode !== null;
    await until('the load', isRunning);
    fetching.child.kill('SIGKILL');
    assert.equal(await fetching.ended, 'SIGKILL', fetching.output.stderr);
    assert.deepEqual(fetchedOf(data), ['1418.gpkg.zip.json']);
    assert.ok(readdirSync(workIn(data)).includes('1418.gpkg.zip'));
    const looked = await runWarm(['ingest', 'status', '--data', data]);
    assert.equal(looked.code, 0, looked.stderr);
    assert.equal(existsSync(workIn(data)), false);
    const next = await runWarm(wordsOf(data, server.url));
    assert.equal(next.code, 0, next.stdout + next.stderr);
  });
});

it('a second fetch while one downloads says so and leaves the download alone', async (t) => {
  const data = copyOfSmall(t);
  const server = await new Publisher({}).serve(t);
  const first = start(wordsOf(data, server.url));
  await until('half of the file', () => halfIsThere(data) || first.child.exitCode !== null);
  const second = await runWarm(wordsOf(data, server.url));
  assert.deepEqual(
    [second.code, second.stderr],
    [2, 'miedza: another ingest is writing this dataset; wait until it has finished\n'],
  );
  assert.equal(server.requests.length, 1);
  assert.ok(fetchedOf(data).includes(PART));
  first.child.kill('SIGKILL');
  await first.ended;
});
