// The bytes of one shapefile record → a shape of the domain, Z and M dropped (ESRI Shapefile Technical
// Description, 1998). Rings become polygons with holes. What cannot be read whole throws a FormatError without a
// file: the caller knows it. Does not judge validity: short and open rings go on to whoever cleans.

import { containsPoint, ringArea } from '../../domain/geometry/rings.ts';
import type { Geometry, MultiPolygon, Polygon, Position, Ring } from '../../domain/geometry/types.ts';
import { boundsOf } from '../../domain/geometry/wkb.ts';
import { FormatError } from './format-error.ts';

const NULL_SHAPE = 0;
const POINTS = [1, 11, 21];
const LINES = [3, 13, 23];
const POLYGONS = [5, 15, 25];
export const READABLE_TYPES: readonly number[] = [NULL_SHAPE, ...POINTS, ...LINES, ...POLYGONS];

/** Type, box, number of parts, number of points. */
const PARTS_AT = 44;
const XY_BYTES = 16;

export function decodeShape(content: Buffer): Geometry | null {
  const type = content.length < 4 ? null : content.readInt32LE(0);
  if (type === NULL_SHAPE) return null;
  if (type !== null && POINTS.includes(type)) return { type: 'Point', coordinates: positionAt(content, 4) };
  if (type !== null && LINES.includes(type)) {
    const lines = partsOf(content);
    const short = lines.find((line) => line.length < 2);
    if (short) throw fault(`a line of ${short.length} points`, 'at least two');
    return { type: 'MultiLineString', coordinates: lines };
  }
  if (type !== null && POLYGONS.includes(type)) {
    return { type: 'MultiPolygon', coordinates: nestRings(partsOf(content)) };
  }
  throw fault(`shape type ${type ?? 'cut off'}`, `one of ${READABLE_TYPES.join(', ')}`);
}

function partsOf(content: Buffer): Position[][] {
  if (content.length < PARTS_AT) throw fault(`${content.length} bytes`, `${PARTS_AT} at least`);
  const parts = content.readInt32LE(36);
  const points = content.readInt32LE(40);
  const pointsAt = PARTS_AT + 4 * parts;
  if (parts < 0 || points < 0 || pointsAt + points * XY_BYTES > content.length) {
    throw fault(`${parts} parts and ${points} points`, `as many as ${content.length} bytes can hold`);
  }
  const startOf = (part: number) => (part === parts ? points : content.readInt32LE(PARTS_AT + 4 * part));
  return Array.from({ length: parts }, (_, part) => {
    const [start, end] = [startOf(part), startOf(part + 1)];
    if (start < 0 || end < start || end > points || (part === 0 && start !== 0)) {
      throw fault(
        `part ${part + 1} from point ${start} to ${end}`,
        `parts that follow each other in ${points}`,
      );
    }
    return Array.from({ length: end - start }, (_, i) =>
      positionAt(content, pointsAt + (start + i) * XY_BYTES),
    );
  });
}

function positionAt(content: Buffer, at: number): Position {
  if (at + XY_BYTES > content.length) throw fault(`${content.length} bytes`, `a position at byte ${at}`);
  const [x, y] = [content.readDoubleLE(at), content.readDoubleLE(at + 8)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw fault(`the position ${x} ${y}`, 'finite numbers');
  return [x, y];
}

/**
 * By the format an outer ring runs clockwise and a hole counter-clockwise. That is believed as long as every hole
 * lies in an outer ring. Where one does not, the writer did not care, and the nesting decides: a ring in an even
 * number of others is an outer one.
 */
export function nestRings(rings: readonly Ring[]): MultiPolygon {
  if (rings.length < 2) return rings.map((ring) => [ring]);
  const shapes = rings.map(shapeOf);
  const outers = shapes.filter((shape) => shape.isClockwise);
  const holes = shapes.filter((shape) => !shape.isClockwise);
  const isBelievable = holes.every((hole) => outers.some((outer) => holds(outer, hole)));
  if (isBelievable) return withHoles(outers, holes);
  const isOuter = (shape: Shape) => shapes.filter((other) => holds(other, shape)).length % 2 === 0;
  return withHoles(
    shapes.filter(isOuter),
    shapes.filter((shape) => !isOuter(shape)),
  );
}

/** Each hole goes to the smallest outer ring around it. */
function withHoles(outers: readonly Shape[], holes: readonly Shape[]): MultiPolygon {
  const polygons = new Map<Shape, Ring[]>(outers.map((outer) => [outer, [outer.ring]]));
  const smallestFirst = outers.toSorted((a, b) => a.area - b.area);
  for (const hole of holes) {
    const owner = smallestFirst.find((outer) => holds(outer, hole));
    if (owner) polygons.get(owner)?.push(hole.ring);
  }
  return [...polygons.values()] satisfies Polygon[];
}

interface Shape {
  readonly ring: Ring;
  readonly area: number;
  readonly box: readonly [number, number, number, number];
  readonly isClockwise: boolean;
  /** Null in a ring without area. */
  readonly inner: Position | null;
}

function shapeOf(ring: Ring): Shape {
  const box = boundsOf({ type: 'MultiLineString', coordinates: [ring] });
  return { ring, area: ringArea(ring), box, isClockwise: isClockwise(ring), inner: innerPoint(ring) };
}

/** Rings may touch but do not cross, so one point within tells for the whole ring. */
function holds(outer: Shape, { area, box, inner }: Shape): boolean {
  const isBoxInside =
    outer.box[0] <= box[0] && outer.box[1] <= box[1] && outer.box[2] >= box[2] && outer.box[3] >= box[3];
  return isBoxInside && outer.area > area && inner !== null && containsPoint([[outer.ring]], inner);
}

/** A ring without area counts as an outer one, and falls away when polygons are cleaned. */
function isClockwise(ring: Ring): boolean {
  const [originX, originY] = ring[0] ?? [0, 0];
  let doubled = 0;
  let from = ring.at(-1);
  for (const to of ring) {
    if (from) doubled += (from[0] - originX) * (to[1] - originY) - (to[0] - originX) * (from[1] - originY);
    from = to;
  }
  return doubled <= 0;
}

/** The middle of the widest stretch that the ring cuts out of a line halfway up between two of its vertices. */
function innerPoint(ring: Ring): Position | null {
  const heights = [...new Set(ring.map((position) => position[1]))].sort((a, b) => a - b);
  const middle = heights.length >> 1;
  const [below, above] = [heights[middle - 1], heights[middle]];
  if (below === undefined || above === undefined) return null;
  const y = (below + above) / 2;
  const crossings: number[] = [];
  let from = ring.at(-1);
  for (const to of ring) {
    if (from && from[1] > y !== to[1] > y) {
      crossings.push(from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]));
    }
    from = to;
  }
  crossings.sort((a, b) => a - b);
  let widest: Position | null = null;
  let width = 0;
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [left = 0, right = 0] = [crossings[i], crossings[i + 1]];
    if (right - left > width) [widest, width] = [[(left + right) / 2, y], right - left];
  }
  return widest;
}

function fault(found: string, expected: string): FormatError {
  return new FormatError({ file: null, position: null, found, expected });
}
