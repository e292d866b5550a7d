// All parcels of a box with their outlines, as tests want them: in one list.

import { NOWHERE } from '../src/domain/geometry/convex-area.ts';
import type { Outline } from '../src/domain/geometry/searched-area.ts';
import type { Box } from '../src/domain/geometry/types.ts';
import type { StoreReads } from '../src/store/reads.ts';

/** By id. */
export async function outlinesInBox(reads: StoreReads, box: Box): Promise<ReadonlyMap<string, Outline>> {
  const cells = [{ box, inner: NOWHERE }];
  const pages = await Array.fromAsync(reads.parcelsInCells(cells, '', Number.MAX_SAFE_INTEGER));
  return new Map(pages.flat().flatMap(({ id, outline }) => (outline ? [[id, outline] as const] : [])));
}
