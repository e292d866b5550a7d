// The parts of a parcel with what the law makes of each on the day: what routes, summaries and the served `parts` have in common
// (law §3.4, contract §13).

import type { PlanningPart } from '../../contract/planning-parts.ts';
import { isPlanned, type Part, type PartState, stateOfPart } from './parts.ts';
import type { PlanningFacts } from './planning-facts.ts';
import { toHundredths } from './shares.ts';

type Judging = Pick<PlanningFacts, 'is_left' | 'situation' | 'use'>;

/** What plans say of the ground outside local plans is not known while it is not worked out. */
export const stateOn = (facts: Judging, part: Part): PartState =>
  facts.is_left && !isPlanned(part) ? 'unknown' : stateOfPart(part, facts.situation, facts.use);

/** A part before it is measured: null is the whole parcel. */
export type JudgedPart = Omit<PlanningPart, 'area_m2'> & { readonly m2: number | null };

const BUILDING: { readonly [S in PartState]: PlanningPart['building'] } = {
  open_by_plan: 'open',
  open_by_decision: 'open',
  closed: 'closed',
  unknown: 'unknown',
};

const judgedPart = (facts: Judging, part: Part): JudgedPart => ({
  mpzp_status: typeof part.plan === 'object' ? 'in_force' : part.plan,
  mpzp_symbol: typeof part.plan === 'object' ? part.plan.symbol : null,
  zone_symbol: part.zone,
  in_ouz: part.in_ouz,
  share_pct: part.share_pct,
  m2: part.m2,
  building: BUILDING[stateOn(facts, part)],
});

/** The largest first. Parts that differ by nothing that is served, as by a reserve on closed ground, are one. */
export function judgedParts(facts: PlanningFacts): JudgedPart[] {
  const judged = facts.parts.map((part) => judgedPart(facts, part));
  if (judged.length < 2) return judged;
  const told = new Map<string, JudgedPart>();
  for (const part of judged) {
    const { share_pct, m2, ...ground } = part;
    const name = JSON.stringify(ground);
    const known = told.get(name);
    told.set(name, {
      ...part,
      share_pct: share_pct + (known?.share_pct ?? 0),
      m2: m2 === null ? null : m2 + (known?.m2 ?? 0),
    });
  }
  return [...told.values()].sort((a, b) => b.share_pct - a.share_pct);
}

/** As they are served: two decimals (contract §2). What parts add up to is rounded again, as sums of fractions are not exact. */
export const measuredParts = (parts: readonly JudgedPart[], area_m2: number): PlanningPart[] =>
  parts.map(({ mpzp_status, mpzp_symbol, zone_symbol, in_ouz, share_pct, m2, building }) => ({
    mpzp_status,
    mpzp_symbol,
    zone_symbol,
    in_ouz,
    share_pct: toHundredths(share_pct),
    area_m2: toHundredths(m2 ?? area_m2),
    building,
  }));
