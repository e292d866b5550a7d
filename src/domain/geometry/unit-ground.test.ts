import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { distanceBetween } from './polygons.ts';
import type { Geometry, MultiPolygon, Position } from './types.ts';
import { OUTSIDE_M, UnitGround } from './unit-ground.ts';

/** An L of 4 km by 4 km with a notch of 2 km, and an exclave. */
const OUTLINE: MultiPolygon = [
  [
    [
      [600_000, 470_000],
      [604_000, 470_000],
      [604_000, 472_000],
      [602_000, 472_000],
      [602_000, 474_000],
      [600_000, 474_000],
      [600_000, 470_000],
    ],
  ],
  [
    [
      [607_000, 470_000],
      [607_300, 470_000],
      [607_300, 470_300],
      [607_000, 470_300],
      [607_000, 470_000],
    ],
  ],
];
const unit = new UnitGround('1418', OUTLINE);

test('a position is reached exactly where it lies no farther than the slack', () => {
  const position = fc.tuple(
    fc.double({ min: 598_000, max: 609_000, noNaN: true }),
    fc.double({ min: 468_000, max: 476_000, noNaN: true }),
  );
  fc.assert(
    fc.property(position, ([x, y]) => {
      const area: Geometry = { type: 'MultiPolygon', coordinates: OUTLINE };
      const distance_m = distanceBetween(area, { type: 'Point', coordinates: [x, y] });
      if (Math.abs(distance_m - OUTSIDE_M) < 0.001) return;
      assert.equal(unit.reaches([x, y]), distance_m <= OUTSIDE_M, `${x} ${y} is ${distance_m} m away`);
    }),
    { numRuns: 2_000 },
  );
});

describe('a shape lies in the unit', () => {
  const IN: Position = [601_000, 471_000];
  const NEAR: Position = [599_600, 471_000];
  const OUT: Position = [599_400, 471_000];
  const FAR: Position = [740_000, 471_000];
  const ring = (...corners: Position[]): Geometry => ({
    type: 'MultiPolygon',
    coordinates: [[[...corners, corners[0] ?? IN]]],
  });
  const line = (...positions: Position[]): Geometry => ({
    type: 'MultiLineString',
    coordinates: [positions],
  });
  const TABLE: [string, Geometry, boolean][] = [
    ['a point inside', { type: 'Point', coordinates: IN }, true],
    ['a point just outside', { type: 'Point', coordinates: NEAR }, true],
    ['a point farther out', { type: 'Point', coordinates: OUT }, false],
    ['an area across the border', ring(IN, [601_000, 471_100], NEAR), true],
    ['an area that reaches out', ring(IN, [601_000, 471_100], OUT), false],
    ['an area with one corner far off', ring(IN, [601_000, 471_100], FAR), false],
    ['a road that leads out', line(IN, FAR), true],
    ['a road elsewhere', line(FAR, [741_000, 471_000]), false],
  ];
  for (const [name, shape, expected] of TABLE) {
    it(`${name}: ${expected}`, () => assert.equal(unit.holds(shape), expected));
  }
});
