// Outlines of obręby, of what they make up (units, gminy, powiaty) and of areas drawn on the board. Neighbours get the same vertices, because a
// border takes its vertices from the board and not from what lies beside it.

import type { MultiPolygon, Position, Ring } from '../src/domain/geometry.ts';
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
