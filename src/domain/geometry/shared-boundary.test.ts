import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areNeighbours, sharedBoundaryLength } from './shared-boundary.ts';
import { rectangle, ringOf } from './test-rings.ts';
import type { MultiPolygon, Position, Ring } from './types.ts';

const TOLERANCE_M = 0.1;

const box = (x0: number, y0: number, x1: number, y1: number): MultiPolygon => [[rectangle(x0, y0, x1, y1)]];
const SQUARE = box(0, 0, 10, 10);

const rootOf = (gap: number) => Math.sqrt(TOLERANCE_M ** 2 - gap ** 2);

const CASES: [string, MultiPolygon, number][] = [
  ['abutting square', box(10, 0, 20, 10), 10],
  ['abutting over a part of the side', box(10, 3, 20, 7), 4],
  ['abutting and longer than the side', box(10, -5, 20, 15), 10],
  ['narrow strip that ends on the side', box(10, 4, 90, 4.5), 0.5],
  // With a gap the ends add less than the tolerance: the corner is nearer to being out of reach.
  ['survey gap of 5 cm', box(10.05, 0, 20, 10), 10 - 2 * (TOLERANCE_M - 0.05)],
  ['survey gap of 5 cm along a part', box(10.05, 3, 20, 7), 4 - 2 * (TOLERANCE_M - rootOf(0.05))],
  ['survey overlap of 5 cm along a part', box(9.95, 3, 20, 7), 4],
  ['gap beyond the tolerance', box(10.11, 0, 20, 10), 0],
  ['shared corner', box(10, 10, 20, 20), 0],
  ['corners apart within the tolerance', box(10.05, 10.05, 20, 20), 0],
  [
    'corner on the middle of a side',
    [[ringOf('10 5, 15 0, 15 10, 10 5')]],
    2 * TOLERANCE_M * (Math.SQRT2 - 1),
  ],
  ['crossing at right angles', box(5, -5, 15, 5), 0],
  ['crossing strip', box(-5, 4, 15, 6), 0],
  ['the same square', SQUARE, 40],
  ['in a hole of the other', [[rectangle(-5, -5, 15, 15), rectangle(0, 0, 10, 10)]], 40],
  ['two parts on two sides', [...box(10, 2, 12, 5), ...box(-3, 6, 0, 8)], 5],
  ['around a corner', [[ringOf('10 0, 12 0, 12 12, 0 12, 0 10, 10 10, 10 0')]], 20],
  ['around the corner where the ring starts', [[ringOf('0 10, -2 10, -2 -2, 10 -2, 10 0, 0 0, 0 10')]], 20],
  ['far away', box(100, 100, 110, 110), 0],
  ['around but far', box(-50, -50, 50, 50), 0],
  ['nothing', [], 0],
];

for (const [name, other, expected] of CASES) {
  test(`shared boundary of a square, other: ${name}`, () => {
    const length = sharedBoundaryLength(SQUARE, other, TOLERANCE_M);
    assert.ok(Math.abs(length - expected) < 1e-6, `${length} instead of ${expected}`);
  });
}

test('neighbours share a stretch of boundary, over the gap of a survey too', () => {
  for (const [what, other, expected] of [
    ['side by side', box(10, 3, 20, 7), true],
    ['a gap of 4 cm', box(10.04, 3, 20, 7), true],
    ['a gap of 4.95 cm', box(10.0495, 3, 20, 7), true],
    ['a gap of 5.05 cm', box(10.0505, 3, 20, 7), false],
    ['a gap of 6 cm', box(10.06, 3, 20, 7), false],
    ['a corner', box(10, 10, 20, 20), false],
    ['a stretch of 10 cm', box(10, 9.9, 20, 20), false],
    ['a stretch of 19.9 cm', box(10, 9.801, 20, 20), false],
    ['a stretch of 20.1 cm', box(10, 9.799, 20, 20), true],
    ['a stretch of 30 cm', box(10, 9.7, 20, 20), true],
  ] as const) {
    assert.equal(areNeighbours(SQUARE, other), expected, what);
    assert.equal(areNeighbours(other, SQUARE), expected, `${what}, the other way round`);
  }
});

test('open and closed rings, either direction, count alike', () => {
  const other = box(10, 3, 20, 7);
  const variants: MultiPolygon[] = [
    SQUARE.map((polygon) => polygon.map((ring) => ring.slice(1))),
    SQUARE.map((polygon) => polygon.map((ring) => ring.toReversed())),
    SQUARE.map((polygon) => polygon.map((ring) => ring.flatMap((position) => [position, position]))),
  ];
  for (const variant of variants) {
    assert.ok(Math.abs(sharedBoundaryLength(variant, other, TOLERANCE_M) - 4) < 1e-9);
  }
});

test('a tolerance that is not above 0 is refused', () => {
  for (const tolerance of [0, -1, Number.NaN]) {
    assert.throws(() => sharedBoundaryLength(SQUARE, SQUARE, tolerance), /tolerance_m must be above 0/);
  }
});

// Brute force: walk the ring in small steps and look at the distance to every edge of the other.

function distanceToRing([x, y]: Position, ring: Ring): number {
  let least = Infinity;
  for (const [i, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring.at(i - 1) ?? [x1, y1];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const t = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - x0 - t * dx, y - y0 - t * dy));
  }
  return least;
}

function walk(ring: Ring, other: Ring, tolerance: number, step: number): { length: number; step: number } {
  const isNear: boolean[] = [];
  const perimeter = ring.reduce((sum, [x, y], i) => {
    const [x0, y0] = ring.at(i - 1) ?? [x, y];
    return sum + Math.hypot(x - x0, y - y0);
  }, 0);
  const steps = Math.ceil(perimeter / step);
  let edge = 0;
  let passed = 0;
  for (let i = 0; i < steps; i++) {
    const at = ((i + 0.5) * perimeter) / steps;
    for (;;) {
      const [x0, y0] = ring[edge] ?? [0, 0];
      const [x1, y1] = ring[(edge + 1) % ring.length] ?? [0, 0];
      const length = Math.hypot(x1 - x0, y1 - y0);
      if (at <= passed + length || edge >= ring.length) {
        const t = (at - passed) / length;
        isNear.push(distanceToRing([x0 + t * (x1 - x0), y0 + t * (y1 - y0)], other) <= tolerance);
        break;
      }
      passed += length;
      edge++;
    }
  }
  if (isNear.every(Boolean)) return { length: perimeter, step: perimeter / steps };
  const start = isNear.indexOf(false);
  let length = 0;
  let run = 0;
  for (let i = 1; i <= steps; i++) {
    if (isNear[(start + i) % steps]) run += perimeter / steps;
    else {
      length += Math.max(0, run - 2 * tolerance);
      run = 0;
    }
  }
  return { length, step: perimeter / steps };
}

test('agrees with walking along the boundary', () => {
  const star = fc
    .tuple(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -3, max: 3 }),
      fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 3, maxLength: 7 }),
    )
    .map(([x, y, radii]): Position[] =>
      radii.map((radius, i) => {
        const angle = (2 * Math.PI * i) / radii.length;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      }),
    );
  fc.assert(
    fc.property(star, star, fc.double({ min: 0.05, max: 1.5, noNaN: true }), (a, b, tolerance) => {
      const walked = walk(a, b, tolerance, 0.02);
      const length = sharedBoundaryLength([[a]], [[b]], tolerance);
      // Every end of a stretch may be off by a step; seven edges against seven have few of them.
      assert.ok(Math.abs(length - walked.length) < 30 * walked.step, `${length} against ${walked.length}`);
    }),
    // A fixed seed: a gap shorter than a step would escape the walk, though not the arithmetic.
    { seed: 2180, numRuns: 300 },
  );
});
