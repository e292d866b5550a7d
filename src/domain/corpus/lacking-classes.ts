// Registers whose objects of one role come in several classes, a file each: roads of BDOT10k as carriageways and as axes. What a
// load has brought stands; that there is nothing else needs the class that holds them all. Where it is missing, the state of
// the load says so.

import type { SourceState } from './registers.ts';
import { readScope } from './scope.ts';

const LACKS = 'lacks:';

const LEFT_OUT = 'left_out:';

/** A part of which something came that could not be used: what lies there is not known, so it never says that there is nothing. */
export const leftOutClaim = (part: string): string => `${LEFT_OUT}${part}`;

export const partLeftOut = (claim: string): string | null =>
  claim.startsWith(LEFT_OUT) ? claim.slice(LEFT_OUT.length) : null;

/** Where the place of it is told, as in building/141803_2.0009: there alone. */
export const placeLeftOut = (claim: string): string | null => partLeftOut(claim)?.split('/')[1] ?? null;

/** As it stands in SourceState.publishes. */
export const lacksClaim = (role: string): string => `${LACKS}${role}`;

/** What was lacking of roles that a load does not speak of: it leaves them as they were. A load of a part replaces all of it. */
export function stillLacking(
  before: Pick<SourceState, 'publishes' | 'scope'> | undefined,
  told: ReadonlyMap<string, number>,
): string[] {
  if (before === undefined || readScope(before.scope).part !== null) return [];
  return before.publishes.filter((claim) => {
    const role = [LACKS, LEFT_OUT].flatMap((prefix) => roleIn(claim, prefix) ?? []).at(0);
    return role !== undefined && !told.has(role);
  });
}

/** The role, without the place of it that a claim may name. */
const roleIn = (claim: string, prefix: string): string | undefined =>
  claim.startsWith(prefix) ? claim.slice(prefix.length).split('/')[0] : undefined;
