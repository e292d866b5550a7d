// A target as pure steps around two plural reads: what it wants to look up, what it wants then (an address has to be found
// before the ground around it can be), and what all of that comes to. Many targets are read together, in as many reads as one.

import type { Steps } from '../../domain/text/steps.ts';
import type { LookedUp, Lookups, Pause, StoreReads } from '../../store/reads.ts';
import type { Identification } from './identification.ts';

export interface Inquiry {
  readonly wanted: Lookups;
  /** What only the first read tells to look up. */
  readonly follow: (found: LookedUp) => Lookups;
  /** In steps: many candidates may have to be weighed. */
  readonly settle: (found: LookedUp, followed: LookedUp) => Steps<Identification>;
}

/** For what leaves nothing to weigh. */
export const atOnce =
  (settle: (found: LookedUp, followed: LookedUp) => Identification): Inquiry['settle'] =>
  (found, followed) =>
    inOneStep(() => settle(found, followed));

// biome-ignore lint/correctness/useYield: there is one step
function* inOneStep<T>(work: () => T): Steps<T> {
  return work();
}

export const NO_FINDS: LookedUp = {
  ids: new Map(),
  numbers: new Map(),
  addresses: new Map(),
  points: new Map(),
  around: new Map(),
  boundaries: new Map(),
  gone: new Map(),
};

/** One read for all of them; none where nothing is wanted. */
export function lookUp(
  reads: StoreReads,
  wanted: readonly Lookups[],
  pause?: Pause,
): LookedUp | Promise<LookedUp> {
  const all = joinLookups(wanted);
  for (const keys of Object.values(all)) if (keys.length > 0) return reads.lookup(all, pause);
  return NO_FINDS;
}

export function joinLookups(wanted: readonly Lookups[]): Lookups {
  const [only, ...others] = wanted;
  if (only && others.length === 0) return only;
  return {
    ids: [...new Set(wanted.flatMap(({ ids = [] }) => ids))],
    numbers: wanted.flatMap(({ numbers = [] }) => numbers),
    addresses: wanted.flatMap(({ addresses = [] }) => addresses),
    points: wanted.flatMap(({ points = [] }) => points),
    around: wanted.flatMap(({ around = [] }) => around),
    boundaries: wanted.flatMap(({ boundaries = [] }) => boundaries),
    gone: [...new Set(wanted.flatMap(({ gone = [] }) => gone))],
  };
}
