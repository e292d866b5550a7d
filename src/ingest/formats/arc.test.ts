import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Position } from '../../domain/geometry/types.ts';
import { arcThrough, circleAround, circleThrough } from './arc.ts';

/** Somewhere in the PL-2000 system, where the numbers are large and the last digits count. */
const CENTRE: Position = [7_500_000.25, 5_790_000.75];

function onCircle(radius: number, degrees: number): Position {
  const angle = (degrees * Math.PI) / 180;
  return [CENTRE[0] + radius * Math.cos(angle), CENTRE[1] + radius * Math.sin(angle)];
}

function distance(a: Position, b: Position): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** How far the chord's middle lies inside the circle. */
function largestSagitta(points: readonly Position[], radius: number): number {
  const sagittas = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    return radius - distance(CENTRE, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  });
  return Math.max(...sagittas);
}

function signedArea(ring: readonly Position[]): number {
  const [first = CENTRE] = ring;
  return ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[i - 1] ?? first;
    return sum + ((px - first[0]) * (y - first[1]) - (x - first[0]) * (py - first[1])) / 2;
  }, 0);
}

describe('arcs', () => {
  it('stay within 1 cm, go through the given points and turn the given way', () => {
    const span = fc.double({ min: 20, max: 160, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 5_000, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        span,
        span,
        fc.boolean(),
        (radius, start, first, second, isClockwise) => {
          const turn = isClockwise ? -1 : 1;
          const a = onCircle(radius, start);
          const b = onCircle(radius, start + turn * first);
          const c = onCircle(radius, start + turn * (first + second));
          const points = arcThrough(a, b, c);
          assert.ok(points);
          assert.deepEqual([points[0], points.at(-1)], [a, c]);
          assert.ok(points.includes(b));
          for (const point of points) assert.ok(Math.abs(distance(CENTRE, point) - radius) < 1e-3);
          assert.ok(largestSagitta(points, radius) < 0.011);
          assert.equal(Math.sign(signedArea([...points, a])), turn);
        },
      ),
    );
  });

  it('use no more points than needed', () => {
    // 1 cm under a chord at r = 100 m: t = 2 acos(1 − 0.0001) = 0.02828; a quarter circle in two halves of 28.
    const points = arcThrough(onCircle(100, 0), onCircle(100, 45), onCircle(100, 90));
    assert.equal(points?.length, 2 * 28 + 1);
  });

  it('are lines when the points lie on one, and nothing when no arc fits', () => {
    assert.deepEqual(arcThrough([0, 0], [1, 1], [2, 2])?.length, 3);
    const UNFIT: [Position, Position, Position][] = [
      [
        [0, 0],
        [2, 2],
        [1, 1],
      ],
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [0, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [1e9, 1],
        [1, 0],
      ], // the long way round a circle larger than the Earth
    ];
    for (const points of UNFIT) assert.equal(arcThrough(...points), null);
  });
});

describe('circles', () => {
  const radius = 12.5;
  const CIRCLES: [string, Position[] | null, number][] = [
    ['around a centre', circleAround(CENTRE, radius), 1],
    ['through points', circleThrough(onCircle(radius, 10), onCircle(radius, 90), onCircle(radius, 200)), 1],
    ['clockwise', circleThrough(onCircle(radius, 200), onCircle(radius, 90), onCircle(radius, 10)), -1],
  ];
  for (const [name, ring, turn] of CIRCLES) {
    it(`${name} close and have the area of the circle`, () => {
      assert.ok(ring);
      assert.deepEqual(ring[0], ring.at(-1));
      assert.ok(largestSagitta(ring, radius) < 0.0101);
      const area = turn * signedArea(ring);
      const full = Math.PI * radius ** 2;
      assert.ok(area < full && area > full * (1 - 0.01 / radius) ** 2);
    });
  }

  it('need a radius', () => {
    for (const none of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(circleAround(CENTRE, none), null);
  });
});
