import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { geos } from './geos.ts';
import {
  distanceBetween,
  PreparedArea,
  pointOnSurface,
  repairPolygons,
  subdivide,
  unionArea,
} from './polygons.ts';
import { fromWgs84, toWgs84 } from './projection.ts';
import { areaOf, containsPoint, isInsideByMargin } from './rings.ts';
import { intersectionArea, overlapsWithArea } from './test-overlay.ts';
import { rectangle, ringOf } from './test-rings.ts';
import type { Geometry, MultiPolygon, Position, Ring } from './types.ts';

const box = (x0: number, y0: number, x1: number, y1: number): MultiPolygon => [[rectangle(x0, y0, x1, y1)]];
const SQUARE = box(0, 0, 10, 10);
const FRAME: MultiPolygon = [[rectangle(0, 0, 10, 10), rectangle(2, 2, 8, 8)]];
const HORSESHOE: MultiPolygon = [[ringOf('0 0, 10 0, 10 1, 1 1, 1 9, 10 9, 10 10, 0 10, 0 0')]];
const BOW_TIE: MultiPolygon = [[ringOf('0 0, 4 4, 4 0, 0 4, 0 0')]];
const area = (coordinates: MultiPolygon): Geometry => ({ type: 'MultiPolygon', coordinates });
/** Into the middle of Mazowieckie, where coordinates have six digits. */
const inPlace = (mp: MultiPolygon): MultiPolygon =>
  mp.map((polygon) => polygon.map((ring) => ring.map(([x, y]): Position => [x + 637_000, y + 487_000])));

function assertNear(actual: number, expected: number, tolerance = 1e-6): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} instead of ${expected}`);
}

// Parts, rings and area that must be left; null: nothing.
const REPAIRS: [
  string,
  MultiPolygon,
  { parts: number; rings: number; area: number; repaired: boolean } | null,
][] = [
  ['a valid square', SQUARE, { parts: 1, rings: 1, area: 100, repaired: false }],
  ['a valid frame', FRAME, { parts: 1, rings: 2, area: 64, repaired: false }],
  ['a ring left open', [[ringOf('0 0, 4 0, 4 4')]], { parts: 1, rings: 1, area: 8, repaired: false }],
  [
    'repeated points',
    [[ringOf('0 0, 0 0, 4 0, 4 4, 4 4, 4 4, 0 0, 0 0')]],
    { parts: 1, rings: 1, area: 8, repaired: false },
  ],
  ['a bow tie', BOW_TIE, { parts: 2, rings: 2, area: 8, repaired: true }],
  [
    'a spike',
    [[ringOf('0 0, 4 0, 4 4, 9 9, 4 4, 0 4, 0 0')]],
    { parts: 1, rings: 1, area: 16, repaired: true },
  ],
  [
    'a hole that reaches outside',
    [[rectangle(0, 0, 10, 10), rectangle(5, 5, 15, 8)]],
    { parts: 1, rings: 1, area: 85, repaired: true },
  ],
  [
    'overlapping parts',
    [[rectangle(0, 0, 10, 10)], [rectangle(5, 0, 15, 10)]],
    { parts: 1, rings: 1, area: 150, repaired: true },
  ],
  [
    'a sliver beside a square',
    [[rectangle(0, 0, 10, 10)], [rectangle(20, 0, 20.05, 0.1)]],
    { parts: 1, rings: 1, area: 100, repaired: true },
  ],
  [
    'a pinhole',
    [[rectangle(0, 0, 10, 10), rectangle(5, 5, 5.05, 5.05)]],
    { parts: 1, rings: 1, area: 100, repaired: true },
  ],
  [
    'a collapsed hole',
    [[rectangle(0, 0, 10, 10), ringOf('5 5, 6 6, 5 5')]],
    { parts: 1, rings: 1, area: 100, repaired: true },
  ],
  ['a bow tie of slivers', [[ringOf('0 0, 0.1 0.1, 0.1 0, 0 0.1, 0 0')]], null],
  ['a line there and back', [[ringOf('0 0, 4 4, 8 8, 0 0')]], null],
  [
    'two points',
    [
      [
        [
          [0, 0],
          [4, 4],
        ],
      ],
    ],
    null,
  ],
  ['no ring', [[]], null],
  ['no polygon', [], null],
  [
    'a coordinate that is no number',
    [
      [
        [
          [0, 0],
          [4, Number.NaN],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
    null,
  ],
];

for (const [name, polygons, expected] of REPAIRS) {
  test(`repairPolygons: ${name}`, () => {
    const result = repairPolygons(inPlace(polygons));
    if (expected === null) return assert.equal(result, null);
    assert.ok(result !== null);
    assert.equal(result.repaired, expected.repaired);
    assert.equal(result.geometry.length, expected.parts);
    assert.equal(result.geometry.flat().length, expected.rings);
    assertNear(areaOf(result.geometry), expected.area);
    for (const ring of result.geometry.flat()) assert.deepEqual(ring[0], ring.at(-1));
  });
}

test('repairPolygons: lines that GEOS leaves beside polygons are dropped, the polygons kept', () => {
  const outer: Ring = ringOf('6 5, 0 0, 11 4, 2 6, 6 5');
  const hole: Ring = ringOf('7 19, 0 7, 12 1, 0 0, 7 19');
  const holes = repairPolygons([[hole]])?.geometry ?? [];
  const result = repairPolygons([[outer, hole]]);
  assert.ok(result?.repaired);
  assertNear(areaOf(result.geometry), areaOf([[outer]]) - intersectionArea([[outer]], holes));
});

test('repairPolygons: edges that cross within the rounding of doubles', () => {
  const corners = ringOf(
    '637049.007 476099.027, 637028.004 476066.018, 637007.001 476022.006, 637049.007 476000, 637035.005 476055.015, 637056.008 476121.033, 637077.011 476121.033, 637049.007 476099.027',
  );
  const result = repairPolygons([[corners]]);
  assert.equal(result?.repaired, true);
  assertNear(areaOf(result.geometry), 1_733.22, 0.01);
});

const scribble = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
    minLength: 3,
    maxLength: 12,
  })
  .map((ring): MultiPolygon => inPlace([[ring]]));

test('whatever is drawn comes out valid, within its box, and needs no second repair', () => {
  fc.assert(
    fc.property(scribble, (polygons) => {
      const result = repairPolygons(polygons);
      if (result === null) return;
      assert.ok(areaOf(result.geometry) <= 400);
      assert.deepEqual(repairPolygons(result.geometry), { geometry: result.geometry, repaired: false });
    }),
  );
});

/** Rings around a centre, with as many corners as there are radii, never crossing themselves. */
const star = fc
  .record({
    x: fc.double({ min: -8, max: 8, noNaN: true }),
    y: fc.double({ min: -8, max: 8, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.5, max: 10, noNaN: true }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ x, y, radii }): MultiPolygon => {
    const ring = radii.map((radius, i): Position => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return inPlace([[[...ring, ring[0] ?? [0, 0]]]]);
  });

const SURFACES: [string, MultiPolygon, Position | null][] = [
  ['a square: its centroid', SQUARE, [5, 5]],
  ['a frame', FRAME, null],
  ['a horseshoe', HORSESHOE, null],
  ['parts on both sides of nothing', [...box(0, 0, 2, 2), ...box(20, 0, 22, 2)], null],
  ['a strip of 4 cm', box(0, 0, 200, 0.04), null],
  ['a bent strip of 4 cm', [[ringOf('0 0, 50 0, 50 50, 49.96 50, 49.96 0.04, 0 0.04, 0 0')]], null],
  // Both the centroid and the widest cut at mid height lie in the tongue.
  [
    'a horseshoe with a tongue of 4 mm',
    [[ringOf('0 0, 10 0, 10 1, 1 1, 1 5, 9 5, 9 5.004, 1 5.004, 1 9, 10 9, 10 10, 0 10, 0 0')]],
    null,
  ],
];

for (const [name, polygons, expected] of SURFACES) {
  test(`pointOnSurface: ${name}`, () => {
    const placed = inPlace(polygons);
    const point = pointOnSurface(placed);
    assert.ok(isInsideByMargin(placed, point, 0.01));
    assert.ok(containsPoint(placed, roundedInDegrees(point)), 'rounding moved it out');
    if (expected) assert.deepEqual(point, [expected[0] + 637_000, expected[1] + 487_000]);
  });
}

function roundedInDegrees(position: Position): Position {
  const [lng, lat] = toWgs84(2180, position);
  return fromWgs84(2180, [Number(lng.toFixed(7)), Number(lat.toFixed(7))]);
}

test('a point on the surface stays inside when rounded, whatever the shape', () => {
  fc.assert(
    fc.property(star, (polygons) => {
      const point = pointOnSurface(polygons);
      assert.ok(containsPoint(polygons, roundedInDegrees(point)));
    }),
  );
  fc.assert(
    fc.property(scribble, (polygons) => {
      const repaired = repairPolygons(polygons);
      if (repaired === null) return;
      assert.ok(containsPoint(repaired.geometry, roundedInDegrees(pointOnSurface(repaired.geometry))));
    }),
  );
});

test('nothing has no point on its surface', () => {
  assert.throws(() => pointOnSurface([]), /without positions/);
});

test('containsPoint agrees with the distance of GEOS', () => {
  const offset = fc.double({ min: -20, max: 20, noNaN: true });
  fc.assert(
    fc.property(star, offset, offset, (polygons, x, y) => {
      const position: Position = [637_000 + x, 487_000 + y];
      const distance = distanceBetween(area(polygons), { type: 'Point', coordinates: position });
      assert.equal(containsPoint(polygons, position), distance <= 1e-6);
    }),
  );
});

const line = (...positions: Position[]): Geometry => ({ type: 'MultiLineString', coordinates: [positions] });
const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });

const DISTANCES: [string, Geometry, Geometry, number][] = [
  ['point to point', point(0, 0), point(3, 4), 5],
  ['point to area', point(13, 14), area(SQUARE), 5],
  ['point in area', point(5, 5), area(SQUARE), 0],
  ['point in a hole', point(4, 5), area(FRAME), 2],
  ['area to area', area(SQUARE), area(box(12, 0, 20, 10)), 2],
  ['touching areas', area(SQUARE), area(box(10, 10, 20, 20)), 0],
  ['line to area', line([12, -50], [12, 50]), area(SQUARE), 2],
  ['line through area', line([5, -50], [5, 50]), area(SQUARE), 0],
  ['nearest of two parts', area([...box(0, 0, 1, 1), ...box(50, 0, 51, 1)]), point(47, 0.5), 3],
];

for (const [name, a, b, expected] of DISTANCES) {
  test(`distanceBetween: ${name}`, () => {
    assertNear(distanceBetween(a, b), expected);
    assertNear(distanceBetween(b, a), expected);
  });
}

test('there is no distance to nothing', () => {
  assert.throws(() => distanceBetween(area([]), area(SQUARE)), /without positions/);
});

const OVERLAPS: [string, MultiPolygon, MultiPolygon, number, boolean][] = [
  ['the same', SQUARE, SQUARE, 100, true],
  ['a quarter', SQUARE, box(5, 5, 15, 15), 25, true],
  ['inside', SQUARE, box(1, 1, 2, 3), 2, true],
  ['a common side', SQUARE, box(10, 0, 20, 10), 0, false],
  ['a common corner', SQUARE, box(10, 10, 20, 20), 0, false],
  ['apart', SQUARE, box(30, 30, 40, 40), 0, false],
  ['boxes meet, shapes do not', HORSESHOE, box(2, 2, 8, 8), 0, false],
  ['in the hole', FRAME, box(3, 3, 7, 7), 0, false],
  ['fills the hole', FRAME, box(2, 2, 8, 8), 0, false],
  ['across a frame', FRAME, box(-5, 4, 15, 6), 8, true],
  ['both arms of a horseshoe', HORSESHOE, box(4, -5, 6, 15), 4, true],
  ['two parts', [...box(0, 0, 1, 1), ...box(5, 0, 6, 1)], box(0.5, 0, 5.25, 1), 0.75, true],
  ['a hair', SQUARE, box(9.999, 0, 20, 10), 0.01, true],
  ['nothing', SQUARE, [], 0, false],
];

for (const [name, a, b, expected, overlaps] of OVERLAPS) {
  test(`overlap: ${name}`, () => {
    const [left, right] = [inPlace(a), inPlace(b)];
    assertNear(intersectionArea(left, right), expected);
    assertNear(intersectionArea(right, left), expected);
    assert.equal(overlapsWithArea(left, right), overlaps);
    assert.equal(overlapsWithArea(right, left), overlaps);
    using prepared = new PreparedArea(left);
    assert.equal(prepared.overlaps(right), overlaps);
  });
}

/** Convex clipping, half-plane after half-plane: the second opinion on overlays. */
function clipConvex(subject: Position[], clip: Position[]): Position[] {
  let result = subject;
  for (const [i, b] of clip.entries()) {
    const a = clip.at(i - 1) ?? b;
    const side = ([x, y]: Position) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    result = result.flatMap((to, j) => {
      const from = result.at(j - 1) ?? to;
      const [before, after] = [side(from), side(to)];
      const t = before / (before - after);
      const cut: Position = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
      if (before >= 0 !== after >= 0) return after >= 0 ? [cut, to] : [cut];
      return after >= 0 ? [to] : [];
    });
  }
  return result;
}

const convex = fc
  .record({
    x: fc.double({ min: -8, max: 8, noNaN: true }),
    y: fc.double({ min: -8, max: 8, noNaN: true }),
    radius: fc.double({ min: 1, max: 10, noNaN: true }),
    corners: fc.integer({ min: 3, max: 9 }),
    turn: fc.double({ min: 0, max: 6, noNaN: true }),
  })
  .map(({ x, y, radius, corners, turn }) =>
    Array.from({ length: corners }, (_, i): Position => {
      const angle = turn + (2 * Math.PI * i) / corners;
      return [637_000 + x + radius * Math.cos(angle), 487_000 + y + radius * Math.sin(angle)];
    }),
  );
const closed = (ring: Position[]): MultiPolygon => [[[...ring, ring[0] ?? [0, 0]]]];

test('overlay of convex shapes agrees with clipping', () => {
  fc.assert(
    fc.property(convex, convex, (a, b) => {
      const expected = areaOf([[clipConvex(a, b)]]);
      assertNear(intersectionArea(closed(a), closed(b)), expected, 1e-5);
      if (expected > 1e-5) assert.ok(overlapsWithArea(closed(a), closed(b)));
    }),
  );
});

const verticesOf = (polygons: MultiPolygon): number =>
  polygons.flat().reduce((sum, ring) => sum + ring.length, 0);

/** A star of many points, in place, so large that its pieces are land and not slivers. */
const large = fc
  .tuple(fc.integer({ min: 30, max: 300 }), fc.integer({ min: 1, max: 1_000 }), fc.boolean())
  .map(([points, seed, hasHole]): MultiPolygon => {
    const ring = (radius: number): Ring => {
      const positions = Array.from({ length: points }, (_, i): Position => {
        const wobble = 0.6 + 0.4 * Math.abs(Math.sin(seed * (i + 1)));
        const angle = (2 * Math.PI * i) / points;
        return [radius * wobble * Math.cos(angle), radius * wobble * Math.sin(angle)];
      });
      return [...positions, positions[0] ?? [0, 0]];
    };
    return inPlace([[ring(900), ...(hasHole ? [ring(300)] : [])]]);
  });

test('pieces of a shape cover the same ground, overlap nowhere, and none is over the limit', () => {
  fc.assert(
    fc.property(large, fc.integer({ min: 16, max: 128 }), (shape, most) => {
      const pieces = subdivide(shape, most);
      assert.ok(pieces.every((piece) => verticesOf(piece) <= most && piece.length > 0));
      const sum = pieces.reduce((total, piece) => total + areaOf(piece), 0);
      // What is cut away are slivers below a square decimetre.
      assertNear(sum, areaOf(shape), 0.01 * pieces.length + 1e-3);
      assertNear(unionArea(pieces), sum, 1e-3);
      assert.ok(verticesOf(shape) <= most ? pieces.length === 1 : pieces.length > 1);
    }),
    { numRuns: 20 },
  );
});

test('what lies on a shape lies on its pieces, by the same area', () => {
  fc.assert(
    fc.property(
      large,
      fc.integer({ min: -900, max: 800 }),
      fc.integer({ min: -900, max: 800 }),
      (shape, x, y) => {
        const parcel = inPlace(box(x, y, x + 100, y + 60));
        const whole = intersectionArea(shape, parcel);
        const parts = subdivide(shape, 64).reduce((sum, piece) => sum + intersectionArea(piece, parcel), 0);
        assertNear(parts, whole, 0.05);
      },
    ),
    { numRuns: 20 },
  );
});

test('a shape within the limit is left as it is', () => {
  assert.deepEqual(subdivide(FRAME, 10), [FRAME]);
  const cut = subdivide(FRAME, 9);
  assert.equal(cut.length, 2);
  assertNear(
    cut.reduce((sum, piece) => sum + areaOf(piece), 0),
    64,
  );
});

const UNIONS: [string, MultiPolygon[], number][] = [
  ['nothing', [], 0],
  ['one', [SQUARE], 100],
  ['the same twice', [SQUARE, SQUARE], 100],
  ['two that touch', [SQUARE, box(10, 0, 20, 10)], 200],
  ['two that overlap', [SQUARE, box(5, 5, 15, 15)], 175],
  ['apart', [SQUARE, box(50, 50, 60, 60)], 200],
  ['one within another', [SQUARE, box(2, 2, 4, 4)], 100],
  ['a hole that another fills in part', [FRAME, box(2, 2, 8, 5)], 82],
  ['parts of one shape that overlap', [[...SQUARE, ...box(5, 0, 15, 10)]], 150],
];
for (const [name, areas, expected] of UNIONS) {
  test(`the area of all together: ${name}`, () => assertNear(unionArea(areas), expected));
}

test('together they cover no more than the sum, and no less than the largest', () => {
  fc.assert(
    fc.property(fc.array(convex, { minLength: 1, maxLength: 6 }), (shapes) => {
      const areas = shapes.map((shape) => closed(shape));
      const sizes = areas.map(areaOf);
      const union = unionArea(areas);
      assert.ok(union <= sizes.reduce((sum, size) => sum + size, 0) + 1e-5);
      assert.ok(union >= Math.max(...sizes) - 1e-5);
    }),
  );
});

test('a prepared area answers as the plain functions do', () => {
  fc.assert(
    fc.property(star, fc.array(star, { minLength: 1, maxLength: 5 }), (large, small) => {
      using prepared = new PreparedArea(large);
      for (const other of small) {
        assert.equal(prepared.overlaps(other), overlapsWithArea(large, other));
      }
    }),
    { seed: 2180 }, // a part sticking out by less than 1e-7 m² would be judged differently
  );
});

test('a prepared area that was freed says so, and may be freed twice', () => {
  const prepared = new PreparedArea(SQUARE);
  prepared[Symbol.dispose]();
  prepared[Symbol.dispose]();
  assert.throws(() => prepared.overlaps(SQUARE), /after it was freed/);
});

test('what GEOS refuses is an Error with the name of the operation', () => {
  const open: MultiPolygon = [[ringOf('0 0, 4 0, 4 4')]];
  assert.throws(() => intersectionArea(open, SQUARE), /GEOS read failed: .*closed/);
  assert.equal(intersectionArea(SQUARE, SQUARE), 100, 'and goes on working');
});

test('memory of GEOS does not grow', () => {
  // Nearly all free memory is taken away first, so that a leak of 50 bytes a call has nowhere to hide.
  const blocks: number[] = [];
  const blockBytes = 1_024;
  do blocks.push(geos.Module._malloc(blockBytes));
  while ((blocks.at(-1) ?? 0) + blockBytes < geos.Module.HEAPU8.length - 150_000);
  const heapBytes = geos.Module.HEAPU8.length;
  const [square, other, tie] = [inPlace(SQUARE), inPlace(box(5, 5, 15, 15)), inPlace(BOW_TIE)];
  const horseshoe = inPlace(HORSESHOE);
  const open: MultiPolygon = [[ringOf('0 0, 4 0, 4 4')]];
  for (let i = 0; i < 4_000; i++) {
    intersectionArea(square, other);
    overlapsWithArea(square, other);
    distanceBetween(area(square), area(other));
    repairPolygons(tie);
    pointOnSurface(horseshoe);
    if (i % 4 === 0) subdivide(horseshoe, 8);
    unionArea([square, other]);
    using prepared = new PreparedArea(square);
    prepared.overlaps(other);
    assert.throws(() => intersectionArea(square, open.concat(square)));
  }
  assert.equal(geos.Module.HEAPU8.length, heapBytes);
  for (const block of blocks) geos.Module._free(block);
});
