// The summary of a check, one entry a sentence or a phrase in it: what is possible where, what must be met, what must be found
// out. Each takes what it needs and decides nothing. English.

import type { BuildingUse } from '../../contract/answers.ts';
import type { ReservedUse } from '../law/land-use.ts';
import { pct } from '../law/shares.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { counted, listed, type Measure, shareAndSize, squareMetres, zonesNamed } from './measures.ts';
import { type PlanAhead, planAheadWords, USES, ZONE_USES } from './planning-sentences.ts';

/** A piece of ground with what lies there: 2,407 m² (SJ in OUZ). */
interface Named extends Measure {
  readonly ground: readonly string[];
}

const where = ({ share_pct, m2, ground }: Named): string => {
  const size = m2 === null ? (share_pct >= 99.5 ? 'the whole parcel' : pct(share_pct)) : squareMetres(m2);
  return ground.length === 0 ? size : `${size} (${listed(ground)})`;
};

/** The sentences of a summary, in their order. */
export const SUMMARY = {
  forUse: (use: BuildingUse, sentences: readonly string[]) => {
    const [lead = '', ...more] = sentences;
    const begun = use === 'any' ? lead : `For ${USES[use]}: ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`;
    return [begun, ...more].join(' ');
  },
  byDecision: (part: Named) => `Building can be applied for on ${where(part)}.`,
  byPlan: (part: Named) => `The local plan provides for building on ${where(part)}.`,
  byPlanAndDecision: (planned: Named, rest: Named) =>
    `The local plan provides for building on ${where(planned)}; building can be applied for on ${where(rest)}.`,
  /** Land of a road, a railway or water: nothing is offered there as it stands. */
  afterChangeOfUse: (uses: readonly ReservedUse[], symbols: readonly string[], isPublicRoad: boolean) =>
    `Not as the land stands: it is ${isPublicRoad ? 'land of a public road, ' : ''}recorded as ${listed(uses.map((use) => RESERVED[use]))} (${symbols.join(', ')}), and building needs that use to end first.`,
  thenByPlan: (part: Named) => `Then the local plan would provide for building on ${where(part)}.`,
  thenByDecision: (part: Named) => `Then building could be applied for on ${where(part)}.`,
  notElsewhere: (part: Named) => `Not on ${where(part)}.`,
  notKnownElsewhere: (part: Named) => `Not known for ${where(part)}.`,
  noObstacle: () => 'No obstacle is recorded.',
  none: (bars: readonly string[]) => `No building can be applied for: ${bars.join('; ')}.`,
  notKnown: (gaps: readonly string[]) => `It cannot be said whether one can build: ${gaps.join('; ')}.`,
  conditions: (briefs: readonly string[]) => `Conditions: ${briefs.join('; ')}.`,
  beside: (briefs: readonly string[]) => `Beside that: ${briefs.join('; ')}.`,
  duties: (briefs: readonly string[]) => `Needed as well: ${briefs.join('; ')}.`,
  planAhead: (plan: PlanAhead) => `A local plan is ${planAheadWords(plan)}.`,
  toFindOut: (briefs: readonly string[]) => `To find out: ${briefs.join('; ')}.`,
  registerOfPlans: (as_of: string | null) =>
    `The register of local plans holds what the gmina has entered${as_of === null ? '' : `, as of ${as_of}`}.`,
} as const;

/** What lies on a piece of ground. */
export const GROUND_WORDS = {
  zone: (zone: string | null, in_ouz: boolean | null) =>
    `${zone ?? 'zone not published'}${in_ouz === null ? ', OUZ not known' : in_ouz ? ' in OUZ' : ' outside OUZ'}`,
  earlierConditions: (last_old_day: string) => `on applications filed by ${last_old_day}`,
  designation: (symbol: string | null) => symbol ?? 'designation not published',
  inReserve: () => 'nature reserve',
  forest: () => 'forest',
  outsidePlan: () => 'outside the local plan',
} as const;

const RESERVED: { readonly [R in ReservedUse]: string } = {
  road: 'a road',
  railway: 'a railway',
  water: 'water',
};

/** What stands in the way, must be met or must be found out, in a few words each. */
export const BRIEFS = {
  noLocalPlan: () => 'no local plan is in force',
  planExcludes: (symbols: readonly string[], part: Measure | null) =>
    `the local plan (${listed(symbols)}) does not provide for buildings${part === null ? '' : ` on ${shareAndSize(part)}`}`,
  planExcludesUse: (symbols: readonly string[], use: Exclude<BuildingUse, 'any'>) =>
    `the local plan (${listed(symbols)}) does not provide for ${USES[use]}`,
  planNotPublished: () => "the designation of the local plan is not published; read the plan's text",
  planText: (symbols: readonly string[]) =>
    `what ${listed(symbols)} in the local plan allows depends on the plan's text`,
  planParameters: () => "height, coverage and intensity stand in the plan's text",
  /** `ahead` is the day from which the plan will be in force. */
  no_pog_in_force: (status: string, ahead: string | null) => {
    if (status === 'adopted')
      return `the general plan is adopted and not in force${ahead === null ? '' : ` before ${ahead}`}`;
    return status === 'draft'
      ? 'the general plan is a draft, none is in force'
      : 'no general plan is in force';
  },
  outside_ouz: () => 'the ground lies outside the infill areas (OUZ)',
  forest_land: () => 'the parcel is forest land',
  nature_reserve: () => 'the ground lies in a nature reserve',
  mpzp_unknown: () => 'whether a local plan covers the parcel',
  pog_unknown: () => 'whether the general plan is in force',
  ouz_unknown: () => 'whether the ground lies in an infill area (OUZ)',
  zoneExcludes: (zones: readonly string[]) =>
    `${zonesNamed(zones)} ${zones.length > 1 ? 'have' : 'has'} no general building function`,
  zoneExcludesUse: (zones: readonly string[], use: Exclude<BuildingUse, 'any'>) =>
    `${USES[use]} does not fit ${zonesNamed(zones)}`,
  zoneUnknown: () => 'the zone of the general plan is not published here',
  notComputed: () => 'plans are held and not yet worked out here',
  zoneOnly: (zone: ZoneSymbol) => `zone ${zone}: ${ZONE_USES[zone]}`,
  planOnly: (symbols: readonly string[], uses: string) =>
    `the local plan (${listed(symbols)}) allows ${uses}`,
  fitsWithRestrictions: (symbols: readonly string[], use: Exclude<BuildingUse, 'any'>) =>
    `${USES[use]} fits ${listed(symbols)} with restrictions`,
  partForest: (share_pct: number) => `${pct(share_pct)} is forest and stays out`,
  landUse: () => 'land use is not known here: forest would be excluded',
  planAhead: (plan: PlanAhead) => `a local plan is ${planAheadWords(plan)}, and may suspend the case`,
  farmland: (share_pct: number) =>
    `a decision excluding the farmland of classes I–III (${pct(share_pct)} of the parcel) from farm production, before the building permit`,
  farmlandBefore: (share_pct: number) => `the farmland of classes I–III (${pct(share_pct)}) stays out`,
  earlierConditions: () =>
    'the earlier conditions (developed neighbourhood, road, utilities) are not machine-checked',
  flood10: () => 'the 10 % flood zone reaches the parcel',
  flood100: (share_pct: number | null) =>
    `${share_pct === null ? 'a part' : pct(share_pct)} lies in the 1 % flood zone`,
  floodUnknown: () => 'flood hazard',
  landslides: (count: number | null) =>
    count === null
      ? 'landslides are mapped on the parcel'
      : `${counted(count, 'landslide or threatened area', 'landslides or threatened areas')} mapped on the parcel`,
  threatened: () => 'ground threatened by mass movements',
  landslideUnknown: () => 'landslides',
  protectedForms: (names: readonly string[]) => `nature protection (${names.join(', ')})`,
  protectedUnknown: () => 'nature protection',
  noRoad: (distance_m: number | null) =>
    `no public road adjoins${distance_m === null ? '' : ` (${distance_m} m away)`}`,
  isRoad: () => 'the parcel is itself land of a public road',
  roadUnknown: () => 'access to a public road',
} as const;
