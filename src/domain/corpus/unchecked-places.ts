// Loads whose rows nobody could hold against the boundaries of their powiaty, for these were not loaded (formats §0.2). The
// state of a load names the powiaty, so that the file is not taken for known once there is something to check it by.

import type { SourceState } from './registers.ts';

const UNCHECKED = 'unchecked:';

/** As it stands in SourceState.publishes. */
export const uncheckedClaim = (powiat: string): string => `${UNCHECKED}${powiat}`;

export const uncheckedPowiaty = ({ publishes }: Pick<SourceState, 'publishes'>): string[] =>
  publishes.filter((claim) => claim.startsWith(UNCHECKED)).map((claim) => claim.slice(UNCHECKED.length));
