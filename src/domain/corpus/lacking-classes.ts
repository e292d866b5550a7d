// Registers whose objects of one role come in several classes, a file each: roads of BDOT10k as carriageways and as axes. What a
// load has brought stands; that there is nothing else needs the class that holds them all. Where it is missing, the state of
// the load says so.

import type { SourceState } from './registers.ts';

const LACKS = 'lacks:';

const LEFT_OUT = 'left_out:';

/** A part of which something came that could not be used: what lies there is not known, so it never says that there is nothing. */
export const leftOutClaim = (part: string): string => `${LEFT_OUT}${part}`;

export const partLeftOut = (claim: string): string | null =>
  claim.startsWith(LEFT_OUT) ? claim.slice(LEFT_OUT.length) : null;

/** As it stands in SourceState.publishes. */
export const lacksClaim = (role: string): string => `${LACKS}${role}`;

/** What was lacking of roles that a load does not speak of: it leaves them as they were. */
export function stillLacking(
  before: Pick<SourceState, 'publishes'> | undefined,
  told: ReadonlyMap<string, number>,
): string[] {
  const claims = before?.publishes.filter((claim) => claim.startsWith(LACKS)) ?? [];
  return claims.filter((claim) => !told.has(claim.slice(LACKS.length)));
}
