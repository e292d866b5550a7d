import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box } from '../domain/geometry/types.ts';
import { Squares } from './squares.ts';

const SIDE_M = 10;

const meet = (a: Box, b: Box) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
/** Whole metres: edges often lie on those of squares. */
const box = fc
  .tuple(fc.nat(60), fc.nat(60), fc.nat(35), fc.nat(35))
  .map(([x, y, width, height]): Box => [x, y, x + width, y + height]);

/** Squares over these boxes, and which of them were read. */
function over(boxes: readonly Box[], most: number) {
  const things = boxes.map((box) => ({ box }));
  const read: string[] = [];
  const squares = new Squares(SIDE_M, most, (square) => {
    read.push(square.join(' '));
    return things.filter((thing) => meet(thing.box, square));
  });
  return { things, squares, read };
}

test('what meets a box is told once, however many squares it reaches over, and whatever was forgotten', () => {
  fc.assert(
    fc.property(fc.array(box), fc.array(box, { minLength: 1 }), fc.nat(40), (boxes, asked, most) => {
      const { things, squares } = over(boxes, most);
      for (const area of asked) {
        const found = squares.meeting(area);
        assert.equal(new Set(found).size, found.length);
        assert.deepEqual(new Set(found), new Set(things.filter((thing) => meet(thing.box, area))));
      }
    }),
  );
});

test('a square is read once while it is asked for, and again when it was forgotten', () => {
  const { squares, read } = over([], 2);
  const ask = (...columns: number[]) => {
    for (const column of columns) squares.meeting([column * SIDE_M + 1, 1, column * SIDE_M + 2, 2]);
    return read.splice(0).map((square) => Number(square.split(' ')[0]) / SIDE_M);
  };
  assert.deepEqual(ask(0, 0, 1, 0), [0, 1]);
  // Two are kept: the next ones take their place, and what is asked for meanwhile stays.
  assert.deepEqual(ask(2, 0, 3), [2, 3]);
  assert.deepEqual(ask(1), [1]);
});

test('a box of nothing meets nothing', () => {
  const { squares, read } = over([[0, 0, 5, 5]], 10);
  assert.deepEqual(squares.meeting([Infinity, Infinity, -Infinity, -Infinity]), []);
  assert.deepEqual(read, []);
});
