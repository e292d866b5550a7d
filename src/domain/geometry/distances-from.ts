// How far many stored areas lie from one origin, in plain arithmetic: a search by radius asks it of a thousand parcels. Rows are
// ordered and pages go on by the unrounded figure: each gap is worked out as GEOS does, but only where boxes leave it open.

import { squareBetween } from './distance.ts';
import { distanceBetween } from './polygons.ts';
import { containsPoint } from './rings.ts';
import type { Box, Geometry, MultiPolygon, Outline, Position } from './types.ts';
import { boundsOf, decodeMultiPolygon, someRing, XY_BYTES } from './wkb.ts';
import { wkbContainsPoint } from './wkb-contains.ts';

/** Far above the rounding of doubles. Nearer to each other than this, GEOS says whether they touch. */
const DOUBT_M = 1e-5;

/** Edges of the origin that follow each other, as x and y of their positions, and the box around them. */
interface Stretch {
  readonly positions: Float64Array;
  readonly box: Box;
}

const STRETCH_EDGES = 8;

export type MeasuredFrom = Extract<Geometry, { type: 'Point' | 'MultiPolygon' }>;

export class DistancesFrom {
  readonly #origin: MeasuredFrom;
  readonly #box: Box;
  readonly #area: MultiPolygon;
  /** A position of each ring. */
  readonly #starts: readonly Position[];
  readonly #stretches: readonly Stretch[];

  constructor(origin: MeasuredFrom) {
    this.#origin = origin;
    this.#box = boundsOf(origin);
    this.#area = origin.type === 'Point' ? [] : origin.coordinates;
    // A point is an edge of no length.
    const rings =
      origin.type === 'Point' ? [[origin.coordinates, origin.coordinates]] : origin.coordinates.flat();
    this.#starts = rings.flatMap((ring) => ring.slice(0, 1));
    this.#stretches = rings.flatMap(stretchesOf);
  }

  /** To an area as encodeWkb writes it; 0 where they touch or overlap. */
  to({ box, wkb }: Outline): number {
    const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
    const gap_m = this.#gapTo(box, view);
    if (gap_m > 0 && gap_m < DOUBT_M)
      return distanceBetween(this.#origin, { type: 'MultiPolygon', coordinates: decodeMultiPolygon(wkb) });
    // No edges meet: the one may still lie inside the other.
    if (gap_m === 0 || squareBetween(this.#box, ...box) > 0) return gap_m;
    const isInside = this.#starts.some((start) => wkbContainsPoint(wkb, start)) || this.#holdsPartOf(view);
    return isInside ? 0 : gap_m;
  }

  /** Told by a position of each of its rings. */
  #holdsPartOf(view: DataView): boolean {
    return someRing(view, 0, (from) => {
      const x = view.getFloat64(from, true);
      const y = view.getFloat64(from + 8, true);
      return containsPoint(this.#area, [x, y]);
    });
  }

  /** Between the edges that are nearest to each other. */
  #gapTo(box: Box, view: DataView): number {
    let best_m = this.#someGapTo(box, view);
    someRing(view, 0, (from, to) => {
      let x0 = view.getFloat64(from, true);
      let y0 = view.getFloat64(from + 8, true);
      for (let at = from + XY_BYTES; at < to && best_m > 0; at += XY_BYTES) {
        const x1 = view.getFloat64(at, true);
        const y1 = view.getFloat64(at + 8, true);
        best_m = this.#gapToEdge(x0, y0, x1, y1, best_m);
        x0 = x1;
        y0 = y1;
      }
      return best_m === 0;
    });
    return best_m;
  }

  /** Between some two positions that lie near each other: the nearest edges are no farther apart. */
  #someGapTo([minX, minY, maxX, maxY]: Box, view: DataView): number {
    const [x, y] = this.#nearestTo((minX + maxX) / 2, (minY + maxY) / 2);
    let least2 = Infinity;
    someRing(view, 0, (from, to) => {
      for (let at = from; at < to; at += XY_BYTES) {
        const dx = view.getFloat64(at, true) - x;
        const dy = view.getFloat64(at + 8, true) - y;
        least2 = Math.min(least2, dx * dx + dy * dy);
      }
      return false;
    });
    return Math.sqrt(least2);
  }

  /** Of the positions of the origin. */
  #nearestTo(x: number, y: number): Position {
    let nearest: Position = [x, y];
    let least2 = Infinity;
    for (const { positions, box } of this.#stretches) {
      if (squareBetween(box, x, y, x, y) >= least2) continue;
      for (let i = 0; i < positions.length; i += 2) {
        const atX = positions[i] as number;
        const atY = positions[i + 1] as number;
        const gap2 = (atX - x) * (atX - x) + (atY - y) * (atY - y);
        if (gap2 >= least2) continue;
        least2 = gap2;
        nearest = [atX, atY];
      }
    }
    return nearest;
  }

  /** The smaller of the gap to this edge and the least so far. */
  #gapToEdge(x0: number, y0: number, x1: number, y1: number, least_m: number): number {
    let best_m = least_m;
    const minX = Math.min(x0, x1);
    const minY = Math.min(y0, y1);
    const maxX = Math.max(x0, x1);
    const maxY = Math.max(y0, y1);
    // What rounding does to a distance stays below this: no edge is passed over that would have given less.
    let limit2 = (best_m + DOUBT_M) ** 2;
    if (squareBetween(this.#box, minX, minY, maxX, maxY) > limit2) return best_m;
    for (const { positions, box } of this.#stretches) {
      if (squareBetween(box, minX, minY, maxX, maxY) > limit2) continue;
      for (let i = 2; i < positions.length; i += 2) {
        const ax = positions[i - 2] as number;
        const ay = positions[i - 1] as number;
        const bx = positions[i] as number;
        const by = positions[i + 1] as number;
        const gapX = Math.max(0, Math.min(ax, bx) - maxX, minX - Math.max(ax, bx));
        const gapY = Math.max(0, Math.min(ay, by) - maxY, minY - Math.max(ay, by));
        const gap2 = gapX * gapX + gapY * gapY;
        if (gap2 > limit2) continue;
        if (gap2 === 0 && cross(ax, ay, bx, by, x0, y0, x1, y1)) return 0;
        // The end of an edge is the start of the next.
        const gap_m = Math.min(toEdge(ax, ay, x0, y0, x1, y1), toEdge(x0, y0, ax, ay, bx, by));
        if (gap_m >= best_m) continue;
        best_m = gap_m;
        limit2 = (best_m + DOUBT_M) ** 2;
      }
    }
    return best_m;
  }
}

function stretchesOf(ring: readonly Position[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0; from + 1 < ring.length; from += STRETCH_EDGES) {
    const line = ring.slice(from, from + STRETCH_EDGES + 1);
    const box = boundsOf({ type: 'MultiLineString', coordinates: [line] });
    stretches.push({ positions: Float64Array.from(line.flat()), box });
  }
  return stretches;
}

/** From a position to an edge, across it or to the nearer end. */
function toEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length2;
  if (along <= 0) return between(x, y, ax, ay);
  if (along >= 1) return between(x, y, bx, by);
  return Math.abs(((ay - y) * dx - (ax - x) * dy) / length2) * Math.sqrt(length2);
}

/** Not Math.hypot, which rounds otherwise. */
const between = (x: number, y: number, ax: number, ay: number): number =>
  Math.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay));

/** Whether two edges have a position in common; of parallel ones their ends tell. */
function cross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): boolean {
  const slant = (bx - ax) * (y1 - y0) - (by - ay) * (x1 - x0);
  if (slant === 0) return false;
  const alongOwn = ((ay - y0) * (x1 - x0) - (ax - x0) * (y1 - y0)) / slant;
  const alongOther = ((ay - y0) * (bx - ax) - (ax - x0) * (by - ay)) / slant;
  return alongOwn >= 0 && alongOwn <= 1 && alongOther >= 0 && alongOther <= 1;
}
