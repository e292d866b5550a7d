// What became of a parcel that is gone, as the change feed tells it: which parcels replaced it, which replaced those, and
// which are there now. Pure: who holds parcels and removals is asked through functions.

/** A parcel that a load took away. */
export interface Removal {
  readonly id: string;
  /** As the register dates it, or else the day we saw it. */
  readonly date: string;
  /** In the order of ids; none where its land went to no parcel of that load. */
  readonly successors: readonly string[];
}

/** A parcel that is there now, and the removals that led to it from the parcel asked for, the newest first. */
export interface Heir<P> {
  readonly parcel: P;
  readonly line: readonly [Removal, ...Removal[]];
}

export interface Descent<P> {
  /** Of the parcel asked for. */
  readonly removal: Removal;
  readonly heirs: readonly Heir<P>[];
}

/** Divisions of divisions are followed so far: a whole estate, not a village surveyed anew. */
const MOST_FOLLOWED = 200;

/** Null for a parcel of which no removal is known. Some numbers come back: no removal is followed twice. */
export function traceDescent<P>(
  id: string,
  removalOf: (id: string) => Removal | null,
  heldParcel: (id: string) => P | undefined,
): Descent<P> | null {
  const removal = removalOf(id);
  if (!removal) return null;
  const heirs: Heir<P>[] = [];
  const seen = new Set([id]);
  const lines: [Removal, ...Removal[]][] = [[removal]];
  for (const line of lines) {
    for (const successor of line[0].successors) {
      if (seen.has(successor) || seen.size > MOST_FOLLOWED) continue;
      seen.add(successor);
      const parcel = heldParcel(successor);
      if (parcel) {
        heirs.push({ parcel, line });
        continue;
      }
      const next = removalOf(successor);
      if (next) lines.push([next, ...line]);
    }
  }
  return { removal, heirs };
}
