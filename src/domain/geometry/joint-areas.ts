// The ground of a parcel in pieces, by which of several areas lie there, and how large each piece is: all areas at once, by a
// sweep from west to east. No shape is built. What areas of one group cover together counts once. Everything is in EPSG:2180 metres.

import { at, EDGE_NUMBERS, type Edges } from './edges.ts';

/** A piece of the ground: which areas lie there (by their position in the list), and its size. */
export interface GroundPiece {
  readonly within: readonly number[];
  readonly m2: number;
}

/** Boundaries that touch leave pieces of the rounding of doubles, which stay far below this. */
const LEAST_M2 = 1e-4;
/** Nearer to each other, two places on the way east are one. */
const SAME_X_M = 1e-9;

/** An edge between two places of the way east, of the boundary of one shape. */
interface Line {
  readonly shape: number;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Which areas lie at a place; each is made once, and knows where entering or leaving an area leads. */
interface Combination {
  readonly within: readonly number[];
  readonly turns: Map<number, Combination>;
  m2: number;
}

/**
 * `ground` is one valid shape; each area is the shapes it is drawn in, which may overlap. Between two neighbouring ends or
 * crossings of edges no boundary meets another, so what lies there is a stack of trapezoids: walked from the south, each edge
 * enters or leaves the shape it bounds.
 */
export function jointAreas(ground: Edges, areas: readonly (readonly Edges[])[]): GroundPiece[] {
  const shapes = [ground, ...areas.flat()];
  const areaOf = [-1, ...areas.flatMap((drawn, area) => drawn.map(() => area))];
  const { lines, beneath, upright } = linesWithin(shapes, boxOf(ground));
  const combinations = new Combinations();
  const isIn = new Uint8Array(shapes.length);
  const depth = new Int32Array(areas.length);
  const stack = new Stack(lines);
  const under = new Stack(beneath);
  const ends = endsOf(lines, upright);
  for (let i = 1; i < ends.length; i += 1) {
    const [from, to] = [ends[i - 1] ?? 0, ends[i] ?? 0];
    if (to - from <= SAME_X_M) continue;
    isIn.fill(0);
    depth.fill(0);
    let here = combinations.none;
    const cross = (shape: number) => {
      const enters = isIn[shape] === 0;
      isIn[shape] = enters ? 1 : 0;
      const area = areaOf[shape] ?? -1;
      if (area < 0) return;
      const before = depth[area] ?? 0;
      const after = before + (enters ? 1 : -1);
      depth[area] = after;
      // What is drawn twice is entered once.
      if ((before === 0) !== (after === 0)) here = combinations.turn(here, area);
    };
    const middle = (from + to) / 2;
    for (const { shape } of under.at(middle)) cross(shape);
    let below: Line | null = null;
    for (const line of stack.at(middle)) {
      if (below !== null && isIn[0] === 1) {
        const height =
          heightAt(line, from) - heightAt(below, from) + heightAt(line, to) - heightAt(below, to);
        here.m2 += ((to - from) * height) / 2;
      }
      cross(line.shape);
      below = line;
    }
  }
  return combinations.all.filter(({ m2 }) => m2 > LEAST_M2).map(({ within, m2 }) => ({ within, m2 }));
}

class Combinations {
  readonly all: Combination[] = [];
  readonly #known = new Map<string, Combination>();
  readonly none = this.#of([]);

  /** The areas that lie there after one is entered or left. */
  turn(from: Combination, area: number): Combination {
    const known = from.turns.get(area);
    if (known) return known;
    const within = from.within.includes(area)
      ? from.within.filter((other) => other !== area)
      : [...from.within, area].sort((a, b) => a - b);
    const next = this.#of(within);
    from.turns.set(area, next);
    return next;
  }

  #of(within: readonly number[]): Combination {
    const name = within.join(' ');
    const known = this.#known.get(name);
    if (known) return known;
    const made: Combination = { within, turns: new Map(), m2: 0 };
    this.#known.set(name, made);
    this.all.push(made);
    return made;
  }
}

/** The lines that cross the way at a place, from south to north; asked from west to east. */
class Stack {
  readonly #lines: readonly Line[];
  #next = 0;
  #active: { line: Line; y: number }[] = [];

  constructor(lines: readonly Line[]) {
    this.#lines = lines.toSorted((a, b) => a.x0 - b.x0);
  }

  /** A line owns its western end alone, so that of two in a row one is met. */
  at(x: number): readonly Line[] {
    this.#active = this.#active.filter(({ line }) => line.x1 > x);
    for (let line = this.#lines[this.#next]; line && line.x0 <= x; line = this.#lines[this.#next]) {
      this.#next += 1;
      if (line.x1 > x) this.#active.push({ line, y: 0 });
    }
    for (const one of this.#active) one.y = heightAt(one.line, x);
    this.#active.sort((a, b) => a.y - b.y);
    return this.#active.map(({ line }) => line);
  }
}

const heightAt = ({ x0, y0, x1, y1 }: Line, x: number): number => y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);

type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

function boxOf(edges: Edges): Extent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < edges.length; i += 2) {
    minX = Math.min(minX, at(edges, i));
    maxX = Math.max(maxX, at(edges, i));
    minY = Math.min(minY, at(edges, i + 1));
    maxY = Math.max(maxY, at(edges, i + 1));
  }
  return [minX, minY, maxX, maxY];
}

/**
 * What of the edges counts above the box, measured from its corner to keep the digits. Edges north of it are left out; those
 * south of it tell only whether the box lies in their shape, which may turn where an upright edge stands.
 */
function linesWithin(shapes: readonly Edges[], [minX, minY, maxX, maxY]: Extent) {
  const lines: Line[] = [];
  const beneath: Line[] = [];
  const upright: number[] = [];
  const [width, height] = [maxX - minX, maxY - minY];
  for (const [shape, edges] of shapes.entries()) {
    for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
      const first = at(edges, i) <= at(edges, i + 2);
      const [start, end] = first ? [i, i + 2] : [i + 2, i];
      const whole = {
        shape,
        x0: at(edges, start) - minX,
        y0: at(edges, start + 1) - minY,
        x1: at(edges, end) - minX,
        y1: at(edges, end + 1) - minY,
      };
      if (whole.x0 >= width || whole.x1 <= 0) continue;
      if (whole.x0 === whole.x1) {
        upright.push(whole.x0);
        continue;
      }
      const [x0, x1] = [Math.max(0, whole.x0), Math.min(width, whole.x1)];
      const y0 = x0 === whole.x0 ? whole.y0 : heightAt(whole, x0);
      const y1 = x1 === whole.x1 ? whole.y1 : heightAt(whole, x1);
      if (y0 >= height && y1 >= height && shape !== 0) continue;
      (y0 <= 0 && y1 <= 0 && shape !== 0 ? beneath : lines).push({ shape, x0, x1, y0, y1 });
    }
  }
  return { lines, beneath, upright };
}

/** Where lines end or cross, from west to east. */
function endsOf(lines: readonly Line[], upright: readonly number[]): Float64Array {
  const sorted = lines.toSorted((a, b) => a.x0 - b.x0);
  const ends = [...upright];
  for (const [i, a] of sorted.entries()) {
    ends.push(a.x0, a.x1);
    const [low, high] = [Math.min(a.y0, a.y1), Math.max(a.y0, a.y1)];
    for (let j = i + 1; j < sorted.length; j += 1) {
      const b = sorted[j] as Line;
      if (b.x0 >= a.x1) break;
      // A valid shape does not cross itself.
      if (b.shape === a.shape || Math.min(b.y0, b.y1) > high || Math.max(b.y0, b.y1) < low) continue;
      const to = Math.min(a.x1, b.x1);
      const gap0 = heightAt(a, b.x0) - b.y0;
      const gap1 = heightAt(a, to) - heightAt(b, to);
      if (gap0 * gap1 < 0) ends.push(b.x0 + ((to - b.x0) * gap0) / (gap0 - gap1));
    }
  }
  return Float64Array.from(ends).sort();
}
