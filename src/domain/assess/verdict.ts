// The build verdict: eight checks in their served order, and what they mean together (spec §2.8, §3.2).
// Two routes lead to a permit, the local plan and a zoning decision, and each is judged by the parts of the parcel. A route
// blocks, never a single check: flood, landslide, nature, road and unpublished parameters are conditions.

import {
  type BuildingUse,
  CHECK_IDS,
  type CheckId,
  type CheckItem,
  type CheckOutcome,
  type Verdict,
} from '../../contract/answers.ts';
import { bilingual } from '../../contract/language.ts';
import type { FloodValue } from '../../contract/layer-values.ts';
import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';
import { CALENDAR_VERSION } from '../law/calendar.ts';
import { type JudgedPart, judgedParts, stateOn } from '../law/judged-parts.ts';
import { type JudgedPlanning, judgePlanning } from '../law/judged-planning.ts';
import { isPlanned, type PartState, type Route } from '../law/parts.ts';
import { factsFor, knownValue, type PlanningInput, type UseFacts } from '../law/planning-facts.ts';
import { type Finding, withSentence } from '../law/rule-table.ts';
import { checkFlood, checkLandslide, checkRoadAccess } from './check-hazards.ts';
import { checkMpzpParams, checkMpzpStatus } from './check-mpzp.ts';
import { checkPogZone } from './check-pog-zone.ts';
import { checkProtected } from './check-protected.ts';
import { checkZoningDecision, type Routes } from './check-wz-possible.ts';
import { summarize } from './summarize.ts';

/** Layer answers as served for the day, and what the served values do not carry. */
export interface BuildingInput extends PlanningInput {
  readonly flood: LayerAnswer<'flood'>;
  readonly landslide: LayerAnswer<'landslide'>;
  readonly road_access: LayerAnswer<'road_access'>;
  /** Flood zones with duties that reach onto the parcel where `flood` has no value, for a class is missing. */
  readonly flood_hit: FloodValue | null;
  /** Share of the parcel in the 10 % flood zone, which the served value does not tell; null where there is none. */
  readonly q10_share_pct: number | null;
  /** Forms of protection of which nothing is held, in a sentence. */
  readonly forms_missing: string | null;
}

export interface BuildingAssessment {
  readonly summary: string;
  readonly verdict: Verdict;
  readonly assessed_on: string;
  readonly parts: readonly JudgedPart[];
  readonly checks: CheckItem[];
  readonly disclaimer: string;
}

/** Conditions of art. 61 u.p.z.p. that no register shows are named, and the state of law that was applied. */
export const DISCLAIMER = bilingual(
  `Informational, not legal advice and not an administrative decision. Derived from public registers as of the dates shown; the zoning authority decides on conditions that registers do not show (neighbourhood, utilities, monuments and others). State of law used: ${CALENDAR_VERSION}.`,
  `Informacja, nie porada prawna ani decyzja administracyjna. Wynika z rejestrów publicznych według stanu na podane dni; o warunkach, których rejestry nie pokazują (sąsiedztwo, uzbrojenie terenu, zabytki i inne), rozstrzyga organ. Zastosowany stan prawny: ${CALENDAR_VERSION}.`,
);

/** The layer that each check judges. */
export const CHECK_LAYERS: { readonly [C in CheckId]: LayerKey } = {
  pog_zone: 'pog',
  wz_possible: 'wz',
  mpzp_status: 'mpzp',
  mpzp_params: 'mpzp',
  flood_q100: 'flood',
  landslide: 'landslide',
  protected: 'protected',
  road_access: 'road_access',
};

export function assessBuilding(
  input: BuildingInput,
  day: string,
  use: BuildingUse = 'any',
  planning: JudgedPlanning = judgePlanning(day, input),
): BuildingAssessment {
  const { language } = input;
  // Whether a decision can be issued does not depend on what is to be built; whether it helps does.
  const { zoning } = planning;
  const facts = factsFor(planning.facts, input, use);
  const { routes, pog_zone, mpzp_params } = commonFindings(planning, use);
  const { plan_route, zoning_route } = routes;
  const zoningFacts = { ...facts, ...routes };
  // Agreements are named where a decision is the route.
  const byDecision = zoning.possible === true && zoning_route !== 'closed';
  const findings: Record<CheckId, Finding> = {
    pog_zone,
    wz_possible: checkZoningDecision(zoningFacts),
    mpzp_status: checkMpzpStatus(zoningFacts),
    mpzp_params,
    flood_q100: checkFlood(input, byDecision),
    landslide: checkLandslide(input.landslide, byDecision, language),
    protected: withSentence(
      checkProtected(input, facts.reserves, byDecision),
      knownValue(input.protected) === null ? null : input.forms_missing,
    ),
    road_access: checkRoadAccess(input.road_access, language),
  };
  const { sources } = facts;
  const { possible, reason, reason_code, coverage } = zoning;
  const isZoningKnown = coverage === 'covered' && !facts.is_left;
  const told: { readonly [C in CheckId]: readonly [value: unknown, source: SourceRef] } = {
    pog_zone: [input.pog.value, facts.mpzp.governs ? sources.mpzp : sources.pog],
    wz_possible: [
      isZoningKnown ? { possible, reason, reason_code } : null,
      facts.is_left ? input.pog.source : sources[zoning.decided_by],
    ],
    mpzp_status: [input.mpzp.value, sources.mpzp],
    mpzp_params: [null, sources.mpzp],
    flood_q100: [input.flood.value, input.flood.source],
    landslide: [input.landslide.value, input.landslide.source],
    protected: [input.protected.value, input.protected.source],
    road_access: [input.road_access.value, input.road_access.source],
  };
  const checks = CHECK_IDS.map((id): CheckItem => {
    const { result, detail, basis } = findings[id];
    const [value, source] = told[id];
    return { id, layer: CHECK_LAYERS[id], result, value, detail, basis, source };
  });
  const results = checks.map(({ result }) => result);
  const verdict = decideVerdict([plan_route, zoning_route], results);
  const summary = summarize(verdict, facts, findings);
  return {
    summary,
    verdict,
    assessed_on: day,
    parts: use === 'any' ? planning.parts : judgedParts(facts),
    checks,
    disclaimer: DISCLAIMER[language],
  };
}

/** What parcels of any size have in common: the routes, and the checks that tell no size but those of parts. */
interface CommonFindings {
  readonly routes: Routes;
  readonly pog_zone: Finding;
  readonly mpzp_params: Finding;
}

/** For any use, as long as the planning is held: two of three parcels share theirs, and these are a tenth of a check. */
const COMMON = new WeakMap<JudgedPlanning, CommonFindings>();

function commonFindings(planning: JudgedPlanning, use: BuildingUse): CommonFindings {
  const known = use === 'any' ? COMMON.get(planning) : undefined;
  if (known) return known;
  const facts: UseFacts = { ...planning.facts, use };
  const routes = { zoning: planning.zoning, ...routesOf(facts) };
  const found = {
    routes,
    pog_zone: checkPogZone(facts),
    mpzp_params: checkMpzpParams({ ...facts, ...routes }),
  };
  if (use === 'any') COMMON.set(planning, found);
  return found;
}

/** By the local plan, and by a zoning decision on the ground outside it (law §9). */
function routesOf(facts: UseFacts): Omit<Routes, 'zoning'> {
  const statesOf = (isPlan: boolean) =>
    facts.parts.filter((part) => isPlanned(part) === isPlan).map((part) => stateOn(facts, part));
  const plan = routeBy(statesOf(true), 'open_by_plan');
  return {
    plan_route: plan === 'closed' && !facts.mpzp.known ? 'unknown' : plan,
    zoning_route: routeBy(statesOf(false), 'open_by_decision'),
  };
}

function routeBy(states: readonly PartState[], open: PartState): Route {
  if (states.includes(open)) return 'open';
  return states.includes('unknown') ? 'unknown' : 'closed';
}

/** An open route decides; a route that may still be open keeps the verdict unknown; only closed routes fail. */
function decideVerdict(routes: readonly Route[], results: readonly CheckOutcome[]): Verdict {
  if (routes.includes('open')) return results.every((result) => result === 'pass') ? 'pass' : 'conditional';
  return routes.includes('unknown') ? 'unknown' : 'fail';
}
