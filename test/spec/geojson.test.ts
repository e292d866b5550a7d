// GeoJSON answers (contract §13): the same facts as the envelope, as features; negotiated by Accept or named by format; billed, tagged
// and cached like other answers. GDAL reads them where it is installed.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MiedzaClient } from '../../packages/client/src/client.ts';
import type { CheckResult, Envelope, ParcelRecord, ParcelSummary } from '../../src/contract/answers.ts';
import type {
  BatchFeatures,
  CheckFeature,
  ParcelFeature,
  ParcelFeatures,
} from '../../src/contract/geojson-answers.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const GEO = { Accept: 'application/geo+json' };
const parcel = `/v1/parcel?id=${EXAMPLE_ID}`;
const AREA = 'bbox=20.93,52.05,20.936,52.053';

/** The body as what it is: the client has judged it by the contract. */
async function features<F>(path: string, headers: Record<string, string> = GEO): Promise<F> {
  const { headers: received, text } = await client.get(path, headers);
  assert.equal(received.get('content-type'), 'application/geo+json');
  return JSON.parse(text);
}

test(rule('C13-geojson'), async () => {
  for (const geometry of ['none', 'centroid', 'full'] as const) {
    const path = `${parcel}&geometry=${geometry}`;
    const { body } = await client.get<ParcelRecord>(path);
    const feature = await features<ParcelFeature>(path);
    const { geometry: outline, ...record } = body.result ?? assert.fail();
    assert.deepEqual(feature.properties, record);
    assert.equal(feature.id, EXAMPLE_ID);
    const point = record.centroid ? { type: 'Point', coordinates: record.centroid } : null;
    assert.deepEqual(feature.geometry, outline ?? point);
    const { status, query, billing } = body;
    assert.deepEqual([feature.status, feature.query, feature.billing], [status, query, billing]);
  }
});

test('a verdict lies on the outline of its parcel, in both forms', async () => {
  const { result } = (await client.get<ParcelRecord>(`${parcel}&geometry=full`)).body;
  for (const detail of ['full', 'short']) {
    const path = `/v1/check?id=${EXAMPLE_ID}&detail=${detail}`;
    const plain = await client.get<CheckResult>(path);
    const feature = await features<CheckFeature>(path);
    assert.deepEqual([feature.id, feature.geometry], [EXAMPLE_ID, result?.geometry]);
    const { record, ...verdict } = plain.body.result ?? assert.fail();
    const { geometry: _outline, ...rest } = record ?? {};
    assert.deepEqual(feature.properties, { ...verdict, ...(record ? { record: rest } : {}) });
    const tagged = await client.get(path, GEO);
    assert.notEqual(tagged.headers.get('etag'), plain.headers.get('etag'));
  }
});

test('a search is a collection, page by page, with outlines where they are asked for', async () => {
  const first = await features<ParcelFeatures>(`/v1/search?${AREA}&limit=5`);
  const { body } = await client.get<ParcelSummary[]>(`/v1/search?${AREA}&limit=5`);
  assert.deepEqual(
    first.features.map(({ properties }) => properties),
    body.result,
  );
  assert.deepEqual(first.page, body.page);
  assert.ok(first.page?.has_more);
  assert.ok(first.features.every(({ geometry }) => geometry?.type === 'Point'));
  const next = await features<ParcelFeatures>(
    `/v1/search?${AREA}&limit=5&geometry=full&cursor=${first.page.next_cursor}`,
  );
  assert.ok(next.features.every(({ geometry }) => geometry?.type === 'MultiPolygon'));
  assert.ok((next.features[0]?.id ?? '') > (first.features.at(-1)?.id ?? ''));
});

test('the outlines of a search are those of the records, as JSON too', async () => {
  const around = `id=${EXAMPLE_ID}`;
  for (const query of [AREA, around, `${around}&radius_m=30`, 'q=dz.%20123/4%20Wola%20Mrokowska']) {
    const { body } = await client.get<ParcelSummary[]>(`/v1/search?${query}&limit=3&geometry=full`);
    for (const { id, geometry } of body.result ?? assert.fail(query)) {
      const record = await client.get<ParcelRecord>(`/v1/parcel?id=${id}&geometry=full&layers=soil`);
      assert.deepEqual(geometry, record.body.result?.geometry, `${query} ${id}`);
    }
  }
  const plain = await client.get<ParcelSummary[]>(`/v1/search?${AREA}&limit=3`);
  assert.ok(plain.body.result?.every((summary) => !('geometry' in summary)));
  const refused = await client.get(`/v1/search?${AREA}&geometry=none`);
  assert.equal(refused.http, 400);
});

test('a batch is a collection with a feature an item, in order, whatever it came to', async () => {
  const items = [
    { id: EXAMPLE_ID, ref: 'a' },
    { q: 'Lesznowola', ref: '"b' },
    { id: 'x' },
    { id: EXAMPLE_ID },
  ];
  const body = { items, layers: ['flood'], geometry: 'full' };
  const envelopes = (await client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', body)).body;
  for (const sent of [
    () => client.post('/v1/parcel/batch', body, GEO),
    () => client.post('/v1/parcel/batch?format=geojson', body),
    () => client.post('/v1/parcel/batch', { ...body, format: 'geojson' }),
  ]) {
    const { headers, text } = await sent();
    assert.equal(headers.get('content-type'), 'application/geo+json');
    const collection: BatchFeatures = JSON.parse(text);
    assert.deepEqual(collection.billing, envelopes.billing);
    for (const [at, { type, id, geometry, properties, ...frame }] of collection.features.entries()) {
      const { result, ref, ...expected } = envelopes.result?.[at] ?? assert.fail();
      assert.equal(type, 'Feature');
      assert.deepEqual(frame, expected);
      const { geometry: outline = null, ...record } = result ?? {};
      assert.deepEqual(geometry, outline);
      const { error, query } = expected;
      const message = error ? `${error.message}. ${error.hint}` : query.resolved?.note;
      const { q, id: asked } = query.input as { q?: string; id?: string };
      const told = result ? record : { ...(q && { q }), ...(asked && { id: asked }), message };
      assert.deepEqual(properties, { status: expected.status, ...told, ...(ref ? { ref } : {}) });
      assert.equal(id, result?.id);
    }
  }
});

test('which format is sent: what the request names, else what Accept prefers, else JSON', async () => {
  const table: [path: string, accept: string | null, type: string][] = [
    [parcel, null, 'json'],
    [parcel, '*/*', 'json'],
    [parcel, 'text/html', 'json'],
    [parcel, 'application/json, text/plain, */*', 'json'],
    [parcel, 'application/geo+json', 'geo+json'],
    [parcel, 'Application/Geo+JSON; q=0.9, */*;q=0.1', 'geo+json'],
    [parcel, 'application/geo+json, application/json', 'geo+json'],
    [parcel, 'application/geo+json;q=0.5, application/json', 'json'],
    [parcel, 'application/geo+json;q=0', 'json'],
    [`${parcel}&format=geojson`, null, 'geo+json'],
    [`${parcel}&format=geojson`, 'application/json', 'geo+json'],
    [`${parcel}&format=json`, 'application/geo+json', 'json'],
    [`/v1/check?id=${EXAMPLE_ID}`, 'application/geo+json', 'geo+json'],
    [`/v1/layer/flood?id=${EXAMPLE_ID}`, 'application/geo+json', 'json'],
    ['/v1/parcel?q=Lesznowola', 'application/geo+json', 'json'],
    ['/v1/parcel?id=146501_1.0001.1', 'application/geo+json', 'json'],
    ['/v1/parcel?id=141803_2.0009.9999', 'application/geo+json', 'json'],
    ['/v1/parcel?id=x', 'application/geo+json', 'json'],
  ];
  // Twice: the second time from the cache.
  for (const [path, accept, type] of [...table, ...table]) {
    const { headers } = await client.get(path, accept === null ? {} : { Accept: accept });
    const expected = type === 'json' ? 'application/json; charset=utf-8' : `application/${type}`;
    assert.equal(headers.get('content-type'), expected, `${path} ${accept}`);
    assert.match(headers.get('vary') ?? '', /\bAccept,/);
  }
});

test('a format that is not offered is refused, and named once', async () => {
  const table: [string, RegExp][] = [
    [`${parcel}&format=gml`, /format must be one of json, geojson; got "gml"/],
    [`${parcel}&format=`, /format must be one of/],
    [`/v1/layer/flood?id=${EXAMPLE_ID}&format=geojson`, /unknown parameter "format"/],
  ];
  for (const [path, message] of table) {
    const { http, body } = await client.get(path);
    assert.equal(http, 400, path);
    assert.match(body.error?.message ?? '', message);
  }
  const twice = await client.post('/v1/parcel/batch?format=json', { items: [{ id: 'x' }], format: 'json' });
  assert.match(twice.body.error?.message ?? '', /in the URL and in the body/);
  const other = await client.post('/v1/parcel/batch?layers=soil', { items: [{ id: 'x' }] });
  assert.match(other.body.error?.message ?? '', /unknown parameter "layers" in the URL/);
});

test('each format has a tag of its own, and a match is free', async () => {
  const asJson = await client.get(parcel);
  const asFeature = await client.get(parcel, GEO);
  const tag = asFeature.headers.get('etag') ?? '';
  assert.notEqual(tag, asJson.headers.get('etag'));
  const again = await client.get(parcel, { ...GEO, 'If-None-Match': tag });
  assert.equal(again.http, 304);
  assert.equal(again.headers.get('x-credits-charged'), '0');
  assert.equal((await client.get(parcel, { 'If-None-Match': tag })).http, 200);
  assert.equal((await client.get(`${parcel}&format=geojson`)).headers.get('etag'), tag);
});

test('the typed client gives features, kept by their tag', async () => {
  const miedza = new MiedzaClient({ url: client.url, key: TEST_KEY });
  const first = await miedza.features('parcel', { id: EXAMPLE_ID, geometry: 'full' });
  if (first.status !== 'ok') assert.fail(first.status);
  assert.equal(first.geometry?.type, 'MultiPolygon');
  const second = await miedza.features('parcel', { id: EXAMPLE_ID, geometry: 'full' });
  assert.equal(second.billing.rule, 'free_not_modified');
  const page = await miedza.features('search', { id: EXAMPLE_ID });
  if (page.status !== 'ok') assert.fail(page.status);
  assert.ok(page.features.length > 1);
});

const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
test('GDAL reads a search and a batch', { skip: !hasGdal && 'there is no ogrinfo here' }, async () => {
  const folder = temporaryFolder();
  const search = (await client.get(`/v1/search?${AREA}&geometry=full&format=geojson`)).text;
  const items = [
    { id: EXAMPLE_ID, ref: 'a' },
    { id: 'x', ref: 'b' },
  ];
  const batch = (await client.post('/v1/parcel/batch', { items, geometry: 'full' }, GEO)).text;
  for (const [name, text, count] of [
    ['search', search, JSON.parse(search).features.length],
    ['batch', batch, 2],
  ] as const) {
    const file = join(folder, `${name}.geojson`);
    writeFileSync(file, text);
    const told = execFileSync('ogrinfo', ['-so', '-al', file], { encoding: 'utf8' });
    assert.match(told, new RegExp(`Feature Count: ${count}\\n`));
    assert.match(told, /Geometry: Multi Polygon/);
  }
});
