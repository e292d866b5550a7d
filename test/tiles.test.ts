// Tiles over HTTP: what is in them against the dataset itself, their addresses, keys and limits, and that a tile never changes.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { EXAMPLE_ID } from '../src/contract/operations.ts';
import { datasetIn } from '../src/data-folder.ts';
import { MAP_THEMES } from '../src/tiles/map-style.ts';
import { degreesOfTile } from '../src/tiles/tile-grid.ts';
import { TILE_LAYER_NAMES } from '../src/tiles/tile-layers.ts';
import { type Client, sendRaw, startClient, TEST_KEY } from './client.ts';
import { buildSampleData } from './sample.ts';

const EXAMPLE = { lng: 20.934, lat: 52.057 };

let data: string;
let client: Client;
let version: string;
before(async () => {
  ({ data } = await buildSampleData());
  client = await startClient(data, { page: true });
  const { tiles } = await jsonOf(await fetch(`${client.url}/tiles.json`));
  version = /\/tiles\/([^/]+)\//.exec(tiles[0])?.[1] ?? '';
});
after(() => client.close());

function tileAt(z: number, { lng, lat }: { lng: number; lat: number }) {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor((lng / 360 + 0.5) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

/** fetch does not let a Host be made up. */
async function askAs(url: string, path: string, host: string) {
  const text = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 200 /, host);
  return { body: JSON.parse(body), cache: /cache-control: (.*)/i.exec(head)?.[1] ?? '' };
}

/** Taken at its word: what is in it is what the test is about. */
const jsonOf = async (response: Response) => JSON.parse(await response.text());

type Address = ReturnType<typeof tileAt>;
const pathOf = ({ z, x, y }: Address, of = version) => `/tiles/${of}/${z}/${x}/${y}.mvt`;
const fetchTile = (path: string, headers: Record<string, string> = { 'X-Api-Key': TEST_KEY }) =>
  fetch(client.url + path, { headers });

async function featuresOf(address: Address): Promise<Record<string, VectorTileFeature[]>> {
  const response = await fetchTile(pathOf(address));
  assert.equal(response.status, 200);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, at) => layer.feature(at)),
    ]),
  );
}

const idsOf = (features: readonly VectorTileFeature[] = []) =>
  features.map(({ properties }) => String(properties.id)).sort();

describe('tiles', () => {
  it('hold every parcel whose point lies in them, once, and a number for each', async () => {
    const db = new DatabaseSync(datasetIn(data), { readOnly: true });
    const centre = tileAt(15, EXAMPLE);
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const) {
      const address = { z: 15, x: centre.x + dx, y: centre.y + dy };
      const [west, south, east, north] = degreesOfTile(address);
      const expected = db
        .prepare('SELECT id FROM parcels WHERE lng >= ? AND lng < ? AND lat > ? AND lat <= ? ORDER BY id')
        .all(west, east, south, north)
        .map(({ id }) => String(id));
      assert.ok(expected.length > 10, `${expected.length} parcels`);
      const { parcels, parcel_numbers } = await featuresOf(address);
      assert.deepEqual(idsOf(parcel_numbers), expected);
      const drawn = idsOf(parcels);
      assert.equal(new Set(drawn).size, drawn.length);
      assert.deepEqual(
        expected.filter((id) => !drawn.includes(id)),
        [],
      );
    }
    db.close();
  });

  it('draw a parcel where it lies, to a tenth of a metre', async () => {
    const [id = ''] = idsOf((await featuresOf(tileAt(16, EXAMPLE))).parcel_numbers);
    const { body } = await client.get<{ geometry: { coordinates: number[][][][] } }>(
      `/v1/parcel?id=${encodeURIComponent(id)}&geometry=full`,
    );
    const address = tileAt(16, EXAMPLE);
    const feature = (await featuresOf(address)).parcels?.find(({ properties }) => properties.id === id);
    const drawn = feature?.toGeoJSON(address.x, address.y, address.z).geometry;
    const [ring = []] = drawn?.type === 'Polygon' ? drawn.coordinates : [];
    const corners = body.result?.geometry.coordinates.flat(2) ?? [];
    const [west, south, east, north] = degreesOfTile(address);
    const inside = corners.filter(
      ([lng = 0, lat = 0]) => lng > west && lng < east && lat > south && lat < north,
    );
    assert.ok(inside.length > 2);
    for (const [lng = 0, lat = 0] of inside) {
      const nearest = Math.min(
        ...ring.map(([x = 0, y = 0]) => Math.hypot((x - lng) * 68_500, (y - lat) * 111_200)),
      );
      assert.ok(nearest < 0.1, `${nearest} m`);
    }
  });

  it('have outlines of units before parcels, and every layer where it has something to show', async () => {
    const levels = async (z: number) => [
      ...new Set(
        (await featuresOf(tileAt(z, EXAMPLE))).boundaries?.map(({ properties }) => properties.level),
      ),
    ];
    assert.deepEqual(await levels(7), ['powiat']);
    assert.deepEqual(await levels(10), ['powiat', 'gmina']);
    assert.deepEqual(await levels(13), ['powiat', 'gmina', 'obreb']);
    assert.equal((await featuresOf(tileAt(13, EXAMPLE))).parcels, undefined);
    const seen = new Set<string>();
    const centre = tileAt(12, EXAMPLE);
    for (const z of [12, 15])
      for (let dx = -2; dx <= 2; dx += 1)
        for (let dy = -2; dy <= 2; dy += 1) {
          const own = z === 12 ? centre : tileAt(z, EXAMPLE);
          for (const name of Object.keys(await featuresOf({ z, x: own.x + dx, y: own.y + dy })))
            seen.add(name);
        }
    assert.deepEqual(
      TILE_LAYER_NAMES.filter((name) => !seen.has(name)),
      [],
    );
  });

  it('carry the step and dates of plans, never a status of the day; coverage says what is loaded and how old', async () => {
    const { zones, coverage } = await featuresOf(tileAt(13, EXAMPLE));
    const [zone] = zones ?? [];
    assert.ok(zone && ['legalForce', 'adoption', 'elaboration'].includes(String(zone.properties.step)));
    assert.ok(!('status' in zone.properties));
    const [powiat] = coverage ?? [];
    assert.equal(powiat?.properties.powiat, '1418');
    assert.match(String(powiat?.properties.egib), /^\d{4}-\d\d-\d\d$/);
  });

  it('are the same bytes each time, compressed or not, and may be kept for good', async () => {
    const path = pathOf(tileAt(14, EXAMPLE));
    const plain = await fetchTile(path, { 'X-Api-Key': TEST_KEY, 'Accept-Encoding': 'identity' });
    const packed = await fetchTile(path);
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(plain.headers.get('cache-control'), 'private, max-age=31536000, immutable');
    assert.equal(plain.headers.get('content-type'), 'application/vnd.mapbox-vector-tile');
    assert.deepEqual(Buffer.from(await plain.arrayBuffer()), Buffer.from(await packed.arrayBuffer()));
    const metrics = await (await fetch(`${client.url}/metrics`)).text();
    assert.match(metrics, /miedza_cache_hits_total\{cache="tiles"\} [1-9]/);
    assert.match(metrics, /miedza_requests_total\{operation="tile",http="200"\} [1-9]/);
  });

  it('are refused in envelopes: without a key, of another version, beyond the zooms, of no number', async () => {
    const address = tileAt(14, EXAMPLE);
    const refusal = async (path: string, headers?: Record<string, string>) => {
      const response = await fetchTile(path, headers);
      const { error } = await jsonOf(response);
      return [response.status, error.code];
    };
    assert.deepEqual(await refusal(pathOf(address), {}), [401, 'unauthorized']);
    assert.deepEqual(await refusal(pathOf(address), { 'X-Api-Key': 'wrong' }), [401, 'unauthorized']);
    assert.deepEqual(await refusal(pathOf(address, '1-old')), [404, 'not_found']);
    assert.deepEqual(await refusal(pathOf({ z: 17, x: 0, y: 0 })), [404, 'not_found']);
    assert.deepEqual(await refusal(pathOf({ z: 10, x: 1024, y: 0 })), [404, 'not_found']);
    assert.deepEqual(await refusal(`/tiles/${version}/14/a/b.mvt`), [400, 'invalid_input']);
    assert.deepEqual(await refusal(`/tiles/${version}/14/1/1.png`), [400, 'invalid_input']);
  });

  it('are empty beyond the country', async () => {
    assert.deepEqual(await featuresOf({ z: 10, x: 0, y: 0 }), {});
  });

  it('have a limit of their own: a map takes nothing from what a key may ask', async () => {
    const slow = await startClient(data, {
      page: true,
      static_limits: { rate_per_s: 0.01, burst: 1, monthly_quota: null },
    });
    try {
      const statuses: number[] = [];
      for (let sent = 0; sent < 7; sent += 1) {
        const response = await fetch(slow.url + pathOf(tileAt(14, EXAMPLE)), {
          headers: { 'X-Api-Key': TEST_KEY },
        });
        await response.arrayBuffer();
        statuses.push(response.status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
      assert.equal((await slow.get('/v1/sources')).http, 200);
    } finally {
      await slow.close();
    }
  });
});

describe('tiles.json and style.json', () => {
  it('refuse what they do not take, and say what came', async () => {
    for (const [path, message] of [
      ['/tiles.json?foo=1', /unknown parameter "foo"/],
      ['/tiles.json?lang=de', /^lang must be one of en, pl; got "de"/],
      ['/style.json?theme=dark&theme=dark', /"theme" was given more than once/],
      ['/style.json?lng=1', /unknown parameter "lng"/],
    ] as const) {
      const answer = await fetch(`${client.url}${path}`);
      const { error } = await jsonOf(answer);
      assert.equal(answer.status, 400, path);
      assert.match(error.message, message);
    }
  });

  it('need no key, and name the version that is served', async () => {
    const tiles = await jsonOf(await fetch(`${client.url}/tiles.json`));
    assert.deepEqual(tiles.tiles, [`${client.url}/tiles/${version}/{z}/{x}/{y}.mvt`]);
    assert.deepEqual([tiles.minzoom, tiles.maxzoom], [6, 16]);
    assert.match(tiles.attribution, /GUGiK/);
    const style = await jsonOf(await fetch(`${client.url}/style.json`));
    assert.equal(style.sources.miedza.url, `${client.url}/tiles.json`);
    assert.equal(style.sources.miedza.promoteId.parcels, 'id');
    assert.ok(!('glyphs' in style) && !('sprite' in style));
    const [background] = style.layers;
    assert.equal(background.paint['background-color'], MAP_THEMES.light.background);
    const used = new Set(
      style.layers.flatMap((layer: Record<string, string>) => layer['source-layer'] ?? []),
    );
    assert.deepEqual(
      TILE_LAYER_NAMES.filter((name) => !used.has(name)),
      [],
    );
  });

  it('are compressed like answers, as the client asks', async () => {
    for (const path of ['/tiles.json', '/style.json'])
      for (const [accepted, coding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0', null],
      ] as const) {
        const response = await fetch(client.url + path, { headers: { 'accept-encoding': accepted } });
        assert.equal(response.headers.get('content-encoding'), coding, `${path} ${accepted}`);
        assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/);
        assert.equal((await jsonOf(response)).name, 'Miedza');
        const again = await fetch(client.url + path, {
          headers: { 'accept-encoding': accepted, 'if-none-match': response.headers.get('etag') ?? '' },
        });
        assert.equal(again.status, 304, `${path} ${accepted}`);
      }
  });

  it('can be used by a page of another origin, with a key of its own', async () => {
    const { status, headers } = await fetch(`${client.url}/tiles/${version}/6/35/21.mvt`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Headers': 'x-api-key' },
    });
    assert.equal(status, 204);
    assert.match(headers.get('access-control-allow-headers') ?? '', /X-Api-Key/);
    assert.equal(headers.get('allow'), 'GET, HEAD, OPTIONS');
  });

  it('say that data are synthetic, in the language of the caller, and where a map may begin', async () => {
    const english = await jsonOf(await fetch(`${client.url}/tiles.json`));
    assert.match(english.attribution, /^Synthetic sample data in the format of: .*GUGiK/);
    assert.equal(english.attribution.match(/synthetic/gi).length, 1);
    const polish = await fetch(`${client.url}/tiles.json`, { headers: { 'Accept-Language': 'pl' } });
    assert.equal(polish.headers.get('content-language'), 'pl');
    assert.match(polish.headers.get('vary') ?? '', /Accept-Language/);
    assert.match((await jsonOf(polish)).attribution, /^Syntetyczne dane przykładowe/);
    assert.equal(english.example_id, EXAMPLE_ID);
    const { body } = await client.get<{ centroid: number[] }>(`/v1/parcel?id=${EXAMPLE_ID}`);
    assert.deepEqual(english.center.slice(0, 2), body.result?.centroid);
  });

  it('are never made of a name that the caller has written into Host', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      'localhost@evil.example',
      '6.6.6.6',
      'a"b',
      '[::2]',
    ]) {
      const tiles = await askAs(client.url, '/tiles.json', host);
      assert.deepEqual(tiles.body.tiles, [`/tiles/${version}/{z}/{x}/{y}.mvt`], host);
      assert.match(tiles.cache, /^private,/);
      const style = await askAs(client.url, '/style.json', host);
      assert.equal(style.body.sources.miedza.url, '/tiles.json', host);
    }
    const local = await askAs(client.url, '/tiles.json', 'localhost:99');
    assert.deepEqual(local.body.tiles, [`http://localhost:99/tiles/${version}/{z}/{x}/{y}.mvt`]);
    const named = await startClient(data, { page: true, public_url: 'https://miedza.example/' });
    try {
      const tiles = await askAs(named.url, '/tiles.json', 'evil.example');
      assert.deepEqual(tiles.body.tiles, [`https://miedza.example/tiles/${version}/{z}/{x}/{y}.mvt`]);
      assert.match(tiles.cache, /^public,/);
    } finally {
      await named.close();
    }
  });

  it('have a dark style, in which the colours of the general plan are the same', async () => {
    const light = await jsonOf(await fetch(`${client.url}/style.json`));
    const dark = await jsonOf(await fetch(`${client.url}/style.json?theme=dark`));
    const layerOf = (style: typeof light, wanted: string) =>
      style.layers.find(({ id }: { id: string }) => id === wanted).paint;
    assert.equal(layerOf(dark, 'background')['background-color'], MAP_THEMES.dark.background);
    // The last is the colour of a symbol that nobody knows.
    const zones = (style: typeof light) => layerOf(style, 'zones-fill')['fill-color'].slice(0, -1);
    assert.deepEqual(zones(dark), zones(light));
    assert.notDeepEqual(layerOf(dark, 'parcel-numbers'), layerOf(light, 'parcel-numbers'));
    assert.deepEqual(
      dark.layers.map(({ id }: { id: string }) => id),
      light.layers.map(({ id }: { id: string }) => id),
    );
    const refused = await fetch(`${client.url}/style.json?theme=grey`);
    assert.deepEqual([refused.status, (await jsonOf(refused)).error.code], [400, 'invalid_input']);
  });

  it('are not there without the page', async () => {
    const bare = await startClient(data);
    try {
      for (const path of ['/tiles.json', '/style.json', pathOf(tileAt(14, EXAMPLE))])
        assert.equal((await fetch(bare.url + path)).status, 404, path);
    } finally {
      await bare.close();
    }
  });
});
