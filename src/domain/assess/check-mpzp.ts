// The checks mpzp_status (MP) and mpzp_params (PR): what the local plan says; and whether the plan route is open.
// Where no plan is in force, mpzp_status follows the zoning-decision route: a missing plan is what opens it.

import type { CheckOutcome } from '../../contract/answers.ts';
import { describeGoodFarmland } from '../law/land-use.ts';
import type { MpzpFacts, PlanningFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { pct } from '../law/shares.ts';
import type { BuildingClass } from '../law/zones.ts';
import { inBrackets, planNames, since } from '../law/zoning-decision.ts';
import { describeLimits } from './check-pog-zone.ts';
import type { Route, ZoningFacts } from './check-wz-possible.ts';

interface MpzpCheckFacts extends ZoningFacts {
  readonly zoning_route: Route;
}

const inForceAs =
  (wanted: BuildingClass) =>
  ({ mpzp }: PlanningFacts) =>
    mpzp.in_force && mpzp.class === wanted;
const ALLOWED = { farmstead: 'farmstead building', other_building: 'buildings other than housing' };

const MPZP_STATUS: readonly CheckRow<MpzpCheckFacts>[] = [
  {
    rule: 'MP8',
    when: ({ mpzp }) => !mpzp.known,
    result: 'unknown',
    detail: () => 'Local-plan data are not available here.',
    basis: ['B1'],
  },
  {
    rule: 'MP1',
    when: (facts) => inForceAs('residential')(facts) && facts.mpzp.whole,
    result: 'pass',
    detail: ({ mpzp }) =>
      `Local plan in force${since(mpzp.effective_from)}: ${mpzp.symbol} – housing.${mpzp.plans.length > 0 ? ` ${planNames(mpzp)}.` : ''}`,
    basis: ['B11'],
  },
  {
    rule: 'MP2',
    when: (facts) => inForceAs('farmstead')(facts) || inForceAs('other_building')(facts),
    result: 'warn',
    detail: ({ mpzp }) =>
      `Local plan in force: ${mpzp.symbol} allows ${ALLOWED[mpzp.class === 'farmstead' ? 'farmstead' : 'other_building']} only.${onPart(mpzp)}`,
    basis: ['B11'],
  },
  {
    rule: 'MP3',
    when: inForceAs('residential'),
    result: 'warn',
    detail: ({ mpzp }) => `Local plan ${mpzp.symbol} covers ${pct(mpzp.share_pct ?? 100)} of the parcel.`,
    basis: ['B11'],
  },
  {
    rule: 'MP4',
    when: inForceAs('no_building'),
    result: 'fail',
    detail: ({ mpzp }) =>
      `Local plan in force: ${mpzp.symbol} does not provide for buildings.${onPart(mpzp)}`,
    basis: ['B11', 'B12'],
  },
  {
    rule: 'MP5',
    when: ({ mpzp }) => mpzp.in_force && mpzp.symbol === null,
    result: 'unknown',
    detail: ({ mpzp }) =>
      `A local plan is in force${inBrackets(planNames(mpzp))}, its designation for this parcel is not published in machine-readable form; read ${resolutionOf(mpzp) ?? 'its resolution'}.`,
    basis: ['B11'],
  },
  {
    rule: 'MP6',
    when: ({ mpzp }) => mpzp.in_force,
    result: 'unknown',
    detail: ({ mpzp }) =>
      `Local plan symbol ${mpzp.symbol}: whether buildings are allowed depends on the plan's text; read ${resolutionOf(mpzp) ?? 'its resolution'}.`,
    basis: ['B11'],
  },
  {
    rule: 'MP7a',
    when: ({ mpzp, zoning_route }) => zoning_route === 'open' && mpzp.status === 'none',
    result: 'pass',
    detail: (facts) => `${noLocalPlan(facts)}; its absence is what opens the zoning-decision route.`,
    basis: ['B1'],
  },
  {
    rule: 'MP7b',
    when: ({ zoning_route }) => zoning_route === 'open',
    result: 'warn',
    detail: ({ mpzp }) =>
      `A local plan is ${mpzp.status === 'draft' ? 'in preparation' : `adopted, in force from ${mpzp.effective_from ?? 'a day not yet known'}`}; it may suspend a zoning case (18 months) and a decision that differs from it will lapse.`,
    basis: ['B10'],
  },
  {
    rule: 'MP7c',
    when: ({ zoning_route }) => zoning_route === 'closed',
    result: 'fail',
    detail: (facts) =>
      `${noLocalPlan(facts)} and no zoning-decision route (${facts.zoning.possible ? `zone ${facts.pog.zone_symbol}` : facts.zoning.reason_code}).`,
    basis: ({ zoning }) => ['B1', zoning.possible ? 'B8' : zoning.basis_key],
  },
  {
    rule: 'MP7d',
    when: ({ zoning_route }) => zoning_route === 'unknown',
    result: 'unknown',
    detail: (facts) => `${noLocalPlan(facts)}; the zoning-decision route cannot be determined.`,
    basis: ['B1'],
  },
];

export function checkMpzpStatus(facts: MpzpCheckFacts): Finding {
  const finding = judge(MPZP_STATUS, facts);
  const mayBuild = facts.mpzp.in_force && finding.result !== 'fail';
  return mayBuild
    ? withSentence(finding, describeGoodFarmland(facts.good_farmland_share_pct, 'present'))
    : finding;
}

export function planRoute({ mpzp }: PlanningFacts, mpzpStatus: CheckOutcome): Route {
  if (!mpzp.known) return 'unknown';
  if (!mpzp.in_force || mpzpStatus === 'fail') return 'closed';
  return mpzpStatus === 'unknown' ? 'unknown' : 'open';
}

const MPZP_PARAMS: readonly CheckRow<PlanningFacts>[] = [
  {
    rule: 'PR1',
    when: ({ mpzp }) => mpzp.in_force,
    result: 'unknown',
    detail: ({ mpzp }) =>
      `Height, coverage, intensity, bio-active share and building lines are set in the plan's text${inBrackets(resolutionOf(mpzp) ?? '')}; the state does not publish them in machine-readable form.`,
    basis: ['B13'],
  },
  {
    rule: 'PR2',
    when: ({ mpzp }) => mpzp.known,
    result: 'pass',
    detail: ({ pog }) =>
      `No local plan in force, so no plan parameters apply; a zoning decision sets them${pog.in_force ? ` within the zone's limits (${describeLimits(pog)})` : ''}.`,
    basis: ['B14'],
  },
  {
    rule: 'PR3',
    when: ({ mpzp }) => !mpzp.known,
    result: 'unknown',
    detail: () => 'Local-plan data are not available here.',
    basis: ['B13'],
  },
];

export function checkMpzpParams(facts: PlanningFacts): Finding {
  return judge(MPZP_PARAMS, facts);
}

const resolutionOf = ({ plans }: MpzpFacts) =>
  plans.find(({ resolution_url }) => resolution_url)?.resolution_url;

const onPart = ({ whole, share_pct }: MpzpFacts) =>
  whole || share_pct === null ? '' : ` It covers ${pct(share_pct)} of the parcel.`;

/** "No plan" is never said without naming which plan and which source. */
const noLocalPlan = ({ mpzp, sources }: PlanningFacts) =>
  `No local plan ${mpzp.status === 'none' ? '' : 'in force '}in ${sources.mpzp.title}`;
