// An area as searches use it: the boxes to look in, and whether what is found there shares ground with the area. Edges are
// judged exactly; what lies wholly inside is told by its bounds alone. Pure; knows nothing of where shapes are read.

import { ConvexArea, NOWHERE } from './convex-area.ts';
import { halvesOf, PreparedArea, ringOfBox } from './polygons.ts';
import type { Box, MultiPolygon } from './types.ts';
import { boundsOf } from './wkb.ts';

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
/** The inside of an area that is not convex is known cell by cell: small ones, so that few parcels lie on an edge of theirs. */
const SMALL_CELL_M2 = 100_000;

/** The box in pieces of which each is read in one go. */
export function cutBox(box: Box): Box[] {
  return sizeOf(box) > CELL_M2 ? halvesOf(box).flatMap(cutBox) : [box];
}

const sizeOf = ([minX, minY, maxX, maxY]: Box) => (maxX - minX) * (maxY - minY);

export class SearchedArea implements Disposable {
  readonly #parts: readonly Box[];
  readonly #convex: ConvexArea | null;
  /** Of an area that is not convex. */
  readonly #prepared: PreparedArea | null;

  /** Of a valid area. */
  constructor(polygons: MultiPolygon) {
    this.#parts = polygons.map((polygon) => boundsOf({ type: 'MultiPolygon', coordinates: [polygon] }));
    this.#convex = ConvexArea.of(polygons);
    this.#prepared = this.#convex ? null : new PreparedArea(polygons);
  }

  /** They cover the area, and little else: the box around a slanted strip is mostly other ground. */
  *cells(): Generator<SearchCell> {
    for (const part of this.#parts) yield* this.#cut(part);
  }

  *#cut(box: Box): Generator<SearchCell> {
    const isInside = this.#tell(box);
    if (isInside === false) return;
    if (sizeOf(box) > (this.#convex ? CELL_M2 : SMALL_CELL_M2)) {
      for (const half of halvesOf(box)) yield* this.#cut(half);
    } else yield { box, inner: this.#convex?.inner ?? (isInside ? box : NOWHERE) };
  }

  /** Whether all of the box lies in the area, or nothing of it; null if neither. */
  #tell(box: Box): boolean | null {
    if (this.#convex) return this.#convex.overlapsBounds(box);
    const cell = [[ringOfBox(box)]];
    if (!this.#prepared?.intersects(cell)) return false;
    return this.#prepared.contains(cell) ? true : null;
  }

  /** Touching is not sharing ground. */
  overlaps({ box, wkb }: Outline): boolean {
    if (this.#convex) return this.#convex.overlapsBounds(box) ?? this.#convex.overlaps(wkb);
    return this.#prepared?.overlapsStored(box, wkb) ?? false;
  }

  [Symbol.dispose](): void {
    this.#prepared?.[Symbol.dispose]();
  }
}
