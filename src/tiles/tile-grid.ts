// The grid of map tiles (Web Mercator, EPSG:3857) over stored ground (EPSG:2180): which box of the ground a tile shows, and
// where a stored position lies in it. Exact by proj4; on large scales by a biquadratic fit of nine exact points, which is off by
// less than a tenth of a unit there and takes a third of the time. Knows nothing of what is drawn.

import { fromWgs84, POLAND_BOX, toWgs84 } from '../domain/geometry/projection.ts';
import type { Box, Position } from '../domain/geometry/types.ts';

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Units a tile is wide and high. */
export const EXTENT = 4_096;
/** Units beyond its edges that are drawn too, so that lines meet without a seam. */
export const BUFFER = 64;

export const ZOOMS = { min: 6, max: 16 } as const;

/** From this zoom on a tile is small enough for the fit. */
const FITTED_FROM = 11;

/** The country in degrees, with some room. */
const POLAND_DEGREES: Box = [13.5, 48.5, 24.8, 55.5];

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** A position in the unit square of the world, [0, 0] in the north-west. */
function worldOf([lng, lat]: Position): Position {
  const sine = Math.sin(lat / DEGREES_PER_RADIAN);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

function degreesOf([x, y]: Position): Position {
  return [(x - 0.5) * 360, Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * DEGREES_PER_RADIAN];
}

/** [west, south, east, north] */
export function degreesOfTile({ z, x, y }: TileAddress): Box {
  const [west, north] = degreesOf([x / 2 ** z, y / 2 ** z]);
  const [east, south] = degreesOf([(x + 1) / 2 ** z, (y + 1) / 2 ** z]);
  return [west, south, east, north];
}

/** Beyond the country there is nothing to read, and the projection is not made for it. */
export function showsPoland(tile: TileAddress): boolean {
  const [west, south, east, north] = degreesOfTile(tile);
  const [minLng, minLat, maxLng, maxLat] = POLAND_DEGREES;
  return west <= maxLng && east >= minLng && south <= maxLat && north >= minLat;
}

/** Points along each side of a tile by which its ground is measured: sides are curved there. */
const SAMPLES = 8;

/** The ground that a tile shows with its buffer, in EPSG:2180, no further than the country reaches. */
export function groundOfTile({ z, x, y }: TileAddress): Box {
  const margin = BUFFER / EXTENT;
  const ground: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= SAMPLES; i += 1) {
    for (let j = 0; j <= SAMPLES; j += 1) {
      if (i % SAMPLES > 0 && j % SAMPLES > 0) continue;
      const at = (from: number, step: number) =>
        (from - margin + (step / SAMPLES) * (1 + 2 * margin)) / 2 ** z;
      const [east, north] = fromWgs84(2180, degreesOf([at(x, i), at(y, j)]));
      ground[0] = Math.min(ground[0], east);
      ground[1] = Math.min(ground[1], north);
      ground[2] = Math.max(ground[2], east);
      ground[3] = Math.max(ground[3], north);
    }
  }
  // Between two samples a side is off its chord by less than a hundredth of the tile.
  const slack = (ground[2] - ground[0]) / 100;
  const [minX, minY, maxX, maxY] = POLAND_BOX;
  return [
    Math.max(ground[0] - slack, minX - 1_000),
    Math.max(ground[1] - slack, minY - 1_000),
    Math.min(ground[2] + slack, maxX + 1_000),
    Math.min(ground[3] + slack, maxY + 1_000),
  ];
}

/** Where a stored position lies, in units of the tile; written to `to`, so that nothing is allocated for a vertex. */
export type Project = (x: number, y: number, to: { u: number; v: number }) => void;

export function exactProjection(tile: TileAddress): Project {
  const scale = 2 ** tile.z;
  return (x, y, to) => {
    const [u, v] = worldOf(toWgs84(2180, [x, y]));
    to.u = (u * scale - tile.x) * EXTENT;
    to.v = (v * scale - tile.y) * EXTENT;
  };
}

export function projectionOf(tile: TileAddress): Project {
  return tile.z < FITTED_FROM ? exactProjection(tile) : fittedProjection(tile);
}

/** Of degrees, such as the point on a parcel. */
export function projectDegrees(tile: TileAddress, degrees: Position, to: { u: number; v: number }): void {
  const [u, v] = worldOf(degrees);
  to.u = (u * 2 ** tile.z - tile.x) * EXTENT;
  to.v = (v * 2 ** tile.z - tile.y) * EXTENT;
}

/** u and v as polynomials of s and t, which run from -1 to 1 over the ground of the tile. */
function fittedProjection(tile: TileAddress): Project {
  const [minX, minY, maxX, maxY] = groundOfTile(tile);
  const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const [halfX, halfY] = [(maxX - minX) / 2, (maxY - minY) / 2];
  const exact = exactProjection(tile);
  const at = { u: 0, v: 0 };
  const grid = [-1, 0, 1].map((t) =>
    [-1, 0, 1].map((s) => {
      exact(midX + s * halfX, midY + t * halfY, at);
      return { ...at };
    }),
  );
  const [u0, u1, u2, u3, u4, u5, u6, u7, u8] = coefficients(grid.map((row) => row.map(({ u }) => u))) as Nine;
  const [v0, v1, v2, v3, v4, v5, v6, v7, v8] = coefficients(grid.map((row) => row.map(({ v }) => v))) as Nine;
  return (x, y, to) => {
    const s = (x - midX) / halfX;
    const t = (y - midY) / halfY;
    to.u = u0 + s * (u1 + s * u2) + t * (u3 + s * (u4 + s * u5) + t * (u6 + s * (u7 + s * u8)));
    to.v = v0 + s * (v1 + s * v2) + t * (v3 + s * (v4 + s * v5) + t * (v6 + s * (v7 + s * v8)));
  };
}

type Nine = [number, number, number, number, number, number, number, number, number];

/** Through three values at -1, 0 and 1: c0 + c1 s + c2 s². */
const parabola = ([before = 0, here = 0, after = 0]: readonly number[]): number[] => [
  here,
  (after - before) / 2,
  (after + before) / 2 - here,
];

/** Rows of the grid by t, values in a row by s: the coefficients of s^i t^j, i running first. */
function coefficients(grid: readonly (readonly number[])[]): number[] {
  const rows = grid.map(parabola);
  const columns = [0, 1, 2].map((i) => parabola(rows.map((row) => row[i] ?? 0)));
  return [0, 1, 2].flatMap((j) => columns.map((column) => column[j] ?? 0));
}
