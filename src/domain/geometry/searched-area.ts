// An area as searches use it: the boxes to look in, and whether what is found there shares ground with the area. Edges are
// judged exactly; what lies wholly inside is told by its bounds alone. Pure; knows nothing of where shapes are read.

import { AreaEdges } from './area-edges.ts';
import { type AreaSquares, MOST_SQUARES, SQUARE_M2, type Square } from './area-squares.ts';
import { boxesMeet } from './box.ts';
import { ConvexArea, NOWHERE } from './convex-area.ts';
import { halvesOf, PreparedArea } from './polygons.ts';
import type { Box, MultiPolygon, Outline } from './types.ts';

/** A box to look in. */
export interface SearchCell {
  readonly box: Box;
  /** Whatever shares ground with it shares ground with the area. */
  readonly inner: Box;
}

/** Holds up to some 2,000 parcels in a town: as many as are read in 2 ms. */
const CELL_M2 = 1_200_000;
/** Whatever has a good shape fits into a box of this size, even slanted. */
const COMPACT_M2 = 10_000_000;

/** The box in pieces of which each is read in one go. */
export const cutBox = (box: Box): Box[] => cutInto(box, CELL_M2);

export function cutInto(box: Box, most_m2: number): Box[] {
  return sizeOf(box) > most_m2 ? halvesOf(box).flatMap((half) => cutInto(half, most_m2)) : [box];
}

const sizeOf = ([minX, minY, maxX, maxY]: Box) => (maxX - minX) * (maxY - minY);

export class SearchedArea implements Disposable {
  /** They cover the area, and little else: the box around a slanted strip is mostly other ground. */
  readonly cells: readonly SearchCell[];
  readonly #polygons: MultiPolygon;
  readonly #convex: ConvexArea | null;
  /** Of an area that is not convex, for each of its parts: they may lie far apart. */
  readonly #parts: readonly AreaEdges[];
  /** Made for the first outline that edges alone do not tell about. */
  #prepared: PreparedArea | null = null;

  private constructor(
    polygons: MultiPolygon,
    cells: readonly SearchCell[],
    judge: ConvexArea | readonly AreaEdges[],
  ) {
    this.#polygons = polygons;
    this.cells = cells;
    this.#convex = judge instanceof ConvexArea ? judge : null;
    this.#parts = judge instanceof ConvexArea ? [] : judge;
  }

  /** Of a valid area; null where it reaches over too much ground to be searched (MOST_SQUARES). */
  static *of(polygons: MultiPolygon): Generator<void, SearchedArea | null> {
    const convex = ConvexArea.of(polygons);
    if (convex) {
      // Of areas much longer than wide, most of a large cell would be other ground.
      const most_m2 = sizeOf(convex.bounds) > COMPACT_M2 ? SQUARE_M2 : CELL_M2;
      const cells = [...cutConvex(convex, convex.bounds, most_m2).take(MOST_SQUARES + 1)];
      return cells.length > MOST_SQUARES ? null : new SearchedArea(polygons, cells, convex);
    }
    const parts: AreaEdges[] = [];
    let squares = 0;
    for (const polygon of polygons) {
      const part = yield* AreaEdges.of(polygon);
      squares += part?.squares.all.length ?? Number.POSITIVE_INFINITY;
      if (!part || squares > MOST_SQUARES) return null;
      parts.push(part);
      yield;
    }
    return new SearchedArea(polygons, parts.flatMap(cellsOfPart), parts);
  }

  /** Touching is not sharing ground. */
  overlaps(outline: Outline): boolean {
    const { box, wkb } = outline;
    if (this.#convex) return this.#convex.overlapsBounds(box) ?? this.#convex.overlaps(wkb);
    let isTold = true;
    for (const part of this.#parts) {
      const told = boxesMeet(part.squares.box, box) && part.overlaps(outline);
      if (told) return true;
      if (told === null) isTold = false;
    }
    return isTold ? false : this.#overlapsExactly(outline);
  }

  #overlapsExactly({ box, wkb }: Outline): boolean {
    this.#prepared ??= new PreparedArea(this.#polygons);
    return this.#prepared.overlapsStored(box, wkb);
  }

  [Symbol.dispose](): void {
    this.#prepared?.[Symbol.dispose]();
  }
}

function* cutConvex(area: ConvexArea, box: Box, most_m2: number): Generator<SearchCell> {
  if (area.overlapsBounds(box) === false) return;
  if (sizeOf(box) <= most_m2) yield { box, inner: area.inner };
  else for (const half of halvesOf(box)) yield* cutConvex(area, half, most_m2);
}

const cellsOfPart = ({ squares }: AreaEdges): SearchCell[] => [
  ...joinSquares(squares, squares.all, 0, 0, squares.columns, squares.rows),
];

/** Squares that fill a larger box are read in one go: what lies across their sides would come with each. */
function* joinSquares(
  squares: AreaSquares,
  held: readonly Square[],
  column: number,
  row: number,
  columns: number,
  rows: number,
): Generator<SearchCell> {
  if (held.length === 0) return;
  const box: Box = [
    squares.leftOf(column),
    squares.bottomOf(row),
    squares.leftOf(column + columns),
    squares.bottomOf(row + rows),
  ];
  if (held.length === columns * rows && (held.length === 1 || sizeOf(box) <= CELL_M2)) {
    const isInside = held.every(({ edges }) => edges.length === 0);
    yield { box, inner: isInside ? box : NOWHERE };
  } else if (columns > 1 && (rows === 1 || box[2] - box[0] >= box[3] - box[1])) {
    const middle = column + columns / 2;
    const [left, right] = [
      held.filter((one) => one.column < middle),
      held.filter((one) => one.column >= middle),
    ];
    yield* joinSquares(squares, left, column, row, columns / 2, rows);
    yield* joinSquares(squares, right, middle, row, columns / 2, rows);
  } else {
    const middle = row + rows / 2;
    const [lower, upper] = [held.filter((one) => one.row < middle), held.filter((one) => one.row >= middle)];
    yield* joinSquares(squares, lower, column, row, columns, rows / 2);
    yield* joinSquares(squares, upper, column, middle, columns, rows / 2);
  }
}
