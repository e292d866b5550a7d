import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AreaDistances } from './distance.ts';
import { distanceBetween, repairPolygons } from './polygons.ts';
import type { Geometry, MultiPolygon, Position, Ring } from './types.ts';

/** In the middle of the country, where coordinates have their usual size. */
const [EAST, NORTH] = [640_000, 480_000];

const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const area = (...rings: Ring[]): Geometry => ({ type: 'MultiPolygon', coordinates: [rings] });
const line = (...positions: Position[]): Geometry => ({ type: 'MultiLineString', coordinates: [positions] });
const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });

// A square of 10 m with a hole of 4 m in its middle.
const COURT: MultiPolygon = [[square(0, 0, 10), square(3, 3, 4)]];

const CASES: [string, Geometry, number | null][] = [
  ['a point inside', point(1, 1), 0],
  ['a point on the boundary', point(10, 5), 0],
  ['a point in the hole', point(5, 5), 2],
  ['a point beside an edge', point(13, 5), 3],
  ['a point off a corner', point(13, 14), 5],
  ['a point beyond the limit', point(131, 5), null],
  ['a line through', line([-5, 1], [15, 1]), 0],
  ['a line inside', line([1, 1], [1, 9]), 0],
  ['a line in the hole', line([4, 5], [6, 5]), 1],
  ['a line that touches with its end', line([10, 5], [20, 5]), 0],
  ['a line along an edge', line([10, -5], [10, 15]), 0],
  ['a line past a corner', line([16, 10], [10, 18]), 4.8],
  ['a line whose middle is near', line([11, -100], [11, 100]), 1],
  ['an area beside', area(square(12, 0, 5)), 2],
  ['an area inside', area(square(1, 1, 1)), 0],
  ['an area in the hole', area(square(4, 4, 1)), 1],
  ['an area around', area(square(-500, -500, 1000)), 0],
  ['an area around, with room', area(square(-500, -500, 1000), square(-2, -2, 14)), 2],
  ['an area across', area(square(5, -5, 50)), 0],
];

for (const [name, shape, expected] of CASES) {
  test(`distance: ${name}`, () => {
    assert.equal(new AreaDistances(COURT).to(shape, 100), expected);
    assert.equal(new AreaDistances(COURT).touches(shape), expected === 0);
  });
}

const position = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 }))
  .map(([x, y]): Position => [EAST + x / 10, NORTH + y / 10]);
/** Whatever the corners enclose, made valid as clean parcels are. */
const polygons = fc
  .array(position, { minLength: 3, maxLength: 9 })
  .map((corners) => repairPolygons([[corners]])?.geometry)
  .filter((geometry) => geometry !== undefined);
const shapes = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc
    .array(position, { minLength: 2, maxLength: 6 })
    .map((path): Geometry => ({ type: 'MultiLineString', coordinates: [path] })),
  polygons.map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
);

test('as GEOS measures it, within a tenth of a millimetre', () => {
  fc.assert(
    fc.property(polygons, shapes, (own, shape) => {
      const expected = distanceBetween({ type: 'MultiPolygon', coordinates: own }, shape);
      const found = new AreaDistances(own).to(shape, 1_000);
      assert.ok(found !== null && Math.abs(found - expected) < 1e-4, `${found}, GEOS says ${expected}`);
    }),
    { numRuns: 2_000 },
  );
});

test('null exactly beyond the limit', () => {
  fc.assert(
    fc.property(polygons, shapes, fc.double({ min: 0.01, max: 300, noNaN: true }), (own, shape, limit_m) => {
      const distances = new AreaDistances(own);
      const whole = distances.to(shape, 1_000) ?? Infinity;
      assert.equal(distances.to(shape, limit_m), whole <= limit_m ? whole : null);
    }),
    { numRuns: 1_000 },
  );
});

test('a point is within a distance exactly when it is measured so', () => {
  fc.assert(
    fc.property(
      polygons,
      position,
      fc.double({ min: 0.01, max: 300, noNaN: true }),
      (own, [x, y], limit_m) => {
        const distances = new AreaDistances(own);
        const isNear = distances.to(point(x, y), limit_m) !== null;
        assert.equal(distances.isWithin(x, y, limit_m), isNear);
      },
    ),
    { numRuns: 2_000 },
  );
});
