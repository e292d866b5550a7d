// Rings for the tests of geometry, short enough to be read at a glance.

import assert from 'node:assert/strict';
import type { Position, Ring } from './types.ts';

/** From text, 'x y, x y, …'. */
export const ringOf = (text: string): Position[] =>
  text.split(', ').map((pair): Position => {
    const [x, y] = pair.split(' ').map(Number);
    assert.ok(x !== undefined && y !== undefined, text);
    return [x, y];
  });

export const rectangle = (x0: number, y0: number, x1: number, y1: number): Ring => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
  [x0, y0],
];
