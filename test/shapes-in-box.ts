// The parcels of a box with their polygons, by the port that searches use: for tests that want them all.

import type { Box, MultiPolygon } from '../src/domain/geometry/types.ts';
import { decodeMultiPolygon } from '../src/domain/geometry/wkb.ts';
import type { StoreReads } from '../src/store/reads.ts';

/** Nothing lies within it: every parcel comes with its outline. */
const NO_BOX: Box = [0, 0, 0, 0];

export async function shapesInBox(reads: StoreReads, box: Box): Promise<Map<string, MultiPolygon>> {
  const pages = await Array.fromAsync(reads.parcelsInCells([{ box, inner: NO_BOX }], '', 1e9));
  return new Map(
    pages.flat().map(({ id, outline }) => {
      if (!outline) throw new Error(`${id} came without an outline`);
      return [id, decodeMultiPolygon(outline.wkb)];
    }),
  );
}
