// Whether an area holds a point, told from its bytes as encodeWkb writes them: most parcels around a point do not, and need
// not be unpacked for that. The same rule as containsPoint (rings.ts).

import { distance2ToEdge, ON_EDGE_M } from './rings.ts';
import type { Position } from './types.ts';
import { GeometryFormatError, XY_BYTES } from './wkb.ts';

const LITTLE_ENDIAN = 1;
const MULTI_POLYGON = 6;
/** Byte order mark, type and count. */
const HEAD_BYTES = 9;
const COUNT_BYTES = 4;

/** The boundary, of holes too, counts as inside. */
export function wkbContainsPoint(wkb: Uint8Array, [x, y]: Position): boolean {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  if (wkb.length < HEAD_BYTES || wkb[0] !== LITTLE_ENDIAN || view.getUint32(1, true) !== MULTI_POLYGON)
    throw new GeometryFormatError('expected an area in little endian bytes');
  let at = HEAD_BYTES;
  for (let polygons = countBefore(view, at); polygons > 0; polygons -= 1) {
    at += HEAD_BYTES;
    let isInside = false;
    for (let rings = countBefore(view, at); rings > 0; rings -= 1) {
      const from = at + COUNT_BYTES;
      at = from + countBefore(view, from) * XY_BYTES;
      if (at > wkb.length) throw new GeometryFormatError(`a ring of ${wkb.length} bytes ends at byte ${at}`);
      const crossings = crossingsOf(view, from, at, x, y);
      if (crossings === ON_EDGE) return true;
      if (crossings % 2 === 1) isInside = !isInside;
    }
    if (isInside) return true;
  }
  return false;
}

function countBefore(view: DataView, at: number): number {
  if (at > view.byteLength) throw new GeometryFormatError(`a count before byte ${at} is not there`);
  return view.getUint32(at - COUNT_BYTES, true);
}

const ON_EDGE = -1;

/** How many edges of a ring cross the ray to the right of the point. */
function crossingsOf(view: DataView, from: number, to: number, x: number, y: number): number {
  if (from === to) return 0;
  let crossings = 0;
  let x0 = view.getFloat64(to - XY_BYTES, true);
  let y0 = view.getFloat64(to - XY_BYTES + 8, true);
  for (let at = from; at < to; at += XY_BYTES) {
    const x1 = view.getFloat64(at, true);
    const y1 = view.getFloat64(at + 8, true);
    // An edge wholly above or below the point neither holds it nor crosses the ray: most are.
    const isBeside =
      (y0 <= y + ON_EDGE_M || y1 <= y + ON_EDGE_M) && (y0 >= y - ON_EDGE_M || y1 >= y - ON_EDGE_M);
    if (isBeside) {
      if (distance2ToEdge(x, y, x0, y0, x1, y1) <= ON_EDGE_M ** 2) return ON_EDGE;
      // An edge owns its lower end only.
      if (y0 > y !== y1 > y && x - x0 < ((x1 - x0) * (y - y0)) / (y1 - y0)) crossings += 1;
    }
    x0 = x1;
    y0 = y1;
  }
  return crossings;
}
