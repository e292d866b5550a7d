// The check wz_possible (WZ): what the answer of the `wz` layer means for the parcel, with the conditions that stand
// beside a yes.

import type { BasisKey } from '../law/basis.ts';
import { fitOf } from '../law/building-use.ts';
import {
  decisionState,
  extentOf,
  groundsBy,
  type Part,
  type Route,
  stateOfPart,
  zoneOn,
} from '../law/parts.ts';
import type { PlanningFacts, UseFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { FOREST_NAMED_PCT, NEARLY_ALL_PCT } from '../law/shares.ts';
import { zoneOf } from '../law/zones.ts';
import { dayAhead, infillRest, type ZoningAssessment } from '../law/zoning-decision.ts';
import { BRIEFS, zonesExclude } from '../sentences/summary-briefs.ts';
import { CONDITIONS, type PlanAhead, WZ_POSSIBLE } from '../sentences/zoning-sentences.ts';
import { farmlandSentence, forestBar } from './excluded-land.ts';

/** The two routes to a permit. */
export interface Routes {
  readonly zoning: ZoningAssessment;
  readonly plan_route: Route;
  readonly zoning_route: Route;
}

export interface ZoningFacts extends PlanningFacts, Routes {}

const hit = (rule: ZoningAssessment['rule']) => (facts: ZoningFacts) => facts.zoning.rule === rule;
const reason = ({ zoning }: ZoningFacts) => zoning.reason;
const reasonBasis = ({ zoning }: ZoningFacts) => [zoning.basis_key];
/** Why none can be issued, with all else that shuts the ground; or why that is not known. */
export function reasonBriefs(facts: ZoningFacts): string[] {
  const { pog, mpzp, rest, day, language } = facts;
  const { reason_code } = facts.zoning;
  const part = mpzp.in_force ? extentOf(rest) : null;
  switch (reason_code) {
    case 'mpzp_in_force':
    case 'inside_ouz':
    case 'studium_transitional':
      return [];
    case 'no_pog_in_force':
      return [BRIEFS.no_pog_in_force[language](pog.status, dayAhead(pog.effective_from, day))];
    case 'nature_reserve':
      return [...groundBars(facts), ...reserveBans(facts)];
    case 'outside_ouz':
      return groundBars(facts);
    case 'ouz_unknown':
      return [BRIEFS.ouz_unknown[language](part)];
    case 'forest_land':
      return [...groundBars(facts), forestBar(facts)];
    case 'mpzp_unknown':
      return gapsOf(facts);
    default:
      return [BRIEFS[reason_code][language]];
  }
}

/** Ground outside local plans that its zone shuts, and that the infill areas leave out. */
function shutGround({ rest, use }: UseFacts) {
  const shut = rest.filter(({ zone }) => {
    const known = zoneOf(zone);
    return known !== null && fitOf(known.kind, use) === 'fail';
  });
  return { shut, outside: rest.filter(({ in_ouz }) => in_ouz === false) };
}

/** What the bars of `groundBars` rest on. */
function groundBasis(facts: UseFacts): BasisKey[] {
  if (!facts.pog.in_force) return [];
  const { shut, outside } = shutGround(facts);
  return [...(shut.length > 0 ? ['B8' as const] : []), ...(outside.length > 0 ? ['B3' as const] : [])];
}

/** Reasons that `reasonBriefs` tells together with what shuts the ground. */
const WITH_GROUND: ReadonlySet<ZoningAssessment['reason_code']> = new Set([
  'nature_reserve',
  'outside_ouz',
  'forest_land',
]);

/** Why no zoning decision helps: none can be issued, or the ground is shut to what is meant to be built. */
export function whyClosed(facts: ZoningFacts): string[] {
  if (facts.zoning.possible === false) return reasonBriefs(facts);
  return [...groundBars(facts), ...(isInReserve(facts) ? reserveBans(facts) : [])];
}

/** What each of these rests on. */
export function closedBasis(facts: ZoningFacts): BasisKey[] {
  const { possible, basis_key, reason_code } = facts.zoning;
  if (possible === false) return [basis_key, ...(WITH_GROUND.has(reason_code) ? groundBasis(facts) : [])];
  return [...groundBasis(facts), ...(isInReserve(facts) ? ['B5' as const] : [])];
}

const isInReserve = ({ rest }: PlanningFacts): boolean => rest.some(({ in_reserve }) => in_reserve);

/** Beside a local plan: all other ground lies outside the infill areas, in zones that are shut too. Null where it does not. */
function outsideAndShut({ mpzp, rest, use, language }: UseFacts): string[] | null {
  const isBoth = ({ zone, in_ouz }: Part) => {
    const known = zoneOf(zone);
    return in_ouz === false && known !== null && fitOf(known.kind, use) === 'fail';
  };
  if (!mpzp.in_force || rest.length === 0 || !rest.every(isBoth)) return null;
  return [BRIEFS.outsideAndShut[language](groundsBy(rest, zoneOn), use, extentOf(rest))];
}

/**
 * What a general plan in force shuts of the ground outside local plans: by zones, and by infill areas that leave it out. Each bar has
 * all of its own ground, so ground that both shut is told with each.
 */
export function groundBars(facts: UseFacts): string[] {
  const { pog, mpzp, rest, use, language } = facts;
  if (!pog.in_force) return [];
  const both = outsideAndShut(facts);
  if (both !== null) return both;
  const { shut, outside } = shutGround(facts);
  const isAllShut = !mpzp.in_force && shut.length === rest.length;
  const shutZones = groundsBy(shut, zoneOn);
  const [only] = shutZones;
  const named = outside.every(({ zone }) => zoneOf(zone) !== null) ? groundsBy(outside, zoneOn) : [];
  return [
    ...(only !== undefined
      ? [
          zonesExclude(
            shutZones.length === 1 && !isAllShut ? [{ ...only, ground: extentOf(shut) }] : shutZones,
            use,
            language,
          ),
        ]
      : []),
    ...(outside.length === 0
      ? []
      : outside.length < rest.length
        ? [BRIEFS.liesOutside[language](named, extentOf(outside))]
        : [BRIEFS.outside_ouz[language](mpzp.in_force ? extentOf(rest) : null)]),
  ];
}

export const reserveBans = ({ reserves, language }: PlanningFacts): string[] =>
  reserves.map((reserve) => BRIEFS.reserveBan[language]({ type: 'rezerwat', ...reserve }));

/** All that is not known of the ground outside local plans: when one gap is closed, the next must not come as news. */
export function gapsOf({ parts, rest, situation, use, language }: UseFacts): string[] {
  const unknown = rest.filter((part) => stateOfPart(part, situation, use) === 'unknown');
  const measured = (some: readonly Part[]) => (some.length === parts.length ? null : extentOf(some));
  // Where a zone or the infill areas shut the ground in any case, the others need not be known.
  const open = unknown.filter((part) => decisionState(part, situation, use) === 'unknown');
  const isPog = situation.pog_in_force === true;
  const ouz = isPog ? open.filter(({ in_ouz }) => in_ouz === null) : [];
  const zone = isPog ? open.filter((part) => zoneOf(part.zone) === null) : [];
  return [
    ...(unknown.some(({ plan }) => plan === 'unknown') ? [BRIEFS.mpzp_unknown[language]] : []),
    ...(unknown.length > 0 && situation.pog_in_force === null ? [BRIEFS.pog_unknown[language]] : []),
    ...(ouz.length > 0 ? [BRIEFS.ouz_unknown[language](measured(ouz))] : []),
    ...(zone.length > 0 ? [BRIEFS.zoneUnknown[language](measured(zone))] : []),
  ];
}

const ofReason = { detail: reason, briefs: reasonBriefs, basis: reasonBasis };

export const planAheadOf = ({ mpzp, day }: PlanningFacts): PlanAhead => ({
  status: mpzp.status === 'draft' ? 'draft' : 'adopted',
  ahead: dayAhead(mpzp.effective_from, day),
});

const WZ_POSSIBLE_ROWS: readonly CheckRow<ZoningFacts>[] = [
  {
    rule: 'WZ0',
    when: ({ is_left }) => is_left,
    result: 'unknown',
    detail: ({ language }) => WZ_POSSIBLE.notComputed[language](),
    briefs: ({ language }) => [BRIEFS.notComputed[language]],
    basis: ['B1'],
  },
  {
    rule: 'WZ1',
    when: (facts) => hit('W1')(facts) && facts.plan_route !== 'closed',
    result: 'pass',
    detail: ({ language }) => WZ_POSSIBLE.notNeeded[language](),
    basis: reasonBasis,
  },
  {
    rule: 'WZ2',
    when: hit('W1'),
    result: 'fail',
    detail: ({ use, language }) =>
      use === 'any' ? WZ_POSSIBLE.excluded[language]() : WZ_POSSIBLE.excludedUse[language](use),
    basis: reasonBasis,
  },
  { rule: 'WZ3', when: hit('W2'), result: 'fail', ...ofReason },
  { rule: 'WZ4', when: hit('W3'), result: 'fail', ...ofReason },
  { rule: 'WZ5', when: hit('W4'), result: 'fail', ...ofReason },
  { rule: 'WZ6', when: hit('W5'), result: 'fail', ...ofReason },
  {
    // A decision can be issued; what is meant to be built fits only ground that a reserve closes (law §3.4, §9.3).
    rule: 'WZ6 use',
    when: (facts) => hit('W9')(facts) && facts.zoning_route === 'closed' && fittingReserve(facts).length > 0,
    result: 'fail',
    detail: (facts) =>
      `${reasonForUse(facts)} ${CONDITIONS.partInReserve[facts.language](extentOf(fittingReserve(facts)))}`,
    briefs: reserveBans,
    basis: (facts) => [...reasonBasis(facts), 'B5'],
  },
  {
    rule: 'WZ8',
    when: (facts) => hit('W9')(facts) && conditionsOf(facts).length > 0,
    result: 'warn',
    detail: (facts) =>
      [reasonForUse(facts), ...conditionsOf(facts).flatMap(({ text }) => text ?? [])].join(' '),
    briefs: (facts) => conditionsOf(facts).flatMap(({ brief }) => brief ?? []),
    basis: (facts) => [...reasonBasis(facts), ...conditionsOf(facts).flatMap(({ basis }) => basis ?? [])],
  },
  { rule: 'WZ7', when: hit('W9'), result: 'pass', detail: reasonForUse, basis: reasonBasis },
  { rule: 'WZ9', when: hit('W6'), result: 'unknown', ...ofReason },
  { rule: 'WZ10', when: hit('W7'), result: 'unknown', ...ofReason },
  { rule: 'WZ11', when: hit('W8'), result: 'unknown', ...ofReason },
  {
    rule: 'WZ12',
    when: hit('W10'),
    result: 'warn',
    detail: (facts) =>
      [
        reason(facts),
        CONDITIONS.neighbourhood[facts.language](),
        ...reservedLand(facts).flatMap(({ text }) => text ?? []),
      ].join(' '),
    briefs: ({ language }) => [BRIEFS.earlierConditions[language]],
    basis: reasonBasis,
  },
];

/** In a reserve, and otherwise open to what is meant to be built. */
const fittingReserve = ({ rest, situation, use }: ZoningFacts): Part[] =>
  rest.filter((part) => part.in_reserve && decisionState(part, situation, use) === 'open');

/** Where what is meant to be built fits a part of the infill area alone, or none of it, that is said. */
function reasonForUse(facts: ZoningFacts): string {
  const { use, situation, rest, zoning_route, language } = facts;
  if (use === 'any') return reason(facts);
  if (zoning_route === 'closed')
    return `${reason(facts)} ${WZ_POSSIBLE.useExcluded[language](use, groundsBy(infillRest(facts), zoneOn))}`;
  const open = rest.filter((part) => stateOfPart(part, situation, use) === 'open_by_decision');
  const isPart = open.length > 0 && open.length < infillRest(facts).length;
  return isPart ? `${reason(facts)} ${WZ_POSSIBLE.useOnPart[language](use, extentOf(open))}` : reason(facts);
}

interface Condition {
  /** Null where the reason says it already. */
  readonly text: string | null;
  /** Null where the summary says it by itself: which part is open and which is not. */
  readonly brief: string | null;
  /** Null where the register itself is what is told: no act is cited for the use that is recorded. */
  readonly basis: BasisKey | null;
}

/** What stands between a zoning decision and the whole ground that is asked about, though one can be issued. */
function conditionsOf(facts: PlanningFacts): Condition[] {
  const { rest, mpzp, land, language } = facts;
  const conditions: Condition[] = [];
  const [asked, inside] = [extentOf(rest), extentOf(rest.filter(({ in_ouz }) => in_ouz === true))];
  // How much of it, the reason says.
  if (inside.share_pct < (NEARLY_ALL_PCT / 100) * asked.share_pct)
    conditions.push({ text: null, brief: null, basis: 'B3' });
  const reserve = rest.filter(({ in_reserve }) => in_reserve);
  if (reserve.length > 0) {
    conditions.push({
      text: CONDITIONS.partInReserve[language](extentOf(reserve)),
      brief: null,
      basis: 'B5',
    });
  }
  // Nor must silence about reserves read as "no reserve" (W5); the check of nature protection tells the gap in the summary.
  if (!facts.reserves_known)
    conditions.push({ text: CONDITIONS.reservesNotKnown[language](), brief: null, basis: 'B5' });
  const forest = facts.forest?.ground ?? null;
  if (forest !== null && forest.share_pct >= FOREST_NAMED_PCT && forest.share_pct < NEARLY_ALL_PCT) {
    conditions.push({
      text: CONDITIONS.partForest[language](forest, mpzp.in_force),
      brief: BRIEFS.partForest[language](forest, mpzp.in_force),
      basis: 'B4',
    });
  }
  // Silence about land use must not read as "no forest": without it W4 could not be asked.
  if (land.gap !== null) {
    conditions.push({
      text: LAND_USE_GAPS[land.gap][language](),
      brief: BRIEFS[land.gap === 'without_areas' ? 'landUseWithoutAreas' : 'landUse'][language],
      basis: 'B4',
    });
  }
  if (mpzp.status === 'draft' || mpzp.status === 'adopted') {
    conditions.push({ text: CONDITIONS.planAhead[language](planAheadOf(facts)), brief: null, basis: 'B10' });
  }
  return [...conditions, ...reservedLand(facts)];
}

const LAND_USE_GAPS = {
  not_published: CONDITIONS.landUseNotPublished,
  not_computed: CONDITIONS.landUseNotComputed,
  without_areas: CONDITIONS.landUseWithoutAreas,
} as const;

/** Land of roads, railways and waters, whatever the zone and the use: this check does not turn on them (law §9.3). */
function reservedLand({ land, language }: Pick<ZoningFacts, 'land' | 'language'>): Condition[] {
  if (land.reserved === null) return [];
  const { uses, symbols } = land.reserved;
  return [
    {
      text: CONDITIONS.reservedLand[language](uses, symbols),
      brief: null,
      basis: null,
    },
  ];
}

export function checkZoningDecision(facts: ZoningFacts): Finding {
  const finding = judge(WZ_POSSIBLE_ROWS, facts);
  if (!facts.zoning.possible || facts.zoning_route === 'closed' || facts.is_left) return finding;
  return withSentence(finding, farmlandSentence(facts, facts.rest));
}
