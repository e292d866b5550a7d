import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AxisOrder,
  type Epsg,
  epsgOf,
  fromWgs84,
  insidePoland,
  type MetricEpsg,
  reproject,
  systemOf,
  toWgs84,
} from './projection.ts';
import type { Geometry, Position } from './types.ts';

const ONE_MM = 0.001;
const DEGREES = 1e-8;

function assertNear(actual: Position, expected: Position, tolerance: number): void {
  assert.ok(
    Math.abs(actual[0] - expected[0]) <= tolerance && Math.abs(actual[1] - expected[1]) <= tolerance,
    `(${actual.join(', ')}) is not within ${tolerance} of (${expected.join(', ')})`,
  );
}

// Numbers computed with PROJ 9.5.1: position in the system, then in WGS84, then in EPSG:2180.
const ORACLE: [MetricEpsg, Position, Position, Position][] = [
  [2180, [637000, 487000], [21.006704108492, 52.231977418917], [637000, 487000]],
  [2180, [171786, 600000], [14.087570249315, 53.163823591263], [171786, 600000]],
  [2180, [861828, 300000], [24.099828241417, 50.455210740345], [861828, 300000]],
  [2180, [500000, 133238], [19, 49.066687105633], [500000, 133238]],
  [2180, [420000.5, 775019.25], [17.754174617386, 54.832314294133], [420000.5, 775019.25]],
  [2176, [5500000, 5800000], [15, 52.33344937307], [227580.606664, 503919.006492]],
  [2176, [5390123.456, 5890000.1], [13.358243206766, 53.130955098035], [122810.635887, 599948.833755]],
  [2176, [5620000, 5650000], [16.708638356391, 50.972665334339], [339178.740458, 347589.217319]],
  [2177, [6500000, 5800000], [18, 52.33344937307], [431882.023246, 496856.890927]],
  [2177, [6615000.25, 5920000.75], [19.729116676767, 53.399342679404], [548463.689574, 615167.449983]],
  [2177, [6395000, 5500000], [16.546541157249, 49.627438588589], [322874.585146, 198449.140114]],
  [2178, [7500000, 5789000], [21, 52.234585565464], [636534.34461, 487277.311388]],
  [2178, [7381643, 5653211], [19.313699470515, 51.001858261368], [522004.657873, 348382.661836]],
  [2178, [7645216, 5927851], [23.186725665498, 53.462392653719], [777806.312618, 630093.453596]],
  [2179, [8500000, 5700000], [24, 51.434626099724], [847357.393932, 408312.751285]],
  [2179, [8390000, 5900000.125], [22.352961747141, 53.220755392431], [723765.810128, 600305.165569]],
  [2179, [8408000, 5450000], [22.738017929921, 49.180064037084], [772311.379684, 152564.796751]],
];

for (const [epsg, metric, wgs84, in2180] of ORACLE) {
  test(`EPSG:${epsg} (${metric.join(', ')}) agrees with PROJ`, () => {
    assertNear(toWgs84(epsg, metric), wgs84, DEGREES);
    assertNear(fromWgs84(epsg, wgs84), metric, ONE_MM);
    const moved = reproject(epsg, 2180, { type: 'Point', coordinates: metric });
    assert.ok(moved.type === 'Point');
    assertNear(moved.coordinates, in2180, ONE_MM);
  });
}

test('there and back again, anywhere in Poland, in every system', () => {
  const metricEpsg = fc.constantFrom<MetricEpsg[]>(2176, 2177, 2178, 2179, 2180);
  const lng = fc.double({ min: 14, max: 24.2, noNaN: true });
  const lat = fc.double({ min: 49, max: 54.9, noNaN: true });
  fc.assert(
    fc.property(metricEpsg, lng, lat, (epsg, x, y) => {
      assertNear(toWgs84(epsg, fromWgs84(epsg, [x, y])), [x, y], 1e-9);
    }),
  );
});

test('reproject keeps the structure and converts every position', () => {
  const ring: Position[] = [
    [7500000, 5789000],
    [7500100, 5789000],
    [7500100, 5789100],
    [7500000, 5789000],
  ];
  const hole = ring.map(([x, y]): Position => [x + 10, y + 5]);
  const polygons: Geometry = { type: 'MultiPolygon', coordinates: [[ring, hole], [ring]] };
  const lines: Geometry = { type: 'MultiLineString', coordinates: [ring, hole] };
  const convert = (position: Position) => fromWgs84(2180, toWgs84(2178, position));
  assert.deepEqual(reproject(2178, 2180, polygons).coordinates, [
    [ring.map(convert), hole.map(convert)],
    [ring.map(convert)],
  ]);
  assert.deepEqual(reproject(2178, 2180, lines).coordinates, [ring.map(convert), hole.map(convert)]);
});

test('reproject returns the same object where nothing changes', () => {
  const geometry: Geometry = { type: 'Point', coordinates: [21, 52] };
  for (const [from, to] of [
    [2180, 2180],
    [4326, 4326],
    [4258, 4326],
    [4326, 4258],
  ] as [Epsg, Epsg][]) {
    assert.equal(reproject(from, to, geometry), geometry);
  }
  assert.deepEqual(reproject(4258, 2180, geometry), reproject(4326, 2180, geometry));
});

test('a position that is no number is refused with what arrived', () => {
  assert.throws(() => toWgs84(2180, [Number.NaN, 487000]), /\(NaN, 487000\).*EPSG:2180/);
  assert.throws(() => fromWgs84(2178, [21, Infinity]), /\(21, Infinity\).*EPSG:2178/);
});

const SRS_NAMES: [string, Epsg | null, AxisOrder | null][] = [
  ['urn:ogc:def:crs:EPSG::2180', 2180, 'yx'],
  ['urn:ogc:def:crs:EPSG:6.9:2176', 2176, 'yx'],
  ['urn:x-ogc:def:crs:EPSG::2177', 2177, 'yx'],
  ['urn:x-ogc:def:crs:EPSG:2178', 2178, 'yx'],
  ['urn:ogc:def:crs:EPSG:4326', 4326, 'yx'],
  ['urn:ogc:def:crs,crs:EPSG::2178,crs:EPSG::9651', 2178, 'yx'],
  ['http://www.opengis.net/def/crs/EPSG/0/2178', 2178, 'yx'],
  ['https://www.opengis.net/def/crs/EPSG/0/4258', 4258, 'yx'],
  ['http://www.opengis.net/gml/srs/epsg.xml#2180', 2180, 'xy'],
  ['http://www.opengis.net/gml/srs/epsg.xml#4326', 4326, 'xy'],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326, 'xy'],
  ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 4326, 'xy'],
  ['EPSG:2180', 2180, null],
  [' epsg:4326 ', 4326, null],
  // With heights.
  ['urn:ogc:def:crs:EPSG::4979', 4326, 'yx'],
  ['EPSG:4937', 4258, null],
  ['SRID=2180;', 2180, 'xy'],
  ['SRID=4326', 4326, 'xy'],
  ['EPSG:3857', null, null],
  ['EPSG:21800', null, null],
  ['EPSG:84', null, null],
  ['2180', null, null],
  ['', null, null],
];

for (const [name, epsg, axes] of SRS_NAMES) {
  test(`srsName '${name}' is ${epsg}, ${axes} first`, () => {
    assert.equal(epsgOf(name), epsg);
    assert.equal(systemOf(name)?.axes ?? null, axes);
  });
}

const PLACES: [string, Position, boolean][] = [
  ['Warsaw', [637000, 487000], true],
  ['Kraków', [567000, 244000], true],
  ['the northernmost point of the boundary file', [475000, 775019.6], true],
  ['a kilometre further north', [475000, 776019], false],
  ['Warsaw with swapped axes', [487000, 637000], true],
  ['Warsaw in PL-2000', [7500000, 5789000], false],
  ['degrees', [21, 52], false],
];

for (const [place, position, expected] of PLACES) {
  test(`inside Poland: ${place}`, () => assert.equal(insidePoland(position), expected));
}
