// The build verdict: eight checks in their served order, and what they mean together (spec §2.8, §3.2).
// Two routes lead to a permit, the local plan and a zoning decision. A route blocks, never a single check: flood,
// landslide, nature, road and unpublished parameters are conditions.

import type { CheckId, CheckItem, CheckOutcome, Verdict } from '../../contract/answers.ts';
import type { FloodValue, LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';
import { CALENDAR_VERSION } from '../law/calendar.ts';
import { knownValue, type PlanningInput, planningFactsOn } from '../law/planning-facts.ts';
import { type Finding, withSentence } from '../law/rule-table.ts';
import { assessZoningDecision } from '../law/zoning-decision.ts';
import { checkFlood, checkLandslide, checkRoadAccess } from './check-hazards.ts';
import { checkMpzpParams, checkMpzpStatus, planRoute } from './check-mpzp.ts';
import { checkPogZone } from './check-pog-zone.ts';
import { checkProtected } from './check-protected.ts';
import { checkZoningDecision, type Route, zoningRoute } from './check-wz-possible.ts';

/** Layer answers as served for the day, and the shares that the served values do not carry. */
export interface BuildingInput extends PlanningInput {
  readonly flood: LayerAnswer<'flood'>;
  readonly landslide: LayerAnswer<'landslide'>;
  readonly road_access: LayerAnswer<'road_access'>;
  /** Flood zones with duties that reach onto the parcel where `flood` has no value, for a class is missing. */
  readonly flood_hit: FloodValue | null;
  /** Forms of protection of which nothing is held, in a sentence. */
  readonly forms_missing: string | null;
}

export interface BuildingAssessment {
  readonly verdict: Verdict;
  readonly checks: CheckItem[];
  readonly disclaimer: string;
}

/** Conditions of art. 61 u.p.z.p. that no register shows are named, and the state of law that was applied. */
export const DISCLAIMER = `Informational, not legal advice and not an administrative decision. Derived from public registers as of the dates shown; the zoning authority decides on conditions that registers do not show (neighbourhood, utilities, monuments and others). State of law used: ${CALENDAR_VERSION}.`;

export function assessBuilding(input: BuildingInput, day: string): BuildingAssessment {
  const facts = planningFactsOn(day, input);
  const zoning = assessZoningDecision(facts);
  const pogZone = checkPogZone(facts);
  const zoning_route = zoningRoute(zoning, pogZone.result);
  const mpzpStatus = checkMpzpStatus({ ...facts, zoning, zoning_route });

  const { sources } = facts;
  const wzValue = { possible: zoning.possible, reason: zoning.reason, reason_code: zoning.reason_code };
  const checks = [
    item('pog_zone', 'pog', pogZone, input.pog.value, facts.mpzp.whole ? sources.mpzp : sources.pog),
    item(
      'wz_possible',
      'wz',
      checkZoningDecision({ ...facts, zoning }),
      zoning.coverage === 'covered' ? wzValue : null,
      sources[zoning.decided_by],
    ),
    item('mpzp_status', 'mpzp', mpzpStatus, input.mpzp.value, sources.mpzp),
    item('mpzp_params', 'mpzp', checkMpzpParams(facts), null, sources.mpzp),
    itemOf('flood_q100', 'flood', checkFloodOf(input), input.flood),
    itemOf('landslide', 'landslide', checkLandslide(knownValue(input.landslide)), input.landslide),
    itemOf(
      'protected',
      'protected',
      withSentence(
        checkProtected(knownValue(input.protected), input.form_shares_pct, zoning.possible === true),
        knownValue(input.protected) === null ? null : input.forms_missing,
      ),
      input.protected,
    ),
    itemOf('road_access', 'road_access', checkRoadAccess(knownValue(input.road_access)), input.road_access),
  ];
  const routes = [planRoute(facts, mpzpStatus.result), zoning_route];
  const results = checks.map(({ result }) => result);
  return { verdict: decideVerdict(routes, results), checks, disclaimer: DISCLAIMER };
}

/** A zone that is found counts though the layer cannot answer; what the layer lacks is said with it. */
function checkFloodOf({ flood, flood_hit }: BuildingInput): Finding {
  const value = knownValue(flood);
  if (value !== null || flood_hit === null) return checkFlood(value);
  return withSentence(checkFlood(flood_hit), flood.note);
}

/** An open route decides; a route that may still be open keeps the verdict unknown; only closed routes fail. */
function decideVerdict(routes: readonly Route[], results: readonly CheckOutcome[]): Verdict {
  if (routes.includes('open')) return results.every((result) => result === 'pass') ? 'pass' : 'conditional';
  return routes.includes('unknown') ? 'unknown' : 'fail';
}

function item(id: CheckId, layer: LayerKey, finding: Finding, value: unknown, source: SourceRef): CheckItem {
  const { result, detail, basis } = finding;
  return { id, layer, result, value, detail, basis, source };
}

function itemOf(id: CheckId, layer: LayerKey, finding: Finding, answer: LayerAnswer): CheckItem {
  return item(id, layer, finding, answer.value, answer.source);
}
