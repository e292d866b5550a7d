// The edges of an area as plain numbers in a row, for what is asked of millions of pairs: most of them lie clear of each
// other, and that shows without exact geometry. Everything is in EPSG:2180 metres.

import { ON_EDGE_M } from './rings.ts';
import type { Box, MultiPolygon, Ring } from './types.ts';

/**
 * x, y of the start and of the end of every edge; edges of length 0 are left out. The area lies to the right of each:
 * outer rings run clockwise and holes the other way, whichever way they were drawn.
 */
export type Edges = Float64Array;
export const EDGE_NUMBERS = 4;

export function edgesOf(area: MultiPolygon): Edges {
  let most = 0;
  for (const polygon of area) for (const ring of polygon) most += ring.length;
  const edges = new Float64Array(most * EDGE_NUMBERS);
  let end = 0;
  for (const polygon of area) {
    for (let at = 0; at < polygon.length; at += 1) {
      const ring = polygon[at] ?? [];
      end = writeEdges(ring, isClockwise(ring) === (at === 0), edges, end);
    }
  }
  return edges.subarray(0, end);
}

/** Where the next edge goes. */
function writeEdges(ring: Ring, asDrawn: boolean, edges: Float64Array, start: number): number {
  const [first, last] = asDrawn ? [0, 2] : [2, 0];
  let end = start;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from !== undefined && (from[0] !== to[0] || from[1] !== to[1])) {
      edges[end + first] = from[0];
      edges[end + first + 1] = from[1];
      edges[end + last] = to[0];
      edges[end + last + 1] = to[1];
      end += EDGE_NUMBERS;
    }
    from = to;
  }
  return end;
}

/** By the area under its edges, taken from its first corner: far-off origins cost digits. */
function isClockwise(ring: Ring): boolean {
  const [originX, originY] = ring[0] ?? [0, 0];
  let under = 0;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from !== undefined)
      under += (to[0] - originX) * (from[1] - originY) - (from[0] - originX) * (to[1] - originY);
    from = to;
  }
  return under > 0;
}

export const at = (edges: Edges, i: number): number => edges[i] ?? 0;

/** False only where no edge comes as near as ON_EDGE_M to the box: then all of the box lies on one side of the boundary. */
export function edgesMeetBox(edges: Edges, [minX, minY, maxX, maxY]: Box): boolean {
  const centreX = (minX + maxX) / 2;
  const centreY = (minY + maxY) / 2;
  const halfX = (maxX - minX) / 2 + ON_EDGE_M;
  const halfY = (maxY - minY) / 2 + ON_EDGE_M;
  for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
    const x0 = at(edges, i) - centreX;
    const y0 = at(edges, i + 1) - centreY;
    const x1 = at(edges, i + 2) - centreX;
    const y1 = at(edges, i + 3) - centreY;
    if ((x0 > halfX && x1 > halfX) || (x0 < -halfX && x1 < -halfX)) continue;
    if ((y0 > halfY && y1 > halfY) || (y0 < -halfY && y1 < -halfY)) continue;
    // Past its corner: all four corners lie on one side of the edge's line.
    const dx = x1 - x0;
    const dy = y1 - y0;
    if (Math.abs(x0 * dy - y0 * dx) > halfX * Math.abs(dy) + halfY * Math.abs(dx)) continue;
    return true;
  }
  return false;
}
