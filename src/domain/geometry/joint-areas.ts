// The ground of a parcel in pieces, by which of several areas lie there, and how large each piece is: all areas at once, by a
// sweep from west to east. No shape is built. What areas of one group cover together counts once. Everything is in EPSG:2180
// metres; plain numbers in rows, for it is asked of every parcel on which something ends.

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

/** Which areas lie at a place; each is made once, and knows where entering or leaving an area leads. */
interface Combination {
  readonly within: readonly number[];
  readonly turns: (Combination | undefined)[];
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
  const stack = new Sweep(lines);
  const under = new Sweep(beneath);
  const ends = endsOf(lines, stack.order, upright);
  let here = combinations.none;
  const cross = (shape: number): void => {
    const enters = isIn[shape] === 0;
    isIn[shape] = enters ? 1 : 0;
    const area = areaOf[shape] ?? -1;
    if (area < 0) return;
    const before = depth[area] ?? 0;
    depth[area] = before + (enters ? 1 : -1);
    // What is drawn twice is entered once.
    if (enters ? before === 0 : before === 1) here = combinations.turn(here, area);
  };
  for (let i = 1; i < ends.length; i += 1) {
    const from = ends[i - 1] ?? 0;
    const to = ends[i] ?? 0;
    if (to - from <= SAME_X_M) continue;
    isIn.fill(0);
    depth.fill(0);
    here = combinations.none;
    const middle = (from + to) / 2;
    under.moveTo(middle);
    for (const line of under.active) cross(beneath.shapeOf(line));
    stack.moveTo(middle);
    stack.sort(middle);
    let below = -1;
    for (const line of stack.active) {
      if (below >= 0 && isIn[0] === 1) {
        const height =
          lines.heightAt(line, from) -
          lines.heightAt(below, from) +
          lines.heightAt(line, to) -
          lines.heightAt(below, to);
        here.m2 += ((to - from) * height) / 2;
      }
      cross(lines.shapeOf(line));
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
    const known = from.turns[area];
    if (known) return known;
    const within = from.within.includes(area)
      ? from.within.filter((other) => other !== area)
      : [...from.within, area].sort((a, b) => a - b);
    const next = this.#of(within);
    from.turns[area] = next;
    return next;
  }

  #of(within: readonly number[]): Combination {
    const name = within.join(' ');
    const known = this.#known.get(name);
    if (known) return known;
    const made: Combination = { within, turns: [], m2: 0 };
    this.#known.set(name, made);
    this.all.push(made);
    return made;
  }
}

const FIRST_LINES = 256;
const MOST_KEPT_LINES = 65_536;

/** Lines from west to east, each part of the boundary of one shape: x and y of both ends, and the shape. */
class Lines {
  #numbers = new Float64Array(4 * FIRST_LINES);
  #shapes = new Int32Array(FIRST_LINES);
  count = 0;

  add(shape: number, x0: number, y0: number, x1: number, y1: number): void {
    if (this.count === this.#shapes.length) this.#grow();
    const first = 4 * this.count;
    this.#shapes[this.count] = shape;
    this.#numbers[first] = x0;
    this.#numbers[first + 1] = y0;
    this.#numbers[first + 2] = x1;
    this.#numbers[first + 3] = y1;
    this.count += 1;
  }

  /** Empty again, with the room it has; not with that of a shape of a hundred thousand edges. */
  clear(): this {
    this.count = 0;
    if (this.#shapes.length <= MOST_KEPT_LINES) return this;
    this.#numbers = new Float64Array(4 * FIRST_LINES);
    this.#shapes = new Int32Array(FIRST_LINES);
    return this;
  }

  #grow(): void {
    const [numbers, shapes] = [this.#numbers, this.#shapes];
    this.#numbers = new Float64Array(2 * numbers.length);
    this.#shapes = new Int32Array(2 * shapes.length);
    this.#numbers.set(numbers);
    this.#shapes.set(shapes);
  }

  shapeOf(line: number): number {
    return this.#shapes[line] as number;
  }

  x0(line: number): number {
    return this.#numbers[4 * line] as number;
  }

  y0(line: number): number {
    return this.#numbers[4 * line + 1] as number;
  }

  x1(line: number): number {
    return this.#numbers[4 * line + 2] as number;
  }

  y1(line: number): number {
    return this.#numbers[4 * line + 3] as number;
  }

  heightAt(line: number, x: number): number {
    const first = 4 * line;
    const x0 = this.#numbers[first] as number;
    const y0 = this.#numbers[first + 1] as number;
    const x1 = this.#numbers[first + 2] as number;
    const y1 = this.#numbers[first + 3] as number;
    return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  }
}

/** The lines that cross the way at a place; asked from west to east. */
class Sweep {
  readonly #lines: Lines;
  /** By their western ends. */
  readonly order: Int32Array;
  #next = 0;
  active: number[] = [];
  #heights: number[] = [];

  constructor(lines: Lines) {
    this.#lines = lines;
    this.order = new Int32Array(lines.count);
    for (let line = 0; line < lines.count; line += 1) this.order[line] = line;
    this.order.sort((a, b) => lines.x0(a) - lines.x0(b));
  }

  /** A line owns its western end alone, so that of two in a row one is met. */
  moveTo(x: number): void {
    const lines = this.#lines;
    let kept = 0;
    for (const line of this.active) {
      if (lines.x1(line) <= x) continue;
      this.active[kept] = line;
      kept += 1;
    }
    this.active.length = kept;
    for (; this.#next < this.order.length; this.#next += 1) {
      const line = this.order[this.#next] as number;
      if (lines.x0(line) > x) break;
      if (lines.x1(line) > x) this.active.push(line);
    }
  }

  /** From south to north. Nearly in order already: what was sorted before stays so until lines cross. */
  sort(x: number): void {
    const { active } = this;
    const heights = this.#heights;
    heights.length = active.length;
    for (let i = 0; i < active.length; i += 1) {
      const line = active[i] as number;
      const height = this.#lines.heightAt(line, x);
      let to = i;
      for (; to > 0 && (heights[to - 1] as number) > height; to -= 1) {
        heights[to] = heights[to - 1] as number;
        active[to] = active[to - 1] as number;
      }
      heights[to] = height;
      active[to] = line;
    }
  }
}

/** The room for lines, from one parcel to the next: what a sweep needs ends with it. */
const LINES = new Lines();
const BENEATH = new Lines();

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
  const lines = LINES.clear();
  const beneath = BENEATH.clear();
  const upright: number[] = [];
  const width = maxX - minX;
  const height = maxY - minY;
  for (let shape = 0; shape < shapes.length; shape += 1) {
    const edges = shapes[shape] as Edges;
    for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
      const isEastward = at(edges, i) <= at(edges, i + 2);
      const start = isEastward ? i : i + 2;
      const end = isEastward ? i + 2 : i;
      const west = at(edges, start) - minX;
      const east = at(edges, end) - minX;
      if (west >= width || east <= 0) continue;
      if (west === east) {
        upright.push(west);
        continue;
      }
      const south = at(edges, start + 1) - minY;
      const rise = (at(edges, end + 1) - minY - south) / (east - west);
      const x0 = Math.max(0, west);
      const x1 = Math.min(width, east);
      const y0 = x0 === west ? south : south + (x0 - west) * rise;
      const y1 = x1 === east ? at(edges, end + 1) - minY : south + (x1 - west) * rise;
      if (shape !== 0 && y0 >= height && y1 >= height) continue;
      (shape !== 0 && y0 <= 0 && y1 <= 0 ? beneath : lines).add(shape, x0, y0, x1, y1);
    }
  }
  return { lines, beneath, upright };
}

/** Where lines end or cross, from west to east. */
function endsOf(lines: Lines, order: Int32Array, upright: readonly number[]): Float64Array {
  const ends = [...upright];
  for (let i = 0; i < order.length; i += 1) {
    const a = order[i] as number;
    const end = lines.x1(a);
    ends.push(lines.x0(a), end);
    const low = Math.min(lines.y0(a), lines.y1(a));
    const high = Math.max(lines.y0(a), lines.y1(a));
    for (let j = i + 1; j < order.length; j += 1) {
      const b = order[j] as number;
      const from = lines.x0(b);
      if (from >= end) break;
      // A valid shape does not cross itself.
      if (lines.shapeOf(b) === lines.shapeOf(a)) continue;
      const [y0, y1] = [lines.y0(b), lines.y1(b)];
      if ((y0 > high && y1 > high) || (y0 < low && y1 < low)) continue;
      const to = Math.min(end, lines.x1(b));
      const gap0 = lines.heightAt(a, from) - y0;
      const gap1 = lines.heightAt(a, to) - lines.heightAt(b, to);
      if (gap0 * gap1 < 0) ends.push(from + ((to - from) * gap0) / (gap0 - gap1));
    }
  }
  return Float64Array.from(ends).sort();
}
