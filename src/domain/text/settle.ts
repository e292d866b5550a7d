// The one rule that decides whether a list of candidates is an answer (spec §4.1): the best has confidence 0.85 or
// more and leads the next by 0.15 or more. Used by every read, never bent.

import type { Candidate } from '../../contract/answers.ts';
import { LIMITS } from '../../contract/limits.ts';

/** Best first; equal confidence in the order of ids, so that answers do not depend on storage order. */
export function byRank(a: Candidate, b: Candidate): number {
  return (
    b.confidence - a.confidence || (a.id ?? a.gmina_teryt ?? '').localeCompare(b.id ?? b.gmina_teryt ?? '')
  );
}

/** How far one confidence is above another. They have three decimals; the difference of two doubles may miss by a hair. */
export const leadOf = (best: number, next: number) => Math.round((best - next) * 1000) / 1000;

/** The pick, or null when nothing may be picked. */
export function settle(ranked: readonly Candidate[]): Candidate | null {
  const [best, next] = ranked;
  if (!best || best.confidence < LIMITS.settle_confidence) return null;
  return leadOf(best.confidence, next?.confidence ?? 0) >= LIMITS.settle_lead ? best : null;
}
