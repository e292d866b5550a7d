// Outlines of obręby, of what they make up (units, gminy, powiaty) and of areas drawn on the board. Neighbours get the
// same vertices, because a border takes its vertices from the board and not from what lies beside it.

import type { Box, MultiPolygon, Position, Ring } from '../src/domain/geometry/types.ts';
import { bend, type Point, stationsBetween } from './bend.ts';
import type { Land, Obreb } from './land.ts';
import { outlineOfRectangle, type Rectangle } from './shapes.ts';

/** The common outline of obręby that hang together, with exactly the vertices that their neighbours have. */
export function outlineOf(land: Land, obreby: readonly Obreb[]): MultiPolygon {
  const cells = new Set(obreby.map(({ column, row }) => `${column},${row}`));
  const nextCorner = new Map<string, Point>();
  const corners = new Map<string, Point>();
  for (const { column, row, west, east, south, north } of obreby) {
    const addOuterEdge = (dx: number, dy: number, from: Point, to: Point) => {
      if (cells.has(`${column + dx},${row + dy}`)) return;
      corners.set(`${from}`, from);
      nextCorner.set(`${from}`, to);
    };
    addOuterEdge(0, 1, [west, south], [east, south]);
    addOuterEdge(1, 0, [east, south], [east, north]);
    addOuterEdge(0, -1, [east, north], [west, north]);
    addOuterEdge(-1, 0, [west, north], [west, south]);
  }
  const anchor = obreby[0]?.anchor ?? [0, 0];
  const rings: Position[][] = [];
  for (let start = takeFirst(corners); start !== undefined; start = takeFirst(corners)) {
    const ring: Position[] = [];
    let from = start;
    do {
      const to = nextCorner.get(`${from}`) ?? start;
      ring.push(...[from, ...stationsAlong(from, to)].map((point) => bend(land.seed, anchor, point)));
      corners.delete(`${to}`);
      from = to;
    } while (`${from}` !== `${start}`);
    ring.push(bend(land.seed, anchor, start));
    rings.push(ring);
  }
  // The walk keeps the land on its left: the outer ring turns left, rings around holes turn right.
  const outer = rings.filter((ring) => signedArea(ring) > 0);
  if (outer.length !== 1)
    throw new Error(`the obręby form ${outer.length} pieces: ${obreby.map(({ id }) => id)}`);
  return [[...outer, ...rings.filter((ring) => signedArea(ring) < 0)]];
}

/** A rectangle of the board in the country, with the vertices a border has that runs along its edges. */
export function outlineOfArea(land: Land, anchor: Position, area: Rectangle): MultiPolygon {
  const corners = outlineOfRectangle(area);
  const ring = corners.flatMap((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return [from, ...stationsAlong(from, to)].map((point) => bend(land.seed, anchor, point));
  });
  return [[[...ring, bend(land.seed, anchor, corners[0])]]];
}

/** Two metres wide, for what is faulty or tiny: it changes no share worth naming. */
export function squareAt([x, y]: Position): Position[] {
  return [
    [x, y],
    [x + 2, y],
    [x + 2, y + 2],
    [x, y + 2],
    [x, y],
  ];
}

/** The same corners in an order that crosses itself. */
export function bowTieAt(corner: Position): Position[] {
  const square = squareAt(corner);
  return [0, 2, 1, 3, 0].flatMap((index) => square.slice(index, index + 1));
}

export function boundsOf(outline: MultiPolygon): Box {
  const positions = outline.flat(2);
  const xs = positions.map(([x]) => x);
  const ys = positions.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Area in the units of the ring, positive when it turns left. */
export function signedArea(ring: Ring): number {
  const [originX, originY] = ring[0] ?? [0, 0];
  let twice = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1, y1] = ring[index - 1] ?? [0, 0];
    const [x2, y2] = ring[index] ?? [0, 0];
    twice += (x1 - originX) * (y2 - originY) - (x2 - originX) * (y1 - originY);
  }
  return twice / 2;
}

function stationsAlong([x1, y1]: Point, [x2, y2]: Point): Point[] {
  return x1 === x2
    ? stationsBetween(y1, y2).map((y): Point => [x1, y])
    : stationsBetween(x1, x2).map((x): Point => [x, y1]);
}

function takeFirst(corners: Map<string, Point>): Point | undefined {
  const [first] = corners.entries();
  if (first === undefined) return undefined;
  corners.delete(first[0]);
  return first[1];
}
