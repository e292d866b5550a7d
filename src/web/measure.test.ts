import assert from 'node:assert/strict';
import { it } from 'node:test';
import { areaWithin, lengthOf } from './measure.ts';

it('measures as a ruler on the ground does, to half a percent', () => {
  // One hundredth of a degree of latitude is 1,112.6 m at 52° (GRS80); of longitude 687.0 m.
  const square = [
    [21, 52],
    [21.01, 52],
    [21.01, 52.01],
    [21, 52.01],
  ] as const;
  assert.ok(Math.abs(lengthOf(square.slice(0, 2)) / 687.0 - 1) < 0.005);
  assert.ok(Math.abs(lengthOf(square.slice(1, 3)) / 1_112.6 - 1) < 0.005);
  assert.ok(Math.abs((areaWithin(square) ?? 0) / (686.9 * 1_112.6) - 1) < 0.005);
  assert.equal(areaWithin(square.slice(0, 2)), null);
  assert.equal(lengthOf([]), 0);
});
