// The summary of a check: what is possible where, in square metres, what must be met, and what must be found out (law §9). Puts
// together what the checks found; a gap is told as something to find out, never as a condition of law.

import type { CheckId, Verdict } from '../../contract/answers.ts';
import { WZ_TURN } from '../law/calendar.ts';
import { stateOn } from '../law/judged-parts.ts';
import { extentOf, type Part, type PartState } from '../law/parts.ts';
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
  const { language } = facts;
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
    if (verdict === 'pass') sentences.push(SUMMARY.noObstacle[language]);
    say(
      farmland?.kind === 'condition' ? [...conditions, farmland.brief] : conditions,
      SUMMARY.conditions[language],
    );
    say(farmland?.kind === 'duty' ? [farmland.brief] : [], SUMMARY.duties[language]);
    say(
      briefsOf((id, finding) => isGap(id, finding)),
      SUMMARY.toFindOut[language],
    );
    if (isByDecision(facts)) sentences.push(SUMMARY.registerOfPlans[language](facts.sources.mpzp.as_of));
  } else if (verdict === 'fail') {
    // By bars alone: what a draft shows is no bar.
    sentences.push(
      SUMMARY.none[language](
        barsOf(
          facts,
          briefsOf((id, { result }) => isBlocking(id) && result === 'fail'),
        ),
      ),
    );
    say(
      briefsOf((id, finding) => !isBlocking(id) && isMet(id, finding)),
      SUMMARY.beside[language],
    );
    sentences.push(...planAhead(facts));
    say(
      briefsOf((id, finding) => !isBlocking(id) && isGap(id, finding)),
      SUMMARY.toFindOut[language],
    );
  } else {
    sentences.push(
      SUMMARY.notKnown[language](briefsOf((id, finding) => isBlocking(id) && isGap(id, finding))),
    );
    say(
      briefsOf((id, finding) => isMet(id, finding)),
      SUMMARY.beside[language],
    );
    sentences.push(...planAhead(facts));
    say(
      briefsOf((id, finding) => !isBlocking(id) && isGap(id, finding)),
      SUMMARY.toFindOut[language],
    );
  }
  return SUMMARY.forUse[language](facts.use, sentences);
}

/** With an open route, a closed one is told by the ground alone: a bar of the one is no condition of the other. */
function isTold(id: CheckId, facts: PlanningFacts): boolean {
  const states = statesOf(facts);
  if (id === 'wz_possible' || id === 'pog_zone') return !states.includes('open_by_decision');
  return id === 'mpzp_status' && facts.mpzp.in_force && !states.includes('open_by_plan');
}

/** Without a local plan in force, that is a bar too. */
function barsOf({ mpzp, language }: PlanningFacts, bars: readonly string[]): string[] {
  const noPlan = BRIEFS.noLocalPlan[language];
  return mpzp.in_force ? [...bars] : [noPlan, ...bars.filter((bar) => bar !== noPlan)];
}

/** A local plan that is on its way, where it is no condition of a case. */
const planAhead = (facts: PlanningFacts): string[] =>
  facts.mpzp.status === 'draft' || facts.mpzp.status === 'adopted'
    ? [SUMMARY.planAhead[facts.language](planAheadOf(facts))]
    : [];

const statesOf = (facts: PlanningFacts): PartState[] => facts.parts.map((part) => stateOn(facts, part));

const isByDecision = (facts: PlanningFacts): boolean => statesOf(facts).includes('open_by_decision');

/** Land of roads, railways and waters is not offered as it stands. */
function openGround(facts: PlanningFacts, isPublicRoad: boolean): string[] {
  const { language } = facts;
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
    sentences.push(SUMMARY.afterChangeOfUse[language](reserved.uses, reserved.symbols, isPublicRoad));
    if (planned.length > 0) sentences.push(SUMMARY.thenByPlan[language](named(planned)));
    if (decided.length > 0) sentences.push(SUMMARY.thenByDecision[language](named(decided)));
  } else if (planned.length > 0 && decided.length > 0) {
    sentences.push(SUMMARY.byPlanAndDecision[language](named(planned), named(decided)));
  } else if (planned.length > 0) sentences.push(SUMMARY.byPlan[language](named(planned)));
  else sentences.push(SUMMARY.byDecision[language](named(decided)));
  if (closed.length > 0) sentences.push(SUMMARY.notElsewhere[language](named(closed)));
  if (unknown.length > 0) sentences.push(SUMMARY.notKnownElsewhere[language](named(unknown)));
  return sentences;
}

function groundOf(part: Part, { pog, situation, language }: PlanningFacts): string {
  if (typeof part.plan === 'object') return GROUND_WORDS.designation[language](part.plan.symbol);
  if (part.in_reserve) return GROUND_WORDS.inReserve[language];
  if (situation.is_forest) return GROUND_WORDS.forest[language];
  if (pog.in_force === false) return GROUND_WORDS.earlierConditions[language](WZ_TURN.last_old_day);
  return GROUND_WORDS.zone[language](part.zone, part.in_ouz);
}
