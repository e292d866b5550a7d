// A box of WGS84 degrees as GIS programs ask with it: of any size, a line or a point, even across the antimeridian. Judged in degrees, by
// the positions that are served: its sides are bent in metres. Touching counts (OGC API Features Part 1, 7.15.3). Pure.

import { grownBox } from './box.ts';
import { fromWgs84 } from './projection.ts';
import { type Box, type MultiPolygon, type Position, type Ring, STORED_EPSG } from './types.ts';
import { boundsOf } from './wkb.ts';

/** Beyond these nothing of Poland lies, and the projection is good within them. */
const [WEST, SOUTH, EAST, NORTH] = [13, 48, 26, 56] as const;
/** Of the projection: a parallel has its lowest point there. */
const CENTRAL_MERIDIAN = 19;
/** Served positions are rounded to 7 decimals of a degree, which moves them by up to 7 mm. */
const ROUNDING_M = 0.02;

export class DegreeBox {
  /** In EPSG:2180: whatever has its own bounds outside does not meet the box. */
  readonly bounds: Box;
  /** Two where it crosses the antimeridian. */
  readonly #parts: readonly Box[];

  /** West is more than east where the box crosses the antimeridian. */
  constructor([west, south, east, north]: Box) {
    this.#parts =
      west <= east
        ? [[west, south, east, north]]
        : [
            [west, south, 180, north],
            [-180, south, east, north],
          ];
    const outline = this.#parts.flatMap(cornersOf);
    this.bounds = grownBox(boundsOf({ type: 'MultiPolygon', coordinates: [[outline]] }), ROUNDING_M);
  }

  holds([lng, lat]: Position): boolean {
    return this.#parts.some(
      ([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north,
    );
  }

  /** Of an area in degrees. */
  meets(area: MultiPolygon): boolean {
    return this.#parts.some(
      (part) =>
        area.some((polygon) => polygon.some((ring) => runsThrough(ring, part))) ||
        isAround(area, [part[0], part[1]]),
    );
  }
}

/** The outermost positions in metres of what of the box lies near Poland. */
function cornersOf([west, south, east, north]: Box): Position[] {
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const [w, e] = [within(west, WEST, EAST), within(east, WEST, EAST)];
  const [s, n] = [within(south, SOUTH, NORTH), within(north, SOUTH, NORTH)];
  return [w, within(CENTRAL_MERIDIAN, w, e), e].flatMap((lng) =>
    [s, n].map((lat) => fromWgs84(STORED_EPSG, [lng, lat])),
  );
}

/** Whether an edge of the ring meets the box. */
function runsThrough(ring: Ring, [west, south, east, north]: Box): boolean {
  const [centreX, centreY] = [(west + east) / 2, (south + north) / 2];
  const [halfX, halfY] = [(east - west) / 2, (north - south) / 2];
  let from = ring.at(-1);
  for (const to of ring) {
    if (from === undefined) return false;
    const isBeside =
      Math.max(from[0], to[0]) < west ||
      Math.min(from[0], to[0]) > east ||
      Math.max(from[1], to[1]) < south ||
      Math.min(from[1], to[1]) > north;
    if (!isBeside) {
      const [x, y] = [from[0] - centreX, from[1] - centreY];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      // Unless all four corners lie on one side of the line of the edge.
      if (Math.abs(x * dy - y * dx) <= halfX * Math.abs(dy) + halfY * Math.abs(dx)) return true;
    }
    from = to;
  }
  return false;
}

/** By the edges that a ray to the east crosses; those of holes count like those of outlines. */
function isAround(area: MultiPolygon, [x, y]: Position): boolean {
  let isInside = false;
  for (const ring of area.flat()) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (
        from !== undefined &&
        from[1] > y !== to[1] > y &&
        x - from[0] < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1])
      )
        isInside = !isInside;
      from = to;
    }
  }
  return isInside;
}
