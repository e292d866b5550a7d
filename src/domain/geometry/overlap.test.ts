import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OverlapArea } from './overlap.ts';
import { repairPolygons } from './polygons.ts';
import { areaOf } from './rings.ts';
import { intersectionArea } from './test-overlay.ts';
import type { MultiPolygon, Position, Ring } from './types.ts';

const [EAST, NORTH] = [637_000, 476_000];

const ring = (x0: number, y0: number, x1: number, y1: number): Ring =>
  (
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ] as const
  ).map(([x, y]): Position => [EAST + x, NORTH + y]);
const box = (x0: number, y0: number, x1: number, y1: number): MultiPolygon => [[ring(x0, y0, x1, y1)]];
const turned = (polygons: MultiPolygon): MultiPolygon =>
  polygons.map((polygon) => polygon.map((path) => path.toReversed()));

const SQUARE = box(0, 0, 10, 10);
const FRAME: MultiPolygon = [[ring(0, 0, 10, 10), ring(2, 2, 8, 8)]];
const slanted = (...corners: [number, number][]): MultiPolygon => [
  [corners.map(([x, y]): Position => [EAST + x, NORTH + y])],
];

const CASES: [name: string, a: MultiPolygon, b: MultiPolygon, expected_m2: number][] = [
  ['itself', SQUARE, SQUARE, 100],
  ['apart', SQUARE, box(20, 0, 30, 10), 0],
  ['apart, one above the other', SQUARE, box(0, 20, 10, 30), 0],
  ['side by side', SQUARE, box(10, 0, 20, 10), 0],
  ['one atop the other', SQUARE, box(0, 10, 10, 20), 0],
  ['at a corner', SQUARE, box(10, 10, 20, 20), 0],
  ['half of it', SQUARE, box(5, -5, 15, 15), 50],
  ['a quarter of it', SQUARE, box(5, 5, 15, 15), 25],
  ['clear inside', SQUARE, box(-10, -10, 30, 30), 100],
  ['clear around', SQUARE, box(4, 4, 6, 6), 4],
  ['inside along one side', SQUARE, box(0, 2, 3, 8), 18],
  ['clear in a hole', FRAME, box(3, 3, 7, 7), 0],
  ['filling a hole', FRAME, box(2, 2, 8, 8), 0],
  ['over a hole', FRAME, box(1, 1, 9, 9), 28],
  ['two frames', FRAME, FRAME, 64],
  ['past its corner, box in box', SQUARE, slanted([21, 0], [21, 21], [0, 21]), 0],
  ['a slanted cut', SQUARE, slanted([0, 0], [10, 10], [0, 10]), 50],
  ['two parts', [...box(0, 0, 2, 10), ...box(8, 0, 10, 10)], box(1, 0, 9, 5), 10],
  ['less than a square millimetre', SQUARE, box(10 - 1e-8, 0, 20, 10), 0],
];

for (const [name, a, b, expected] of CASES) {
  test(`shared area: ${name}`, () => {
    for (const [left, right] of [
      [a, b],
      [b, a],
      [turned(a), b],
      [a, turned(b)],
    ] as const) {
      const found = new OverlapArea(left).with(new OverlapArea(right));
      assert.ok(Math.abs(found - expected) < 1e-6, `${found}`);
      assert.equal(found > 0, expected > 0);
    }
  });
}

/** Few distinct places: corners, edges and whole sides often fall together. */
const position = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  .map(([x, y]): Position => [EAST + x * 7.001, NORTH + y * 11.003]);
const anywhere = fc
  .tuple(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 0, max: 150_000 }))
  .map(([x, y]): Position => [EAST + x / 1_000, NORTH + y / 1_000]);
/** Whatever the corners enclose, made valid as clean parcels are: with holes and in parts. */
const polygons = fc
  .oneof(
    fc.array(position, { minLength: 3, maxLength: 14 }),
    fc.array(anywhere, { minLength: 3, maxLength: 14 }),
  )
  .map((corners) => repairPolygons([[corners]])?.geometry)
  .filter((geometry) => geometry !== undefined);

test('as GEOS measures it, to a square millimetre', () => {
  fc.assert(
    fc.property(polygons, polygons, (a, b) => {
      const expected = intersectionArea(a, b);
      // Where a corner hangs on a line by the rounding of doubles, GEOS may lose a side and give more than there is.
      fc.pre(expected <= Math.min(areaOf(a), areaOf(b)) + 1e-6);
      const found = new OverlapArea(a).with(new OverlapArea(b));
      assert.ok(Math.abs(found - expected) < 1e-6, `${found}, GEOS says ${expected}`);
    }),
    { numRuns: 3_000, seed: 1 },
  );
});

test('shapes of which no common shape can be built, for their edges cross within the rounding of doubles', () => {
  const mended = (...corners: [number, number][]) => repairPolygons(slanted(...corners))?.geometry ?? [];
  const a = mended(
    [21.003, 55.015],
    [49.007, 44.012],
    [28.004, 0],
    [56.008, 22.006],
    [21.003, 0],
    [70.01, 77.021],
  );
  const b = mended(
    ...([
      [56.008, 88.024],
      [77.011, 66.018],
      [70.01, 110.03],
      [35.005, 0],
    ] as [number, number][]),
    ...([
      [49.007, 66.018],
      [77.011, 33.009],
      [7.001, 77.021],
    ] as [number, number][]),
  );
  assert.throws(() => intersectionArea(a, b), /GEOS intersection failed/);
  const found = new OverlapArea(a).with(new OverlapArea(b));
  // The second opinion is asked ring by ring.
  const [outer = [], hole = []] = a[0] ?? [];
  const expected = intersectionArea([[outer]], b) - intersectionArea([[hole]], b);
  assert.ok(Math.abs(found - expected) < 1e-6, `${found}, GEOS says ${expected}`);
  assert.ok(found > 100);
});

test('all of it with itself', () => {
  fc.assert(
    fc.property(polygons, (area) => {
      const found = new OverlapArea(area).with(new OverlapArea(area));
      assert.ok(Math.abs(found - areaOf(area)) < 1e-6, `${found}`);
    }),
  );
});
