// Paging through a WFS that behaves as the public ones do.

import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openGml } from '../formats/gml.ts';
import { textOf } from '../formats/xml.ts';
import { createDownloader } from './download.ts';
import { type Answer, serve, temporaryFolder, testClock } from './test-server.fixture.ts';
import { downloadFeatures, downloadTypeNames, pageUrl, type WfsQuery } from './wfs.ts';
import { serveWfs, type WfsHabits } from './wfs-server.fixture.ts';

const NAMESPACE = 'https://www.gov.pl/static/zagospodarowanieprzestrzenne/schemas/app/3.0';
const query = (url: string, page = 100): WfsQuery => ({
  url,
  type: 'app-pog:StrefaPlanistyczna',
  namespaces: { 'app-pog': NAMESPACE },
  like: { property: 'app-pog:przestrzenNazw', pattern: '%/1418%' },
  page,
});

const zones = (count: number, namespace = 'PL.ZIPPZP.1/141803-POG') =>
  Array.from({ length: count }, (_, at) => ({
    type: 'StrefaPlanistyczna',
    id: `${namespace.replace('/', '_')}_${at + 1}SJ`,
    property: namespace,
  }));

async function idsIn(paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    const { features } = await openGml(path);
    for await (const { element } of features) ids.push(textOf(element, 'id') ?? '');
  }
  return ids;
}

test('the address of a page, as the registry wants it', () => {
  const url = new URL(pageUrl(query('https://example.test/wfs?map=x'), 200));
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    map: 'x',
    service: 'WFS',
    version: '2.0.0',
    request: 'GetFeature',
    typeNames: 'app-pog:StrefaPlanistyczna',
    namespaces: `xmlns(app-pog,${NAMESPACE})`,
    filter: `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:app-pog="${NAMESPACE}"><fes:PropertyIsLike wildCard="%" singleChar="?" escapeChar="!"><fes:ValueReference>app-pog:przestrzenNazw</fes:ValueReference><fes:Literal>%/1418%</fes:Literal></fes:PropertyIsLike></fes:Filter>`,
    count: '100',
    startIndex: '200',
  });
});

test('the address of a page of a service that is asked for a box', () => {
  const { like: _, ...rest } = query('https://example.test/wfs');
  const asked = {
    ...rest,
    box: [517_614, 352_475, 781_450, 627_160],
    srsName: 'urn:ogc:def:crs:EPSG::2180',
    sortBy: 'gid',
  } as const;
  const parameters = Object.fromEntries(new URL(pageUrl(asked, 0)).searchParams);
  assert.deepEqual(
    [parameters.bbox, parameters.srsName, parameters.sortBy, parameters.filter],
    ['517614,352475,781450,627160,EPSG:2180', 'urn:ogc:def:crs:EPSG::2180', 'gid', undefined],
  );
});

const HABITS: [name: string, habits: WfsHabits, pages: number][] = [
  ['pages as asked', {}, 3],
  ['never more than ten, whatever is asked', { limit: 10 }, 25],
  ['an unknown total', { numberMatched: 'unknown' }, 3],
  ['an unknown total and short pages', { numberMatched: 'unknown', limit: 70 }, 4],
  ['features without ids', { withoutIds: true, numberMatched: 'unknown' }, 3],
];
for (const [name, habits, pages] of HABITS) {
  test(`all features, and only those of the powiat: ${name}`, async (t) => {
    const wanted = zones(250);
    // The second namespace has 1418 in its own number and in another gmina's code.
    const others = [...zones(30, 'PL.ZIPPZP.1/143801-POG'), ...zones(30, 'PL.ZIPPZP.1418/061418-POG')];
    const { url, requests } = await serveWfs(t, [...others, ...wanted], habits);
    const counted: number[] = [];
    const paths = await downloadFeatures(
      createDownloader(testClock()),
      query(url),
      temporaryFolder(t),
      (count) => counted.push(count),
    );
    assert.deepEqual(
      await idsIn(paths),
      wanted.map(({ id }) => id),
    );
    assert.equal(paths.length, pages);
    assert.equal(requests.length, pages + 1);
    assert.equal(basename(paths[1] ?? ''), 'StrefaPlanistyczna-0002.xml');
    assert.equal(counted.at(-1), 250);
  });
}

test('every feature once, for any number, page and limit', async (t) => {
  const habits: { limit?: number } = {};
  const features = zones(60);
  const servers = new Map<number, string>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 70 }),
      async (count, page, limit) => {
        const url = servers.get(count) ?? (await serveWfs(t, features.slice(0, count), habits)).url;
        servers.set(count, url);
        habits.limit = limit;
        const paths = await downloadFeatures(
          createDownloader(testClock()),
          query(url, Math.max(page, 5)),
          temporaryFolder(t),
        );
        assert.deepEqual(
          await idsIn(paths),
          features.slice(0, count).map(({ id }) => id),
        );
      },
    ),
    { numRuns: 15, seed: 7 },
  );
});

test('nothing there is an answer: one page, empty', async (t) => {
  const { url, requests } = await serveWfs(t, []);
  const paths = await downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t));
  assert.deepEqual([paths.length, await idsIn(paths), requests.length], [1, [], 1]);
});

const as =
  (body: string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(body);
const EXCEPTION =
  '<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Exception exceptionCode="NoApplicableCode"><ows:ExceptionText>ORA-01013</ows:ExceptionText></ows:Exception></ows:ExceptionReport>';
const HALF =
  '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0"><wfs:member><a/></wfs:member><wfs:member>';

const NO_PAGES: [name: string, answer: Answer, said: RegExp][] = [
  [
    'an exception with status 200',
    as(EXCEPTION),
    /NoApplicableCode ORA-01013.*expected features.*2 attempts/,
  ],
  [
    'a web page with status 200',
    as('<html><body>Przerwa techniczna</body></html>'),
    /found <html>; expected a GML feature collection/,
  ],
  ['a web page that is no XML', as('<!DOCTYPE html><html><br><p>Przerwa</html>'), /not usable/],
  ['half a page', as(HALF), /not usable/],
  ['no bytes', as(''), /the 0 bytes that came are not usable/],
];
for (const [name, answer, said] of NO_PAGES) {
  test(`${name} is no page: once it is forgiven, twice it is the end`, async (t) => {
    const download = createDownloader(testClock());
    const once = await serveWfs(t, zones(150), { instead: { 2: answer } });
    assert.equal(
      (await idsIn(await downloadFeatures(download, query(once.url), temporaryFolder(t)))).length,
      150,
    );
    const twice = await serveWfs(t, zones(150), { instead: { 2: answer, 3: answer } });
    await assert.rejects(downloadFeatures(download, query(twice.url), temporaryFolder(t)), said);
    assert.equal(twice.requests.length, 3);
  });
}

test('an exception with its proper status is final and quoted', async (t) => {
  const { url, requests } = await serveWfs(t, zones(5), { instead: { 1: as(EXCEPTION, 400) } });
  const fetching = downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t));
  await assert.rejects(fetching, /400 Bad Request "ORA-01013"; not tried again$/);
  assert.equal(requests.length, 1);
});

test('pages that end before the announced total are not all there is', async (t) => {
  const empty = (matched: number): Answer =>
    as(`<FeatureCollection numberMatched="${matched}" numberReturned="0"/>`);
  const { url } = await serveWfs(t, zones(150), { instead: { 2: empty(150) } });
  const fetching = downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t));
  await assert.rejects(fetching, /the pages end after 100 of 150 StrefaPlanistyczna$/);
});

for (const withoutIds of [false, true]) {
  test(`a service that sends its first page for ever is found out, ids ${withoutIds ? 'absent' : 'given'}`, async (t) => {
    const { url } = await serveWfs(t, zones(150), { ignoresStartIndex: true, withoutIds });
    const fetching = downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t));
    await assert.rejects(fetching, /the service ignores startIndex$/);
  });
}

test('a later page that brings but a feature of an earlier one is told as that', async (t) => {
  const last = zones(50).at(-1)?.id;
  const again = as(
    `<FeatureCollection numberMatched="unknown"><member><a id="${last}"/></member></FeatureCollection>`,
  );
  const { url } = await serveWfs(t, zones(100), { numberMatched: 'unknown', instead: { 2: again } });
  const fetching = downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t));
  await assert.rejects(
    fetching,
    /repeats a feature of earlier ones; the service has no fixed order of pages$/,
  );
});

test('a service before WFS 2.0, which answers with everything each time, has answered whole', async (t) => {
  const members = Array.from(
    { length: 30 },
    (_, at) => `<gml:featureMember><a fid="f-${at}"/></gml:featureMember>`,
  );
  const all: Answer = (_, response) =>
    response.end(`<FeatureCollection numberOfFeatures="30">${members.join('')}</FeatureCollection>`);
  const { url, requests } = await serve(t, all);
  const paths = await downloadFeatures(createDownloader(testClock()), query(url, 10), temporaryFolder(t));
  assert.deepEqual([paths.length, requests.length], [1, 2]);
});

for (const [name, body, said] of [
  ['a web page', '<!DOCTYPE html><html><body>Przerwa techniczna</body></html>', /a web page/],
  [
    'an exception',
    '<ows:ExceptionReport xmlns:ows="o"><ows:Exception><ows:ExceptionText>brak usługi</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
    /brak usługi/,
  ],
  ['features', '<FeatureCollection numberMatched="0"/>', /<FeatureCollection>/],
] as const) {
  test(`${name} in place of capabilities is told, and asked for again`, async (t) => {
    const { url, requests } = await serve(t, (_, response) => response.end(body));
    await assert.rejects(downloadTypeNames(createDownloader(testClock()), url, temporaryFolder(t)), said);
    assert.ok(requests.length > 1);
  });
}

test('a service that repeats its pages under new ids is found out by the count', async (t) => {
  let made = 0;
  const page: Answer = (_, response) => {
    const members = Array.from({ length: 10 }, () => `<wfs:member><a gml:id="fid-${made++}"/></wfs:member>`);
    response.end(`<FeatureCollection numberMatched="15">${members.join('')}</FeatureCollection>`);
  };
  const { url, requests } = await serve(t, page);
  const fetching = downloadFeatures(createDownloader(testClock()), query(url, 10), temporaryFolder(t));
  await assert.rejects(fetching, /30 StrefaPlanistyczna came of 15; the service ignores startIndex$/);
  assert.equal(requests.length, 3);
});

test('a feature that moved to the next page meanwhile is kept twice', async (t) => {
  const features = zones(120);
  const { url } = await serveWfs(t, features, {
    instead: {
      2: (_, response) => {
        features.unshift(...zones(1, 'PL.ZIPPZP.1/141801-POG'));
        response.writeHead(503).end();
      },
    },
  });
  const ids = await idsIn(
    await downloadFeatures(createDownloader(testClock()), query(url), temporaryFolder(t)),
  );
  assert.deepEqual([ids.length, new Set(ids).size], [121, 120]);
});
