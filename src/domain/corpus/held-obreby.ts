// Which obręby a bulk file of a powiat has brought parcels of. Nothing in the file says whether it is whole, but boundaries name
// the obręby of the powiat: what they name and the file lacks is not loaded, and never empty (law §3.6).

import type { SourceState } from './registers.ts';

const HELD = 'obreby:';

/** As it stands in SourceState.publishes: one text, for there are hundreds. */
export const heldObrebyClaim = (ids: readonly string[]): string => `${HELD}${ids.join(' ')}`;

/** Null where the load does not list them: it counts as whole. */
export function heldObreby({ publishes }: Pick<SourceState, 'publishes'>): ReadonlySet<string> | null {
  const claim = publishes.find((text) => text.startsWith(HELD));
  return claim === undefined ? null : new Set(claim.slice(HELD.length).split(' '));
}

const MOST_NAMED = 5;

/** What a load lacks of the obręby that boundaries name, in words; null where it has all of them. */
export function describeLackingObreby(named: readonly string[], held: ReadonlySet<string>): string | null {
  const lacking = named.filter((id) => !held.has(id)).sort();
  if (lacking.length === 0) return null;
  const shown = lacking.slice(0, MOST_NAMED).join(', ') + (lacking.length > MOST_NAMED ? ', …' : '');
  return `no parcel of ${lacking.length} of the ${named.length} obręby that the boundaries name is in the file (${shown}): they are not covered`;
}
