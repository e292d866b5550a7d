// From publishers to the dataset: a local server with the files of a small sample world, the true downloader, ingest
// and store. Only time is steered.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { generateWorld } from '../../world/generate.ts';
import { UsageError } from '../config.ts';
import { openDataset } from '../dataset.ts';
import { createDownloader } from '../ingest/fetch/download.ts';
import {
  type Answer,
  START,
  serve,
  temporaryFolder,
  testClock,
} from '../ingest/fetch/test-server.fixture.ts';
import { unpackZip } from '../ingest/formats/zip.ts';
import { runFetch } from './ingest-fetch.ts';

const DAY_MS = 86_400_000;

/** Files by path, each with an ETag; and a WFS that serves the answers of the world page by page. */
class Publisher {
  readonly files = new Map<string, Buffer>();
  readonly #pages = new Map<string, Buffer[]>();

  addPage(answer: Buffer): void {
    const type = /<wfs:member>\s*<([\w-]+:\w+)/.exec(answer.toString())?.[1] ?? '';
    this.#pages.set(type, [...(this.#pages.get(type) ?? []), answer]);
  }

  readonly answer: Answer = (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const type = url.searchParams.get('typeNames');
    const body =
      type === null
        ? this.files.get(url.pathname)
        : this.#pageAt(type, Number(url.searchParams.get('startIndex')));
    if (!body) return response.writeHead(404).end();
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isSame = request.headers['if-none-match'] === etag;
    return isSame ? response.writeHead(304).end() : response.writeHead(200, { etag }).end(body);
  };

  #pageAt(type: string, startIndex: number): Buffer {
    let at = 0;
    for (const page of this.#pages.get(type) ?? []) {
      if (at === startIndex) return page;
      at += page.toString().split('<wfs:member>').length - 1;
    }
    return Buffer.from('<FeatureCollection numberReturned="0"/>');
  }
}

test('fetch and refresh', async (t) => {
  const world = temporaryFolder(t);
  await generateWorld({ folder: world, parcels: 1_000 });
  const publisher = new Publisher();
  const { files } = publisher;
  for (const name of readdirSync(world)) {
    const content = readFileSync(join(world, name));
    if (name.startsWith('PRG_')) publisher.addPage(content);
    else files.set(`/${name}`, content);
  }
  for (const page of await unpackZip(join(world, 'pog-1418.zip'), temporaryFolder(t))) {
    publisher.addPage(readFileSync(page));
  }
  const data = join(temporaryFolder(t), 'data');
  const server = await serve(t, publisher.answer);
  const clock = testClock();
  const download = createDownloader(clock);
  const urls = {
    terc: `${server.url}/TERC_Urzedowy_2026-01-01.xml`,
    prg: `${server.url}/wfs`,
    egib: `${server.url}/{teryt}.gpkg.zip`,
    pog: `${server.url}/wfs`,
  };
  let days = 0;
  const run = async (...words: string[]) => {
    let text = '';
    const asked = server.requests.length;
    const flags = Object.entries(urls).flatMap(([source, url]) => ['--url', `${source}=${url}`]);
    const code = await runFetch([...words, ...flags, '--data', data], {
      now: () => new Date(START + days * DAY_MS),
      download,
      print: (words) => {
        text += words;
      },
    });
    const [, , ...rows] = text.trimEnd().split('\n');
    const outcomes = rows.map((row) => row.trimEnd().split(/ {2,}/).slice(0, 4).join(' '));
    return { code, outcomes, text, requests: server.requests.length - asked };
  };
  const states = async () => {
    await using dataset = openDataset(data);
    return (await dataset.writer.states()).map((state) => ({
      ...state,
      key: `${state.source} ${state.scope}`.trim(),
    }));
  };

  await t.test('fetch loads a source; what may hold owners is deleted, the rest kept', async () => {
    for (const words of [['terc'], ['prg'], ['egib', '--partition', '1418,1438']]) {
      const { code, text } = await run('fetch', ...words);
      assert.equal(code, 0, text);
    }
    const loaded = (await states()).map(({ key, synthetic }) => `${key}${synthetic ? ' synthetic' : ''}`);
    assert.deepEqual(loaded, [
      'egib 1418',
      'egib 1438',
      ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `prg gmina/${gmina}`),
      ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `prg obreb/${gmina}`),
      ...['prg powiat/1418', 'prg powiat/1438'],
      ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `prg unit/${gmina}`),
      'terc',
    ]);
    assert.deepEqual(readdirSync(join(data, 'fetched', 'egib')).sort(), [
      '1418.gpkg.zip.json',
      '1438.gpkg.zip.json',
    ]);
    assert.deepEqual(readdirSync(join(data, 'fetched', 'terc')).sort(), ['TERC.xml', 'TERC.xml.json']);
    assert.equal(readdirSync(join(data, 'fetched', 'prg')).length, 4);
  });

  await t.test('what is of another powiat than was asked for fails, though it is served', async () => {
    files.set('/other-1418.gpkg.zip', files.get('/1438.gpkg.zip') ?? Buffer.alloc(0));
    const { egib } = urls;
    urls.egib = `${server.url}/other-{teryt}.gpkg.zip`;
    const { code, text } = await run('fetch', 'egib', '--partition', '1418');
    urls.egib = egib;
    assert.equal(code, 1, text);
    assert.match(text, /egib 1418: powiat 1418 was asked for, and rows of 1438 came/);
  });

  await t.test('general plans come page by page and are loaded together', async () => {
    const { code, text } = await run('fetch', 'pog', '--partition', '1418');
    assert.equal(code, 0, text);
    const rows = (await states()).find(({ key }) => key === 'pog 1418')?.rows ?? 0;
    assert.ok(rows > 100, `${rows} rows: fewer than acts, infill areas and both pages of zones have`);
    assert.deepEqual(readdirSync(join(data, 'fetched', 'pog')), ['pog-1418.zip']);
  });

  await t.test('refresh asks nobody while all is fresh', async () => {
    const { code, outcomes, requests } = await run('refresh');
    assert.deepEqual([code, requests], [0, 0]);
    assert.deepEqual(outcomes, [
      'terc fresh',
      'prg fresh',
      'egib 1418 fresh',
      'egib 1438 fresh',
      'pog 1418 fresh',
    ]);
  });

  await t.test('after a week: unchanged files are only noted, though their bytes are gone', async () => {
    days = 8;
    const { code, outcomes } = await run('refresh');
    assert.equal(code, 0);
    assert.deepEqual(
      outcomes.filter((line) => !/^(prg|pog)/.test(line)),
      ['terc fresh', 'egib 1418 1418.gpkg.zip unchanged', 'egib 1438 1438.gpkg.zip unchanged'],
    );
    const moved = (await states()).filter(({ source }) => source === 'egib');
    assert.deepEqual(
      moved.map(({ last_success_at }) => last_success_at.slice(0, 10)),
      ['2026-11-10', '2026-11-10'],
    );
    assert.equal(existsSync(join(data, 'fetched', 'egib', '1418.gpkg.zip')), false);
  });

  await t.test('one source that fails does not stop the others', async () => {
    days = 16;
    files.delete('/1418.gpkg.zip');
    const { code, outcomes, text } = await run('refresh');
    assert.equal(code, 1);
    assert.deepEqual(
      outcomes.filter((line) => /^egib \d{4} /.test(line)),
      ['egib 1418 failed', 'egib 1438 1438.gpkg.zip unchanged'],
    );
    assert.match(text, /egib 1418: http.*\/1418\.gpkg\.zip: 404 Not Found; not tried again/);
  });

  await t.test('a file that is refused is deleted, too, and fetched again the next time', async () => {
    const good = files.get('/1438.gpkg.zip') ?? Buffer.alloc(0);
    // A sound archive without a cadastre in it.
    files.set('/1438.gpkg.zip', files.get('/pog-1438.zip') ?? Buffer.alloc(0));
    const refused = await run('fetch', 'egib', '--partition', '1438');
    assert.deepEqual([refused.code, refused.outcomes[0]], [1, 'egib 1438 1438.gpkg.zip failed']);
    assert.equal(existsSync(join(data, 'fetched', 'egib', '1438.gpkg.zip')), false);
    assert.equal((await run('fetch', 'egib', '--partition', '1438')).code, 1);
    files.set('/1438.gpkg.zip', good);
    assert.deepEqual((await run('fetch', 'egib', '--partition', '1438')).outcomes, [
      'egib 1438 1438.gpkg.zip unchanged',
    ]);
  });
});

const MISTAKES: [words: string[], said: RegExp][] = [
  [['fetch'], /name one source/],
  [['fetch', 'egib', '--partition', '9999'], /there is no powiat 9999 in the register of units/],
  [['fetch', 'weather'], /"weather" is not a source that can be fetched; those are terc, prg, egib/],
  [['fetch', 'egib'], /say which powiat of egib: --partition 1418/],
  [['fetch', 'egib', '--partition', '141'], /a code of 4 digits such as 1418; got "141"/],
  [['fetch', 'prg', '--partition', '1418'], /prg is fetched whole/],
  [['fetch', 'terc'], /there is no plain address of the file; give one with --url terc=URL, or load a file/],
  [['refresh', 'egib'], /refresh takes no source/],
  [['refresh', '--url', 'egib=ftp://x'], /must be an http or https URL; got "ftp:\/\/x"/],
  [['refresh', '--url', 'egib=http://x.test/'], /where the code of the powiat goes: \{teryt\}/],
  [['refresh', '--url', 'weather=http://x.test/'], /"weather" is not a source/],
];
for (const [words, said] of MISTAKES) {
  test(`miedza ingest ${words.join(' ')}: a clear mistake`, async (t) => {
    const data = join(temporaryFolder(t), 'data');
    await assert.rejects(runFetch([...words, '--data', data]), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, said);
      return true;
    });
    assert.equal(existsSync(data), false);
  });
}

test('fetch takes the archive of eTeryt, with its web page after the end and without an ending in its name', async (t) => {
  const zip = new ZipFile();
  const row = (woj: string, name: string) =>
    `<row><WOJ>${woj}</WOJ><POW/><GMI/><RODZ/><NAZWA>${name}</NAZWA><NAZWA_DOD>województwo</NAZWA_DOD></row>`;
  const rows = row('14', 'MAZOWIECKIE') + row('02', 'DOLNOŚLĄSKIE');
  zip.addBuffer(
    Buffer.from(`<teryt><catalog name="TERC" type="all" date="2026-01-01">${rows}</catalog></teryt>`),
    'TERC_Urzedowy.xml',
  );
  zip.addBuffer(
    Buffer.from('WOJ;POW;GMI;RODZ;NAZWA;NAZWA_DOD;STAN_NA\n14;;;;MAZOWIECKIE;województwo;2026-01-01\n'),
    'TERC_Urzedowy.csv',
  );
  zip.end();
  const archive = Buffer.concat([
    ...(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>)),
    Buffer.from(`<!DOCTYPE html><html>${'<p>'.repeat(30_000)}</html>`),
  ]);
  const server = await serve(t, (_, response) => response.end(archive));
  for (const path of ['TERC.zip', 'pliki_pelne.aspx?id=TERC', 'pobierz']) {
    const data = join(temporaryFolder(t), 'data');
    let text = '';
    const words = ['fetch', 'terc', '--url', `terc=${server.url}/${path}`, '--data', data];
    const code = await runFetch(words, {
      now: () => new Date(START),
      download: createDownloader(testClock()),
      print: (printed) => {
        text += printed;
      },
    });
    assert.equal(code, 0, text);
    assert.match(text, /published +2 +2 +0 +0 +2$/m, path);
    assert.match(text, /passed over: \d+ bytes after the end of the archive/);
  }
});
