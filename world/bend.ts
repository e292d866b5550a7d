// From the drawing board to the country. The land is drawn with straight lines on a flat board, in whole centimetres
// from the island's anchor; here the board is bent and turned, and put in its place in EPSG:2180. A point's place
// depends on the point alone, so what shares a point on the board shares it in the country.

import type { Position } from '../src/domain/geometry/types.ts';
import { chanceAt } from './random.ts';

/** A point on the board: whole centimetres east and north of the anchor. */
export type Point = readonly [x: number, y: number];

/** Large bends and small ones. Steeper than about 0.3 (3 × shift / wave) the board would fold over. */
const BENDS = [
  { wave_cm: 150_000, shift_cm: 9_000 },
  { wave_cm: 40_000, shift_cm: 1_000 },
] as const;

// The island is turned by an angle with an exact sine and cosine: 9² + 40² = 41².
const SINE = 9 / 41;
const COSINE = 40 / 41;

// A straight edge gets a vertex every 100 m, so that it follows the bends. Half a grid step off the grid: a station
// is never within 5 cm of a corner.
const STATION_CM = 10_000;
const STATION_OFFSET_CM = 5;

export function bend(seed: number, anchor: Position, [x, y]: Point): Position {
  let bentX = x;
  let bentY = y;
  for (const [index, { wave_cm, shift_cm }] of BENDS.entries()) {
    bentX += shift_cm * noise(seed * 4 + index * 2, x / wave_cm, y / wave_cm);
    bentY += shift_cm * noise(seed * 4 + index * 2 + 1, x / wave_cm, y / wave_cm);
  }
  return [
    Math.round(anchor[0] * 100 + COSINE * bentX - SINE * bentY) / 100,
    Math.round(anchor[1] * 100 + SINE * bentX + COSINE * bentY) / 100,
  ];
}

/** The places along a line where an edge between two coordinates gets a vertex, in the direction of travel. */
export function stationsBetween(from: number, to: number): number[] {
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const stations: number[] = [];
  const first = Math.floor((low - STATION_OFFSET_CM) / STATION_CM) + 1;
  for (let station = first * STATION_CM + STATION_OFFSET_CM; station < high; station += STATION_CM) {
    stations.push(station);
  }
  return from < to ? stations : stations.reverse();
}

/** Smooth noise in (-1, 1): chance at the corners of a unit square, eased in between. */
export function noise(seed: number, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const right = ease(x - column);
  const up = ease(y - row);
  const south = mix(chanceAt(seed, column, row), chanceAt(seed, column + 1, row), right);
  const north = mix(chanceAt(seed, column, row + 1), chanceAt(seed, column + 1, row + 1), right);
  return mix(south, north, up);
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
