// Boxes with sides along the axes: what an index finds by, and what is asked before an exact shape is looked at.

import type { Box } from './types.ts';

export function boxesMeet(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

export const grownBox = ([minX, minY, maxX, maxY]: Box, by: number): Box => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

/** What both cover, of boxes that meet. */
export const commonBox = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** The smallest box around both. */
export const unitedBox = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
