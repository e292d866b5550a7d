import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reproject } from './projection.ts';
import { isSameOutline } from './same-outline.ts';
import type { MultiPolygon, Position, Ring } from './types.ts';

const closed = (...vertices: Position[]): Ring => [...vertices, vertices[0] as Position];
const SHELL = [
  [640_000, 470_000],
  [640_050, 470_000],
  [640_050, 470_030],
  [640_000, 470_030],
] as const satisfies Position[];
const HOLE = closed([640_010, 470_010], [640_010, 470_020], [640_020, 470_020]);
const outline = (shell: readonly Position[]): MultiPolygon => [[closed(...shell), HOLE]];

const toCentimetres = (value: number) => Math.round(value * 100) / 100;
const written = (shape: MultiPolygon): MultiPolygon =>
  shape.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [toCentimetres(x), toCentimetres(y)])));
const moved = (shape: MultiPolygon, from: 2180 | 2178, to: 2180 | 2178): MultiPolygon => {
  const made = reproject(from, to, { type: 'MultiPolygon', coordinates: shape });
  return made.type === 'MultiPolygon' ? made.coordinates : assert.fail(made.type);
};

test('written in another projection it is the same, wherever the ring begins and however it runs', () => {
  const vertex = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(vertex, { minLength: 3, maxLength: 12, selector: String }),
      fc.nat(),
      fc.boolean(),
      (corners, turn, isReversed) => {
        const shell = corners.map(([x, y]): Position => [640_000 + x / 100, 470_000 + y / 100]);
        const at = turn % shell.length;
        const turned = [...shell.slice(at), ...shell.slice(0, at)];
        const again = outline(isReversed ? turned.reverse() : turned);
        assert.ok(isSameOutline(outline(shell), moved(written(moved(again, 2180, 2178)), 2178, 2180)));
      },
    ),
  );
});

test('a vertex that moved by more than the last digit is another outline, and so is one more or less', () => {
  const [, ...others] = SHELL;
  const shifted = (by_m: number) => outline([[SHELL[0][0] + by_m, SHELL[0][1]], ...others]);
  assert.equal(isSameOutline(outline(SHELL), shifted(0.009)), true);
  assert.equal(isSameOutline(outline(SHELL), shifted(0.02)), false);
  assert.equal(isSameOutline(outline(SHELL), outline([...SHELL, [640_000, 470_010]])), false);
  assert.equal(isSameOutline(outline(SHELL), outline(others)), false);
  assert.equal(isSameOutline(outline(SHELL), [[closed(...SHELL)]]), false);
  assert.equal(isSameOutline(outline(SHELL), [...outline(SHELL), [HOLE]]), false);
});
