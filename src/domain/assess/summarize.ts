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

type Findings = Readonly<Record<CheckId, Finding>>;
type IsMeant = (id: CheckId, finding: Finding) => boolean;

export function summarize(verdict: Verdict, facts: PlanningFacts, findings: Findings): string {
  const { language } = facts;
  const sentences =
    verdict === 'pass' || verdict === 'conditional'
      ? openInWords(verdict, facts, findings)
      : shutInWords(verdict, facts, findings);
  if (isWithoutPlan(facts)) sentences.push(SUMMARY.registerOfPlans[language](facts.sources.mpzp.as_of));
  return SUMMARY.forUse[language](facts.use, sentences);
}

const isBlocking = (id: CheckId) => BLOCKING.includes(id);
const isMet: IsMeant = (_id, { result }) => result === 'warn' || result === 'fail';
const isGap: IsMeant = (_id, { result }) => result === 'unknown';

function briefsOf(findings: Findings, isMeant: IsMeant): string[] {
  const meant = (Object.entries(findings) as [CheckId, Finding][]).filter(([id, each]) => isMeant(id, each));
  return [...new Set(meant.flatMap(([, { briefs }]) => briefs))];
}

const barsIn = (findings: Findings): string[] => [
  ...new Set(Object.values(findings).flatMap(({ bars }) => bars)),
];

/** A reserve on closed ground alone is told with that ground. */
function barsOn(facts: PlanningFacts, findings: Findings): string[] {
  const reserved = facts.parts.filter(({ in_reserve }) => in_reserve);
  const isClosed = reserved.length > 0 && reserved.every((part) => stateOn(facts, part) === 'closed');
  const told = isClosed
    ? facts.reserves.map((name) => BRIEFS.reserveBan[facts.language](name, facts.reserve_ground))
    : [];
  return barsIn(findings).filter((bar) => !told.includes(bar));
}

/** A sentence of what there is to list; none of nothing. */
const listing = (briefs: readonly string[], sentence: (briefs: readonly string[]) => string): string[] =>
  briefs.length === 0 ? [] : [sentence(briefs)];

/** One can build somewhere: where, and what stands against it, must be met and must be found out. */
function openInWords(verdict: 'pass' | 'conditional', facts: PlanningFacts, findings: Findings): string[] {
  const { language } = facts;
  const isPublicRoad = findings.road_access.rule === 'RA0';
  const isSaid = (id: CheckId) =>
    isTold(id, facts) || (id === 'road_access' && isPublicRoad && facts.land.reserved !== null);
  const conditions = briefsOf(findings, (id, finding) => isMet(id, finding) && !isSaid(id));
  const farmland = farmlandBrief(facts, facts.parts);
  const duties = farmland?.kind === 'duty' ? [farmland.brief] : [];
  if (farmland?.kind === 'condition') conditions.push(farmland.brief);
  return [
    ...openGround(facts, isPublicRoad),
    ...(verdict === 'pass' && duties.length === 0 ? [SUMMARY.noObstacle[language]] : []),
    ...listing(barsOn(facts, findings), SUMMARY.bars[language]),
    ...listing(conditions, SUMMARY.conditions[language]),
    ...listing(duties, (verdict === 'pass' ? SUMMARY.noObstacleBut : SUMMARY.duties)[language]),
    // What passes may leave something open too.
    ...listing(
      briefsOf(findings, (id, finding) => !isMet(id, finding)),
      SUMMARY.toFindOut[language],
    ),
  ];
}

/** No route is open: by which bars, or what must be known first. */
function shutInWords(verdict: 'fail' | 'unknown', facts: PlanningFacts, findings: Findings): string[] {
  const { language } = facts;
  // What a draft shows is no bar.
  const blocking = briefsOf(
    findings,
    (id, { result }) => isBlocking(id) && result === (verdict === 'fail' ? 'fail' : 'unknown'),
  );
  const told = verdict === 'fail' ? barsOf(facts, blocking) : blocking;
  const beside = briefsOf(
    findings,
    (id, finding) => isMet(id, finding) && (verdict === 'unknown' || !isBlocking(id)),
  );
  // A public road says so itself.
  const { reserved } = facts.land;
  if (reserved !== null && findings.road_access.rule !== 'RA0')
    beside.unshift(BRIEFS.reservedLand[language](reserved.uses, reserved.symbols));
  const isNew = (bar: string) => !told.includes(bar);
  return [
    verdict === 'fail' ? SUMMARY.none[language](told, facts.use) : SUMMARY.notKnown[language](told),
    ...listing([...barsIn(findings).filter(isNew), ...beside], SUMMARY.beside[language]),
    ...planAhead(facts),
    ...listing(
      briefsOf(findings, (id, finding) => !isBlocking(id) && isGap(id, finding)),
      (verdict === 'fail' ? SUMMARY.toFindOut : SUMMARY.toFindOutToo)[language],
    ),
  ];
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

/** Whether what is said rests on the absence of a local plan: the register holds what was entered (law §3.5). */
const isWithoutPlan = ({ parts }: PlanningFacts): boolean => parts.some(({ plan }) => plan === 'none');

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

function groundOf(part: Part, { pog, situation, reserves, language }: PlanningFacts): string {
  if (typeof part.plan === 'object') return GROUND_WORDS.designation[language](part.plan.symbol);
  if (part.in_reserve) return GROUND_WORDS.inReserve[language](reserves);
  if (situation.is_forest) return GROUND_WORDS.forest[language];
  if (pog.in_force === false) return GROUND_WORDS.earlierConditions[language](WZ_TURN.last_old_day);
  return GROUND_WORDS.zone[language](part.zone, part.in_ouz);
}
