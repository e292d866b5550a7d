import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DistancesFrom, type MeasuredFrom } from './distances-from.ts';
import { distanceBetween, repairPolygons } from './polygons.ts';
import { rectangle } from './test-rings.ts';
import type { MultiPolygon, Outline, Position } from './types.ts';
import { boundsOf, encodeWkb } from './wkb.ts';

/** In the middle of the country, where coordinates have their usual size. */
const [EAST, NORTH] = [640_000, 480_000];

const area = (coordinates: MultiPolygon): MeasuredFrom => ({ type: 'MultiPolygon', coordinates });
const point = (x: number, y: number): MeasuredFrom => ({ type: 'Point', coordinates: [x, y] });
const stored = (polygons: MultiPolygon): Outline => ({
  box: boundsOf(area(polygons)),
  wkb: encodeWkb(area(polygons)),
});

// A square of 10 m with a hole of 4 m in its middle.
const COURT: MultiPolygon = [[rectangle(0, 0, 10, 10), rectangle(3, 3, 7, 7)]];

const CASES: [string, MeasuredFrom, number][] = [
  ['a point inside', point(1, 1), 0],
  ['a point on the boundary', point(10, 5), 0],
  ['a point in the hole', point(5, 5), 2],
  ['a point beside an edge', point(13, 5), 3],
  ['a point off a corner', point(13, 14), 5],
  ['an area beside', area([[rectangle(12, 0, 17, 5)]]), 2],
  ['an area that touches', area([[rectangle(10, 2, 17, 5)]]), 0],
  ['an area inside', area([[rectangle(1, 1, 2, 2)]]), 0],
  ['an area in the hole', area([[rectangle(4, 4, 5, 5)]]), 1],
  ['an area around', area([[rectangle(-500, -500, 500, 500)]]), 0],
  ['an area around, with room', area([[rectangle(-500, -500, 500, 500), rectangle(-2, -2, 12, 12)]]), 2],
  ['an area across', area([[rectangle(5, -5, 55, 45)]]), 0],
  ['an area of which one part lies inside', area([[rectangle(30, 0, 31, 1)], [rectangle(1, 1, 2, 2)]]), 0],
  ['an area within rounding of the edge', area([[rectangle(10 + 1e-9, 2, 17, 5)]]), 10 + 1e-9 - 10],
];

for (const [name, origin, expected] of CASES) {
  test(`distance of an outline from ${name}`, () => {
    assert.equal(new DistancesFrom(origin).to(stored(COURT)), expected);
  });
}

const position = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 }))
  .map(([x, y]): Position => [EAST + x / 10, NORTH + y / 10]);
/** Whatever the corners enclose, made valid as clean parcels are: long ones are cut into stretches. */
const polygons = fc
  .array(position, { minLength: 3, maxLength: 30 })
  .map((corners) => repairPolygons([[corners]])?.geometry)
  .filter((geometry) => geometry !== undefined);
const moved = fc
  .tuple(polygons, fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 900 }))
  .map(([shape, x, y]) =>
    shape.map((polygon) =>
      polygon.map((ring) => ring.map((at): Position => [at[0] + x / 10, at[1] + y / 10])),
    ),
  );

test('distances are those of GEOS to the last digit', () => {
  const origins = fc.oneof(
    polygons.map(area),
    position.map(([x, y]) => point(x, y)),
  );
  fc.assert(
    fc.property(origins, moved, (origin, other) => {
      assert.equal(new DistancesFrom(origin).to(stored(other)), distanceBetween(origin, area(other)));
    }),
    { numRuns: 300 },
  );
});
