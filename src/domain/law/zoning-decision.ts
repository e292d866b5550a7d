// The `wz` layer: could a zoning decision be issued on an application for a new building filed on that day?
// Not asked here: applications filed earlier, decisions already issued, rebuilding and extension (art. 61 ust. 1a
// u.p.z.p.), works of art. 61 ust. 3, closed areas, replacement after expropriation (art. 61a).
// The order matters: without a general plan (W2) or outside its infill areas (W3) the answer is no, whether or not
// the local plans are known (W6). All of it is about the ground outside local plans, the rest (law §3.4).

import type { Language } from '../../contract/language.ts';
import type { WzReasonCode } from '../../contract/layers.ts';
import { en, pl, unstopped } from '../sentences/measures.ts';
import { WZ_REASONS } from '../sentences/zoning-sentences.ts';
import { BASIS, type BasisKey } from './basis.ts';
import { WZ_TURN, wzNeedsPog } from './calendar.ts';
import { decisionState, extentOf, groundsBy, type Part, zoneOn } from './parts.ts';
import type { MpzpFacts, PlanningFacts } from './planning-facts.ts';
import { firstRow } from './rule-table.ts';
import { NEARLY_ALL_PCT } from './shares.ts';
import { zoneOf } from './zones.ts';

type ZoningRule = 'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7' | 'W8' | 'W9' | 'W10';

interface ZoningRow {
  readonly rule: ZoningRule;
  readonly when: (facts: PlanningFacts) => boolean;
  readonly possible: boolean | null;
  readonly reason_code: WzReasonCode;
  readonly reason: (facts: PlanningFacts) => string;
  readonly basis: BasisKey;
  readonly decided_by: 'pog' | 'mpzp' | 'soil' | 'protected';
}

export interface ZoningAssessment {
  readonly rule: ZoningRule;
  /** not_covered: the answer rests on an input that is not known; serve no value, and the reason as the note. */
  readonly coverage: 'covered' | 'not_covered';
  readonly possible: boolean | null;
  readonly reason_code: WzReasonCode;
  readonly reason: string;
  readonly basis: string;
  readonly basis_key: BasisKey;
  /** The layer whose source the answer carries. */
  readonly decided_by: ZoningRow['decided_by'];
}

const ROWS: readonly ZoningRow[] = [
  {
    rule: 'W1',
    when: ({ mpzp }) => mpzp.governs,
    possible: false,
    reason_code: 'mpzp_in_force',
    reason: ({ mpzp, language }) => WZ_REASONS.mpzp_in_force[language](planNames(mpzp, language)),
    basis: 'B1',
    decided_by: 'mpzp',
  },
  {
    rule: 'W2',
    when: ({ pog, day }) => pog.in_force === false && wzNeedsPog(day),
    possible: false,
    reason_code: 'no_pog_in_force',
    reason: ({ gmina_name, pog, day, language }) =>
      WZ_REASONS.no_pog_in_force[language]({
        gmina: gmina_name,
        status: pog.status,
        effective_from: dayAhead(pog.effective_from, day),
        ...WZ_TURN,
      }),
    basis: 'B2',
    decided_by: 'pog',
  },
  {
    rule: 'W3',
    when: ({ pog, rest }) => pog.in_force === true && rest.every(({ in_ouz }) => in_ouz === false),
    possible: false,
    reason_code: 'outside_ouz',
    reason: ({ pog, mpzp, language }) => WZ_REASONS.outside_ouz[language](pog.effective_from, mpzp.in_force),
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W4',
    when: ({ situation }) => situation.is_forest,
    possible: false,
    reason_code: 'forest_land',
    reason: ({ land, language }) => WZ_REASONS.forest_land[language](land.forest_share_pct ?? NEARLY_ALL_PCT),
    basis: 'B4',
    decided_by: 'soil',
  },
  {
    rule: 'W5',
    when: reserveCloses,
    possible: false,
    reason_code: 'nature_reserve',
    reason: ({ reserves, situation, language }) =>
      WZ_REASONS.nature_reserve[language](
        reserves.map(({ name }) => name),
        situation.is_reserve,
      ),
    basis: 'B5',
    decided_by: 'protected',
  },
  {
    rule: 'W6',
    when: ({ mpzp, rest }) =>
      !mpzp.known ||
      (rest.some(({ plan }) => plan === 'unknown') &&
        !rest.some(({ plan, in_ouz, in_reserve }) => plan === 'none' && in_ouz !== false && !in_reserve)),
    possible: null,
    reason_code: 'mpzp_unknown',
    reason: ({ pog, rest, situation, language }) =>
      WZ_REASONS.mpzp_unknown[language](
        pog.in_force === true &&
          rest.some((part) => part.in_ouz === null && decisionState(part, situation, 'any') === 'unknown'),
      ),
    basis: 'B1',
    decided_by: 'mpzp',
  },
  {
    rule: 'W7',
    when: ({ pog }) => pog.in_force === null,
    possible: null,
    reason_code: 'pog_unknown',
    reason: ({ gmina_name, language }) => WZ_REASONS.pog_unknown[language](gmina_name),
    basis: 'B2',
    decided_by: 'pog',
  },
  {
    rule: 'W8',
    when: (facts) => facts.pog.in_force === true && infillRest(facts).length === 0,
    possible: null,
    reason_code: 'ouz_unknown',
    reason: ({ language }) => WZ_REASONS.ouz_unknown[language](),
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W9',
    when: ({ pog }) => pog.in_force === true,
    possible: true,
    reason_code: 'inside_ouz',
    reason: (facts) => {
      const inside = infillRest(facts);
      const zones = groundsBy(inside, zoneOn);
      return WZ_REASONS.inside_ouz[facts.language]({
        effective_from: facts.pog.effective_from,
        part: inside.length === facts.parts.length ? null : extentOf(inside),
        is_only_part: extentOf(inside).share_pct < (NEARLY_ALL_PCT / 100) * extentOf(facts.rest).share_pct,
        zones,
        only_own_facilities: inside.every(({ zone }) => zoneOf(zone)?.class === 'no_building'),
      });
    },
    basis: 'B3',
    decided_by: 'pog',
  },
  {
    rule: 'W10',
    when: ({ pog, day }) => pog.in_force === false && !wzNeedsPog(day),
    possible: true,
    reason_code: 'studium_transitional',
    reason: ({ language }) => WZ_REASONS.studium_transitional[language](WZ_TURN.last_old_day),
    basis: 'B6',
    decided_by: 'pog',
  },
];

/** Ground in infill areas for which a decision may be asked: a reserve closes its own part. */
export const infillRest = ({ rest }: PlanningFacts): readonly Part[] =>
  rest.filter(({ plan, in_ouz, in_reserve }) => plan === 'none' && in_ouz === true && !in_reserve);

/**
 * A reserve on nearly all of the parcel; on all that an infill area may reach; or on all that would be open. What is not known
 * outside the reserve stays unknown.
 */
function reserveCloses({ rest, situation }: PlanningFacts): boolean {
  if (situation.is_reserve) return true;
  const isReserve = ({ in_reserve }: Part) => in_reserve;
  const reached = rest.filter(({ in_ouz }) => in_ouz !== false);
  if (reached.length > 0 && reached.every(isReserve)) return true;
  const stateOf = (part: Part) => decisionState(part, situation, 'any');
  const open = rest.filter((part) => stateOf(part) === 'open');
  const isUnknown = rest.some((part) => !part.in_reserve && stateOf(part) === 'unknown');
  return open.length > 0 && open.every(isReserve) && !isUnknown;
}

export function assessZoningDecision(facts: PlanningFacts): ZoningAssessment {
  const row = firstRow(ROWS, facts);
  const { language } = facts;
  const reason = row.reason(facts);
  return {
    rule: row.rule,
    coverage: row.rule === 'W6' || row.rule === 'W7' ? 'not_covered' : 'covered',
    possible: row.possible,
    reason_code: row.reason_code,
    // A local plan on a part leaves the question open for the rest, and the answer says which part it is about.
    reason:
      facts.mpzp.in_force && !facts.mpzp.governs
        ? WZ_REASONS.ofRest[language](extentOf(facts.rest), reason)
        : reason,
    basis: BASIS[row.basis][language],
    basis_key: row.basis,
    decided_by: row.decided_by,
  };
}

export type WzRegime = 'pog_ouz' | 'blocked_no_pog' | 'studium_transitional' | 'unknown';

/** The regime of zoning decisions in a gmina on a day. */
export function wzRegime(day: string, pogInForce: boolean | null): WzRegime {
  if (pogInForce === null) return 'unknown';
  if (pogInForce) return 'pog_ouz';
  return wzNeedsPog(day) ? 'blocked_no_pog' : 'studium_transitional';
}

/** A day still to come; a day that passed without the plan being in force says nothing. */
export const dayAhead = (effective_from: string | null, day: string): string | null =>
  effective_from !== null && effective_from > day ? effective_from : null;

/**
 * The plans by name, or by id where they have none; several with the day from which each is in force. A plan and its amendment may
 * bear one title: where that day does not tell them apart, the id does.
 */
export function planNames({ plans }: MpzpFacts, language: Language): string[] {
  const nameOf = ({ name, plan_id, effective_from }: MpzpFacts['plans'][number]) =>
    plans.length === 1 || effective_from === null
      ? (name ?? plan_id)
      : `${unstopped(name ?? plan_id)},${since[language](effective_from)}`;
  return plans.map((plan) => {
    const name = nameOf(plan);
    const isAlone = plans.filter((other) => nameOf(other) === name).length === 1;
    return isAlone ? name : `${name}, ${plan.plan_id}`;
  });
}

const since = { en: en.since, pl: pl.since } as const;
