import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { areaOf } from '../../domain/geometry/rings.ts';
import { readEsriAnswer } from './esri-json.ts';
import { FormatError } from './format-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'esri-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function read(answer: unknown) {
  const path = join(folder, 'answer.json');
  writeFileSync(path, typeof answer === 'string' ? answer : JSON.stringify(answer));
  return readEsriAnswer(path);
}

/** Outer rings run clockwise. */
const ring = (x: number, y: number, side: number) => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];
const geometry = { rings: [ring(0, 0, 10), ring(2, 2, 4).toReversed(), ring(20, 0, 5)] };

test('identify: layers, and a system of its own for each geometry', async () => {
  const spatialReference = { wkid: 102_173, latestWkid: 2180 };
  const { features, isCut } = await read({
    results: [
      {
        layerId: 14,
        layerName: 'osuwisko',
        attributes: { NR: '7' },
        geometry: { ...geometry, spatialReference },
      },
      { layerId: 12, layerName: 'teren zagrożony', attributes: { NR: 'Null' } },
    ],
  });
  const [first, second] = features;
  assert.ok(first?.geometry?.type === 'MultiPolygon' && second);
  assert.deepEqual(
    [first.position, first.layerId, first.layerName, first.epsg],
    ['feature 1', 14, 'osuwisko', 2180],
  );
  assert.deepEqual(
    [first.geometry.coordinates.length, areaOf(first.geometry.coordinates)],
    [2, 100 - 16 + 25],
  );
  assert.deepEqual([second.geometry, second.epsg, second.geometryError], [null, null, null]);
  assert.equal(isCut, false);
});

test('query: one system for all, and whether there is more', async () => {
  const { features, isCut } = await read({
    spatialReference: { wkid: 2180 },
    features: [
      { attributes: { OBJECTID: 1 }, geometry },
      { attributes: {}, geometry: { x: 1, y: 2 } },
    ],
    exceededTransferLimit: true,
  });
  assert.deepEqual(
    features.map(({ epsg, layerId, geometry: shape }) => [epsg, layerId, shape?.type]),
    [
      [2180, null, 'MultiPolygon'],
      [2180, null, 'Point'],
    ],
  );
  assert.equal(isCut, true);
});

test('an empty list is an answer', async () => {
  assert.deepEqual(await read({ results: [] }), { features: [], isCut: false, isIdentified: true });
});

const BROKEN: [name: string, answer: unknown, said: RegExp][] = [
  [
    'an error with status 200',
    { error: { code: 400, message: 'Failed', details: ['Invalid layer'] } },
    /error "400 Failed Invalid layer"/,
  ],
  ['an error without words', { error: {} }, /the service's error/],
  ['neither list', { layers: [] }, /found an object of layers; expected an answer of ArcGIS/],
  ['a web page', '<html><body>Przerwa</body></html>', /<html>.*expected an answer of ArcGIS/],
  ['half a page', '{"results":[{"attr', /expected an answer of ArcGIS/],
  ['a list', '[]', /expected an answer of ArcGIS/],
  [
    'a feature without attributes',
    { features: [{}] },
    /feature 1: found \{\}; expected an object with attributes/,
  ],
];
for (const [name, answer, said] of BROKEN) {
  test(`refused: ${name}`, async () => {
    await assert.rejects(read(answer), (error) => error instanceof FormatError && said.test(error.message));
  });
}

const UNREADABLE: [name: string, geometry: unknown, said: RegExp][] = [
  ['a position that is none', { rings: [[[1, 'NaN']]] }, /a position of two numbers/],
  ['a ring that is none', { rings: [7] }, /an array of positions/],
  ['curves', { curveRings: [] }, /found a geometry of curveRings/],
  ['a word', 'x', /a geometry object/],
];
for (const [name, shape, said] of UNREADABLE) {
  test(`a geometry that cannot be read leaves its attributes: ${name}`, async () => {
    const { features } = await read({ features: [{ attributes: { A: 1 }, geometry: shape }] });
    assert.match(features[0]?.geometryError ?? '', said);
    assert.deepEqual(features[0]?.attributes, { A: 1 });
  });
}
