import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { edgesOf } from './edges.ts';
import { type GroundPiece, jointAreas } from './joint-areas.ts';
import { repairPolygons, subdivide } from './polygons.ts';
import { areaOf } from './rings.ts';
import { areaWithin } from './test-overlay.ts';
import { rectangle } from './test-rings.ts';
import type { MultiPolygon, Position } from './types.ts';

const [EAST, NORTH] = [637_000, 476_000];
const moved = (area: MultiPolygon): MultiPolygon =>
  area.map((polygon) => polygon.map((ring) => ring.map(([x, y]): Position => [EAST + x, NORTH + y])));
const box = (x0: number, y0: number, x1: number, y1: number): MultiPolygon =>
  moved([[rectangle(x0, y0, x1, y1)]]);

/** Each area as what it is drawn in. */
function pieces(ground: MultiPolygon, ...areas: readonly (readonly MultiPolygon[])[]): GroundPiece[] {
  const edges = areas.map((drawn) => drawn.map(edgesOf));
  return jointAreas(edgesOf(ground), edges).sort((a, b) => (a.within.join() < b.within.join() ? -1 : 1));
}

const SQUARE = box(0, 0, 10, 10);
const FRAME: MultiPolygon = moved([[rectangle(0, 0, 10, 10), rectangle(2, 2, 8, 8)]]);

type Piece = readonly [within: readonly number[], m2: number];
const CASES: [name: string, ground: MultiPolygon, areas: MultiPolygon[][], expected: Piece[]][] = [
  ['no area', SQUARE, [], [[[], 100]]],
  [
    'clear of it, on each side',
    SQUARE,
    [[box(0, -9, 10, -1)], [box(0, 11, 10, 12)], [box(-9, 0, -1, 10)]],
    [[[], 100]],
  ],
  ['around it', SQUARE, [[box(-1, -1, 11, 11)]], [[[0], 100]]],
  [
    'side by side',
    SQUARE,
    [[box(0, 0, 4, 10)], [box(4, 0, 10, 10)]],
    [
      [[0], 40],
      [[1], 60],
    ],
  ],
  [
    'over each other',
    SQUARE,
    [[box(-5, -5, 6, 15)], [box(4, -5, 15, 15)]],
    [
      [[0], 40],
      [[0, 1], 20],
      [[1], 40],
    ],
  ],
  [
    'drawn twice: united, not added',
    SQUARE,
    [[box(0, 0, 6, 10), box(4, 0, 8, 10)]],
    [
      [[], 20],
      [[0], 80],
    ],
  ],
  [
    'across each other',
    SQUARE,
    [[box(-1, 4, 11, 6)], [box(4, -1, 6, 11)]],
    [
      [[], 64],
      [[0], 16],
      [[0, 1], 4],
      [[1], 16],
    ],
  ],
  ['in the hole of the ground', FRAME, [[box(3, 3, 7, 7)]], [[[], 64]]],
  [
    'with a hole over the ground',
    SQUARE,
    [[FRAME]],
    [
      [[], 36],
      [[0], 64],
    ],
  ],
  [
    'a slant through both',
    SQUARE,
    [
      [
        moved([
          [
            [
              [0, 0],
              [10, 10],
              [0, 10],
              [0, 0],
            ],
          ],
        ]),
      ],
      [box(0, 0, 5, 10)],
    ],
    [
      [[], 37.5],
      [[0], 12.5],
      [[0, 1], 37.5],
      [[1], 12.5],
    ],
  ],
];
for (const [name, ground, areas, expected] of CASES) {
  test(`pieces of ground: ${name}`, () => {
    const found = pieces(ground, ...areas).map(({ within, m2 }) => [within, Math.round(m2 * 1e6) / 1e6]);
    assert.deepEqual(found, expected);
  });
}

const at = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
const anyArea = fc
  .array(at, { minLength: 3, maxLength: 9 })
  .map((corners) => repairPolygons(moved([[corners]]))?.geometry)
  .filter((area) => area !== undefined);

/** Parcels over which a local plan, zones and infill areas run, each cut as it would be stored. */
test('pieces of ground: as GEOS measures them, on 500 parcels with mixed areas', () => {
  let mixed = 0;
  fc.assert(
    fc.property(anyArea, fc.array(anyArea, { minLength: 2, maxLength: 4 }), (ground, areas) => {
      const drawn = areas.map((area) => subdivide(area, 12));
      const found = pieces(ground, ...drawn);
      const whole_m2 = found.reduce((sum, { m2 }) => sum + m2, 0);
      assert.ok(Math.abs(whole_m2 - areaOf(ground)) < 0.001, `${whole_m2} of ${areaOf(ground)}`);
      if (found.length > 2) mixed += 1;
      // Cutting drops slivers below a square decimetre.
      const lost_m2 = areas.reduce((sum, area, n) => sum + areaOf(area) - areaOf(drawn[n]?.flat() ?? []), 0);
      for (const { within, m2 } of found) {
        const isIn = (_: MultiPolygon, n: number) => within.includes(n);
        const beyond = areas.filter((_, n) => !within.includes(n));
        const expected_m2 = areaWithin(ground, areas.filter(isIn), beyond);
        assert.ok(Math.abs(m2 - expected_m2) < lost_m2 + 0.001, `${within}: ${m2}, GEOS ${expected_m2}`);
      }
    }),
    { numRuns: 620, seed: 15 },
  );
  assert.ok(mixed >= 500, `${mixed} mixed parcels`);
});
