import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromWgs84, type MetricEpsg } from '../geometry/projection.ts';
import { findPoints, readPoints } from './read-point.ts';

const [LNG, LAT] = [20.912136, 52.042865];
const inMetres = (epsg: MetricEpsg) => fromWgs84(epsg, [LNG, LAT]).map((metres) => metres.toFixed(2));
const [E, N] = inMetres(2180);
const [E7 = '', N7 = ''] = inMetres(2178);
const thousands = (metres: string) => metres.replace(/(\d)(\d{3})(\d{3})/, '$1 $2 $3').replace('.', ',');

test('the same point in every form', () => {
  for (const text of [
    '52.042865, 20.912136',
    '52.042865,20.912136',
    '52,042865 20,912136',
    '52,042865, 20,912136',
    '20.912136 52.042865',
    'N52.042865 E20.912136',
    '52.042865°N 20.912136°E',
    'lat: 52.042865 lng: 20.912136',
    `52°02'34.31"N 20°54'43.69"E`,
    '52° 2′ 34.31″ N, 20° 54′ 43.69″ E',
    `N 52°02.5719' E 20°54.7282'`,
    '52 02 34.31 N 20 54 43.69 E',
    `E 20°54'43.69" N 52°02'34.31"`,
    `${E} ${N}`,
    `EPSG:2180 ${E}, ${N}`,
    `${E7} ${N7}`,
    `${N7}, ${E7}`,
    `${E7},${N7}`,
    `${thousands(N7)} m, ${thousands(E7)} m`,
    `X=${N7} Y=${E7}`,
    `EPSG:2178 ${E7} ${N7}`,
    `PL-2000 strefa 7: ${E7} ${N7}`,
    `układ 2000 ${E7};${N7}`,
    'https://www.google.com/maps/place/Xyz/@52.042865,20.912136,17z/data=!3m1',
    'https://maps.google.com/?q=52.042865,20.912136',
    'https://www.openstreetmap.org/#map=18/52.042865/20.912136',
    'geo:52.042865,20.912136',
    '52.042865, 20.912136.',
    '"52.042865, 20.912136"',
    `52°02'34.31"N 20°54'43.69"E!`,
    `https://www.google.com/maps/place/52°02'34.31"N+20°54'43.69"E/@52.1,20.1,18z`,
    'https://www.google.com/maps/place/52.042865+20.912136/@52.1,20.1,18z',
    `52°02'34.31"N ${' '.repeat(200)} 20°54'43.69"E`,
  ]) {
    const [point] = readPoints(text);
    assert.ok(point, text);
    const [lng, lat] = point.position;
    assert.ok(Math.abs(lng - LNG) < 2e-5 && Math.abs(lat - LAT) < 2e-5, `${text}: ${lat}, ${lng}`);
  }
});

test('metres that make sense in both orders are two points', () => {
  assert.equal(readPoints('600000 560000').length, 2);
});

test('metres say their zone of PL-2000 and their order', () => {
  for (const [text, ...expected] of [
    ['7494000.5 5767000.5', 'EPSG:2178, easting and northing'],
    ['5767000.5 7494000.5', 'EPSG:2178, northing and easting'],
    ['6620000 5767000', 'EPSG:2177, easting and northing'],
    ['8400000 5767000', 'EPSG:2179, easting and northing'],
    // In zone 5 alone an easting may be a northing.
    ['5500000 5900000', 'EPSG:2176, easting and northing'],
    ['5520000 5590000', 'EPSG:2176, easting and northing', 'EPSG:2176, northing and easting'],
  ] as const) {
    const read = readPoints(text).map(({ as }) => as.en.replace('a point in metres of ', ''));
    assert.deepEqual(read, expected, text);
  }
});

test('what is no point stays text', () => {
  for (const text of [
    '52 20',
    '123/4 Wola Mrokowska',
    '48.8566, 2.3522',
    'dz. 52.1 20.5',
    '52.04',
    `52°99'00"N 20°00'00"E`,
    '52.042865 S, 20.912136 E',
    '52.042865 N, 20.912136 W',
    `52°02'34.31"S 20°54'43.69"E`,
    `52°02'34.31"N 20°54'43.69"W`,
    // Minutes of trying, were the spaces not made one first.
    `52 02${' '.repeat(285)}x1234n`,
    'EPSG:2177 7494000.5 5767000.5',
    'strefa 6 7494000.5 5767000.5',
    'EPSG:2180 7494000.5 5767000.5',
    'EPSG:2178 631112 465802',
    '7494000.5 465802.5',
    '7494000 7494000',
    '7900000 5767000',
    '9494000 5767000',
    '501502503 7494000',
    '',
  ]) {
    assert.deepEqual(readPoints(text), [], text);
  }
});

test('a point is too coarse for a parcel by the digits that it is given with', () => {
  for (const [text, isCoarse] of [
    ['52.04, 20.91', true],
    ['52.043 20.912', true],
    ['52.0429, 20.9121', false],
    ['52.043, 20.9121', false],
    [`52°02'N 20°54'E`, true],
    [`52°02'34"N 20°54'44"E`, false],
    [`N 52°02.57' E 20°54.73'`, false],
    ['466000 631000', true],
    ['466012 631112', false],
    ['https://maps.google.com/?q=52.04,20.91', true],
  ] as const)
    assert.equal(readPoints(text)[0]?.isCoarse === true, isCoarse, text);
});

test('coordinates are found among words, which stay', () => {
  for (const [text, count, rest] of [
    ['dz. 5 Mroków 52.042865, 20.912136', 1, 'dz. 5 Mroków'],
    ['GPS: 52.042, 20.912 działka 5', 1, ': działka 5'],
    [`dz. 5 ${N} ${E} Mroków`, 2, 'dz. 5 Mroków'],
    [`dz. 5, X=${N}, Y=${E}`, 2, 'dz. 5,'],
    [`52°02'34.31"N 20°54'43.69"E - dz. 5`, 1, '- dz. 5'],
    ['52.042865, 20.912136 i 52.043865, 20.913136', 2, 'i'],
  ] as const) {
    const found = findPoints(text);
    assert.equal(found?.points.length, count, text);
    assert.equal(found?.rest.replace(/\s+/g, ' ').trim(), rest, text);
  }
  for (const text of [
    'cena 52.000, 20.000',
    'dz. 5 Mroków 450000 520000',
    '52.042865 S, 20.912136 E dz. 5',
    'dz. 52/3 20/4',
  ])
    assert.equal(findPoints(text), null, text);
});
