import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxesMeet } from './box.ts';
import { DegreeBox } from './degree-box.ts';
import { PreparedArea, ringOfBox } from './polygons.ts';
import { fromWgs84 } from './projection.ts';
import type { Box, MultiPolygon } from './types.ts';
import { boundsOf } from './wkb.ts';

/** A ring around a square of 2 by 2 with a hole in its middle, and a triangle whose bounds hold more than itself. */
const WITH_HOLE: MultiPolygon = [[ringOfBox([20, 50, 22, 52]), ringOfBox([20.5, 50.5, 21.5, 51.5])]];
const TRIANGLE: MultiPolygon = [
  [
    [
      [20, 50],
      [22, 50],
      [20, 52],
      [20, 50],
    ],
  ],
];

test('boxes, lines and points meet an area, not its bounds', () => {
  const cases: [MultiPolygon, Box, boolean][] = [
    [TRIANGLE, [19, 49, 23, 53], true],
    [TRIANGLE, [20.2, 50.2, 20.4, 50.4], true],
    [TRIANGLE, [21.5, 51.5, 22, 52], false],
    [TRIANGLE, [21, 51, 22, 52], true],
    [TRIANGLE, [22, 50, 23, 51], true],
    [TRIANGLE, [22.1, 50, 23, 51], false],
    [TRIANGLE, [20.5, 50.5, 20.5, 50.5], true],
    [TRIANGLE, [20, 50, 20, 50], true],
    [TRIANGLE, [21.9, 51.9, 21.9, 51.9], false],
    [TRIANGLE, [20.1, 51.95, 23, 51.95], false],
    [TRIANGLE, [19, 51, 23, 51], true],
    [WITH_HOLE, [20.6, 50.6, 21.4, 51.4], false],
    [WITH_HOLE, [21, 51, 21, 51], false],
    [WITH_HOLE, [20.6, 50.6, 21.6, 51.4], true],
    [WITH_HOLE, [20.1, 50.1, 20.2, 50.2], true],
  ];
  for (const [area, box, meets] of cases) assert.equal(new DegreeBox(box).meets(area), meets, `${box}`);
});

test('a box across the antimeridian is what lies east of its west, and west of its east', () => {
  assert.ok(new DegreeBox([170, 40, -170, 60]).meets([[ringOfBox([175, 50, 176, 51])]]));
  assert.ok(!new DegreeBox([170, 40, -170, 60]).meets(TRIANGLE));
  assert.ok(new DegreeBox([21, 40, -170, 60]).meets(TRIANGLE));
  assert.ok(new DegreeBox([23, 40, 20.5, 60]).meets(TRIANGLE));
  assert.ok(!new DegreeBox([23, 40, 19, 60]).meets(TRIANGLE));
});

const degrees = fc.tuple(
  fc.double({ min: 14, max: 24, noNaN: true }),
  fc.double({ min: 49, max: 54, noNaN: true }),
);
const sized = fc.tuple(
  degrees,
  fc.double({ min: 0.001, max: 3, noNaN: true }),
  fc.double({ min: 0.001, max: 2, noNaN: true }),
);
const boxAt = ([[x, y], w, h]: readonly [readonly [number, number], number, number]): Box => [
  x,
  y,
  x + w,
  y + h,
];

test('it agrees with GEOS, and its bounds in metres leave nothing out', () => {
  const triangles = fc
    .tuple(degrees, degrees, degrees)
    .filter(
      ([[x1, y1], [x2, y2], [x3, y3]]) => Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) > 1e-3,
    );
  fc.assert(
    fc.property(sized, triangles, (size, [a, b, c]) => {
      const box = boxAt(size);
      const area: MultiPolygon = [[[a, b, c, a]]];
      const asked = new DegreeBox(box);
      using exact = new PreparedArea([[ringOfBox(box)]]);
      assert.equal(asked.meets(area), exact.intersects(area));
      const metres = area.map((polygon) => polygon.map((ring) => ring.map((one) => fromWgs84(2180, one))));
      const isNear = boxesMeet(asked.bounds, boundsOf({ type: 'MultiPolygon', coordinates: metres }));
      const corners = area.flat(2);
      if (corners.some((one) => asked.holds(one))) assert.ok(isNear);
    }),
  );
});
