import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Geometry } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';
import { type GeoJsonFeature, openGeoJson } from './geojson.ts';

const SAMPLES = new URL('../../../../shared/data/', import.meta.url);
const samples = { skip: !existsSync(SAMPLES) && 'official samples absent' };

/** In pieces of so many bytes: a reader must not care where the disk cuts. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1_000) {
  const { features, members } = openGeoJson(pieces(text, size));
  return { features: await Array.fromAsync(features), members };
}

const feature = (properties: unknown, geometry: unknown = null) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (features: unknown[], members = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...members, features });
const POINT = { type: 'Point', coordinates: [21, 52] };

describe('openGeoJson', () => {
  it('reads features and what stands before and after them', async () => {
    const text = `\uFEFF { "type" : "FeatureCollection", "name": "a \\"b\\" ]}",
      "crs": {"properties": {"name": "urn:ogc:def:crs:EPSG::2180"}},
      "features" : [ {"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[21,52,7]}} ,
        {"type":"Feature","properties":null,"geometry":null}, {"type":"Feature"} ] ,
      "as_of": "2026-01-31", "count": 3, "ok": true, "none": null, "list": [1, [2]] }\n`;
    for (const size of [1, 7, 4096]) {
      const { features, members } = await read(text, size);
      assert.deepEqual(features, [
        { position: 'feature 1', properties: { n: 1 }, geometry: POINT, geometryError: null },
        { position: 'feature 2', properties: {}, geometry: null, geometryError: null },
        { position: 'feature 3', properties: {}, geometry: null, geometryError: null },
      ]);
      assert.deepEqual(members, {
        type: 'FeatureCollection',
        name: 'a "b" ]}',
        crs: { properties: { name: 'urn:ogc:def:crs:EPSG::2180' } },
        as_of: '2026-01-31',
        count: 3,
        ok: true,
        none: null,
        list: [1, [2]],
      });
    }
  });

  it('reads an empty collection, and the type after the features', async () => {
    assert.deepEqual((await read('{"features":[],"type":"FeatureCollection"}')).features, []);
  });

  it('reads features one a line', async () => {
    const text = `${JSON.stringify(feature({ a: 1 }, POINT))}\r\n\n${JSON.stringify(feature({ a: 2 }))}\n`;
    const { features, members } = await read(text, 5);
    assert.deepEqual(
      features.map(({ position, properties }) => [position, properties]),
      [
        ['feature 1', { a: 1 }],
        ['feature 2', { a: 2 }],
      ],
    );
    assert.deepEqual(members, {});
  });

  it('gives back any properties, however the text is cut', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'ł', '𝄞'),
    });
    const properties = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(
        fc.array(properties, { maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(2),
        async (all, size, space) => {
          const json = { type: 'FeatureCollection', features: all.map((one) => feature(one)) };
          const { features } = await read(JSON.stringify(json, null, space), size);
          assert.deepEqual(
            features.map((item) => item.properties),
            JSON.parse(JSON.stringify(all)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('geometry', () => {
  const ring = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 0],
  ];
  const READABLE: [unknown, Geometry | null][] = [
    [null, null],
    [POINT, { type: 'Point', coordinates: [21, 52] }],
    [
      { type: 'MultiPoint', coordinates: [[1, 2]] },
      { type: 'Point', coordinates: [1, 2] },
    ],
    [
      { type: 'LineString', coordinates: ring },
      { type: 'MultiLineString', coordinates: [ring as [number, number][]] },
    ],
    [
      { type: 'MultiLineString', coordinates: [ring, ring] },
      { type: 'MultiLineString', coordinates: [ring as [number, number][], ring as [number, number][]] },
    ],
    [
      { type: 'Polygon', coordinates: [ring] },
      { type: 'MultiPolygon', coordinates: [[ring as [number, number][]]] },
    ],
    [
      { type: 'MultiPolygon', coordinates: [[ring, ring], [ring]] },
      {
        type: 'MultiPolygon',
        coordinates: [[ring as [number, number][], ring as [number, number][]], [ring as [number, number][]]],
      },
    ],
  ];
  for (const [json, geometry] of READABLE) {
    it(`reads ${JSON.stringify(json).slice(0, 40)}`, async () => {
      const [first] = (await read(collection([feature({}, json)]))).features;
      assert.deepEqual(first?.geometry, geometry);
      assert.equal(first?.geometryError, null);
    });
  }
  const UNREADABLE: [unknown, RegExp][] = [
    [{ type: 'GeometryCollection', geometries: [] }, /of type "GeometryCollection"/],
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      /found 2 points; expected exactly one/,
    ],
    [{ type: 'Point', coordinates: [] }, /found \[\]; expected a position/],
    [{ type: 'Point', coordinates: ['1', 2] }, /expected a position of two numbers/],
    [{ type: 'Point' }, /found nothing; expected a position/],
    [{ type: 'LineString', coordinates: [[1, 2]] }, /a line of 1 points/],
    [{ type: 'Polygon', coordinates: [] }, /without rings/],
    [{ type: 'Polygon', coordinates: [ring.slice(1)] }, /a ring of 3 points/],
    [
      { type: 'Polygon', coordinates: [[...ring, [5, 5]]] },
      /a ring that ends at 5 5; expected its start, 0 0/,
    ],
    [{ type: 'Polygon', coordinates: 7 }, /found 7; expected an array/],
    ['POINT (1 2)', /found "POINT \(1 2\)"; expected a geometry object/],
  ];
  for (const [json, message] of UNREADABLE) {
    it(`says what is wrong with ${JSON.stringify(json).slice(0, 50)}`, async () => {
      const { features } = await read(collection([feature({ a: 1 }, json), feature({ a: 2 }, POINT)]));
      assert.match(features[0]?.geometryError ?? '', message);
      assert.deepEqual(features[0]?.properties, { a: 1 });
      assert.deepEqual(features[1]?.geometry, POINT);
    });
  }
});

describe('refusals', () => {
  const TABLE: [string, string, RegExp][] = [
    ['nothing', '', /found the end of the file; expected "{"/],
    ['a web page', '<html>', /character 0: found "<html>"; expected "{"/],
    ['a bare array', '[1]', /expected "{"/],
    ['a geometry alone', JSON.stringify(POINT), /feature 1: found "Point"; expected the type Feature/],
    ['Esri JSON', '{"features":[]}', /found no type; expected a FeatureCollection/],
    [
      'a feature that is none',
      '{"type":"FeatureCollection","features":[5]}',
      /feature 1: found 5; expected an object/,
    ],
    ['two collections', `${collection([])}${collection([])}`, /expected the end of the file/],
    [
      'a missing comma',
      '{"type":"FeatureCollection","features":[{"type":"Feature"} {"type":"Feature"}]}',
      /expected "\]"/,
    ],
    [
      'a trailing comma',
      '{"type":"FeatureCollection","features":[{"type":"Feature"},]}',
      /expected a JSON value/,
    ],
    [
      'a bad value',
      '{"type":"FeatureCollection","x":tru,"features":[]}',
      /found "tru" .*; expected a JSON value/,
    ],
    ['no features array', '{"type":"FeatureCollection","features":{}}', /expected "\["/],
    ['a key without quotes', '{type:"FeatureCollection"}', /expected a JSON value/],
  ];
  for (const [name, text, message] of TABLE) {
    it(name, () =>
      assert.rejects(read(text), (error) => {
        assert.ok(error instanceof FormatError, String(error));
        assert.match(error.message, message);
        return true;
      }),
    );
  }

  it('bytes that are no UTF-8', async () => {
    async function* bytes() {
      yield Buffer.from('{"type":"\xb9"}', 'latin1');
    }
    const { features } = openGeoJson(bytes());
    await assert.rejects(features.next(), /bytes that are no character; expected text in utf-8/);
  });

  it('refuses a collection cut anywhere', async () => {
    const text = collection([feature({ a: 'x\\"ł' }, POINT), feature({ b: [1, 2] })], { name: 'n' });
    for (let length = 0; length < text.length; length++) {
      await assert.rejects(read(text.slice(0, length), 9), FormatError, text.slice(0, length));
    }
  });
});

describe('official boundaries', samples, () => {
  const FILES: [string, number][] = [
    ['boundaries/mazowieckie.gminy.geojson', 314],
    ['boundaries/mazowieckie.powiaty.geojson', 42],
  ];
  for (const [file, count] of FILES) {
    it(file, async () => {
      const all: GeoJsonFeature[] = [];
      for await (const item of openGeoJson(fileURLToPath(new URL(file, SAMPLES))).features) all.push(item);
      assert.equal(all.length, count);
      assert.ok(
        all.every(({ geometry }) => geometry?.type === 'MultiPolygon' && geometry.coordinates.length > 0),
      );
      assert.ok(all.every(({ properties }) => String(properties.terc).startsWith('14')));
    });
  }
});
