// What the planning rules say, one entry a sentence: the reasons of `wz`, and the details of pog_zone, wz_possible, mpzp_status
// and mpzp_params. Each takes what it needs and decides nothing. English.

import type { BuildingUse } from '../../contract/answers.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import type { Fit, GroundKind } from '../law/building-use.ts';
import type { ReservedUse } from '../law/land-use.ts';
import type { SymbolWord } from '../law/mpzp-symbol.ts';
import { pct } from '../law/shares.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import {
  capital,
  inBrackets,
  listed,
  type Measure,
  shareAndSize,
  since,
  unstopped,
  zonesNamed,
} from './measures.ts';

/** What each zone is for; SW is multi-family housing. */
export const ZONE_USES: { readonly [Z in ZoneSymbol]: string } = {
  SW: 'multi-family housing and services; a single-family house only if the gmina added it to the profile',
  SJ: 'single-family housing is in its basic profile, with services',
  SZ: 'farmstead building only; an ordinary single-family house is outside the profile',
  SU: 'services only, no housing',
  SH: 'large-scale retail only, no housing',
  SP: 'production only, no housing',
  SR: 'farm production only, no housing',
  SI: 'technical infrastructure only, no housing',
  SN: 'no building but own facilities of green and recreation',
  SC: 'no building but own facilities of a cemetery',
  SG: 'no building but own facilities of mining',
  SO: 'no building',
  SK: 'no building but own facilities of transport',
};

const SYMBOL_USES: { readonly [W in SymbolWord]: string } = {
  housing: 'housing',
  housing_and_services: 'housing and services',
  multi_family: 'multi-family housing',
  multi_family_and_services: 'multi-family housing and services',
  farmstead: 'farmstead building',
  services: 'services',
  large_retail: 'large-scale retail',
  production: 'production',
  production_and_services: 'production and services',
  farm_production: 'farm production',
  holiday_homes: 'holiday homes',
  forest: 'forest',
  farming_without_building: 'farming with a building ban',
  greenery: 'greenery',
  cemetery: 'cemetery',
  water: 'water',
  transport: 'roads and transport',
  infrastructure: 'technical infrastructure',
  mining: 'mining',
  farmland: 'farmland',
};

export const USES: { readonly [U in Exclude<BuildingUse, 'any'>]: string } = {
  house: 'a single-family house',
  multi_family: 'multi-family housing',
  farmstead: 'a farmstead',
  services: 'a service building',
  production: 'a production building',
};

/** What a mixed symbol names: services and housing. */
export const usesOf = (words: readonly (SymbolWord | null)[]): string =>
  listed(words.map((word) => (word === null ? 'a use that the tables do not hold' : SYMBOL_USES[word])));

/** Why a use fits with a restriction alone, by what the ground is for. */
const RESTRICTIONS: { readonly [K in GroundKind]?: string } = {
  single_family: 'within the profile of single-family housing',
  housing: 'as far as the plan means it',
  multi_family_zone: 'if the gmina added it to the profile',
  multi_family: 'within the profile of multi-family housing',
  large_retail: 'as large-scale retail',
  production: 'within the profile of production',
  farm_production: 'as farm production',
  infrastructure: 'as technical infrastructure',
  holiday_homes: 'as a holiday home',
};

/** Whether a use fits; `by` is the kind of ground that restricts it. */
export interface FitHere {
  readonly fit: Fit | null;
  readonly by: GroundKind | null;
}

function fitInWords({ fit, by }: FitHere, use: Exclude<BuildingUse, 'any'>): string {
  if (fit === null) return `whether ${USES[use]} fits depends on the plan's text`;
  if (fit === 'fail') return `${USES[use]} does not fit`;
  if (fit === 'pass') return `${USES[use]} fits`;
  return `${USES[use]} fits only ${(by === null ? undefined : RESTRICTIONS[by]) ?? 'with restrictions'}`;
}

const OUZ_WORDS = { true: ' in OUZ', false: ' outside OUZ', null: ', OUZ not known,' } as const;
const ouzWords = (in_ouz: boolean | null): string => OUZ_WORDS[`${in_ouz}`];

export interface ZonePart extends Measure, FitHere {
  readonly zone: ZoneSymbol | null;
  readonly in_ouz: boolean | null;
}

export interface PlanPart extends Measure, FitHere {
  readonly symbol: string | null;
  readonly words: readonly (SymbolWord | null)[];
}

const RESERVED: { readonly [R in ReservedUse]: string } = {
  road: 'road',
  railway: 'railway',
  water: 'water',
};

/** A local plan that is not in force yet. */
export interface PlanAhead {
  readonly status: 'draft' | 'adopted';
  /** Its first day in force, where that is known and still to come. */
  readonly ahead: string | null;
}

export const planAheadWords = ({ status, ahead }: PlanAhead): string => {
  if (status === 'draft') return 'in preparation';
  return ahead === null ? 'adopted, its first day in force not yet known' : `adopted, in force from ${ahead}`;
};

const GENERAL_PLAN: { readonly [S in PlanStatus | 'unknown']: string } = {
  in_force: 'general plan in force',
  adopted: 'general plan adopted, not yet in force',
  draft: 'general plan in draft',
  none: 'no general plan in force',
  unknown: 'whether a general plan is in force is not known',
};

const planNames = (plans: readonly string[]): string => plans.map(unstopped).join('; ');
const read = (resolution: string | null): string => `read ${resolution ?? 'its resolution'}`;

/** Reasons of the `wz` layer, by the code of their row. `plans` are names. */
export const WZ_REASONS = {
  ofRest: (rest: Measure, reason: string) =>
    `For the ${shareAndSize(rest)} of the parcel outside the local plan: ${reason}`,
  mpzp_in_force: (plans: readonly string[]) =>
    plans.length > 1
      ? `Local plans are in force here${inBrackets(planNames(plans))}, so no zoning decision is issued; the plans themselves govern building.`
      : `A local plan is in force here${inBrackets(planNames(plans))}, so no zoning decision is issued; the plan itself governs building.`,
  no_pog_in_force: (of: {
    gmina: string;
    status: string;
    effective_from: string | null;
    first_new_day: string;
    last_old_day: string;
  }) =>
    `The general plan of ${of.gmina} is not in force (status: ${of.status}${of.effective_from ? `, effective from ${of.effective_from}` : ''}). For applications filed from ${of.first_new_day} a zoning decision needs a general plan in force. Applications filed by ${of.last_old_day} and decisions already issued are not affected.`,
  outside_ouz: (effective_from: string | null, isRest: boolean) =>
    `The general plan is in force${since(effective_from)} and ${isRest ? 'that ground' : 'the parcel'} lies outside its infill-development areas (OUZ). New buildings need a local plan; rebuilding or extending existing ones does not need OUZ.`,
  forest_land: (share_pct: number) =>
    `The parcel is forest land (${pct(share_pct)}). Changing its use needs consent that only a local plan can carry, so a zoning decision is excluded.`,
  nature_reserve: (names: readonly string[], isWhole: boolean) =>
    `${isWhole ? 'The parcel' : 'What could be applied for'} lies in nature reserve ${names.join(', ')}; building is banned there, so a zoning decision would breach separate law.`,
  mpzp_unknown: () =>
    'It is not known whether a local plan covers the parcel, so it cannot be said whether a zoning decision is the route.',
  pog_unknown: (gmina: string) => `It is not known whether the general plan of ${gmina} is in force.`,
  ouz_unknown: () =>
    'The general plan is in force, but the infill areas (OUZ) are not published for this place, or not held whole.',
  inside_ouz: (of: {
    effective_from: string | null;
    /** Null: the whole ground that is asked about. */
    part: Measure | null;
    zones: readonly string[];
    only_own_facilities: boolean;
  }) => {
    const where = of.part === null ? 'the parcel' : `${shareAndSize(of.part)} of the parcel`;
    const isOne = of.zones.length < 2;
    const zone = of.zones.length === 0 ? 'whose zone is not published' : `in ${zonesNamed(of.zones)}`;
    const functions = `functions of ${of.zones.length === 0 ? 'its zone' : isOne ? 'that zone' : 'those zones'}`;
    const own = of.only_own_facilities ? `, which are ${isOne ? 'its' : 'their'} own facilities only` : '';
    return `The general plan is in force${since(of.effective_from)} and ${where} lies in an infill area (OUZ), ${zone}. A zoning decision can be applied for there, for ${functions}${own}; the remaining conditions of art. 61 are decided in the proceedings. The decision lapses after 5 years.`;
  },
  studium_transitional: (last_old_day: string) =>
    `No general plan in force; applications filed by ${last_old_day} follow the earlier conditions (developed neighbouring plot, road, utilities).`,
} as const;

/** Conditions that stand beside a zoning decision that can be issued, or a plan that permits building. */
export const CONDITIONS = {
  partInOuz: (part: Measure) => `Only ${shareAndSize(part)} lies in OUZ.`,
  partInReserve: (part: Measure) => `${shareAndSize(part)} lies in a nature reserve and stays out.`,
  partForest: (share_pct: number) => `${pct(share_pct)} is forest and stays out.`,
  landUseNotPublished: () => 'Land use is not published here, and forest would be excluded.',
  landUseNotComputed: () => 'Land use is held and not yet worked out here, and forest would be excluded.',
  landUseWithoutAreas: () =>
    'Land use is recorded without areas, forest beside other uses; the forest stays out.',
  planAhead: (plan: PlanAhead) =>
    `A local plan is ${planAheadWords(plan)}: the authority may suspend the case for up to 18 months, 6 more once the draft has been put on display.`,
  reservedLand: (uses: readonly ReservedUse[], symbols: readonly string[]) =>
    `The land is recorded as ${listed(uses.map((use) => RESERVED[use]))} (${symbols.join(', ')}); building needs a change of that use.`,
  neighbourhood: () => 'Good neighbourhood is not machine-checked.',
  /** Free of charge is only what a house takes. */
  farmland: (share_pct: number, forHouse: boolean) =>
    `Farmland of classes I–III covers ${pct(share_pct)} of the parcel: it needs a decision excluding it from farm production before the building permit (u.o.g.r.l. art. 11 ust. 1 and 4)${forHouse ? ', up to 0.05 ha free of charge for a single-family house (art. 12a)' : ''}.`,
  farmlandBefore: (share_pct: number) =>
    `Farmland of classes I–III covers ${pct(share_pct)} of the parcel: a change of its use needs the consent of the minister, which only a local plan can carry, so that part stays out (u.o.g.r.l. art. 7 ust. 1–2).`,
} as const;

export const POG_ZONE = {
  governed: (zones: readonly string[], status: PlanStatus | 'unknown') => {
    const plan = GENERAL_PLAN[status];
    const zone = zones.length === 0 ? capital(plan) : `${capital(zonesNamed(zones))} (${plan})`;
    return `${zone}. A local plan is in force, so the general plan does not decide the building permit; it matters when the local plan is changed.`;
  },
  notRequired: (first_new_day: string) =>
    `No general plan in force yet; not required before ${first_new_day}.`,
  none: (gmina: string, source: string) =>
    `${gmina} has no general plan in force and none in procedure in ${source}; without it no zoning decision can be issued.`,
  /** `before` is null where no day ahead is known; `stale` is a day that has passed without the plan being in force. */
  notInForce: (of: {
    status: 'draft' | 'adopted';
    zone: string | null;
    in_ouz: boolean | null;
    before: string | null;
    stale: string | null;
  }) => {
    const zone = of.zone === null ? 'no zone for this parcel' : `zone ${of.zone}`;
    const ouz = of.in_ouz === null ? '' : ouzWords(of.in_ouz);
    const stale =
      of.stale === null ? '' : ` The register names ${of.stale} as its day and does not list it as in force.`;
    return `${of.status === 'draft' ? 'Draft' : 'Adopted'} general plan shows ${zone}${ouz}; it has no legal effect before ${of.before ?? 'its entry into force'}.${stale}`;
  },
  notPublished: () => 'General plan in force, zone of this parcel not published.',
  /** One zone on all of the ground. */
  zone: (of: { zone: ZoneSymbol; name: string; limits: string; fit: FitHere; use: BuildingUse }) => {
    const what = of.use === 'any' ? ZONE_USES[of.zone] : fitInWords(of.fit, of.use);
    return `Zone ${of.zone} – ${of.name}: ${what}. Limits: ${of.limits}.`;
  },
  parts: (parts: readonly ZonePart[], use: BuildingUse) => {
    const what = (part: ZonePart) => {
      if (part.zone === null) return 'not known what may be built';
      if (part.in_ouz === false) return 'no zoning decision there';
      return use === 'any' ? ZONE_USES[part.zone] : fitInWords(part, use);
    };
    const named = parts.map(
      (part) =>
        `${part.zone ?? 'no published zone'}${ouzWords(part.in_ouz)} on ${shareAndSize(part)}: ${what(part)}`,
    );
    return `Zones by part: ${named.join('; ')}.`;
  },
  limits: (limits: readonly (readonly [zone: string, limits: string])[]) =>
    `Limits: ${limits.map(([zone, text]) => `${zone} ${text}`).join('; ')}.`,
  noBuilding: (zones: readonly string[], name: string | null) =>
    `${capital(zonesNamed(zones))}${name === null ? '' : ` – ${name}`}: ${zones.length > 1 ? 'their basic profiles have' : 'its basic profile has'} no general building function (own facilities only; the gmina's additional profile may add some).`,
} as const;

export const WZ_POSSIBLE = {
  notNeeded: () =>
    'Not needed: a local plan governs. (possible = false is the rule where a plan is in force.)',
  excluded: () => 'The plan excludes building and a zoning decision cannot replace it.',
  excludedUse: (use: Exclude<BuildingUse, 'any'>) =>
    `The plan does not provide for ${USES[use]} and a zoning decision cannot replace it.`,
  useExcluded: (use: Exclude<BuildingUse, 'any'>, zones: readonly string[]) =>
    `No decision can be issued for ${USES[use]}, which does not fit ${zonesNamed(zones)}.`,
  useOnPart: (use: Exclude<BuildingUse, 'any'>, part: Measure) =>
    `For ${USES[use]} that is ${shareAndSize(part)} of the parcel.`,
  notComputed: () => 'Plans are held; what they say here is not yet worked out.',
} as const;

export const MPZP_STATUS = {
  housing: (of: {
    effective_from: string | null;
    symbols: readonly string[];
    uses: readonly string[];
    plans: readonly string[];
  }) =>
    `Local plan in force${since(of.effective_from)}: ${listed(of.symbols)} – ${listed(of.uses)}.${of.plans.length > 0 ? ` ${planNames(of.plans)}.` : ''}`,
  restricted: (parts: readonly PlanPart[]) => {
    const allowed = parts.map(
      ({ symbol, words }) => `${symbol} allows ${usesOf(words)}${words.length === 1 ? ' only' : ''}`,
    );
    return `Local plan in force: ${allowed.join('; ')}.`;
  },
  /** Each designation with what is allowed there. */
  parts: (of: {
    parts: readonly PlanPart[];
    outside: Measure | null;
    use: BuildingUse;
    resolution: string | null;
  }) => {
    const what = (part: PlanPart) => {
      if (part.symbol === null) return 'designation not published';
      if (part.fit === null) return `depends on the plan's text`;
      if (of.use !== 'any') return fitInWords(part, of.use);
      return part.fit === 'fail' ? `${usesOf(part.words)}, no building` : usesOf(part.words);
    };
    const named = of.parts.map(
      (part) => `${part.symbol ?? 'no symbol'} on ${shareAndSize(part)}: ${what(part)}`,
    );
    const outside = of.outside === null ? [] : [`outside the plan ${shareAndSize(of.outside)}`];
    const text = of.resolution === null ? '' : ` The plan's text: ${of.resolution}.`;
    return `Local plan in force: ${[...named, ...outside].join('; ')}.${text}`;
  },
  fits: (parts: readonly PlanPart[], use: Exclude<BuildingUse, 'any'>) => {
    const fits = parts.map((part) => `${part.symbol} – ${usesOf(part.words)}: ${fitInWords(part, use)}`);
    return `Local plan in force: ${fits.join('; ')}.`;
  },
  noBuilding: (symbols: readonly string[]) =>
    `Local plan in force: ${listed(symbols)} ${symbols.length > 1 ? 'do' : 'does'} not provide for buildings.`,
  onPart: (planned: Measure) => `It covers ${shareAndSize(planned)} of the parcel.`,
  restOpen: (rest: Measure) => `On the other ${shareAndSize(rest)} a zoning decision is the route.`,
  restUnknown: (rest: Measure) =>
    `Of the other ${shareAndSize(rest)} it cannot be said whether a zoning decision is possible.`,
  notPublished: (plans: readonly string[], resolution: string | null) =>
    plans.length > 1
      ? `Local plans are in force${inBrackets(planNames(plans))}; which designation counts on this parcel is not published in machine-readable form; ${read(resolution)}.`
      : `A local plan is in force${inBrackets(planNames(plans))}, its designation for this parcel is not published in machine-readable form; ${read(resolution)}.`,
  textDependent: (symbols: readonly string[], resolution: string | null) =>
    `Local plan symbol ${listed(symbols)}: whether buildings are allowed depends on the plan's text; ${read(resolution)}.`,
  opensRoute: (source: string) =>
    `No local plan in ${source}; its absence is what opens the zoning-decision route.`,
  planAhead: (plan: PlanAhead) =>
    `A local plan is ${planAheadWords(plan)}; the authority may suspend a zoning case for up to 18 months (6 more once the draft has been put on display), and a decision that differs from the plan will lapse.`,
  noRoute: (of: { isNone: boolean; source: string; why: string }) =>
    `No local plan ${of.isNone ? '' : 'in force '}in ${of.source} and no zoning-decision route: ${of.why}.`,
  routeNotKnown: (of: { isNone: boolean; source: string }) =>
    `No local plan ${of.isNone ? '' : 'in force '}in ${of.source}; the zoning-decision route cannot be determined.`,
} as const;

/** Ground that a decision may be issued for, with the limits of its zone. */
export interface LimitedGround extends Measure {
  readonly zone: string;
  readonly limits: string;
}

const limitedGround = ({ zone, limits, ...ground }: LimitedGround): string =>
  `${zone}${ground.m2 === null ? '' : ` on ${shareAndSize(ground)}`}: ${limits}`;

export const MPZP_PARAMS = {
  inText: (resolution: string | null) =>
    `Height, coverage, intensity, bio-active share and building lines are set in the plan's text${inBrackets(resolution ?? '')}; the state does not publish them in machine-readable form.`,
  besidePlan: (grounds: readonly LimitedGround[]) =>
    `Outside the plan a zoning decision sets them within the limits of the zone (${grounds.map(limitedGround).join('; ')}).`,
  byDecision: (grounds: readonly LimitedGround[]) =>
    `No local plan in force, so no plan parameters apply; a zoning decision sets them${grounds.length === 0 ? '' : ` within the limits of the zone (${grounds.map(limitedGround).join('; ')})`}.`,
  noDecision: () =>
    'No local plan in force, so no plan parameters apply, and no zoning decision can set any here.',
  decisionNotKnown: () =>
    'No local plan in force, so no plan parameters apply; whether a zoning decision could set any is not known.',
} as const;

/** Limits of a zone, each named; and which null it is where there is none. */
export const LIMITS_IN_WORDS = {
  max_intensity: (limit: number) => `intensity at most ${limit}`,
  max_height_m: (limit: number) => `height at most ${limit} m`,
  max_coverage_pct: (limit: number) => `coverage at most ${limit} %`,
  min_biologically_active_pct: (limit: number) => `bio-active ground at least ${limit} %`,
  min_new_plot_area_m2: (limit: number) => `new plots of at least ${limit} m²`,
  byShare: (limits: readonly (readonly [limits: string, share_pct: number])[]) =>
    limits.map(([text, share_pct]) => `${text} (on ${pct(share_pct)} of the parcel)`).join(' or '),
  noneSet: () => 'the plan sets none',
  notPublished: () => 'not published',
  someNotPublished: (names: readonly string[]) => `${listed(names)} not published`,
  noOthers: () => 'no other limit set',
  othersNotInSweep: () => 'others not in the third-party sweep',
  notInSweep: () => 'not in the third-party sweep',
} as const;

export const LIMIT_NAMES = {
  max_intensity: 'intensity',
  max_height_m: 'height',
  max_coverage_pct: 'coverage',
  min_biologically_active_pct: 'bio-active ground',
} as const;
