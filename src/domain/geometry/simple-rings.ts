// Whether rings are drawn without meeting themselves or one another: one sweep over their edges from left to right (Shamos and
// Hoey 1976), in time that grows with n log n whatever the shape, where comparing pairs of edges takes the square of it. In steps,
// so that others can be let in between. Pure.

import { containsPoint } from './rings.ts';
import type { MultiPolygon, Ring } from './types.ts';

/** Ends of edges between two steps: less than a millisecond. */
const STEP_ENDS = 500;
/** The same of ends that are merged. */
const STEP_MERGED = 4_000;

/** True when edges have nothing in common but the corner between two neighbours. Rings must not repeat a point; they may be open. */
export function* areSimple(rings: readonly Ring[]): Generator<void, boolean> {
  const edges = new Edges(rings);
  yield;
  const ends = yield* sortEnds(edges);
  const line = new SweepLine(edges);
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends[at] as number;
    // In a corner two edges end; where more do, rings touch.
    if (at + 2 < ends.length && edges.compareEnds(end, ends[at + 2] as number) === 0) return false;
    const isFree = end & 1 ? line.remove(end >> 1) : line.insert(end >> 1);
    if (!isFree) return false;
    if (at % STEP_ENDS === STEP_ENDS - 1) yield;
  }
  return true;
}

/** Of rings that do not meet: holes lie in their own outline and in no other hole, and no polygon lies on another. */
export function* areNested(polygons: MultiPolygon): Generator<void, boolean> {
  for (const [at, [outline = [], ...holes]] of polygons.entries()) {
    for (const [number, hole] of holes.entries()) {
      const [corner] = hole;
      if (!corner) return false;
      const others = holes.filter((_, other) => other !== number).map((ring) => [ring]);
      if (!containsPoint([[outline]], corner) || containsPoint(others, corner)) return false;
      yield;
    }
    const [corner] = outline;
    if (!corner || containsPoint(polygons.toSpliced(at, 1), corner)) return false;
    yield;
  }
  return true;
}

/**
 * Four numbers an edge, from its left end to its right one (upwards where that is the same): read far too often to be objects.
 * An end is twice the number of its edge, and one more for the right one.
 */
class Edges {
  readonly count: number;
  readonly #at: Float64Array;
  /** The number of the edge that follows it along its ring. */
  readonly #next: Uint32Array;

  constructor(rings: readonly Ring[]) {
    const corners = rings.map(withoutEnd);
    this.count = corners.reduce((sum, { length }) => sum + length, 0);
    this.#at = new Float64Array(4 * this.count);
    this.#next = new Uint32Array(this.count);
    let edge = 0;
    for (const ring of corners) {
      const first = edge;
      for (const [at, from] of ring.entries()) {
        const to = ring[(at + 1) % ring.length] ?? from;
        const isForward = from[0] < to[0] || (from[0] === to[0] && from[1] < to[1]);
        const [left, right] = isForward ? [from, to] : [to, from];
        this.#at[4 * edge] = left[0];
        this.#at[4 * edge + 1] = left[1];
        this.#at[4 * edge + 2] = right[0];
        this.#at[4 * edge + 3] = right[1];
        this.#next[edge] = at + 1 < ring.length ? edge + 1 : first;
        edge += 1;
      }
    }
  }

  /** From left to right, and upwards where that is the same. */
  compareEnds(a: number, b: number): number {
    const at = this.#at;
    const inX = (at[2 * a] as number) - (at[2 * b] as number);
    return inX !== 0 ? inX : (at[2 * a + 1] as number) - (at[2 * b + 1] as number);
  }

  /** Where one edge ends and the next begins, the first is taken out before the second is put in. */
  isInOrder(a: number, b: number): boolean {
    return (this.compareEnds(a, b) || (b & 1) - (a & 1)) <= 0;
  }

  /** Above 0 when an end lies left of the line of an edge, below it right of it, 0 on it. */
  sideOf(edge: number, end: number): number {
    const at = this.#at;
    const x = at[4 * edge] as number;
    const y = at[4 * edge + 1] as number;
    const dx = (at[4 * edge + 2] as number) - x;
    const dy = (at[4 * edge + 3] as number) - y;
    return dx * ((at[2 * end + 1] as number) - y) - dy * ((at[2 * end] as number) - x);
  }

  /** Whether two edges share nothing, or only the corner between them. */
  areApart(a: number, b: number): boolean {
    const fromB = this.sideOf(a, 2 * b);
    const toB = this.sideOf(a, 2 * b + 1);
    if (this.#next[a] === b || this.#next[b] === a) {
      // Neighbours must not lie on one another.
      const isStraight = fromB === 0 && toB === 0;
      return (
        !isStraight || this.compareEnds(2 * a, 2 * b + 1) >= 0 || this.compareEnds(2 * b, 2 * a + 1) >= 0
      );
    }
    if (!this.#boxesMeet(4 * a, 4 * b)) return true;
    return fromB * toB > 0 || this.sideOf(b, 2 * a) * this.sideOf(b, 2 * a + 1) > 0;
  }

  #boxesMeet(a: number, b: number): boolean {
    const at = this.#at;
    const ay0 = at[a + 1] as number;
    const ay1 = at[a + 3] as number;
    const by0 = at[b + 1] as number;
    const by1 = at[b + 3] as number;
    return (
      Math.max(ay0, ay1) >= Math.min(by0, by1) &&
      Math.max(by0, by1) >= Math.min(ay0, ay1) &&
      (at[a + 2] as number) >= (at[b] as number) &&
      (at[b + 2] as number) >= (at[a] as number)
    );
  }
}

/** All ends from left to right, by merging longer and longer runs: the library's own sort cannot be left in the middle. */
function* sortEnds(edges: Edges): Generator<void, Uint32Array> {
  const count = 2 * edges.count;
  let sorted = Uint32Array.from({ length: count }, (_, at) => at);
  let merged = new Uint32Array(count);
  for (let run = 1; run < count; run *= 2) {
    for (let from = 0, ends = 0; from < count; from += 2 * run) {
      mergeRuns(edges, sorted, merged, from, Math.min(from + run, count), Math.min(from + 2 * run, count));
      ends += 2 * run;
      if (ends < STEP_MERGED) continue;
      ends = 0;
      yield;
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

function mergeRuns(
  edges: Edges,
  sorted: Uint32Array,
  merged: Uint32Array,
  from: number,
  middle: number,
  end: number,
): void {
  let left = from;
  let right = middle;
  for (let at = from; at < end; at += 1) {
    const isLeft =
      right === end || (left < middle && edges.isInOrder(sorted[left] as number, sorted[right] as number));
    merged[at] = sorted[isLeft ? left++ : right++] as number;
  }
}

function withoutEnd(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? ring.slice(0, -1) : ring;
}

/** The edges that the line cuts, from below. Moved in memory as they come and go: quicker than a tree for as many as are allowed. */
class SweepLine {
  readonly #edges: Edges;
  readonly #cut: Uint32Array;
  #count = 0;

  constructor(edges: Edges) {
    this.#edges = edges;
    this.#cut = new Uint32Array(edges.count + 1);
  }

  /** False when the edge meets the one below or above it. */
  insert(edge: number): boolean {
    const place = this.#placeOf(edge, 2 * edge);
    this.#cut.copyWithin(place + 1, place, this.#count);
    this.#cut[place] = edge;
    this.#count += 1;
    return this.#isApart(place - 1) && this.#isApart(place);
  }

  /** False when the edges that become neighbours meet. */
  remove(edge: number): boolean {
    const found = this.#placeOf(edge, 2 * edge + 1);
    // Rounding can mislead the search by a place or two among edges that nearly touch.
    const place = this.#cut[found] === edge ? found : this.#cut.indexOf(edge);
    this.#cut.copyWithin(place, place + 1, this.#count);
    this.#count -= 1;
    return this.#isApart(place - 1);
  }

  /** Of an edge and the one above it. */
  #isApart(place: number): boolean {
    if (place < 0 || place + 1 >= this.#count) return true;
    return this.#edges.areApart(this.#cut[place] as number, this.#cut[place + 1] as number);
  }

  /** How many edges lie below one of its ends. */
  #placeOf(edge: number, end: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#cut[middle] as number;
      if (other === edge) return middle;
      // In a corner where both begin, by where they go.
      const side = this.#edges.sideOf(other, end) || this.#edges.sideOf(other, end ^ 1);
      if (side > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
