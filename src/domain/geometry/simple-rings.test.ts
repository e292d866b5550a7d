import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areNested, areSimple } from './simple-rings.ts';
import type { Position, Ring } from './types.ts';

function answerOf<T>(steps: Generator<void, T>): { value: T; steps: number } {
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return { value: step.value, steps: count };
  }
}
const isSimple = (...rings: Ring[]) => answerOf(areSimple(rings)).value;

const SQUARE: Ring = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const moved = (ring: Ring, dx: number, dy: number, by = 1): Ring =>
  ring.map(([x, y]) => [x * by + dx, y * by + dy]);

test('what meets itself or another is told from what does not', () => {
  for (const [what, expected, ...rings] of [
    ['a square', true, SQUARE],
    ['closed', true, [...SQUARE, [0, 0]]],
    ['reversed', true, SQUARE.toReversed()],
    [
      'a bow tie',
      false,
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    ],
    [
      'a corner on an edge',
      false,
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 0],
        [0, 10],
      ],
    ],
    [
      'a corner visited twice',
      false,
      [
        [0, 0],
        [5, 5],
        [0, 10],
        [10, 10],
        [5, 5],
        [10, 0],
      ],
    ],
    [
      'an edge folded back',
      false,
      [
        [0, 0],
        [10, 0],
        [5, 0],
        [5, 5],
      ],
    ],
    [
      'an upright edge folded back',
      false,
      [
        [0, 0],
        [0, 10],
        [0, 5],
        [5, 5],
      ],
    ],
    [
      'straight through a corner',
      true,
      [
        [0, 0],
        [5, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    ],
    ['a hole', true, SQUARE, moved(SQUARE, 2, 2, 0.5)],
    ['a hole that touches', false, SQUARE, moved(SQUARE, 0, 2, 0.5)],
    ['side by side', false, SQUARE, moved(SQUARE, 10, 0)],
    ['corner to corner', false, SQUARE, moved(SQUARE, 10, 10)],
    ['apart', true, SQUARE, moved(SQUARE, 11, 0)],
    ['the same twice', false, SQUARE, SQUARE],
  ] as [string, boolean, ...Ring[]][])
    assert.equal(isSimple(...rings), expected, what);
});

test('the sweep says what all pairs of edges say', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
  const ring = fc
    .uniqueArray(corner, { minLength: 3, maxLength: 7, selector: ([x, y]) => `${x} ${y}` })
    .map((corners): Ring => corners);
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 2 }), (rings) => {
      assert.equal(isSimple(...rings), allApart(rings));
    }),
    { numRuns: 2_000 },
  );
});

/** Every pair of edges, on whole numbers. */
function allApart(rings: readonly Ring[]): boolean {
  const edges = rings.flatMap((ring, number) =>
    ring.map((from, at) => ({
      number,
      at,
      next: (at + 1) % ring.length,
      from,
      to: ring[(at + 1) % ring.length] ?? from,
    })),
  );
  const side = (a: Position, b: Position, c: Position) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const isOn = (a: Position, b: Position, c: Position) =>
    side(a, b, c) === 0 &&
    Math.min(a[0], b[0]) <= c[0] &&
    c[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= c[1] &&
    c[1] <= Math.max(a[1], b[1]);
  return edges.every((a, i) =>
    edges.slice(i + 1).every((b) => {
      if (a.number === b.number && (a.next === b.at || b.next === a.at)) {
        const [first, second] = a.next === b.at ? [a, b] : [b, a];
        return !isOn(first.from, first.to, second.to) && !isOn(second.from, second.to, first.from);
      }
      if (
        [
          isOn(a.from, a.to, b.from),
          isOn(a.from, a.to, b.to),
          isOn(b.from, b.to, a.from),
          isOn(b.from, b.to, a.to),
        ].includes(true)
      )
        return false;
      return !(
        side(a.from, a.to, b.from) !== side(a.from, a.to, b.to) &&
        side(b.from, b.to, a.from) !== side(b.from, b.to, a.to)
      );
    }),
  );
}

test('stars, combs and zigzags of ten thousand corners are told in small steps', () => {
  const count = 10_000;
  const star = Array.from({ length: count }, (_, at): Position => {
    const radius = at % 2 === 0 ? 1_000 : 10;
    return [radius * Math.cos((2 * Math.PI * at) / count), radius * Math.sin((2 * Math.PI * at) / count)];
  });
  const teeth = Array.from({ length: count / 4 }, (_, at): Position[] => [
    [0, 4 * at],
    [900, 4 * at + 1],
    [900, 4 * at + 2],
    [0, 4 * at + 3],
  ]).flat();
  const comb = [...teeth, [-1, count] as Position, [-1, 0] as Position];
  for (const ring of [star, comb, comb.map(([x, y]): Position => [y, x])]) {
    const { value, steps } = answerOf(areSimple([ring]));
    assert.deepEqual([value, steps > 50], [true, true]);
    const crossed = ring.with(5_000, ring[5_002] ?? [0, 0]).with(5_002, ring[5_000] ?? [0, 0]);
    assert.equal(isSimple(crossed), false);
  }
});

test('rings that do not meet are nested as polygons are, or not', () => {
  const inner = moved(SQUARE, 2, 2, 0.2);
  for (const [what, expected, polygons] of [
    ['a hole within', true, [[SQUARE, inner]]],
    ['a hole outside', false, [[SQUARE, moved(SQUARE, 20, 0)]]],
    ['a hole in a hole', false, [[SQUARE, moved(SQUARE, 1, 1, 0.8), inner]]],
    ['two holes', true, [[SQUARE, inner, moved(SQUARE, 6, 6, 0.2)]]],
    ['one on another', false, [[SQUARE], [inner]]],
    ['one in the hole of another', true, [[SQUARE, moved(SQUARE, 1, 1, 0.8)], [inner]]],
    ['apart', true, [[SQUARE], [moved(SQUARE, 20, 0)]]],
  ] as [string, boolean, Ring[][]][])
    assert.equal(answerOf(areNested(polygons)).value, expected, what);
});
