// The checks mpzp_status (MP) and mpzp_params (PR): what the local plan says, part by part. Where no plan is in force,
// mpzp_status follows the zoning-decision route: a missing plan is what opens it.

import { readSymbol } from '../law/mpzp-symbol.ts';
import { extentOf, isPlanned, type Part, stateOfPart } from '../law/parts.ts';
import type { MpzpFacts, PlanningFacts, UseFacts } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { limitsOf } from '../law/zone-limits.ts';
import { planNames } from '../law/zoning-decision.ts';
import {
  type DesignatedPart,
  type LimitedGround,
  MPZP_PARAMS,
  MPZP_STATUS,
} from '../sentences/local-plan-sentences.ts';
import { en, pl } from '../sentences/measures.ts';
import { registerName } from '../sentences/register-names.ts';
import { BRIEFS, restrictionBriefs } from '../sentences/summary-briefs.ts';
import { type PlanPart, usesOf } from '../sentences/use-sentences.ts';
import { CONDITIONS, WZ_POSSIBLE } from '../sentences/zoning-sentences.ts';
import {
  closedBasis,
  gapsOf,
  planAheadOf,
  type Routes,
  whyClosed,
  type ZoningFacts,
} from './check-wz-possible.ts';
import { farmlandSentence, forestSentence } from './excluded-land.ts';

interface MpzpCheckFacts extends ZoningFacts {
  /** The ground under local plans, by designation. */
  readonly planned: readonly PlanPart[];
}

const isIn =
  (...fits: PlanPart['fit'][]) =>
  ({ fit }: PlanPart): boolean =>
    fits.includes(fit);
const isPlanUnknown = ({ plan }: Part): boolean => plan === 'unknown';
const mayBuild = ({ planned }: MpzpCheckFacts): boolean => planned.some(isIn('pass', 'warn'));

const MPZP_STATUS_ROWS: readonly CheckRow<MpzpCheckFacts>[] = [
  {
    rule: 'MP8',
    when: ({ mpzp }) => !mpzp.known,
    result: 'unknown',
    detail: ({ mpzp }) => mpzp.note,
    briefs: gapsOf,
    basis: ['B1'],
  },
  {
    rule: 'MP0',
    when: ({ is_left }) => is_left,
    result: 'unknown',
    detail: ({ language }) => WZ_POSSIBLE.notComputed[language](),
    briefs: ({ language }) => [BRIEFS.notComputed[language]],
    basis: ['B1'],
  },
  {
    rule: 'MP1',
    when: ({ mpzp, planned }) => mpzp.governs && planned.every(isIn('pass')),
    result: 'pass',
    detail: ({ mpzp, planned, use, language }) =>
      use === 'any'
        ? MPZP_STATUS.housing[language]({
            effective_from: sinceOf(mpzp),
            designated: [...Map.groupBy(planned, ({ words }) => usesOf(words, language))].map(
              ([uses, parts]) => [designatedIn(parts, planned), uses] as const,
            ),
            plans: planNames(mpzp, language),
          })
        : MPZP_STATUS.fits[language](planned, use, sinceOf(mpzp)),
    basis: ['B11'],
  },
  {
    rule: 'MP2',
    when: (facts) => mayBuild(facts) && facts.mpzp.governs && facts.planned.length === 1,
    result: 'warn',
    detail: ({ mpzp, planned, use, language }) =>
      use === 'any'
        ? MPZP_STATUS.restricted[language](planned)
        : MPZP_STATUS.fits[language](planned, use, sinceOf(mpzp)),
    briefs: restrictedBriefs,
    basis: ['B11'],
  },
  {
    rule: 'MP3',
    when: mayBuild,
    result: 'warn',
    detail: (facts) =>
      MPZP_STATUS.parts[facts.language]({
        parts: facts.planned,
        outside: facts.rest.length === 0 ? null : extentOf(facts.rest),
        use: facts.use,
        resolutions: facts.planned.some(isIn(null)) ? resolutionsOf(facts.mpzp) : [],
      }),
    briefs: restrictedBriefs,
    basis: ['B11'],
  },
  {
    rule: 'MP5',
    when: ({ planned }) => planned.length > 0 && planned.every(({ symbol }) => symbol === null),
    result: 'unknown',
    detail: ({ mpzp, planned, language }) => {
      const sentence = MPZP_STATUS.notPublished[language](planNames(mpzp, language), resolutionsOf(mpzp));
      return mpzp.governs
        ? sentence
        : `${sentence} ${MPZP_STATUS.onPart[language](extentOf(planned), mpzp.plans.length)}`;
    },
    briefs: planGaps,
    basis: ['B11'],
  },
  {
    rule: 'MP6',
    when: ({ mpzp, planned }) => mpzp.governs && planned.length === 1 && planned.every(isIn(null)),
    result: 'unknown',
    detail: ({ mpzp, planned, language }) =>
      MPZP_STATUS.textDependent[language](symbolsOf(planned), resolutionsOf(mpzp)),
    briefs: planGaps,
    basis: ['B11'],
  },
  {
    rule: 'MP4a',
    when: ({ planned }) => planned.some(isIn(null)),
    result: 'unknown',
    detail: (facts) =>
      MPZP_STATUS.parts[facts.language]({
        parts: facts.planned,
        outside: facts.rest.length === 0 ? null : extentOf(facts.rest),
        use: facts.use,
        resolutions: resolutionsOf(facts.mpzp),
      }),
    briefs: planGaps,
    bars: (facts) => (facts.planned.some(isIn('fail')) ? shutBriefs(facts) : []),
    basis: ['B11'],
  },
  {
    rule: 'MP4 rest open',
    when: ({ mpzp, zoning_route }) => mpzp.in_force && zoning_route === 'open',
    result: 'warn',
    detail: (facts) => `${shutInWords(facts)} ${MPZP_STATUS.restOpen[facts.language](extentOf(facts.rest))}`,
    basis: ['B11', 'B12'],
  },
  {
    rule: 'MP4 rest unknown',
    when: ({ mpzp, zoning_route }) => mpzp.in_force && zoning_route === 'unknown',
    result: 'unknown',
    detail: (facts) =>
      `${shutInWords(facts)} ${MPZP_STATUS.restUnknown[facts.language](extentOf(facts.rest))}`,
    briefs: gapsOf,
    bars: shutBriefs,
    basis: ['B11', 'B12'],
  },
  {
    rule: 'MP4',
    when: ({ mpzp }) => mpzp.in_force,
    result: 'fail',
    detail: (facts) =>
      facts.mpzp.governs
        ? shutInWords(facts)
        : `${shutInWords(facts)} ${MPZP_STATUS.restClosed[facts.language](extentOf(facts.rest))}`,
    briefs: shutBriefs,
    basis: ['B11', 'B12'],
  },
  {
    rule: 'MP7a',
    when: ({ mpzp, zoning_route, rest }) =>
      zoning_route === 'open' && mpzp.status === 'none' && !rest.some(isPlanUnknown),
    result: 'pass',
    detail: ({ sources, language }) => MPZP_STATUS.opensRoute[language](registerName(sources.mpzp, language)),
    basis: ['B1'],
  },
  {
    rule: 'MP7a on part',
    when: ({ mpzp, zoning_route }) => zoning_route === 'open' && mpzp.status === 'none',
    result: 'warn',
    detail: ({ rest, sources, language }) =>
      `${MPZP_STATUS.opensRoute[language](registerName(sources.mpzp, language))} ${MPZP_STATUS.notKnownOn[language](extentOf(rest.filter(isPlanUnknown)))}`,
    briefs: ({ language }) => [BRIEFS.mpzp_unknown[language]],
    basis: ['B1'],
  },
  {
    rule: 'MP7b',
    when: ({ zoning_route }) => zoning_route === 'open',
    result: 'warn',
    detail: (facts) => MPZP_STATUS.planAhead[facts.language](planAheadOf(facts)),
    briefs: (facts) => [BRIEFS.planAhead[facts.language](planAheadOf(facts))],
    basis: ['B10'],
  },
  {
    rule: 'MP7c',
    when: ({ zoning_route }) => zoning_route === 'closed',
    result: 'fail',
    detail: (facts) =>
      MPZP_STATUS.noRoute[facts.language]({
        isNone: facts.mpzp.status === 'none',
        source: registerName(facts.sources.mpzp, facts.language),
        why: whyClosed(facts).join('; '),
      }),
    briefs: ({ language }) => [BRIEFS.noLocalPlan[language]],
    basis: (facts) => [...new Set(['B1' as const, ...closedBasis(facts)])],
  },
  {
    rule: 'MP7d',
    when: ({ zoning_route }) => zoning_route === 'unknown',
    result: 'unknown',
    detail: ({ mpzp, sources, language }) =>
      MPZP_STATUS.routeNotKnown[language]({
        isNone: mpzp.status === 'none',
        source: registerName(sources.mpzp, language),
      }),
    briefs: gapsOf,
    basis: ['B1'],
  },
];

function shutInWords({ mpzp, planned, use, language }: MpzpCheckFacts): string {
  if (use !== 'any') return MPZP_STATUS.fits[language](planned, use, sinceOf(mpzp));
  const shut = MPZP_STATUS.noBuilding[language](designatedIn(planned, planned));
  return mpzp.governs
    ? shut
    : `${shut} ${MPZP_STATUS.onPart[language](extentOf(planned), mpzp.plans.length)}`;
}

function shutBriefs(facts: MpzpCheckFacts): string[] {
  const { use, language } = facts;
  const designated = briefDesignations(facts, facts.planned.filter(isIn('fail')));
  if (use !== 'any') return [BRIEFS.planExcludesUse[language](designated, use)];
  return [BRIEFS.planExcludes[language](designated)];
}

/** Symbols with their ground, where that is not all of the parcel. */
const briefDesignations = ({ parts }: PlanningFacts, planned: readonly PlanPart[]) =>
  planned.flatMap(({ symbol, share_pct, m2 }) =>
    symbol === null ? [] : [{ symbol, ground: parts.length === 1 ? null : { share_pct, m2 } }],
  );

/** Symbols for a detail: several with share and size of each. */
const designatedIn = (parts: readonly PlanPart[], planned: readonly PlanPart[]): DesignatedPart[] =>
  parts.map((part) => ({ symbol: part.symbol, ground: planned.length === 1 ? null : part }));

/** What is not known of the ground under local plans. */
function planGaps(facts: MpzpCheckFacts): string[] {
  const { mpzp, planned, language } = facts;
  const unread = briefDesignations(facts, planned.filter(isIn(null)));
  return [
    ...(planned.some(({ symbol }) => symbol === null)
      ? [BRIEFS.planNotPublished[language](mpzp.plans.length)]
      : []),
    ...(unread.length > 0 ? [BRIEFS.planText[language](unread, mpzp.plans.length)] : []),
    ...gapsOf(facts),
  ];
}

function restrictedBriefs({ parts, planned, use, language }: MpzpCheckFacts): string[] {
  const restricted = planned.filter(isIn('warn'));
  if (use !== 'any') return restrictionBriefs(restricted, planned, symbolsOf, use, language);
  const { largest } = { en, pl }[language];
  return [
    ...largest(
      restricted,
      (part) => BRIEFS.planOnly[language](part.symbol ?? '', part.words, parts.length === 1 ? null : part),
      (part) => part,
    ),
  ];
}

const symbolsOf = (planned: readonly PlanPart[]): string[] => [
  ...new Set(planned.flatMap(({ symbol }) => symbol ?? [])),
];

export function checkMpzpStatus(facts: ZoningFacts): Finding {
  const planned = planPartsOf(facts);
  const finding = judge(MPZP_STATUS_ROWS, { ...facts, planned });
  if (!facts.mpzp.in_force || facts.plan_route === 'closed') return finding;
  const told = facts.plan_route === 'open' ? withReservedLand(finding, facts) : finding;
  const ofFarmland = withSentence(told, farmlandSentence(facts, facts.parts.filter(isPlanned)));
  return withSentence(ofFarmland, forestSentence(facts));
}

/** Land of roads, railways and waters is at best a condition. */
function withReservedLand(finding: Finding, { land, language }: PlanningFacts): Finding {
  if (land.reserved === null) return finding;
  const { uses, symbols } = land.reserved;
  return {
    ...finding,
    result: finding.result === 'pass' ? 'warn' : finding.result,
    detail: `${finding.detail} ${CONDITIONS.reservedLand[language](uses, symbols)}`,
  };
}

/** By designation: parts that differ by zone, infill area or reserve alone are one. */
function planPartsOf({ parts, use }: PlanningFacts): PlanPart[] {
  const groups = Map.groupBy(parts.filter(isPlanned), ({ plan }) => JSON.stringify(plan));
  return [...groups.values()].map((group): PlanPart => {
    const plan = group[0]?.plan;
    const symbol = typeof plan === 'object' ? plan.symbol : null;
    const reading = symbol === null ? null : readSymbol(symbol);
    const fit = reading?.fit(use) ?? null;
    const by = reading?.kinds.find((kind) => kind !== null) ?? null;
    return { ...extentOf(group), symbol, words: reading?.words ?? [], fit, by };
  });
}

const MPZP_PARAMS_ROWS: readonly CheckRow<UseFacts & Routes>[] = [
  {
    rule: 'PR3',
    when: ({ mpzp }) => !mpzp.known,
    result: 'unknown',
    detail: ({ mpzp }) => mpzp.note,
    basis: ['B13'],
  },
  {
    rule: 'PR0',
    when: ({ is_left }) => is_left,
    result: 'unknown',
    detail: ({ language }) => WZ_POSSIBLE.notComputed[language](),
    basis: ['B13'],
  },
  {
    rule: 'PR1',
    when: ({ mpzp }) => mpzp.in_force,
    result: 'unknown',
    detail: (facts) => {
      const inText = MPZP_PARAMS.inText[facts.language](resolutionsOf(facts.mpzp));
      const grounds = limitedGrounds(facts);
      return grounds.length === 0 ? inText : `${inText} ${MPZP_PARAMS.besidePlan[facts.language](grounds)}`;
    },
    // Limits of a plan that provides for no building limit nothing.
    briefs: ({ plan_route, mpzp, language }) =>
      plan_route === 'closed' ? [] : [BRIEFS.planParameters[language](mpzp.plans.length)],
    basis: ['B13'],
  },
  {
    rule: 'PR3 on part',
    when: ({ rest }) => rest.some(isPlanUnknown),
    result: 'unknown',
    detail: ({ rest, language }) => MPZP_STATUS.notKnownOn[language](extentOf(rest.filter(isPlanUnknown))),
    basis: ['B13'],
  },
  {
    rule: 'PR2',
    when: () => true,
    result: 'pass',
    detail: (facts) => {
      const { zoning, zoning_route, language } = facts;
      if (zoning_route === 'open') return MPZP_PARAMS.byDecision[language](limitedGrounds(facts));
      if (zoning.possible === false) return MPZP_PARAMS.noDecision[language]();
      // A decision can be issued, and not for what is meant to be built.
      return zoning.possible && zoning_route === 'closed'
        ? MPZP_PARAMS.byOtherDecision[language]()
        : MPZP_PARAMS.decisionNotKnown[language]();
    },
    basis: ['B14'],
  },
];

export function checkMpzpParams(facts: UseFacts & Routes): Finding {
  return judge(MPZP_PARAMS_ROWS, facts);
}

/** The ground that a decision may be issued for, by zone: its limits and no others bind the decision. */
function limitedGrounds({ rest, pog, situation, use, language }: UseFacts): LimitedGround[] {
  if (!pog.in_force) return [];
  const open = rest.filter((part) => stateOfPart(part, situation, use) === 'open_by_decision');
  return [...Map.groupBy(open, ({ zone }) => zone)].flatMap(([zone, parts]) =>
    zone === null
      ? []
      : [{ zone, limits: limitsOf(zone, pog.zones, pog.is_fallback, language), ...extentOf(parts) }],
  );
}

/** The texts of the plans that count, each once. */
const resolutionsOf = ({ plans }: MpzpFacts): string[] => [
  ...new Set(plans.flatMap(({ resolution_url }) => resolution_url || [])),
];

/** Of several plans each has its own day. */
const sinceOf = ({ plans, effective_from }: MpzpFacts): string | null =>
  plans.length > 1 ? null : (plans[0]?.effective_from ?? effective_from);
