// One object that several parts of a register draw: a road that two powiat files carry under one id, cut at the boundary or
// in two versions. Which of the drawings count; how they are counted once is the vicinity's. Knows no register and no store.

import { grownBox } from '../geometry/box.ts';
import type { Box } from '../geometry/types.ts';

/** What one place draws of an object. */
export interface ObjectDrawing {
  readonly place: string;
  /** EvidenceRow.version; '' where none is given: older than any. */
  readonly version: string;
  /** Around all its pieces. */
  readonly box: Box;
}

/** A later version that covers so much of an earlier one stands for it; less is another piece of the object. */
const LEAST_COVERED = 0.8;
/** By how much of its length a road may have been moved aside from one version to the next. */
const MOVED_SHARE = 0.1;

/**
 * The places whose drawing counts: the newest version, and of earlier ones what the newer do not cover. So a road that is cut
 * at the boundary stays whole when one side is of a later edition, and one that was redrawn is there once.
 */
export function countingPlaces(drawings: readonly ObjectDrawing[]): Set<string> {
  const counting = drawings.filter(
    (older) => !drawings.some((newer) => newer.version > older.version && covers(newer.box, older.box)),
  );
  return new Set(counting.map(({ place }) => place));
}

function covers(newer: Box, older: Box): boolean {
  const [minX, minY, maxX, maxY] = older;
  const [width, height] = [maxX - minX, maxY - minY];
  const grown = grownBox(newer, MOVED_SHARE * Math.max(width, height));
  const common = (from: 0 | 1, to: 2 | 3) =>
    Math.min(grown[to], older[to]) - Math.max(grown[from], older[from]);
  return common(0, 2) >= LEAST_COVERED * width && common(1, 3) >= LEAST_COVERED * height;
}
