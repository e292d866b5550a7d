// What is said of land that has to leave farm or forest production before it is built on (u.o.g.r.l. art. 7, 11, 12a): it never changes
// a result. Farmland of classes I–III needs no consent inside an infill area (art. 7 ust. 2a), and a local plan carries it; under the
// earlier conditions it was a bar. Forest is built on under a local plan alone (W4). Land under the buildings of a farmstead is farmland
// (art. 2 ust. 1 pkt 3).

import { fitOf } from '../law/building-use.ts';
import { readSymbol } from '../law/mpzp-symbol.ts';
import { extentOf, isPlanned, type Part, stateOfPart } from '../law/parts.ts';
import type { LandHere, PlanningFacts } from '../law/planning-facts.ts';
import { FOREST_NAMED_PCT, WHOLE_PCT } from '../law/shares.ts';
import { zoneOf } from '../law/zones.ts';
import { BRIEFS } from '../sentences/summary-briefs.ts';
import { CONDITIONS, type PlannedForest } from '../sentences/zoning-sentences.ts';

interface Farmland extends LandHere {
  /** Under the earlier conditions it could not be built on by a decision; else it has to be excluded from production. */
  readonly stays_out: boolean;
  /** A single-family house may be meant: so much of it is free of charge. */
  readonly for_house: boolean;
  /** What may be built is not known: for a farmstead nothing is needed. */
  readonly unless_farmstead: boolean;
}

/** `parts` are those of the route that is spoken of; null where there is nothing to say. */
function farmlandOn(facts: PlanningFacts, parts: readonly Part[]): Farmland | null {
  const { good_farmland, use } = facts;
  if (good_farmland === null || use === 'farmstead') return null;
  const { ground } = good_farmland;
  if (facts.pog.in_force === false && !facts.mpzp.in_force)
    return { ground, stays_out: true, for_house: false, unless_farmstead: false };
  const open = parts.filter((part) => stateOfPart(part, facts.situation, use).startsWith('open'));
  if (open.length > 0 && open.every(isForFarmstead)) return null;
  return {
    ground,
    stays_out: false,
    for_house: mayBeHouse(facts, open),
    unless_farmstead: open.length === 0 && use === 'any',
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

/** Forest, where a local plan provides for building or may; land use has no geometry, so it may stand anywhere in the parcel. */
function forestOn(facts: PlanningFacts): PlannedForest | null {
  const { forest, situation, use } = facts;
  const planned = facts.parts.filter(
    (part) => isPlanned(part) && stateOfPart(part, situation, use) !== 'closed',
  );
  if (forest === null || planned.length === 0) return null;
  const open = planned.filter((part) => stateOfPart(part, situation, use) === 'open_by_plan');
  const is_beside_plan = facts.rest.length > 0;
  const isAll = forest.ground !== null && forest.ground.share_pct >= WHOLE_PCT;
  return {
    ground: forest.ground,
    planned: isAll && is_beside_plan ? extentOf(facts.parts.filter(isPlanned)) : null,
    for_house: mayBeHouse(facts, open),
    for_farmstead: use === 'farmstead' || (open.length > 0 && open.every(isForFarmstead)),
    is_beside_plan,
  };
}

export function forestSentence(facts: PlanningFacts): string | null {
  const forest = forestOn(facts);
  return forest === null ? null : CONDITIONS.forest[facts.language](forest);
}

export function forestBriefs(facts: PlanningFacts): string[] {
  const forest = forestOn(facts);
  return forest === null ? [] : [BRIEFS.forest[facts.language](forest)];
}

/** Forest on nearly all of the parcel, as what refuses a zoning decision (W4). */
export function forestBar({ forest, language }: PlanningFacts): string {
  const ground = forest?.ground ?? null;
  return BRIEFS.forest_land[language](ground === null || ground.m2 === null ? null : ground);
}

/** What of a zoning decision forest would refuse: all of it (W4), or its own ground (WZ8). */
export function forestBars(facts: PlanningFacts): string[] {
  const { forest, land, mpzp, situation, language } = facts;
  if (situation.is_forest) return [forestBar(facts)];
  if (land.gap === 'without_areas') return [BRIEFS.landUseWithoutAreas[language]];
  const ground = forest?.ground ?? null;
  return ground !== null && ground.share_pct >= FOREST_NAMED_PCT
    ? [BRIEFS.partForest[language](ground, mpzp.in_force)]
    : [];
}

/** `open` is the ground where something may be built. */
const mayBeHouse = ({ use }: PlanningFacts, open: readonly Part[]): boolean =>
  (use === 'house' || use === 'any') && (open.length === 0 || open.some(takesHouse));

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
