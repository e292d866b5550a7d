// The frame of a drawing: which piece of the ground it shows, and where a position of the world lies in it. Pure.

import type { LngLatPair } from './own-tiles.ts';
import { type DegreeBounds, worldPosition } from './tile-reader.ts';

/** From a position of the world (see worldPosition) to the drawing. */
export type PlaceOf = (one: LngLatPair) => LngLatPair;

export interface GroundFrame {
  readonly at: PlaceOf;
  /** Units of the drawing to one of the world. */
  readonly scale: number;
  readonly metres_per_unit: number;
}

/** The whole of the bounds, in the middle. */
export function frameOf(bounds: DegreeBounds, width: number, height: number): GroundFrame {
  const [x0, y1] = worldPosition([bounds[0], bounds[1]]);
  const [x1, y0] = worldPosition([bounds[2], bounds[3]]);
  const scale = Math.min(width / (x1 - x0), height / (y1 - y0));
  const [offsetX, offsetY] = [(width - (x1 - x0) * scale) / 2, (height - (y1 - y0) * scale) / 2];
  return {
    at: ([x, y]) => [(x - x0) * scale + offsetX, (y - y0) * scale + offsetY],
    scale,
    metres_per_unit: (lengthOfDegree(bounds) * (bounds[2] - bounds[0])) / ((x1 - x0) * scale),
  };
}

/** Metres of a degree of longitude, in the middle. */
const lengthOfDegree = ([, south, , north]: DegreeBounds) =>
  METRES_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);

export function pathOf(lines: readonly (readonly LngLatPair[])[], at: PlaceOf, isClosed: boolean): string {
  const place = (one: LngLatPair) =>
    at(one)
      .map((n) => n.toFixed(1))
      .join(' ');
  return lines.map((line) => `M${line.map(place).join('L')}${isClosed ? 'Z' : ''}`).join('');
}

/** At least so many metres around the middle, so that a small plot has something around it. */
const LEAST_M = 45;
const METRES_PER_DEGREE = 111_320;

/** The bounds of a shape with a margin, in the form of the drawing (width / height). */
export function boundsAround(
  positions: readonly (readonly number[])[],
  margin: number,
  ratio: number,
  least_m = LEAST_M,
): DegreeBounds {
  const lngs = positions.map(([lng = 0]) => lng);
  const lats = positions.map(([, lat = 0]) => lat);
  const [west, east, south, north] = [
    Math.min(...lngs),
    Math.max(...lngs),
    Math.min(...lats),
    Math.max(...lats),
  ];
  const [midLng, midLat] = [(west + east) / 2, (south + north) / 2];
  const perLng = METRES_PER_DEGREE * Math.cos((midLat * Math.PI) / 180);
  const needed = [(((east - west) / 2) * perLng) / ratio, ((north - south) / 2) * METRES_PER_DEGREE];
  const halfHeight = margin * Math.max(least_m, ...needed);
  const [dLng, dLat] = [(halfHeight * ratio) / perLng, halfHeight / METRES_PER_DEGREE];
  return [midLng - dLng, midLat - dLat, midLng + dLng, midLat + dLat];
}
