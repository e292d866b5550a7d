import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromWgs84 } from '../projection.ts';
import { readPoints } from './read-point.ts';

const [LNG, LAT] = [20.912136, 52.042865];
const [E, N] = fromWgs84(2180, [LNG, LAT]).map((metres) => metres.toFixed(2));

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
    'https://www.google.com/maps/place/Xyz/@52.042865,20.912136,17z/data=!3m1',
    'https://maps.google.com/?q=52.042865,20.912136',
    'https://www.openstreetmap.org/#map=18/52.042865/20.912136',
    'geo:52.042865,20.912136',
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

test('what is no point stays text', () => {
  for (const text of [
    '52 20',
    '123/4 Wola Mrokowska',
    '48.8566, 2.3522',
    'dz. 52.1 20.5',
    '52.04',
    `52°99'00"N 20°00'00"E`,
    '',
  ]) {
    assert.deepEqual(readPoints(text), [], text);
  }
});
