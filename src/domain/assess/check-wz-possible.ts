// The check wz_possible (WZ): what the answer of the `wz` layer means for the parcel, with the conditions that stand
// beside a yes; and whether the zoning-decision route is open.

import type { CheckOutcome } from '../../contract/answers.ts';
import type { BasisKey } from '../law/basis.ts';
import { describeGoodFarmland } from '../law/land-use.ts';
import type { PlanningFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { FOREST_NAMED_PCT, NEARLY_ALL_PCT, pct, SLIVER_PCT } from '../law/shares.ts';
import type { ZoningAssessment } from '../law/zoning-decision.ts';

/** A way to a building permit: the local plan, or a zoning decision. */
export type Route = 'open' | 'closed' | 'unknown';

export interface ZoningFacts extends PlanningFacts {
  readonly zoning: ZoningAssessment;
}

const hit = (rule: ZoningAssessment['rule']) => (facts: ZoningFacts) => facts.zoning.rule === rule;
const reason = ({ zoning }: ZoningFacts) => zoning.reason;
const reasonBasis = ({ zoning }: ZoningFacts) => [zoning.basis_key];

const WZ_POSSIBLE: readonly CheckRow<ZoningFacts>[] = [
  {
    rule: 'WZ1',
    when: (facts) => hit('W1')(facts) && facts.mpzp.class !== 'no_building',
    result: 'pass',
    detail: () =>
      'Not needed: a local plan governs. (possible = false is the rule where a plan is in force.)',
    basis: reasonBasis,
  },
  {
    rule: 'WZ2',
    when: hit('W1'),
    result: 'fail',
    detail: () => 'The plan excludes building and a zoning decision cannot replace it.',
    basis: reasonBasis,
  },
  { rule: 'WZ3', when: hit('W2'), result: 'fail', detail: reason, basis: reasonBasis },
  { rule: 'WZ4', when: hit('W3'), result: 'fail', detail: reason, basis: reasonBasis },
  { rule: 'WZ5', when: hit('W4'), result: 'fail', detail: reason, basis: reasonBasis },
  { rule: 'WZ6', when: hit('W5'), result: 'fail', detail: reason, basis: reasonBasis },
  {
    rule: 'WZ8',
    when: (facts) => hit('W9')(facts) && conditionsOf(facts).length > 0,
    result: 'warn',
    detail: (facts) =>
      `${[reason(facts).replace(/\.$/, ''), ...conditionsOf(facts).map(({ text }) => text)].join('; ')}.`,
    basis: (facts) => [...reasonBasis(facts), ...conditionsOf(facts).map(({ basis }) => basis)],
  },
  { rule: 'WZ7', when: hit('W9'), result: 'pass', detail: reason, basis: reasonBasis },
  { rule: 'WZ9', when: hit('W6'), result: 'unknown', detail: reason, basis: reasonBasis },
  { rule: 'WZ10', when: hit('W7'), result: 'unknown', detail: reason, basis: reasonBasis },
  { rule: 'WZ11', when: hit('W8'), result: 'unknown', detail: reason, basis: reasonBasis },
  {
    rule: 'WZ12',
    when: hit('W10'),
    result: 'warn',
    detail: (facts) => `${reason(facts)} Good neighbourhood is not machine-checked.`,
    basis: reasonBasis,
  },
];

interface Condition {
  readonly text: string;
  readonly basis: BasisKey;
}

/** What stands between a zoning decision and the whole parcel, though one can be issued. */
function conditionsOf({ pog, mpzp, forest_share_pct: forest_pct }: PlanningFacts): Condition[] {
  const conditions: Condition[] = [];
  if (pog.ouz_share_pct !== null && pog.ouz_share_pct >= SLIVER_PCT && pog.ouz_share_pct < NEARLY_ALL_PCT) {
    conditions.push({ text: `only ${pct(pog.ouz_share_pct)} lies in OUZ`, basis: 'B3' });
  }
  if (forest_pct !== null && forest_pct >= FOREST_NAMED_PCT && forest_pct < NEARLY_ALL_PCT) {
    conditions.push({ text: `${pct(forest_pct)} is forest and stays out`, basis: 'B4' });
  }
  // Silence about land use must not read as "no forest": without it W4 could not be asked.
  if (forest_pct === null) {
    conditions.push({ text: 'land use is not published here, and forest would be excluded', basis: 'B4' });
  }
  if (mpzp.status === 'draft' || mpzp.status === 'adopted') {
    conditions.push({
      text: 'a local plan is in preparation: the authority may suspend the case for up to 18 months',
      basis: 'B10',
    });
  }
  return conditions;
}

export function checkZoningDecision(facts: ZoningFacts): Finding {
  const finding = judge(WZ_POSSIBLE, facts);
  if (!facts.zoning.possible) return finding;
  const conditions = facts.zoning.reason_code === 'studium_transitional' ? 'earlier' : 'present';
  return withSentence(finding, describeGoodFarmland(facts.good_farmland_share_pct, conditions));
}

/** A decision that can be issued still needs a zone whose functions allow building. */
export function zoningRoute(zoning: ZoningAssessment, pogZone: CheckOutcome): Route {
  if (zoning.possible === null) return 'unknown';
  if (!zoning.possible || pogZone === 'fail') return 'closed';
  return pogZone === 'unknown' ? 'unknown' : 'open';
}
