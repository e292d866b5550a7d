// Whether memory stayed flat from the warmed-up server to the end.

import type { SoakReport } from './soak.ts';

/**
 * What may come on top. The heap is measured after collection: a new edition replaces what was held of the old one, so
 * little is left to vary. Resident memory also holds SQLite's page caches (8 MB a connection, as many as requests ever
 * ran at once) and what the allocator keeps.
 */
const HEAP_GROWTH_MB = 16;
const RESIDENT_GROWTH_MB = 96;

/** What grew beyond that, in words. */
export function growthOf({ before, after }: Pick<SoakReport, 'before' | 'after'>): string[] {
  const faults: string[] = [];
  const heap_mb = after.heap_mb - before.heap_mb;
  if (heap_mb > HEAP_GROWTH_MB)
    faults.push(`the heap grew by ${heap_mb.toFixed(1)} MB; allowed are ${HEAP_GROWTH_MB}`);
  if (before.resident_mb === null || after.resident_mb === null) return faults;
  const resident_mb = after.resident_mb - before.resident_mb;
  if (resident_mb > RESIDENT_GROWTH_MB)
    faults.push(`resident memory grew by ${resident_mb.toFixed(0)} MB; allowed are ${RESIDENT_GROWTH_MB}`);
  return faults;
}
