// An area as searches use it: the boxes to look in, and whether what is found there shares ground with the area. Edges are
// judged exactly; what lies wholly inside is told by its bounds alone. Pure; knows nothing of where shapes are read.

import { AreaEdges, type EdgeBox } from './area-edges.ts';
import { boxesMeet } from './box.ts';
import { ConvexArea, NOWHERE } from './convex-area.ts';
import { halvesOf, PreparedArea } from './polygons.ts';
import type { Box, MultiPolygon, Position } from './types.ts';
import { decodeMultiPolygon } from './wkb.ts';

/** A box to look in. */
export interface SearchCell {
  readonly box: Box;
  /** Whatever has its bounds strictly in here shares ground with the area. */
  readonly inner: Box;
}

/** A shape as it is stored: its bounds, and its WKB. */
export interface Outline {
  readonly box: Box;
  readonly wkb: Uint8Array;
}

/** Holds up to some 2,000 parcels in a town: as many as are read in 2 ms. */
const CELL_M2 = 1_200_000;
/**
 * The inside of an area that is not convex is known cell by cell: small ones, so that few parcels lie on an edge of theirs. Also
 * for areas much longer than wide: most of a large cell would be other ground.
 */
const SMALL_CELL_M2 = 100_000;
/** Whatever has a good shape fits into a box of this size, even slanted. */
const COMPACT_M2 = 10_000_000;

/** The box in pieces of which each is read in one go. */
export const cutBox = (box: Box): Box[] => cutInto(box, CELL_M2);

export function cutInto(box: Box, most_m2: number): Box[] {
  return sizeOf(box) > most_m2 ? halvesOf(box).flatMap((half) => cutInto(half, most_m2)) : [box];
}

const sizeOf = ([minX, minY, maxX, maxY]: Box) => (maxX - minX) * (maxY - minY);

export class SearchedArea implements Disposable {
  readonly #polygons: MultiPolygon;
  readonly #convex: ConvexArea | null;
  /** Of an area that is not convex, for each of its parts: they may lie far apart. */
  readonly #edges: readonly AreaEdges[];
  /** Made for the first outline that edges alone do not tell about. */
  #prepared: PreparedArea | null = null;

  /** Of a valid area. */
  constructor(polygons: MultiPolygon) {
    this.#polygons = polygons;
    this.#convex = ConvexArea.of(polygons);
    this.#edges = this.#convex ? [] : polygons.map((polygon) => new AreaEdges(polygon));
  }

  /** They cover the area, and little else: the box around a slanted strip is mostly other ground. Null: a step without one. */
  *cells(): Generator<SearchCell | null> {
    if (this.#convex) {
      const { bounds } = this.#convex;
      yield* cutConvex(this.#convex, bounds, sizeOf(bounds) > COMPACT_M2 ? SMALL_CELL_M2 : CELL_M2);
    }
    for (const part of this.#edges) yield* cutAlongEdges(part, part.root);
  }

  /** Touching is not sharing ground. */
  overlaps({ box, wkb }: Outline): boolean {
    if (this.#convex) return this.#convex.overlapsBounds(box) ?? this.#convex.overlaps(wkb);
    const shape = decodeMultiPolygon(wkb);
    let isTold = true;
    for (const part of this.#edges) {
      const told = boxesMeet(part.root.box, box) && part.overlaps(box, shape);
      if (told) return true;
      if (told === null) isTold = false;
    }
    return isTold ? false : this.#overlapsExactly(box, wkb);
  }

  #overlapsExactly(box: Box, wkb: Uint8Array): boolean {
    this.#prepared ??= new PreparedArea(this.#polygons);
    return this.#prepared.overlapsStored(box, wkb);
  }

  [Symbol.dispose](): void {
    this.#prepared?.[Symbol.dispose]();
  }
}

function* cutConvex(area: ConvexArea, box: Box, most_m2: number): Generator<SearchCell | null> {
  if (area.overlapsBounds(box) === false) return;
  if (sizeOf(box) <= most_m2) yield { box, inner: area.inner };
  else for (const half of halvesOf(box)) yield* cutConvex(area, half, most_m2);
}

/** A box that no edge meets lies in the area or outside it, as its middle does. */
function* cutAlongEdges(area: AreaEdges, part: EdgeBox): Generator<SearchCell | null> {
  yield null;
  const { box, edges } = part;
  const isMixed = edges.length > 0;
  if (!isMixed && !area.contains(middleOf(box))) return;
  if (sizeOf(box) <= SMALL_CELL_M2) yield { box, inner: isMixed ? NOWHERE : box };
  else for (const half of part.halves) yield* cutAlongEdges(area, half);
}

const middleOf = ([minX, minY, maxX, maxY]: Box): Position => [(minX + maxX) / 2, (minY + maxY) / 2];
