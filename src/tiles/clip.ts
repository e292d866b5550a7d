// Shapes cut to the tile with its buffer, in units of the tile: rings by Sutherland and Hodgman, segments by Liang and Barsky.
// Positions are numbers in turn, x before y.

import { BUFFER, EXTENT } from './tile-grid.ts';

export const LEAST = -BUFFER;
export const MOST = EXTENT + BUFFER;

/** Without its last position, which is the first again; empty where nothing of it is inside. */
export function clipRing(ring: readonly number[]): number[] {
  let clipped = ring;
  for (const axis of [0, 1] as const) {
    clipped = cutSide(clipped, axis, LEAST, 1);
    clipped = cutSide(clipped, axis, MOST, -1);
  }
  return [...clipped];
}

/** What lies on the side of a line along an axis where `sign` × position is larger. */
function cutSide(ring: readonly number[], axis: 0 | 1, line: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const other = 1 - axis;
  for (let at = 0; at < ring.length; at += 2) {
    const before = at === 0 ? ring.length - 2 : at - 2;
    const p = ring[before + axis] as number;
    const q = ring[at + axis] as number;
    const isIn = sign * (q - line) >= 0;
    if (sign * (p - line) >= 0 !== isIn) {
      const a = ring[before + other] as number;
      const b = ring[at + other] as number;
      const crossing = a + ((line - p) / (q - p)) * (b - a);
      kept.push(axis === 0 ? line : crossing, axis === 0 ? crossing : line);
    }
    if (isIn) kept.push(ring[at] as number, ring[at + 1] as number);
  }
  return kept;
}

/** Null where nothing of it is inside. */
export function clipSegment(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): [number, number, number, number] | null {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x1 - LEAST],
    [dx, MOST - x1],
    [-dy, y1 - LEAST],
    [dy, MOST - y1],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    else if (step > 0) to = Math.min(to, room / step);
  }
  return from > to ? null : [x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy];
}
