import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { containsPoint } from './rings.ts';
import { rectangle } from './test-rings.ts';
import type { MultiPolygon, Position } from './types.ts';
import { encodeWkb, GeometryFormatError } from './wkb.ts';
import { wkbContainsPoint } from './wkb-contains.ts';

const bytesOf = (coordinates: MultiPolygon) => encodeWkb({ type: 'MultiPolygon', coordinates });

/** On a coarse grid: points often lie on edges, on corners and level with either. */
const grid = fc.integer({ min: 0, max: 8 });
const position = fc.tuple(grid, grid);
const ring = fc
  .array(position, { minLength: 3, maxLength: 9 })
  .map((points): Position[] => [...points, points[0] as Position]);
const area = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

test('the bytes of an area tell what the area tells', () => {
  const half = fc.tuple(fc.integer({ min: -1, max: 18 }), fc.integer({ min: -1, max: 18 }));
  fc.assert(
    fc.property(area, half, (coordinates, [x, y]) => {
      const point: Position = [x / 2, y / 2];
      assert.equal(wkbContainsPoint(bytesOf(coordinates), point), containsPoint(coordinates, point));
    }),
    { numRuns: 2_000 },
  );
});

test('bytes that lie anywhere in a longer piece', () => {
  const bytes = bytesOf([[rectangle(0, 0, 4, 4), rectangle(1, 1, 3, 3)]]);
  const longer = new Uint8Array(bytes.length + 7);
  longer.set(bytes, 5);
  const piece = longer.subarray(5, 5 + bytes.length);
  assert.equal(wkbContainsPoint(piece, [0.5, 0.5]), true);
  assert.equal(wkbContainsPoint(piece, [2, 2]), false);
});

test('damaged bytes are a fault of the format, whatever is damaged', () => {
  const bytes = bytesOf([[rectangle(0, 0, 4, 4)], [rectangle(6, 6, 8, 8)]]);
  for (let length = 0; length < bytes.length; length += 1)
    assert.throws(
      () => wkbContainsPoint(bytes.subarray(0, length), [9, 9]),
      GeometryFormatError,
      `${length}`,
    );
  for (const at of [0, 1, 5, 14, 18]) {
    const damaged = bytes.slice();
    damaged[at] = 0xff;
    assert.throws(() => wkbContainsPoint(damaged, [9, 9]), GeometryFormatError, `byte ${at}`);
  }
});
