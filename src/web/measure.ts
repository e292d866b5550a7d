// Lengths and areas on the ground, for measuring on the map: on a sphere, good to some tenths of a percent. Pure.

import type { LngLatPair } from './own-tiles.ts';

const RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export function lengthOf(line: readonly LngLatPair[]): number {
  let sum = 0;
  for (const [at, [lng, lat]] of line.entries()) {
    const before = line[at - 1];
    if (!before) continue;
    const [dLng, dLat] = [(lng - before[0]) * RADIANS, (lat - before[1]) * RADIANS];
    const a =
      Math.sin(dLat / 2) ** 2 +
      Math.cos(lat * RADIANS) * Math.cos(before[1] * RADIANS) * Math.sin(dLng / 2) ** 2;
    sum += 2 * RADIUS_M * Math.asin(Math.sqrt(a));
  }
  return sum;
}

/** Of the polygon that the line is the outline of; null of fewer than three points. */
export function areaWithin(line: readonly LngLatPair[]): number | null {
  if (line.length < 3) return null;
  let sum = 0;
  for (const [at, [lng, lat]] of line.entries()) {
    const [nextLng, nextLat] = line[(at + 1) % line.length] as LngLatPair;
    sum += (nextLng - lng) * RADIANS * (2 + Math.sin(lat * RADIANS) + Math.sin(nextLat * RADIANS));
  }
  return Math.abs((sum * RADIUS_M * RADIUS_M) / 2);
}
