// Registers whose objects of one role come in several classes, a file each: roads of BDOT10k as carriageways and as axes. What a
// load has brought stands; that there is nothing else needs the class that holds them all. Where it is missing, the state of
// the load says so.

import type { SourceState } from './registers.ts';

const LACKS = 'lacks:';

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
