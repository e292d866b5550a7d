// OGC API Features Part 1 at /ogc: its pages, paging, keys, prices and refusals; GDAL, the engine of QGIS, reads it where it is installed.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ParcelRecord } from '../src/contract/answers.ts';
import type { Usage } from '../src/contract/key-usage.ts';
import { openApiDocument } from '../src/contract/openapi-document.ts';
import { EXAMPLE_ID } from '../src/contract/operations.ts';
import { PreparedArea, ringOfBox } from '../src/domain/geometry/polygons.ts';
import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import { type Client, sendRaw, startClient, TEST_KEY } from './client.ts';
import { rule } from './requirements.ts';
import { buildSampleData, SAMPLE_PARCELS } from './sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openApiDocument() });

interface Link {
  readonly rel: string;
  readonly href: string;
}
interface Page {
  readonly features: {
    readonly id: string;
    readonly properties: Record<string, unknown>;
    readonly geometry: { readonly coordinates: MultiPolygon };
  }[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly links: readonly Link[];
}

async function fetchPage(url: string): Promise<{ page: Page; headers: Headers }> {
  const { http, text, headers } = await client.get(url.replace(client.url, ''));
  assert.equal(http, 200, text.slice(0, 500));
  const page: Page = JSON.parse(text);
  assert.ok(ajv.validate('openapi#/components/schemas/OgcFeatures', page), ajv.errorsText());
  return { page, headers };
}

async function fetchAll(path: string): Promise<Page['features']> {
  const features: Page['features'] = [];
  for (let url: string | undefined = path; url !== undefined; ) {
    const { page } = await fetchPage(url);
    assert.equal(page.numberReturned, page.features.length);
    features.push(...page.features);
    url = page.links.find(({ rel }) => rel === 'next')?.href;
  }
  assert.equal(new Set(features.map(({ id }) => id)).size, features.length, 'each once');
  return features;
}

test(rule('C13-ogc'), async () => {
  const landing = JSON.parse((await client.get('/ogc')).text);
  const rels = new Map<string, string>(landing.links.map(({ rel, href }: Link) => [rel, href]));
  const read = async (url = '') => JSON.parse((await client.get(url.replace(client.url, ''))).text);
  const { conformsTo } = await read(rels.get('conformance'));
  assert.deepEqual(
    conformsTo.map((one: string) => one.split('/').at(-1)),
    ['core', 'geojson'],
  );
  const { collections } = await read(rels.get('data'));
  assert.deepEqual(
    collections.map(({ id }: { id: string }) => id),
    ['parcels', 'zones'],
  );
  for (const collection of collections) {
    assert.deepEqual(await read(`/ogc/collections/${collection.id}`), collection);
    // Whose data they are, that those of the sample are invented, and under which terms.
    assert.match(collection.attribution, /^Synthetic sample data in the format of: \S/);
    const terms = collection.links.find(({ rel }: Link) => rel === 'license');
    assert.deepEqual([terms.href, terms.type], [`${client.url}/docs#sources`, 'text/html']);
    assert.ok(terms.title.length > 10);
  }
  const { page, headers } = await fetchPage('/ogc/collections/parcels/items?limit=7');
  assert.ok(page.links.some(({ rel }) => rel === 'license'));
  assert.equal(page.features.length, 7);
  assert.deepEqual(
    ['x-request-cost', 'x-credits-charged', 'content-type'].map((name) => headers.get(name)),
    ['1', '1', 'application/geo+json'],
  );
});

test('pages hold every parcel once, also those of a box of any size', async () => {
  const all = await fetchAll('/ogc/collections/parcels/items?limit=1000');
  assert.ok(all.length >= SAMPLE_PARCELS * 0.9, `${all.length}`);
  assert.deepEqual(await fetchAll('/ogc/collections/parcels/items?limit=900&bbox=14,49,24.5,55'), all);
  const small = 'bbox=20.93,52.05,20.936,52.053';
  const some = await fetchAll(`/ogc/collections/parcels/items?limit=10&${small}`);
  const { body } = await client.get<{ id: string }[]>(`/v1/search?${small}&limit=1000`);
  const found = new Set(some.map(({ id }) => id));
  assert.ok(some.length > 10 && body.result?.every(({ id }) => found.has(id)));
});

test('a box holds what truly meets it, not what has bounds that do; a point holds the parcel under it', async () => {
  const items = '/ogc/collections/parcels/items';
  const all = await fetchAll(`${items}?limit=1000`);
  const idsOf = (features: Page['features']) => features.map(({ id }) => id).sort();
  const meeting = (box: readonly [number, number, number, number]) => {
    using area = new PreparedArea([[ringOfBox(box)]]);
    return all.filter(({ geometry }) => area.intersects(geometry.coordinates));
  };
  let bounded = 0;
  for (const box of [
    [20.93, 52.05, 20.936, 52.053],
    [20.92, 52.055, 20.96, 52.0552],
    [20.9, 52.04, 20.99, 52.09],
  ] as const) {
    const told = await fetchPage(`${items}?bbox=${box}&limit=2`);
    const exact = meeting(box);
    assert.deepEqual(idsOf(await fetchAll(`${items}?bbox=${box}&limit=900`)), idsOf(exact), `${box}`);
    const { numberMatched, links } = told.page;
    if (numberMatched === undefined) continue;
    const next = await fetchPage(links.find(({ rel }) => rel === 'next')?.href ?? '');
    assert.deepEqual([numberMatched, next.page.numberMatched], [exact.length, exact.length]);
    bounded += 1;
  }
  assert.equal(bounded, 2, 'what small boxes hold is counted');
  const { body } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}&layers=flood`);
  const [lng, lat] = body.result?.centroid ?? [];
  const { page } = await fetchPage(`${items}?bbox=${lng},${lat},${lng},${lat}`);
  assert.deepEqual([idsOf(page.features), page.numberMatched], [[EXAMPLE_ID], 1]);
  const zones = await fetchAll('/ogc/collections/zones/items?limit=1000');
  const box = [20.94, 52.05, 20.95, 52.06] as const;
  using area = new PreparedArea([[ringOfBox(box)]]);
  assert.deepEqual(
    idsOf(await fetchAll(`/ogc/collections/zones/items?bbox=${box}`)),
    idsOf(zones.filter(({ geometry }) => area.intersects(geometry.coordinates))),
  );
});

test('datetime keeps zones of plans that are in force then, and every parcel', async () => {
  const zones = '/ogc/collections/zones/items';
  const all = await fetchAll(`${zones}?limit=1000`);
  const inForce = (from: string, to: string) =>
    all.filter(
      ({ properties: { status, effective_from: since, effective_to: until } }) =>
        status !== 'draft' &&
        (since === null || String(since) <= to) &&
        (until === null || String(until) >= from),
    ).length;
  const counted = async (datetime: string) =>
    (await fetchAll(`${zones}?limit=1000&datetime=${encodeURIComponent(datetime)}`)).length;
  const days = all.map(({ properties }) => String(properties.effective_from)).sort();
  assert.ok(days[0]?.startsWith('20'), 'a day that makes a difference');
  for (const datetime of [
    '2001-01-01',
    `${days[0]}T10:00:00+01:00`,
    '../..',
    '/2001-01-01',
    '2026-01-01/..',
  ]) {
    const [from = '', to = from] = datetime.includes('/')
      ? datetime.split('/').map((one, at) => (/\d/.test(one) ? one : ['0', '9'][at]))
      : [datetime.slice(0, 10)];
    assert.equal(await counted(datetime), inForce(from, to), datetime);
  }
  assert.equal(await counted('2001-01-01'), 0);
  const items = '/ogc/collections/parcels/items?limit=1&datetime=';
  assert.equal((await fetchPage(`${items}1990-01-01`)).page.numberReturned, 1);
  for (const wrong of [
    'foo',
    '2026',
    '2026-02-30',
    '2026-01-01T99:00:00Z',
    '2026-02-01/2026-01-01',
    '1/2/3',
    '..',
  ]) {
    const { http, body } = await client.get(items + encodeURIComponent(wrong));
    assert.deepEqual([http, body.error?.code], [400, 'invalid_input'], wrong);
    assert.match(body.error?.hint ?? '', /2026-01-01\/\.\./);
  }
});

test('zones say what their plan is, as the layer does: the date of a draft is none', async () => {
  const zones = await fetchAll('/ogc/collections/zones/items?limit=1000');
  const told = new Map(
    zones.map(({ properties: { gmina_teryt, status, effective_from, effective_to } }) => [
      gmina_teryt,
      [status, effective_from, effective_to],
    ]),
  );
  assert.deepEqual(told.get('1418032'), ['in_force', '2026-08-01', null]);
  assert.deepEqual(told.get('1418043'), ['adopted', '2026-12-01', null]);
  assert.deepEqual(told.get('1438053'), ['draft', null, null]);
  for (const datetime of ['2026-03-15', '2026-11-16', '../..']) {
    const found = await fetchAll(`/ogc/collections/zones/items?limit=1000&datetime=${datetime}`);
    const gminy = new Set(found.map(({ properties }) => properties.gmina_teryt));
    assert.ok(!gminy.has('1438053'), datetime);
    assert.equal(gminy.has('1418043'), datetime === '../..', 'in force from a later day');
  }
});

test('it is told how many there are and where they lie, as far as that is known', async () => {
  const items = '/ogc/collections/parcels/items';
  const all = await fetchAll(`${items}?limit=1000`);
  const { page } = await fetchPage(`${items}?limit=3`);
  assert.equal(page.numberMatched, all.length);
  const next = page.links.find(({ rel }) => rel === 'next')?.href ?? '';
  assert.equal((await fetchPage(next)).page.numberMatched, all.length);
  const small = 'bbox=20.93,52.05,20.936,52.053';
  const few = (await fetchPage(`${items}?limit=1000&${small}`)).page;
  assert.deepEqual([few.numberMatched, few.numberReturned > 0], [few.numberReturned, true]);
  assert.equal('numberMatched' in (await fetchPage(`${items}?limit=1&bbox=14,49,24.5,55`)).page, false);
  const { extent } = JSON.parse((await client.get('/ogc/collections/parcels')).text);
  const [[west, south, east, north]] = extent.spatial.bbox;
  assert.ok(east - west < 2 && north - south < 1, 'not the whole country');
  for (const { geometry } of all)
    for (const [lng = 0, lat = 0] of geometry.coordinates.flat(2))
      assert.ok(lng > west && lng < east && lat > south && lat < north);
});

test('the description is OpenAPI 3.0 with the paths of the standard, and takes the key of the URL', async () => {
  const { headers, text } = await client.get('/ogc/api');
  assert.equal(headers.get('content-type'), 'application/vnd.oai.openapi+json;version=3.0');
  const { openapi, paths, components, servers } = JSON.parse(text);
  assert.deepEqual([openapi, servers[0].url], ['3.0.3', `${client.url}/ogc`]);
  const { parameters } = paths['/collections/parcels/items'].get;
  assert.deepEqual(parameters[0], { $ref: '#/components/parameters/limit' });
  assert.equal(components.parameters.limit.schema.maximum, 1000);
  for (const path of Object.keys(paths).filter((one) => !one.includes('{')))
    assert.equal((await client.get(`/ogc${path}`)).http, 200, path);
  assert.equal((await fetch(`${client.url}/ogc/api?key=${TEST_KEY}`)).status, 200);
});

test('zones have a symbol and a plan, in a box too', async () => {
  const all = await fetchAll('/ogc/collections/zones/items?limit=5');
  assert.ok(all.length > 10);
  assert.ok(all.every(({ properties }) => typeof properties.symbol === 'string'));
  assert.ok(all.every(({ properties }) => /^\d{7}$/.test(String(properties.gmina_teryt))));
  assert.ok(all.some(({ properties }) => Number(properties.max_height_m) > 0));
  assert.deepEqual(
    new Set((await fetchAll('/ogc/collections/zones/items?bbox=14,49,24.5,55')).map(({ id }) => id)),
    new Set(all.map(({ id }) => id)),
  );
  const near = await fetchAll('/ogc/collections/zones/items?bbox=20.93,52.05,20.94,52.06');
  assert.ok(near.length > 0 && near.length < all.length);
});

test('links are never made of a name that the caller has written into Host', async () => {
  for (const path of ['/ogc', '/ogc/collections/parcels/items?limit=1']) {
    const text = await sendRaw(
      client.url,
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Api-Key: ${TEST_KEY}\r\nConnection: close\r\n\r\n`,
    );
    const { links } = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as Page;
    for (const { href } of links) assert.match(href, /^\/(ogc|v1\/openapi|docs#)/);
  }
});

test('one feature by its id', async () => {
  const [zone] = (await fetchPage('/ogc/collections/zones/items?limit=1')).page.features;
  for (const [collection, id] of [
    ['parcels', EXAMPLE_ID],
    ['zones', zone?.id ?? ''],
  ]) {
    const { http, text } = await client.get(
      `/ogc/collections/${collection}/items/${encodeURIComponent(id ?? '')}`,
    );
    assert.equal(http, 200, text);
    const feature = JSON.parse(text);
    assert.deepEqual([feature.type, feature.id], ['Feature', id]);
    assert.ok(ajv.validate('openapi#/components/schemas/OgcFeature', feature), ajv.errorsText());
  }
  for (const id of ['nothing', '1:x', '99999:pog:1:1:1'])
    assert.equal((await client.get(`/ogc/collections/zones/items/${id}`)).http, 404);
});

test('keys come in a header or in the URL, and what is refused is an envelope', async () => {
  const items = '/ogc/collections/parcels/items';
  const open = async (path: string) => {
    const response = await fetch(client.url + path);
    return { http: response.status, body: JSON.parse(await response.text()) };
  };
  const inUrl = await open(`${items}?limit=1&key=${TEST_KEY}`);
  assert.equal(inUrl.http, 200);
  const next = inUrl.body.links.find(({ rel }: Link) => rel === 'next').href;
  assert.equal((await open(next.replace(client.url, ''))).http, 200, 'the key goes along');
  for (const path of ['/ogc', '/ogc/collections', items, `${items}?key=wrong`]) {
    const { http, body } = await open(path);
    assert.deepEqual([http, body.error.code], [401, 'unauthorized'], path);
  }
  assert.equal((await open(`/v1/sources?key=${TEST_KEY}`)).http, 401, 'under /ogc alone');
  for (const path of [`${items}?bbox=1,2,3`, `${items}?limit=0`, `${items}?colour=1`, `${items}?cursor=x`]) {
    const { http, body } = await client.get(path);
    assert.deepEqual([http, body.error?.code, body.billing.charged], [400, 'invalid_input', 0], path);
  }
  for (const path of [
    '/ogc/collections/roads',
    '/ogc/collections/roads/items',
    '/ogc/collections/roads/items/1',
  ])
    assert.equal((await client.get(path)).http, 404, path);
  for (const path of ['/ogc/', '/ogc/collections/', '/ogc/collections/zones/'])
    assert.equal((await client.get(path)).http, 200, path);
  const upsideDown = (await client.get(`${items}?bbox=20.93,52.06,20.94,52.05`)).body.error;
  assert.match(upsideDown?.message ?? '', /south above its north, got "20\.93,52\.06/);
  assert.match(upsideDown?.hint ?? '', /west,south,east,north/);
  const { error } = (await client.get(`${items}?colour=1`)).body;
  assert.match(error?.message ?? '', /allowed are bbox, limit, cursor, datetime, f, lang$/);
  const both = await client.get(`${items}?limit=1&key=wrong`);
  assert.deepEqual(
    [both.http, both.text.includes('wrong')],
    [200, false],
    'the header counts, and links carry no key',
  );
  assert.equal(
    (await fetchPage(`${items}?limit=100000&datetime=2026-01-01&f=json`)).page.numberReturned,
    1000,
  );
});

const hasGdal = /OAPIF/.test(spawnSync('ogrinfo', ['--formats']).stdout?.toString() ?? '');
test('GDAL reads the collections', { skip: !hasGdal && 'there is no ogrinfo with OAPIF here' }, async () => {
  const run = promisify(execFile);
  const source = `OAPIF:${client.url}/ogc`;
  const options = { env: { ...process.env, GDAL_HTTP_HEADERS: `X-Api-Key: ${TEST_KEY}` } };
  const { stdout } = await run('ogrinfo', ['-so', source, 'parcels'], options);
  assert.match(stdout, /Geometry: Multi Polygon/);
  assert.match(stdout, /gmina_name: String/);
  const asked = async () => {
    const { result } = (await client.get<Usage>('/v1/usage')).body;
    return result?.days.find(({ operation }) => operation === 'ogc_items')?.charged ?? 0;
  };
  const before = await asked();
  const looked = await run('ogrinfo', ['-so', `${source}?key=${TEST_KEY}`, 'parcels']);
  assert.match(looked.stdout, /Feature Count: [1-9]/);
  assert.equal(looked.stderr, '');
  assert.ok((await asked()) - before <= 3, 'to look at a layer costs a page or two');
  const box = ['-spat', '20.93', '52.05', '20.936', '52.053'];
  const inBox = await run('ogrinfo', ['-al', '-geom=NO', ...box, source, 'parcels'], options);
  assert.match(inBox.stdout, /id \(String\) = 1418/);
  const byKey = await run('ogr2ogr', [
    '-f',
    'GeoJSON',
    '/vsistdout/',
    `OAPIF:${client.url}/ogc?key=${TEST_KEY}`,
    'zones',
  ]);
  assert.ok(JSON.parse(byKey.stdout).features.length > 10);
});
