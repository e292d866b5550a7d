import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxesMeet } from '../domain/geometry/box.ts';
import type { Box } from '../domain/geometry/types.ts';
import { TileCache } from './tile-cache.ts';

const SIDE_M = 10;
const THING_BYTES = 1_000;

/** Whole metres: edges often lie on those of tiles. */
const box = fc
  .tuple(fc.nat(60), fc.nat(60), fc.nat(35), fc.nat(35))
  .map(([x, y, width, height]): Box => [x, y, x + width, y + height]);

/** Tiles over these boxes with room for some of them, and how to hold what runs of boxes need. */
function over(boxes: readonly Box[], room: number) {
  const things = boxes.map((box) => ({ box }));
  const tiles = new TileCache<{ box: Box }>(SIDE_M, room * THING_BYTES, () => THING_BYTES);
  const hold = (...run: Box[]): Box[] => {
    for (const area of run) tiles.want(area);
    const missing = tiles.missing();
    tiles.hold(things.filter((thing) => missing.some((tile) => boxesMeet(thing.box, tile))));
    return missing;
  };
  return { things, tiles, hold };
}

test('what meets a box is told once, however many tiles it reaches over, and whatever was evicted', () => {
  const runs = fc.array(fc.array(box, { minLength: 1, maxLength: 3 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(box), runs, fc.nat(40), (boxes, asked, room) => {
      const { things, tiles, hold } = over(boxes, room);
      for (const run of asked) {
        hold(...run);
        for (const area of run) {
          const found = tiles.meeting(area);
          assert.equal(new Set(found).size, found.length);
          assert.deepEqual(new Set(found), new Set(things.filter((thing) => boxesMeet(thing.box, area))));
        }
      }
    }),
  );
});

test('a tile is read once while there is room, and the least recently wanted is evicted first', () => {
  const column = (n: number): Box => [n * SIDE_M + 1, 1, n * SIDE_M + 2, 2];
  const { hold } = over([0, 1, 2, 3].map(column), 3);
  const read = (...columns: number[]) => hold(...columns.map(column)).map(([minX]) => minX / SIDE_M);
  assert.deepEqual(read(0, 0), [0]);
  assert.deepEqual(read(1), [1]);
  // Room for two with their own bytes: 0 is wanted again, so 1 makes room for 2.
  assert.deepEqual(read(0), []);
  assert.deepEqual(read(2), [2]);
  assert.deepEqual(read(0), []);
  assert.deepEqual(read(1), [1]);
  // What one run wants is held together, whether there is room or not.
  assert.deepEqual(read(0, 1, 2, 3), [2, 3]);
  assert.deepEqual(read(0, 1, 2, 3), []);
});

test('ground that is not held is an error, never nothing', () => {
  const { tiles, hold } = over([[25, 5, 26, 6]], 10);
  hold([1, 1, 2, 2]);
  assert.deepEqual(tiles.meeting([1, 1, 9, 9]), []);
  assert.throws(() => tiles.meeting([1, 1, 26, 9]), /not held/);
});

test('a box of nothing wants nothing and meets nothing', () => {
  const { tiles, hold } = over([[0, 0, 5, 5]], 10);
  const nothing: Box = [Infinity, Infinity, -Infinity, -Infinity];
  assert.deepEqual(hold(nothing), []);
  assert.deepEqual(tiles.meeting(nothing), []);
});
