// What lines and corners tell about overlap must be what exact geometry says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ConvexArea } from './convex-area.ts';
import { PreparedArea } from './polygons.ts';
import { intersectionArea } from './test-overlay.ts';
import type { MultiPolygon, Position } from './types.ts';
import { boundsOf, encodeWkb } from './wkb.ts';

const polygon = (...corners: Position[]): MultiPolygon => [[[...corners, corners[0] as Position]]];
const rectangle = (x: number, y: number, width: number, height: number) =>
  polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

/** A box of degrees is a slightly turned quadrilateral in metres. */
const QUAD = polygon([0, 0], [100, 3], [97, 103], [-3, 100]);
const byBoundsOf = (area: ConvexArea, coordinates: MultiPolygon) =>
  area.overlapsBounds(boundsOf({ type: 'MultiPolygon', coordinates }));
/** The bytes stand in longer ones, as those of a row do. */
const byShapeOf = (area: ConvexArea, coordinates: MultiPolygon) => {
  const wkb = encodeWkb({ type: 'MultiPolygon', coordinates });
  return area.overlaps(Uint8Array.from([7, 7, 7, ...wkb]).subarray(3));
};

test('only one convex ring makes a convex area, whichever way round it is drawn', () => {
  const [ring = []] = QUAD[0] ?? [];
  assert.ok(ConvexArea.of(QUAD));
  assert.ok(ConvexArea.of([[ring.toReversed()]]));
  for (const [what, area] of Object.entries({
    'a dented ring': polygon([0, 0], [100, 0], [50, 10], [0, 100]),
    'a hole': [[ring, ...(rectangle(40, 40, 5, 5)[0] ?? [])]],
    'two parts': [...QUAD, ...rectangle(500, 0, 5, 5)],
    nothing: [],
  })) {
    assert.equal(ConvexArea.of(area), null, what);
  }
});

test('bounds decide where they can, the shape always', () => {
  const area = ConvexArea.of(QUAD);
  assert.ok(area);
  const [ring = []] = rectangle(-50, -50, 300, 300)[0] ?? [];
  const frame: MultiPolygon = [[ring, ...(rectangle(-20, -20, 200, 200)[0] ?? [])]];
  for (const [what, shape, byBounds, byShape] of [
    ['inside', rectangle(40, 40, 10, 10), true, true],
    ['far away', rectangle(400, 40, 10, 10), false, false],
    ['across the edge', rectangle(90, 40, 30, 10), null, true],
    ['around the area', [[ring]], null, true],
    ['a frame around it', frame, null, false],
    ['a strip through it', rectangle(-50, 40, 300, 10), null, true],
    ['bounds that reach in, ground that does not', polygon([-60, 90], [-10, 120], [20, 160]), null, false],
    ['a corner cut off', polygon([-10, 20], [20, -10], [-10, -10]), null, true],
    ['several parts', [...rectangle(300, 0, 5, 5), ...rectangle(50, 50, 5, 5)], null, true],
  ] as const) {
    assert.equal(byBoundsOf(area, shape), byBounds, what);
    assert.equal(byShapeOf(area, shape), byShape, what);
  }
});

test('what touches from outside shares no ground', () => {
  const area = ConvexArea.of(rectangle(0, 0, 100, 100));
  assert.ok(area);
  assert.equal(byBoundsOf(area, rectangle(100, 20, 20, 20)), false);
  assert.equal(byShapeOf(area, rectangle(100, 20, 20, 20)), false);
});

/** A square millimetre. */
const ROUNDING_M2 = 1e-6;

/** A triangle holds no box that could stand for it; the others do. */
const AREAS = {
  'like a box': QUAD,
  'a triangle': polygon([0, 0], [100, 20], [30, 90]),
  'a hexagon': polygon([50, 0], [95, 25], [95, 75], [50, 100], [5, 75], [5, 25]),
};

for (const [what, shapeOfArea] of Object.entries(AREAS))
  test(`it says what exact geometry says: ${what}`, () => {
    const area = ConvexArea.of(shapeOfArea);
    assert.ok(area);
    using exact = new PreparedArea(shapeOfArea);
    const metres = (min: number, max: number) =>
      fc.integer({ min: min * 100, max: max * 100 }).map((cm) => cm / 100);
    const corner = fc.tuple(metres(-60, 160), metres(-60, 160));
    fc.assert(
      fc.property(corner, corner, corner, (a, b, c) => {
        const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        fc.pre(Math.abs(twice) > 0.01);
        const shape = polygon(a, b, c);
        const truth = exact.overlaps(shape);
        // A corner that lies on an edge but for the rounding of doubles may be told to be on either side of it.
        const agrees = (said: boolean) =>
          said === truth || intersectionArea(shapeOfArea, shape) < ROUNDING_M2;
        assert.ok(agrees(byShapeOf(area, shape)), 'by its shape');
        assert.ok(agrees(byBoundsOf(area, shape) ?? truth), 'by its bounds');
      }),
      { numRuns: 2_000 },
    );
  });
