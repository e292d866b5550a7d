// Drawing on the board: rectangles and the odd shapes made of neighbouring rectangles. Each shape uses up two or
// three neighbours and gives back as many lots, which cover the same ground.

import type { Point } from './bend.ts';
import { snap } from './divide.ts';
import type { Shape } from './lot-kinds.ts';
import type { Random } from './random.ts';

/** An open ring: the outer one turns left, a hole turns right. */
export type Outline = readonly Point[];
/** The polygons of one lot, each an outer ring and its holes. */
export type Parts = readonly (readonly Outline[])[];

export interface Rectangle {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** How many neighbours a shape takes. */
export const SHAPE_SIZE: Readonly<Record<Shape, number>> = {
  'l-shape': 2,
  enclave: 2,
  horseshoe: 2,
  'two-parts': 3,
};

/** From the south-western corner to the left. */
export function outlineOfRectangle({
  west,
  east,
  south,
  north,
}: Rectangle): readonly [Point, Point, Point, Point] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** The smallest rectangle around a lot. */
export function extentOf(parts: Parts): Rectangle {
  const points = parts.flat(2);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

/** `lots` are neighbours from west to east, of equal height; as many as the shape takes. */
export function drawShape(shape: Shape, lots: readonly Rectangle[], random: Random): Parts[] {
  const [first, second] = lots;
  const last = lots.at(-1);
  if (
    first === undefined ||
    second === undefined ||
    last === undefined ||
    lots.length !== SHAPE_SIZE[shape]
  ) {
    throw new Error(`${shape} takes ${SHAPE_SIZE[shape]} lots, got ${lots.length}`);
  }
  const { west, south, north } = first;
  const { east } = last;
  const eastwards = (share: number) => snap(west + (east - west) * share);
  const northwards = (share: number) => snap(south + (north - south) * share);

  if (shape === 'l-shape') {
    const border = second.west;
    const step = snap(border + (east - border) * (0.3 + 0.4 * random()));
    const corner = northwards(0.3 + 0.4 * random());
    const wideFoot: Outline = [
      [west, south],
      [step, south],
      [step, corner],
      [border, corner],
      [border, north],
      [west, north],
    ];
    const wideHead: Outline = [
      [step, south],
      [east, south],
      [east, north],
      [border, north],
      [border, corner],
      [step, corner],
    ];
    return [[[wideFoot]], [[wideHead]]];
  }
  if (shape === 'enclave') {
    const inner = {
      west: eastwards(0.3),
      east: eastwards(0.7),
      south: northwards(0.4),
      north: northwards(0.6),
    };
    const hole = outlineOfRectangle(inner);
    return [[[outlineOfRectangle({ west, east, south, north }), hole.toReversed()]], [[hole]]];
  }
  if (shape === 'horseshoe') {
    // Arms this thin and a notch this deep put the centre of mass into the notch.
    const notch = { west: eastwards(0.15), east: eastwards(0.85), south, north: northwards(0.85) };
    const horseshoe: Outline = [
      [west, south],
      [notch.west, south],
      [notch.west, notch.north],
      [notch.east, notch.north],
      [notch.east, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    return [[[horseshoe]], [[outlineOfRectangle(notch)]]];
  }
  const middle = northwards(0.5);
  return [
    [[outlineOfRectangle(first)], [outlineOfRectangle(last)]],
    [[outlineOfRectangle({ ...second, north: middle })]],
    [[outlineOfRectangle({ ...second, south: middle })]],
  ];
}
