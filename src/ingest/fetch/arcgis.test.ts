// Layers of an ArcGIS server that behaves as the public ones do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Box } from '../../domain/geometry/types.ts';
import { readEsriAnswer } from '../formats/esri-json.ts';
import { unpackZip } from '../formats/zip.ts';
import { type ArcgisQuery, downloadLayer, tilesOf } from './arcgis.ts';
import { createDownloader } from './download.ts';
import { ENDPOINTS } from './endpoints.ts';
import { fetchSource } from './fetch-source.ts';
import { type Answer, serve, temporaryFolder, testClock } from './test-server.fixture.ts';

interface Spot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

interface Habits {
  /** Features the server sends at most. */
  readonly most?: number;
  readonly ignoresOffset?: boolean;
  readonly instead?: Readonly<Record<number, Answer>>;
}

const BOX: Box = [600_000, 400_000, 700_000, 500_000];

/** Each layer of each service has the same spots. */
function serveArcgis(t: TestContext, spots: readonly Spot[], { most = 1_000, ...habits }: Habits = {}) {
  let asked = 0;
  return serve(t, (request, response) => {
    asked += 1;
    const instead = habits.instead?.[asked];
    if (instead) return instead(request, response);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const { xmin, ymin, xmax, ymax } = JSON.parse(query.get('geometry') ?? '{}');
    const within = spots.filter(({ x, y }) => x >= xmin && x <= xmax && y >= ymin && y <= ymax);
    const offset = habits.ignoresOffset ? 0 : Number(query.get('resultOffset') ?? 0);
    const sent = within.slice(offset, offset + most);
    const features = sent.map(({ id, x, y }) => ({ attributes: { OBJECTID: id }, geometry: { x, y } }));
    const body = pathname.endsWith('/identify')
      ? {
          results: features.map((feature) => ({
            layerId: Number(query.get('layers')?.slice(4)),
            ...feature,
          })),
        }
      : { features, ...(offset + most < within.length ? { exceededTransferLimit: true } : {}) };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
}

const spotsOf = (count: number): Spot[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    x: BOX[0] + ((id * 7_919) % 99_991),
    y: BOX[1] + ((id * 104_729) % 99_989),
  }));

const queryOf = (url: string, ask: ArcgisQuery['ask']): ArcgisQuery => ({
  name: 'osuwiska',
  service: 'sopo_obszary/MapServer',
  layer: 14,
  ask,
  url,
  box: BOX,
});

async function idsIn(paths: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(paths.map(readEsriAnswer));
  const ids = answers.flatMap(({ features }) =>
    features.map(({ attributes }) => Number(attributes.OBJECTID)),
  );
  return [...new Set(ids)].sort((a, b) => a - b);
}

const run = (t: TestContext, query: ArcgisQuery, report?: (features: number) => void) =>
  downloadLayer(createDownloader(testClock()), query, temporaryFolder(t), report);

test('identify: what is asked for', async (t) => {
  const { url, requests } = await serveArcgis(t, spotsOf(3));
  await run(t, queryOf(`${url}/geozagrozenia`, 'identify'));
  const { pathname, searchParams } = new URL(requests[0]?.url ?? '', url);
  assert.equal(pathname, '/geozagrozenia/sopo_obszary/MapServer/identify');
  assert.deepEqual(Object.fromEntries(searchParams), {
    geometry: '{"xmin":600000,"ymin":400000,"xmax":650000,"ymax":450000,"spatialReference":{"wkid":2180}}',
    geometryType: 'esriGeometryEnvelope',
    sr: '2180',
    layers: 'all:14',
    tolerance: '0',
    mapExtent: '623000,423000,627000,427000',
    imageDisplay: '1000,1000,96',
    returnGeometry: 'true',
    returnFieldName: 'true',
    returnUnformattedValues: 'true',
    f: 'json',
  });
});

test('query: what is asked for', async (t) => {
  const { url, requests } = await serveArcgis(t, spotsOf(3));
  await run(t, { ...queryOf(url, 'query'), service: 'sopo_stan/MapServer', layer: 0 });
  const { pathname, searchParams } = new URL(requests[0]?.url ?? '', url);
  assert.equal(pathname, '/sopo_stan/MapServer/0/query');
  const { where, outSR, outFields, resultOffset } = Object.fromEntries(searchParams);
  assert.deepEqual([where, outSR, outFields, resultOffset], ['1=1', '2180', '*', '0']);
});

test('identify: a tile that is full is asked for in quarters', async (t) => {
  const spots = spotsOf(2_500);
  const { url, requests } = await serveArcgis(t, spots, { most: 1_000 });
  const counted: number[] = [];
  const crowded = spots.map((spot) => ({
    ...spot,
    x: BOX[0] + (spot.x - BOX[0]) / 3,
    y: BOX[1] + (spot.y - BOX[1]) / 3,
  }));
  const dense = await serveArcgis(t, crowded);
  const paths = await run(t, queryOf(url, 'identify'));
  assert.deepEqual([requests.length, paths.length], [4, 4]);
  const densePaths = await run(t, queryOf(dense.url, 'identify'), (features) => counted.push(features));
  // 2,500 on 33 by 33 km: the first tile and its first quarter, of 25 km, are both too full.
  assert.deepEqual([dense.requests.length, densePaths.length], [12, 10]);
  for (const found of [paths, densePaths]) {
    assert.deepEqual(
      await idsIn(found),
      spots.map(({ id }) => id),
    );
  }
  assert.deepEqual([basename(densePaths[1] ?? ''), counted.at(-1)], ['osuwiska-0002.json', 2_500]);
});

test('identify: a place that is full however small is an error', async (t) => {
  const spots = Array.from({ length: 1_200 }, (_, id) => ({ id, x: 612_345.5, y: 412_345.5 }));
  const { url } = await serveArcgis(t, spots);
  await assert.rejects(run(t, queryOf(url, 'identify')), /more than 1000 features within \d+ m/);
});

for (const most of [1, 7, 50, 1_000]) {
  test(`query: all pages, ${most} at once`, async (t) => {
    const { url, requests } = await serveArcgis(t, spotsOf(50), { most });
    const paths = await run(t, queryOf(url, 'query'));
    assert.equal((await idsIn(paths)).length, 50);
    assert.deepEqual([paths.length, requests.length], [Math.ceil(50 / most), Math.ceil(50 / most)]);
  });
}

test('query: a service that sends its first page for ever is found out', async (t) => {
  const { url } = await serveArcgis(t, spotsOf(50), { most: 10, ignoresOffset: true });
  const later: Answer = (_, response) =>
    response.end(
      JSON.stringify({ features: [{ attributes: { OBJECTID: 1 } }], exceededTransferLimit: true }),
    );
  await assert.rejects(
    run(t, queryOf((await serve(t, later)).url, 'query')),
    /the service ignores resultOffset$/,
  );
  // One that has all on one page never needs the offset.
  assert.equal((await idsIn(await run(t, { ...queryOf(url, 'query'), box: [0, 0, 1, 1] }))).length, 0);
});

test('query: no features with more to come is an error', async (t) => {
  const none: Answer = (_, response) => response.end('{"features":[],"exceededTransferLimit":true}');
  const { url } = await serve(t, none);
  await assert.rejects(run(t, queryOf(url, 'query')), /the pages end after 0, with more to come$/);
});

test('nothing there is an answer', async (t) => {
  const { url } = await serveArcgis(t, []);
  for (const [ask, pages] of [
    ['query', 1],
    ['identify', 4],
  ] as const) {
    const paths = await run(t, queryOf(url, ask));
    assert.deepEqual([paths.length, await idsIn(paths)], [pages, []]);
  }
});

const as =
  (body: string): Answer =>
  (_, response) =>
    response.end(body);
const NO_PAGES: [name: string, answer: Answer, said: RegExp][] = [
  [
    'an error with status 200',
    as('{"error":{"code":500,"message":"Error performing identify operation"}}'),
    /Error performing identify operation/,
  ],
  ['a web page', as('<html></html>'), /expected an answer of ArcGIS/],
  ['half a page', as('{"results":[{"att'), /expected an answer of ArcGIS/],
];
for (const [name, answer, said] of NO_PAGES) {
  test(`${name} is no page: once it is forgiven, twice it is the end`, async (t) => {
    const once = await serveArcgis(t, spotsOf(20), { instead: { 2: answer } });
    assert.equal((await idsIn(await run(t, queryOf(once.url, 'identify')))).length, 20);
    const twice = await serveArcgis(t, spotsOf(20), { instead: { 2: answer, 3: answer } });
    await assert.rejects(run(t, queryOf(twice.url, 'identify')), said);
  });
}

test('tiles cover the box and nothing else', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 50, max: 400 }),
      (width, height, side) => {
        const tiles = tilesOf([1_000, 2_000, 1_000 + width, 2_000 + height], side);
        const area = tiles.reduce((sum, [minX, minY, maxX, maxY]) => sum + (maxX - minX) * (maxY - minY), 0);
        assert.equal(area, width * height);
        assert.ok(tiles.every(([minX, minY, maxX, maxY]) => maxX - minX <= side && maxY - minY <= side));
        assert.equal(new Set(tiles.map(String)).size, tiles.length);
      },
    ),
  );
});

test('landslides: three layers in one archive, with the same bytes each time', async (t) => {
  const { url, requests } = await serveArcgis(t, spotsOf(30));
  const folder = temporaryFolder(t);
  const endpoint = ENDPOINTS.sopo ?? assert.fail();
  const fetchAll = () =>
    fetchSource(endpoint, `${url}/geozagrozenia`, '', {
      download: createDownloader(testClock()),
      folder,
      isKnown: async () => false,
      onProgress: () => undefined,
    });
  const [first, ...more] = await fetchAll();
  assert.ok(first && more.length === 0);
  assert.equal(basename(first.path), 'sopo-mazowieckie.zip');
  const unpacked = await unpackZip(first.path, join(folder, 'unpacked'));
  // Mazowieckie is 264 by 275 km: six by six tiles of 50 km.
  const count = (name: string) => unpacked.filter((path) => basename(path).startsWith(name)).length;
  assert.deepEqual([count('osuwiska-'), count('tereny_zagrozone-'), count('sopo_stan-')], [36, 36, 1]);
  assert.equal(requests.length, 73);
  const texts = unpacked.map((path) => readFileSync(path, 'utf8'));
  for (const layer of ['"layerId":14', '"layerId":12']) assert.ok(texts.some((text) => text.includes(layer)));
  const [second] = await fetchAll();
  assert.equal(second?.sha256, first.sha256);
});
