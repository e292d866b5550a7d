// What is said of farmland of classes I–III (u.o.g.r.l. art. 7, 11, 12a): it never changes a result. Inside an infill area no
// consent is needed (art. 7 ust. 2a), and a local plan carries it; under the earlier conditions it was a bar. Land under the
// buildings of a farmstead stays farmland (art. 2 ust. 1 pkt 3).

import { fitOf } from '../law/building-use.ts';
import { readSymbol } from '../law/mpzp-symbol.ts';
import { type Part, stateOfPart } from '../law/parts.ts';
import type { PlanningFacts } from '../law/planning-facts.ts';
import { zoneOf } from '../law/zones.ts';
import type { Measure } from '../sentences/measures.ts';
import { BRIEFS } from '../sentences/summary-briefs.ts';
import { CONDITIONS } from '../sentences/zoning-sentences.ts';

interface Farmland {
  readonly ground: Measure;
  /** Under the earlier conditions it could not be built on by a decision; else it has to be excluded from production. */
  readonly stays_out: boolean;
  /** A single-family house may be meant: so much of it is free of charge. */
  readonly for_house: boolean;
  /** What may be built is not known: for a farmstead nothing is needed. */
  readonly unless_farmstead: boolean;
}

/** `parts` are those of the route that is spoken of; null where there is nothing to say. */
function farmlandOn(facts: PlanningFacts, parts: readonly Part[]): Farmland | null {
  const ground = facts.good_farmland;
  if (ground === null || facts.use === 'farmstead') return null;
  if (facts.pog.in_force === false && !facts.mpzp.in_force)
    return { ground, stays_out: true, for_house: false, unless_farmstead: false };
  const open = parts.filter((part) => stateOfPart(part, facts.situation, facts.use).startsWith('open'));
  if (open.length > 0 && open.every(isForFarmstead)) return null;
  const mayBeHouse = facts.use === 'house' || facts.use === 'any';
  const fitsHouse = open.length === 0 || open.some(takesHouse);
  return {
    ground,
    stays_out: false,
    for_house: mayBeHouse && fitsHouse,
    unless_farmstead: open.length === 0 && facts.use === 'any',
  };
}

export function farmlandSentence(facts: PlanningFacts, parts: readonly Part[]): string | null {
  const farmland = farmlandOn(facts, parts);
  if (farmland === null) return null;
  const { language } = facts;
  const { ground, stays_out } = farmland;
  return stays_out ? CONDITIONS.farmlandBefore[language](ground) : CONDITIONS.farmland[language](farmland);
}

/** In the summary: what has to be obtained, or what stays out. */
export function farmlandBrief(
  facts: PlanningFacts,
  parts: readonly Part[],
): { readonly kind: 'duty' | 'condition'; readonly brief: string } | null {
  const farmland = farmlandOn(facts, parts);
  if (farmland === null) return null;
  const { language } = facts;
  const { ground, stays_out, unless_farmstead } = farmland;
  return stays_out
    ? { kind: 'condition', brief: BRIEFS.farmlandBefore[language](ground) }
    : { kind: 'duty', brief: BRIEFS.farmland[language](ground, unless_farmstead) };
}

function isForFarmstead({ plan, zone }: Part): boolean {
  if (typeof plan !== 'object') return zoneOf(zone)?.class === 'farmstead';
  return plan.symbol !== null && readSymbol(plan.symbol).class === 'farmstead';
}

function takesHouse({ plan, zone }: Part): boolean {
  if (typeof plan === 'object')
    return plan.symbol !== null && readSymbol(plan.symbol).fit('house') !== 'fail';
  const known = zoneOf(zone);
  return known === null || fitOf(known.kind, 'house') !== 'fail';
}
