// The summary of a check: what is possible where, in square metres, what must be met, and what must be found out (law §9). Puts
// together what the checks found; a gap is told as something to find out, never as a condition of law.

import { CHECK_IDS, type CheckId, type Verdict } from '../../contract/answers.ts';
import { WZ_TURN, wzNeedsPog } from '../law/calendar.ts';
import { stateOn } from '../law/judged-parts.ts';
import { readSymbol } from '../law/mpzp-symbol.ts';
import { decisionState, extentOf, groundsBy, type Part, type PartState, zoneOn } from '../law/parts.ts';
import type { PlanningFacts } from '../law/planning-facts.ts';
import type { Finding } from '../law/rule-table.ts';
import type { Measure } from '../sentences/measures.ts';
import { BRIEFS, zonesExclude } from '../sentences/summary-briefs.ts';
import { GROUND_WORDS, type PlanLimits, SUMMARY } from '../sentences/summary-sentences.ts';
import { planAheadOf, reserveBans } from './check-wz-possible.ts';
import { farmlandBrief, forestBars, forestBriefs } from './excluded-land.ts';

/** Those that open or close the routes: of a verdict without an open route they are the reasons. */
const BLOCKING: readonly CheckId[] = ['mpzp_status', 'wz_possible', 'pog_zone'];

type Findings = Readonly<Record<CheckId, Finding>>;
type IsMeant = (id: CheckId, finding: Finding) => boolean;

export function summarize(verdict: Verdict, facts: PlanningFacts, findings: Findings): string {
  const { language, use } = facts;
  const { lead, groups } =
    verdict === 'pass' || verdict === 'conditional'
      ? openInWords(verdict, facts, findings)
      : shutInWords(verdict, facts, findings);
  const rests_on = isWithoutPlan(facts) ? [SUMMARY.registerOfPlans[language](facts.sources.mpzp.as_of)] : [];
  return SUMMARY.told[language](use, lead, rests_on, groups);
}

const isBlocking = (id: CheckId) => BLOCKING.includes(id);
const isMet: IsMeant = (_id, { result }) => result === 'warn' || result === 'fail';
const isGap: IsMeant = (_id, { result }) => result === 'unknown';
const isOpen: IsMeant = (id, finding) => !isMet(id, finding);

function briefsOf(findings: Findings, isMeant: IsMeant): string[] {
  const told = new Set<string>();
  for (const id of CHECK_IDS) {
    const finding = findings[id];
    if (isMeant(id, finding)) for (const brief of finding.briefs) told.add(brief);
  }
  return [...told];
}

const barsIn = (findings: Findings): string[] => [
  ...new Set(Object.values(findings).flatMap(({ bars }) => bars)),
];

/** A reserve on closed ground alone is told with that ground. */
function barsOn(facts: PlanningFacts, findings: Findings): string[] {
  const reserved = facts.parts.filter(({ in_reserve }) => in_reserve);
  const isClosed = reserved.length > 0 && reserved.every((part) => stateOn(facts, part) === 'closed');
  const told = isClosed ? reserveBans(facts) : [];
  return barsIn(findings).filter((bar) => !told.includes(bar));
}

/** A group of what there is to list; none of nothing. */
const listing = (briefs: readonly string[], group: (briefs: readonly string[]) => string): string[] =>
  briefs.length === 0 ? [] : [group(briefs)];

/** The first sentence, and what the second puts together. */
interface Told {
  readonly lead: string;
  readonly groups: string[];
}

/** One can build somewhere: where, and what stands against it, must be met and must be found out. */
function openInWords(verdict: 'pass' | 'conditional', facts: PlanningFacts, findings: Findings): Told {
  const { language } = facts;
  const isPublicRoad = findings.road_access.rule === 'RA0';
  const isSaid = (id: CheckId) =>
    isTold(id, facts) || (id === 'road_access' && isPublicRoad && facts.land.reserved !== null);
  const conditions = briefsOf(findings, (id, finding) => isMet(id, finding) && !isSaid(id));
  const farmland = farmlandBrief(facts, facts.parts);
  const duties = [...(farmland?.kind === 'duty' ? [farmland.brief] : []), ...forestBriefs(facts)];
  if (farmland?.kind === 'condition') conditions.push(farmland.brief);
  const noObstacle = duties.length === 0 ? SUMMARY.noObstacle : SUMMARY.noObstacleToDecision;
  return {
    lead: [
      SUMMARY.open[language](openGround(facts, isPublicRoad)),
      ...(verdict === 'pass' ? [noObstacle[language]] : []),
      ...listing(barsOn(facts, findings), SUMMARY.bars[language]),
    ].join(''),
    groups: [
      ...listing(conditions, SUMMARY.conditions[language]),
      ...listing(duties, SUMMARY.duties[language]),
      // What passes may leave something open too.
      ...listing(briefsOf(findings, isOpen), SUMMARY.toFindOut[language]),
    ],
  };
}

/** No route is open: by which bars, or what must be known first. */
function shutInWords(verdict: 'fail' | 'unknown', facts: PlanningFacts, findings: Findings): Told {
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
  // Whatever else refuses a decision first, forest would refuse it after that (W4).
  if (facts.rest.length > 0) beside.unshift(...forestBars(facts));
  const isNew = (bar: string) => !told.includes(bar);
  const farmland = verdict === 'unknown' ? farmlandBrief(facts, facts.parts) : null;
  const duties = [
    ...(farmland ? [farmland.brief] : []),
    ...(verdict === 'unknown' ? forestBriefs(facts) : []),
  ];
  return {
    lead: verdict === 'fail' ? SUMMARY.none[language](told, facts.use) : SUMMARY.notKnown[language](told),
    groups: [
      ...listing(
        [
          ...barsIn(findings).filter(isNew),
          ...new Set(beside.filter(isNew)),
          ...(verdict === 'unknown' ? shutOutside(facts, findings) : []),
        ],
        SUMMARY.beside[language],
      ),
      ...listing(duties, SUMMARY.duties[language]),
      ...planAhead(facts),
      ...listing(
        // What passes may leave something open, where it still matters.
        briefsOf(
          findings,
          (id, finding) => !isBlocking(id) && (verdict === 'fail' ? isGap : isOpen)(id, finding),
        ),
        (verdict === 'fail' ? SUMMARY.toFindOut : SUMMARY.toFindOutToo)[language],
      ),
    ],
  };
}

/**
 * Ground outside local plans that no decision opens, where other such ground may be open: a check that fails says it itself. Ground
 * that its zones shut is told by them: of the infill areas nothing need be known.
 */
function shutOutside(facts: PlanningFacts, { pog_zone, wz_possible }: Findings): string[] {
  const { rest, situation, use, language } = facts;
  if (!situation.pog_in_force || pog_zone.result === 'fail' || wz_possible.result === 'fail') return [];
  const shut = rest.filter((part) => decisionState(part, situation, use) === 'closed');
  const [outside, within] = [shut.filter(isOutside), shut.filter((part) => !isOutside(part))];
  const zones = groundsBy(within, zoneOn).map(({ symbol, ground }) => ({
    symbol,
    ground: ground ?? extentOf(within),
  }));
  const ground = groundsBy(outside, (part) => groundOf(part, facts));
  return [
    ...(within.length > 0 ? [zonesExclude(zones, use, language)] : []),
    ...(outside.length > 0 ? [BRIEFS.noDecisionOn[language](ground, extentOf(outside))] : []),
  ];
}

const isOutside = ({ in_ouz }: Part): boolean => in_ouz === false;

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

const WHOLE: Measure = { share_pct: 100, m2: null };

/** Land of roads, railways and waters is not offered as it stands. */
function openGround(facts: PlanningFacts, is_public_road: boolean) {
  const states = statesOf(facts);
  const inState = (state: PartState) => {
    const parts = facts.parts.filter((_, at) => states[at] === state);
    const ground = groundsBy(parts, (part) => groundOf(part, facts));
    if (parts.length === 0) return null;
    // The size of all of it goes without saying, as that of a single part does.
    return { ...(parts.length === facts.parts.length ? WHOLE : extentOf(parts)), ground };
  };
  const { reserved } = facts.land;
  const planned = inState('open_by_plan');
  return {
    use: facts.use,
    planned: planned && { ...planned, limits: limitsOf(facts, states) },
    decided: inState('open_by_decision'),
    closed: inState('closed'),
    unknown: inState('unknown'),
    reserved: reserved === null ? null : { ...reserved, is_public_road },
  };
}

/** How much of what the local plan opens it opens with restrictions alone (law §9.3). */
function limitsOf({ parts, use }: PlanningFacts, states: readonly PartState[]): PlanLimits {
  const fits = parts.flatMap(({ plan }, at) =>
    states[at] === 'open_by_plan' && typeof plan === 'object' ? [readSymbol(plan.symbol ?? '').fit(use)] : [],
  );
  if (!fits.includes('warn')) return 'none';
  return fits.every((fit) => fit === 'warn') ? 'everywhere' : 'in_part';
}

/**
 * A reserve is told with its ground. Otherwise by what a decision is refused for first: no general plan (W2), outside the infill areas
 * (W3), forest (W4).
 */
function groundOf(part: Part, { day, pog, rest, situation, reserves, language }: PlanningFacts): string {
  if (typeof part.plan === 'object') return GROUND_WORDS.designation[language](part.plan.symbol);
  if (part.in_reserve) return GROUND_WORDS.inReserve[language](reserves.map(({ name }) => name));
  if (pog.in_force === false && wzNeedsPog(day))
    return GROUND_WORDS[part.plan === 'unknown' ? 'planNotKnown' : 'noGeneralPlan'][language];
  const isAllOutside = pog.in_force === true && rest.every(isOutside);
  if (situation.is_forest && !isAllOutside) return GROUND_WORDS.forest[language];
  if (pog.in_force === false) return GROUND_WORDS.earlierConditions[language](WZ_TURN.last_old_day);
  return GROUND_WORDS.zone[language](part.zone, part.in_ouz);
}
