// The rivers of the land: the courses along which gminy meet, and bands along them. Drawn on the board; what a band
// means (a flood zone, a protected valley) is said elsewhere.

import type { MultiPolygon, Position } from '../src/domain/geometry/types.ts';
import { bend, noise, type Point } from './bend.ts';
import type { Land, Obreb } from './land.ts';
import { outlineOfRectangle } from './shapes.ts';

export interface River {
  readonly anchor: Position;
  readonly powiat: string;
  /** The gminy on its banks. */
  readonly gminy: ReadonlySet<string>;
  /** From end to end, with a point at each turn; all edges run along the axes of the board. */
  readonly course: readonly Point[];
}

export interface Band {
  /** From the middle of the river to either edge, and how far the edge strays from that. */
  readonly half_cm: number;
  readonly strays_cm: number;
  /** A vertex every so often. */
  readonly step_cm: number;
}

/** The edges of bands meander in waves of this length, and run straight into their corners. */
const MEANDER_CM = 6_000;
const STRAIGHT_CM = 5_000;
const END_STEP_CM = 1_000;

export function riversOf(land: Land): River[] {
  const islands = Map.groupBy(land.obreby, ({ unit }) => unit.powiat.code);
  return [...islands].flatMap(([powiat, obreby]) => {
    const banks = obreby.flatMap((obreb) =>
      riverEdges(obreb).map((edge) => ({ edge, gmina: obreb.unit.gmina.code })),
    );
    const anchor = obreby[0]?.anchor ?? [0, 0];
    return joinEdges(banks.map(({ edge }) => edge)).map((points) => {
      const on = new Set(points.map(String));
      const gminy = new Set(
        banks.filter(({ edge }) => edge.every((end) => on.has(String(end)))).map(({ gmina }) => gmina),
      );
      return { anchor, powiat, gminy, course: points.filter(isTurnOrEnd) };
    });
  });
}

/** The band along the whole course, turning left. */
export function bandAlong(land: Land, { course, anchor }: River, band: Band): MultiPolygon {
  const bank = (side: 1 | -1) =>
    meander(land.seed, offset(course, side * band.half_cm), side * band.strays_cm, band.step_cm);
  // Across the ends all bands have the same vertices: none sticks out of a wider one.
  const most = Math.ceil(band.half_cm / END_STEP_CM) - 1;
  const across = Array.from({ length: 2 * most + 1 }, (_, index) => (most - index) * END_STEP_CM);
  const end = across.flatMap((distance) => offset(course, distance).slice(-1));
  const start = across.toReversed().flatMap((distance) => offset(course, distance).slice(0, 1));
  const ring = [...bank(1), ...end, ...bank(-1).reverse(), ...start].map((point) =>
    bend(land.seed, anchor, point),
  );
  return [[[...ring, ...ring.slice(0, 1)]]];
}

type Edge = readonly [Point, Point];

function riverEdges(obreb: Obreb): Edge[] {
  const [southWest, southEast, northEast, northWest] = outlineOfRectangle(obreb);
  const edges = {
    south: [southWest, southEast],
    east: [southEast, northEast],
    north: [northWest, northEast],
    west: [southWest, northWest],
  } as const;
  const sides = ['south', 'east', 'north', 'west'] as const;
  return sides.filter((side) => obreb.borders[side] === 'river').map((side) => edges[side]);
}

/** Edges, each met from both banks, as courses from end to end. */
function joinEdges(edges: readonly Edge[]): Point[][] {
  const next = new Map<string, Map<string, Point>>();
  const link = (from: Point, to: Point) => {
    const links = next.get(String(from)) ?? new Map<string, Point>();
    next.set(String(from), links.set(String(to), to));
  };
  for (const [from, to] of edges) {
    link(from, to);
    link(to, from);
  }
  const courses: Point[][] = [];
  for (const start of edges.flat()) {
    if (next.get(String(start))?.size !== 1) continue;
    const course = [start];
    for (let at: Point | undefined = start; at !== undefined; ) {
      const links: Map<string, Point> = next.get(String(at)) ?? new Map();
      next.delete(String(at));
      at = links.values().find((point) => next.has(String(point)));
      if (at !== undefined) course.push(at);
    }
    courses.push(course);
  }
  return courses;
}

function isTurnOrEnd([x, y]: Point, index: number, points: readonly Point[]): boolean {
  const before = points[index - 1];
  const after = points[index + 1];
  if (before === undefined || after === undefined) return true;
  return !(before[0] === x && x === after[0]) && !(before[1] === y && y === after[1]);
}

/** The course moved to its right by a distance; to its left where that is negative. */
function offset(course: readonly Point[], distance: number): Point[] {
  return course.map(([x, y], index) => {
    const into = course[index - 1] && direction(course[index - 1], [x, y]);
    const out = course[index + 1] && direction([x, y], course[index + 1]);
    const sides = [into, out].flatMap((along) => (along === undefined ? [] : [along]));
    return [
      x + sides.reduce((sum, [, dy]) => sum + dy, 0) * distance,
      y - sides.reduce((sum, [dx]) => sum + dx, 0) * distance,
    ];
  });
}

function direction(from: Point = [0, 0], to: Point = [0, 0]): Point {
  return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
}

/** Vertices along the edges of a line, pushed sideways by the noise of their place. */
function meander(seed: number, line: readonly Point[], strays: number, step: number): Point[] {
  return line.flatMap(([x, y], index): Point[] => {
    const end = line[index + 1];
    if (end === undefined) return [[x, y]];
    const [dx, dy] = direction([x, y], end);
    const length = Math.abs(end[0] - x) + Math.abs(end[1] - y);
    return Array.from({ length: Math.ceil(length / step) }, (_, count) => {
      const along = count * step;
      const freedom = Math.min(1, along / STRAIGHT_CM, (length - along) / STRAIGHT_CM);
      const [atX, atY] = [x + dx * along, y + dy * along];
      const push = strays * freedom * noise(seed, atX / MEANDER_CM, atY / MEANDER_CM);
      return [atX + dy * push, atY - dx * push];
    });
  });
}
