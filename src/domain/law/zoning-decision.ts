// The `wz` layer: could a zoning decision be issued on an application for a new building filed on that day?
// Not asked here: applications filed earlier, decisions already issued, rebuilding and extension (art. 61 ust. 1a
// u.p.z.p.), works of art. 61 ust. 3, closed areas, replacement after expropriation (art. 61a).
// The order matters: without a general plan (W2) or outside its infill areas (W3) the answer is no, whether or not
// the local plans are known (W6).

import { BASIS, type BasisKey } from './basis.ts';
import { WZ_TURN, wzNeedsPog } from './calendar.ts';
import type { MpzpFacts, PlanningFacts } from './planning-facts.ts';
import { firstRow } from './rule-table.ts';
import { NEARLY_ALL_PCT, pct } from './shares.ts';

export type ZoningReason =
  | 'mpzp_in_force'
  | 'no_pog_in_force'
  | 'outside_ouz'
  | 'forest_land'
  | 'nature_reserve'
  | 'mpzp_unknown'
  | 'pog_unknown'
  | 'ouz_unknown'
  | 'inside_ouz'
  | 'studium_transitional';

type ZoningRule = 'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7' | 'W8' | 'W9' | 'W10';

interface ZoningRow {
  readonly rule: ZoningRule;
  readonly when: (facts: PlanningFacts) => boolean;
  readonly possible: boolean | null;
  readonly reason_code: ZoningReason;
  readonly reason: (facts: PlanningFacts) => string;
  readonly basis: BasisKey;
  readonly decided_by: 'pog' | 'mpzp' | 'soil' | 'protected';
}

export interface ZoningAssessment {
  readonly rule: ZoningRule;
  /** not_covered: the answer rests on an input that is not known; serve no value, and the reason as the note. */
  readonly coverage: 'covered' | 'not_covered';
  readonly possible: boolean | null;
  readonly reason_code: ZoningReason;
  readonly reason: string;
  readonly basis: string;
  readonly basis_key: BasisKey;
  /** The layer whose source the answer carries. */
  readonly decided_by: ZoningRow['decided_by'];
}

const ROWS: readonly ZoningRow[] = [
  {
    rule: 'W1',
    when: ({ mpzp }) => mpzp.whole,
    possible: false,
    reason_code: 'mpzp_in_force',
    reason: ({ mpzp }) =>
      `A local plan is in force here${inBrackets(planNames(mpzp))}, so no zoning decision is issued; the plan itself governs building.`,
    basis: 'B1',
    decided_by: 'mpzp',
  },
  {
    rule: 'W2',
    when: ({ pog, day }) => pog.in_force === false && wzNeedsPog(day),
    possible: false,
    reason_code: 'no_pog_in_force',
    reason: ({ gmina_name, pog }) =>
      `The general plan of ${gmina_name} is not in force (status: ${pog.status}${pog.effective_from ? `, effective from ${pog.effective_from}` : ''}). For applications filed from ${WZ_TURN.first_new_day} a zoning decision needs a general plan in force. Applications filed by ${WZ_TURN.last_old_day} and decisions already issued are not affected.`,
    basis: 'B2',
    decided_by: 'pog',
  },
  {
    rule: 'W3',
    when: ({ pog }) => pog.in_force === true && pog.in_ouz === false,
    possible: false,
    reason_code: 'outside_ouz',
    reason: ({ pog }) =>
      `The general plan is in force${since(pog.effective_from)} and the parcel lies outside its infill-development areas (OUZ). New buildings need a local plan; rebuilding or extending existing ones does not need OUZ.`,
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W4',
    when: ({ forest_share_pct }) => (forest_share_pct ?? 0) >= NEARLY_ALL_PCT,
    possible: false,
    reason_code: 'forest_land',
    reason: ({ forest_share_pct }) =>
      `The parcel is forest land (${pct(forest_share_pct ?? 0)}). Changing its use needs consent that only a local plan can carry, so a zoning decision is excluded.`,
    basis: 'B4',
    decided_by: 'soil',
  },
  {
    rule: 'W5',
    when: ({ reserve }) => (reserve?.share_pct ?? 0) >= NEARLY_ALL_PCT,
    possible: false,
    reason_code: 'nature_reserve',
    reason: ({ reserve }) =>
      `The parcel lies in nature reserve ${reserve?.name}; building is banned there, so a zoning decision would breach separate law.`,
    basis: 'B5',
    decided_by: 'protected',
  },
  {
    rule: 'W6',
    when: ({ mpzp }) => !mpzp.known,
    possible: null,
    reason_code: 'mpzp_unknown',
    reason: () =>
      'It is not known whether a local plan covers the parcel, so it cannot be said whether a zoning decision is the route.',
    basis: 'B1',
    decided_by: 'mpzp',
  },
  {
    rule: 'W7',
    when: ({ pog }) => pog.in_force === null,
    possible: null,
    reason_code: 'pog_unknown',
    reason: ({ gmina_name }) => `It is not known whether the general plan of ${gmina_name} is in force.`,
    basis: 'B2',
    decided_by: 'pog',
  },
  {
    rule: 'W8',
    when: ({ pog }) => pog.in_force === true && pog.in_ouz === null,
    possible: null,
    reason_code: 'ouz_unknown',
    reason: () =>
      'The general plan is in force, but the infill areas (OUZ) are not published for this place.',
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W9',
    when: ({ pog }) => pog.in_force === true && pog.in_ouz === true,
    possible: true,
    reason_code: 'inside_ouz',
    reason: ({ pog }) =>
      `The general plan is in force${since(pog.effective_from)} and the parcel lies in an infill area (OUZ). A zoning decision can be applied for, for functions of ${pog.zone_symbol ? `zone ${pog.zone_symbol}` : 'its zone'}; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years.`,
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W10',
    when: ({ pog, day }) => pog.in_force === false && !wzNeedsPog(day),
    possible: true,
    reason_code: 'studium_transitional',
    reason: () =>
      `No general plan in force; applications filed by ${WZ_TURN.last_old_day} follow the earlier conditions (developed neighbouring plot, road, utilities).`,
    basis: 'B6',
    decided_by: 'pog',
  },
];

export function assessZoningDecision(facts: PlanningFacts): ZoningAssessment {
  const row = firstRow(ROWS, facts);
  return {
    rule: row.rule,
    coverage: row.rule === 'W6' || row.rule === 'W7' ? 'not_covered' : 'covered',
    possible: row.possible,
    reason_code: row.reason_code,
    reason: outsidePlanPrefix(facts.mpzp) + row.reason(facts),
    basis: BASIS[row.basis],
    basis_key: row.basis,
    decided_by: row.decided_by,
  };
}

/** A local plan on a part leaves the question open for the rest, and the answer says which part it is about. */
function outsidePlanPrefix({ in_force, whole, share_pct }: MpzpFacts): string {
  if (!in_force || whole || share_pct === null) return '';
  return `For the ${pct(100 - share_pct)} of the parcel outside the local plan: `;
}

export type WzRegime = 'pog_ouz' | 'blocked_no_pog' | 'studium_transitional' | 'unknown';

/** The regime of zoning decisions in a gmina on a day. */
export function wzRegime(day: string, pogInForce: boolean | null): WzRegime {
  if (pogInForce === null) return 'unknown';
  if (pogInForce) return 'pog_ouz';
  return wzNeedsPog(day) ? 'blocked_no_pog' : 'studium_transitional';
}

export const since = (day: string | null) => (day === null ? '' : ` since ${day}`);

/** The plans by name, or by id where they have none; empty where none is listed. */
export function planNames({ plans }: MpzpFacts): string {
  return plans.map(({ name, plan_id }) => name ?? plan_id).join(', ');
}

export const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);
