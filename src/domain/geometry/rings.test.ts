import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, centroidOf, containsPoint, isInsideByMargin, pointWithin } from './rings.ts';
import { rectangle, ringOf } from './test-rings.ts';
import type { MultiPolygon, Position } from './types.ts';

const SQUARE: MultiPolygon = [[rectangle(0, 0, 10, 10)]];
const FRAME: MultiPolygon = [[rectangle(0, 0, 10, 10), rectangle(2, 2, 8, 8)]];
const TWO_PARTS: MultiPolygon = [[rectangle(0, 0, 2, 2)], [rectangle(10, 0, 11, 4)]];
/** Open towards the right: two arms of height 1, 10 long, and a back of width 1. */
const HORSESHOE: MultiPolygon = [[ringOf('0 0, 10 0, 10 1, 1 1, 1 9, 10 9, 10 10, 0 10, 0 0')]];
const reversed = (mp: MultiPolygon): MultiPolygon => mp.map((p) => p.map((ring) => ring.toReversed()));
const opened = (mp: MultiPolygon): MultiPolygon => mp.map((p) => p.map((ring) => ring.slice(0, -1)));
const moved = (mp: MultiPolygon, dx: number, dy: number): MultiPolygon =>
  mp.map((p) => p.map((ring) => ring.map(([x, y]): Position => [x + dx, y + dy])));

const AREAS: [string, MultiPolygon, number, Position][] = [
  ['square', SQUARE, 100, [5, 5]],
  ['triangle', [[ringOf('0 0, 6 0, 0 3, 0 0')]], 9, [2, 1]],
  ['square with a hole', FRAME, 64, [5, 5]],
  ['two parts', TWO_PARTS, 8, [5.75, 1.5]],
  ['horseshoe', HORSESHOE, 28, [(20 * 5 + 8 * 0.5) / 28, 5]],
  ['square with an eccentric hole', [[rectangle(0, 0, 4, 4), rectangle(0, 0, 2, 2)]], 12, [28 / 12, 28 / 12]],
];

for (const [name, polygons, area, centroid] of AREAS) {
  test(`area and centroid: ${name}`, () => {
    for (const variant of [polygons, reversed(polygons), opened(polygons)]) {
      assert.equal(areaOf(variant), area);
      const [x, y] = centroidOf(variant);
      assert.ok(Math.hypot(x - centroid[0], y - centroid[1]) < 1e-9, `(${x}, ${y})`);
    }
  });
}

test('area keeps its digits far from the origin', () => {
  assert.equal(areaOf(moved(SQUARE, 637_000.25, 487_000.5)), 100);
  const tiny: MultiPolygon = [[rectangle(0, 0, 0.125, 0.125)]];
  assert.equal(areaOf(moved(tiny, 700_000, 600_000)), 0.015625);
});

test('nothing has area 0 and no centroid', () => {
  assert.equal(areaOf([]), 0);
  assert.equal(areaOf([[[]]]), 0);
  assert.throws(() => centroidOf([]), /without positions/);
});

const PLACES: [string, MultiPolygon, Position, boolean][] = [
  ['middle of a square', SQUARE, [5, 5], true],
  ['beside a square', SQUARE, [10.001, 5], false],
  ['level with a corner, outside', SQUARE, [-1, 10], false],
  ['level with the lower side, outside', SQUARE, [11, 0], false],
  ['on a corner', SQUARE, [10, 10], true],
  ['on a side', SQUARE, [10, 3], true],
  ['on the upper side', SQUARE, [3, 10], true],
  ['in a hole', FRAME, [5, 5], false],
  ['on the edge of a hole', FRAME, [2, 5], true],
  ['between hole and edge', FRAME, [1, 5], true],
  ['in the second part', TWO_PARTS, [10.5, 3], true],
  ['between the parts', TWO_PARTS, [5, 1], false],
  ['in the mouth of a horseshoe', HORSESHOE, [5, 5], false],
  ['in the arm of a horseshoe', HORSESHOE, [5, 9.5], true],
  ['on a slanted edge', [[ringOf('0 0, 3 1, 0 1')]], [0.3, 0.1], true],
  ['a millimetre off a slanted edge', [[ringOf('0 0, 3 1, 0 1')]], [0.3, 0.099], false],
];

for (const [name, polygons, position, expected] of PLACES) {
  test(`containsPoint: ${name} is ${expected ? 'inside' : 'outside'}`, () => {
    for (const variant of [polygons, reversed(polygons)]) {
      assert.equal(containsPoint(variant, position), expected);
      const [x, y] = position;
      assert.equal(containsPoint(moved(variant, 637_000, 487_000), [x + 637_000, y + 487_000]), expected);
    }
  });
}

test('a margin is kept to every ring', () => {
  assert.equal(isInsideByMargin(SQUARE, [1, 5], 1), true);
  assert.equal(isInsideByMargin(SQUARE, [1, 5], 1.01), false);
  assert.equal(isInsideByMargin(FRAME, [1, 5], 1), true);
  assert.equal(isInsideByMargin(FRAME, [1.5, 5], 1), false);
  assert.equal(isInsideByMargin(SQUARE, [-20, 5], 1), false);
});

const ZIGZAG: MultiPolygon = [
  [
    [0, 0.01].flatMap((shift, side) => {
      const line = Array.from({ length: 2_000 }, (_, at): Position => [at, (at % 2) * 900 + shift]);
      return side === 0 ? line : line.reverse();
    }),
  ],
];

for (const [name, polygons] of [
  ...AREAS,
  ['zigzag as thin as a finger', ZIGZAG],
] satisfies readonly (readonly [string, MultiPolygon, ...unknown[]])[]) {
  test(`a point within: ${name}`, () => {
    const position = pointWithin(polygons);
    assert.ok(containsPoint(polygons, position), `(${position.join(', ')})`);
  });
}
