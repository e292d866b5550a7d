// Stored shapes → commands of a vector tile: projected, cut to the tile, rounded to whole units. What has no extent left at this
// scale is left out by that rule alone. Reads WKB as encodeWkb writes it.

import type { Box, Position } from '../domain/geometry/types.ts';
import { eachRing } from '../domain/geometry/wkb.ts';
import { clipRing, clipSegment, LEAST, MOST } from './clip.ts';
import { EXTENT, type Project } from './tile-grid.ts';

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;
const command = (id: number, count: number) => (count << 3) | id;
const ONE_MORE = command(0, 1);
const zigzag = (step: number) => (step << 1) ^ (step >> 31);

export interface StoredShape {
  readonly box: Box;
  readonly wkb: Uint8Array;
}

/** WKB of a point: byte order, type, position. */
const POINT_FROM = 5;
const POINT_BYTES = 21;

export const isPoint = ({ wkb }: StoredShape): boolean => wkb.length === POINT_BYTES;

/** The centre of the largest ring: where a name stands, one for the whole shape and not one a tile. */
export function centreOf({ wkb, box: [minX, minY] }: StoredShape): Position {
  let largest = 0;
  let centre: Position = [minX, minY];
  eachRing(wkb, (view, from, to, isOuter) => {
    if (!isOuter) return;
    let [twice, sumX, sumY] = [0, 0, 0];
    for (let at = from; at + 32 <= to; at += 16) {
      // From the corner of the box: products of seven digits would lose the metres.
      const [x1, y1] = [view.getFloat64(at, true) - minX, view.getFloat64(at + 8, true) - minY];
      const [x2, y2] = [view.getFloat64(at + 16, true) - minX, view.getFloat64(at + 24, true) - minY];
      const cross = x1 * y2 - x2 * y1;
      twice += cross;
      sumX += (x1 + x2) * cross;
      sumY += (y1 + y2) * cross;
    }
    if (Math.abs(twice) <= largest) return;
    largest = Math.abs(twice);
    centre = [minX + sumX / (3 * twice), minY + sumY / (3 * twice)];
  });
  return centre;
}

export class ShapeCommands {
  readonly #project: Project;
  readonly #at = { u: 0, v: 0 };

  constructor(project: Project) {
    this.#project = project;
  }

  /** Of a point in this tile alone, not in its buffer: a label stands in one tile. Null where it is in another. */
  point(u: number, v: number): number[] | null {
    const [x, y] = [Math.floor(u), Math.floor(v)];
    if (x < 0 || y < 0 || x >= EXTENT || y >= EXTENT) return null;
    return [command(MOVE_TO, 1), zigzag(x), zigzag(y)];
  }

  position([x, y]: Position): number[] | null {
    this.#project(x, y, this.#at);
    return this.point(this.#at.u, this.#at.v);
  }

  storedPoint({ wkb }: StoredShape): number[] | null {
    const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
    return this.position([view.getFloat64(POINT_FROM, true), view.getFloat64(POINT_FROM + 8, true)]);
  }

  /** Rings in turn, outer ones clockwise on the screen; empty where nothing is left. */
  polygons({ wkb }: StoredShape): number[] {
    const commands: number[] = [];
    const pen = { x: 0, y: 0 };
    let isDrawn = false;
    eachRing(wkb, (view, from, to, isOuter) => {
      // The holes of what is too small, or elsewhere, are so too.
      if (!isOuter && !isDrawn) return;
      const drawn = writeRing(commands, pen, roundRing(this.#ring(view, from, to)), isOuter);
      if (isOuter) isDrawn = drawn;
    });
    return commands;
  }

  /** The outline of a shape that is stored in pieces, without the edges along which it was cut: those on its own bounds. */
  outline({ wkb, box: [minX, minY, maxX, maxY] }: StoredShape): number[] {
    const commands: number[] = [];
    const pen = { x: 0, y: 0, line_at: 0 };
    eachRing(wkb, (view, from, to) => {
      for (let at = from; at + 32 <= to; at += 16) {
        const [x1, y1] = [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
        const [x2, y2] = [view.getFloat64(at + 16, true), view.getFloat64(at + 24, true)];
        const isCut =
          (x1 === x2 && (x1 === minX || x1 === maxX)) || (y1 === y2 && (y1 === minY || y1 === maxY));
        if (isCut) continue;
        this.#project(x1, y1, this.#at);
        const { u, v } = this.#at;
        this.#project(x2, y2, this.#at);
        const inside = clipSegment(u, v, this.#at.u, this.#at.v);
        if (inside) writeSegment(commands, pen, inside);
      }
    });
    return commands;
  }

  /** Projected, without its last position, which is the first again; cut where it leaves the tile. */
  #ring(view: DataView, from: number, to: number): number[] {
    const ring: number[] = [];
    let isInside = true;
    for (let at = from; at < to - 16; at += 16) {
      this.#project(view.getFloat64(at, true), view.getFloat64(at + 8, true), this.#at);
      const { u, v } = this.#at;
      if (u < LEAST || v < LEAST || u > MOST || v > MOST) isInside = false;
      ring.push(u, v);
    }
    return isInside ? ring : clipRing(ring);
  }
}

/** Positions that fall on the one before are dropped. */
function roundRing(ring: number[]): number[] {
  let length = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const x = Math.round(ring[at] as number);
    const y = Math.round(ring[at + 1] as number);
    if (length > 0 && ring[length - 2] === x && ring[length - 1] === y) continue;
    ring[length] = x;
    ring[length + 1] = y;
    length += 2;
  }
  if (length > 2 && ring[0] === ring[length - 2] && ring[1] === ring[length - 1]) length -= 2;
  ring.length = length;
  return ring;
}

/** Whether anything was written: a ring without area is not. */
function writeRing(
  commands: number[],
  pen: { x: number; y: number },
  ring: number[],
  isOuter: boolean,
): boolean {
  const twice = twiceArea(ring);
  if (ring.length < 6 || twice === 0) return false;
  const count = ring.length / 2;
  // Of the specification: outer rings have a positive area by the surveyor's formula, with y pointing down.
  const isForward = twice > 0 === isOuter;
  for (let step = 0; step < count; step += 1) {
    const at = 2 * (isForward ? step : count - 1 - step);
    const x = ring[at] as number;
    const y = ring[at + 1] as number;
    if (step === 0) commands.push(command(MOVE_TO, 1));
    else if (step === 1) commands.push(command(LINE_TO, count - 1));
    commands.push(zigzag(x - pen.x), zigzag(y - pen.y));
    pen.x = x;
    pen.y = y;
  }
  commands.push(command(CLOSE_PATH, 1));
  return true;
}

function twiceArea(ring: readonly number[]): number {
  let twice = 0;
  let [x, y] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0];
  for (let at = 0; at < ring.length; at += 2) {
    const nextX = ring[at] as number;
    const nextY = ring[at + 1] as number;
    twice += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
  }
  return twice;
}

/** One command for all segments that follow on one another (MVT 2.1, 4.3.4.3); `line_at` is where it stands. */
function writeSegment(
  commands: number[],
  pen: { x: number; y: number; line_at: number },
  [fromU, fromV, toU, toV]: readonly [number, number, number, number],
): void {
  const [x1, y1, x2, y2] = [Math.round(fromU), Math.round(fromV), Math.round(toU), Math.round(toV)];
  if (x1 === x2 && y1 === y2) return;
  const isNext = commands.length > 0 && pen.x === x1 && pen.y === y1;
  if (!isNext) {
    commands.push(command(MOVE_TO, 1), zigzag(x1 - pen.x), zigzag(y1 - pen.y));
    pen.line_at = commands.length;
    commands.push(command(LINE_TO, 0));
  }
  commands[pen.line_at] = (commands[pen.line_at] as number) + ONE_MORE;
  commands.push(zigzag(x2 - x1), zigzag(y2 - y1));
  pen.x = x2;
  pen.y = y2;
}
