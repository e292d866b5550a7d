// The summary of a check: what is possible where, in square metres, what must be met, and what must be found out (law §9). Puts
// together what the checks found; a gap is told as something to find out, never as a condition of law.

import type { CheckId, Verdict } from '../../contract/answers.ts';
import { WZ_TURN } from '../law/calendar.ts';
import { extentOf, type Part, type PartState, stateOfPart } from '../law/parts.ts';
import type { PlanningFacts } from '../law/planning-facts.ts';
import type { Finding } from '../law/rule-table.ts';
import { BRIEFS, GROUND_WORDS, SUMMARY } from '../sentences/summary-sentences.ts';
import { planAheadOf } from './check-wz-possible.ts';
import { farmlandBrief } from './farmland.ts';

/** Those that open or close the routes: of a verdict without an open route they are the reasons. */
const BLOCKING: readonly CheckId[] = ['mpzp_status', 'wz_possible', 'pog_zone'];

export function summarize(
  verdict: Verdict,
  facts: PlanningFacts,
  findings: Readonly<Record<CheckId, Finding>>,
): string {
  const briefsOf = (isMeant: (id: CheckId, finding: Finding) => boolean): string[] => {
    const told = (Object.entries(findings) as [CheckId, Finding][])
      .filter(([id, finding]) => isMeant(id, finding))
      .flatMap(([, { briefs }]) => briefs);
    return [...new Set(told)];
  };
  const isBlocking = (id: CheckId) => BLOCKING.includes(id);
  const isMet = (_id: CheckId, { result }: Finding) => result === 'warn' || result === 'fail';
  const isGap = (_id: CheckId, { result }: Finding) => result === 'unknown';
  const sentences: string[] = [];
  const say = (briefs: readonly string[], sentence: (briefs: readonly string[]) => string) => {
    if (briefs.length > 0) sentences.push(sentence(briefs));
  };
  if (verdict === 'pass' || verdict === 'conditional') {
    const isPublicRoad = findings.road_access.rule === 'RA0';
    sentences.push(...openGround(facts, isPublicRoad));
    const farmland = farmlandBrief(facts, facts.parts);
    const isSaid = (id: CheckId) =>
      isTold(id, facts) || (id === 'road_access' && isPublicRoad && facts.land.reserved !== null);
    const conditions = briefsOf((id, finding) => isMet(id, finding) && !isSaid(id));
    if (verdict === 'pass') sentences.push(SUMMARY.noObstacle());
    say(farmland?.kind === 'condition' ? [...conditions, farmland.brief] : conditions, SUMMARY.conditions);
    say(farmland?.kind === 'duty' ? [farmland.brief] : [], SUMMARY.duties);
    say(
      briefsOf((id, finding) => isGap(id, finding)),
      SUMMARY.toFindOut,
    );
    if (isByDecision(facts)) sentences.push(SUMMARY.registerOfPlans(facts.sources.mpzp.as_of));
  } else if (verdict === 'fail') {
    // By bars alone: what a draft shows is no bar.
    sentences.push(
      SUMMARY.none(
        barsOf(
          facts,
          briefsOf((id, { result }) => isBlocking(id) && result === 'fail'),
        ),
      ),
    );
    say(
      briefsOf((id, finding) => !isBlocking(id) && isMet(id, finding)),
      SUMMARY.beside,
    );
    sentences.push(...planAhead(facts));
    say(
      briefsOf((id, finding) => !isBlocking(id) && isGap(id, finding)),
      SUMMARY.toFindOut,
    );
  } else {
    sentences.push(SUMMARY.notKnown(briefsOf((id, finding) => isBlocking(id) && isGap(id, finding))));
    say(
      briefsOf((id, finding) => isMet(id, finding)),
      SUMMARY.beside,
    );
    sentences.push(...planAhead(facts));
    say(
      briefsOf((id, finding) => !isBlocking(id) && isGap(id, finding)),
      SUMMARY.toFindOut,
    );
  }
  return SUMMARY.forUse(facts.use, sentences);
}

/** With an open route, a closed one is told by the ground alone: a bar of the one is no condition of the other. */
function isTold(id: CheckId, facts: PlanningFacts): boolean {
  const states = statesOf(facts);
  if (id === 'wz_possible' || id === 'pog_zone') return !states.includes('open_by_decision');
  return id === 'mpzp_status' && facts.mpzp.in_force && !states.includes('open_by_plan');
}

/** Without a local plan in force, that is a bar too. */
const barsOf = ({ mpzp }: PlanningFacts, bars: readonly string[]): string[] =>
  mpzp.in_force ? [...bars] : [BRIEFS.noLocalPlan(), ...bars.filter((bar) => bar !== BRIEFS.noLocalPlan())];

/** A local plan that is on its way, where it is no condition of a case. */
const planAhead = (facts: PlanningFacts): string[] =>
  facts.mpzp.status === 'draft' || facts.mpzp.status === 'adopted'
    ? [SUMMARY.planAhead(planAheadOf(facts))]
    : [];

const statesOf = ({ parts, situation, use }: PlanningFacts): PartState[] =>
  parts.map((part) => stateOfPart(part, situation, use));

const isByDecision = (facts: PlanningFacts): boolean => statesOf(facts).includes('open_by_decision');

/** Land of roads, railways and waters is not offered as it stands. */
function openGround(facts: PlanningFacts, isPublicRoad: boolean): string[] {
  const states = statesOf(facts);
  const inState = (state: PartState) => facts.parts.filter((_, at) => states[at] === state);
  const named = (parts: readonly Part[]) => ({
    ...extentOf(parts),
    ground: [...new Set(parts.map((part) => groundOf(part, facts)))],
  });
  const [planned, decided, closed, unknown] = [
    inState('open_by_plan'),
    inState('open_by_decision'),
    inState('closed'),
    inState('unknown'),
  ];
  const sentences: string[] = [];
  const { reserved } = facts.land;
  if (reserved !== null) {
    sentences.push(SUMMARY.afterChangeOfUse(reserved.uses, reserved.symbols, isPublicRoad));
    if (planned.length > 0) sentences.push(SUMMARY.thenByPlan(named(planned)));
    if (decided.length > 0) sentences.push(SUMMARY.thenByDecision(named(decided)));
  } else if (planned.length > 0 && decided.length > 0) {
    sentences.push(SUMMARY.byPlanAndDecision(named(planned), named(decided)));
  } else if (planned.length > 0) sentences.push(SUMMARY.byPlan(named(planned)));
  else sentences.push(SUMMARY.byDecision(named(decided)));
  if (closed.length > 0) sentences.push(SUMMARY.notElsewhere(named(closed)));
  if (unknown.length > 0) sentences.push(SUMMARY.notKnownElsewhere(named(unknown)));
  return sentences;
}

function groundOf(part: Part, { pog, situation }: PlanningFacts): string {
  if (typeof part.plan === 'object') return GROUND_WORDS.designation(part.plan.symbol);
  if (part.in_reserve) return GROUND_WORDS.inReserve();
  if (situation.is_forest) return GROUND_WORDS.forest();
  if (pog.in_force === false) return GROUND_WORDS.earlierConditions(WZ_TURN.last_old_day);
  return GROUND_WORDS.zone(part.zone, part.in_ouz);
}
