// The sentence about farmland of classes I–III (u.o.g.r.l. art. 7, 11, 12a): it never changes a result. Inside an infill area no
// consent is needed (art. 7 ust. 2a), and a local plan carries it; under the earlier conditions it was a bar. Land under the
// buildings of a farmstead stays farmland (art. 2 ust. 1 pkt 3).

import { readSymbol } from '../law/mpzp-symbol.ts';
import { type Part, stateOfPart } from '../law/parts.ts';
import type { PlanningFacts } from '../law/planning-facts.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { zoneOf } from '../law/zones.ts';
import { CONDITIONS } from '../sentences/planning-sentences.ts';

/** `parts` are those of the route that is spoken of; null where there is nothing to say. */
export function farmlandSentence(facts: PlanningFacts, parts: readonly Part[]): string | null {
  const share_pct = facts.good_farmland_share_pct;
  if (share_pct === null || share_pct < SLIVER_PCT || facts.use === 'farmstead') return null;
  if (facts.pog.in_force === false && !facts.mpzp.in_force) return CONDITIONS.farmlandBefore(share_pct);
  const open = parts.filter((part) => stateOfPart(part, facts.situation, facts.use).startsWith('open'));
  const isFarmstead = open.length > 0 && open.every(isForFarmstead);
  return isFarmstead ? null : CONDITIONS.farmland(share_pct);
}

function isForFarmstead({ plan, zone }: Part): boolean {
  if (typeof plan !== 'object') return zoneOf(zone)?.class === 'farmstead';
  return plan.symbol !== null && readSymbol(plan.symbol).class === 'farmstead';
}
