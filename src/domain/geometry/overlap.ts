// How much ground two areas share, in plain arithmetic: asked of every parcel and all that lies on it, and ten times as
// fast as an overlay, which builds the common shape only to measure it. Everything is in EPSG:2180 metres.

import { boxesMeet } from './box.ts';
import { at, EDGE_NUMBERS, type Edges, edgesMeetBox, edgesOf } from './edges.ts';
import { areaOf, containsPoint } from './rings.ts';
import type { Box, MultiPolygon } from './types.ts';
import { boundsOf } from './wkb.ts';

/** Areas that only touch share nothing but the rounding of doubles, which stays far below this. */
const LEAST_M2 = 1e-6;

/** Valid polygons, asked what they share with many others. */
export class OverlapArea {
  readonly box: Box;
  readonly edges: Edges;
  readonly #polygons: MultiPolygon;

  constructor(polygons: MultiPolygon) {
    this.box = boundsOf({ type: 'MultiPolygon', coordinates: polygons });
    this.#polygons = polygons;
    this.edges = edgesOf(polygons);
  }

  /** In square metres; 0 where they only touch. */
  with(other: OverlapArea): number {
    if (!boxesMeet(this.box, other.box)) return 0;
    // Most lie wholly inside or outside: where no boundary comes near, any point tells.
    if (!edgesMeetBox(other.edges, this.box)) return this.#liesIn(other) ? areaOf(this.#polygons) : 0;
    if (!edgesMeetBox(this.edges, other.box)) return other.#liesIn(this) ? areaOf(other.#polygons) : 0;
    const shared_m2 = sharedArea(other.edges, this.edges, this.box);
    return shared_m2 < LEAST_M2 ? 0 : shared_m2;
  }

  #liesIn(other: OverlapArea): boolean {
    const point = this.#polygons[0]?.[0]?.[0];
    return point !== undefined && containsPoint(other.#polygons, point);
  }
}

/**
 * An area is what lies below its upper edges less what lies below its lower ones. What two areas share is then the sum,
 * over all pairs of their edges, of what lies below both edges of the pair, with the sign of the pair: no shape is built,
 * no crossing decided, and nothing depends on how edges touch.
 *
 * Heights are taken from the lower side of the box of the second area, to keep the sums small. An edge of the first
 * area that lies below it adds nothing: whatever it adds with an upper edge it takes away with the lower one.
 */
function sharedArea(first: Edges, second: Edges, [minX, minY, maxX]: Box): number {
  let sum = 0;
  for (let i = 0; i < first.length; i += EDGE_NUMBERS) {
    const ax0 = at(first, i) - minX;
    const ay0 = at(first, i + 1) - minY;
    const ax1 = at(first, i + 2) - minX;
    const ay1 = at(first, i + 3) - minY;
    if ((ay0 <= 0 && ay1 <= 0) || Math.min(ax0, ax1) >= maxX - minX || Math.max(ax0, ax1) <= 0) continue;
    for (let j = 0; j < second.length; j += EDGE_NUMBERS) {
      const bx0 = at(second, j) - minX;
      const bx1 = at(second, j + 2) - minX;
      const from = Math.max(Math.min(ax0, ax1), Math.min(bx0, bx1));
      const to = Math.min(Math.max(ax0, ax1), Math.max(bx0, bx1));
      if (from >= to) continue;
      const by0 = at(second, j + 1) - minY;
      const by1 = at(second, j + 3) - minY;
      const below = belowBoth(
        to - from,
        heightAt(from, ax0, ay0, ax1, ay1),
        heightAt(to, ax0, ay0, ax1, ay1),
        heightAt(from, bx0, by0, bx1, by1),
        heightAt(to, bx0, by0, bx1, by1),
      );
      sum += ax1 > ax0 === bx1 > bx0 ? below : -below;
    }
  }
  return sum;
}

function heightAt(x: number, x0: number, y0: number, x1: number, y1: number): number {
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** Below two lines side by side, from their heights at both ends. */
function belowBoth(width: number, a0: number, a1: number, b0: number, b1: number): number {
  const low0 = Math.min(a0, b0);
  const low1 = Math.min(a1, b1);
  const gap0 = a0 - b0;
  const gap1 = a1 - b1;
  if (gap0 * gap1 >= 0) return (width * (low0 + low1)) / 2;
  const part = gap0 / (gap0 - gap1);
  const crossing = a0 + part * (a1 - a0);
  return (width * (part * (low0 + crossing) + (1 - part) * (crossing + low1))) / 2;
}
