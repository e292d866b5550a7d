// Cache entries are valid for one dataset version, file and day.

import type { StoreReads } from '../../store/reads.ts';

export type SnapshotKey = string;

/** Another file at the same place may bear the same version: each opening of a file has a number of its own. */
export const snapshotKeyOf = ({ version, opening }: StoreReads, day: string): SnapshotKey =>
  `${version} ${opening} ${day}`;
