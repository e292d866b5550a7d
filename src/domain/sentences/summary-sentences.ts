// The summary of a check, one entry a sentence or a phrase in it: what is possible where, what must be met, what must be found
// out. Each takes what it needs and decides nothing. English.

import type { BuildingUse } from '../../contract/answers.ts';
import type { ReservedUse } from '../law/land-use.ts';
import { pct } from '../law/shares.ts';
import type { ZoneSymbol } from '../law/zones.ts';
import { listed, type Measure, shareAndSize, squareMetres } from './measures.ts';
import { USES, ZONE_USES } from './planning-sentences.ts';

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
  notElsewhere: (part: Named) => `Not on ${where(part)}.`,
  notKnownElsewhere: (part: Named) => `Not known for ${where(part)}.`,
  noObstacle: () => 'No obstacle is recorded.',
  none: (bars: readonly string[]) => `No building can be applied for: ${bars.join('; ')}.`,
  notKnown: (gaps: readonly string[]) => `It cannot be said whether one can build: ${gaps.join('; ')}.`,
  conditions: (briefs: readonly string[]) => `Conditions: ${briefs.join('; ')}.`,
  beside: (briefs: readonly string[]) => `Beside that: ${briefs.join('; ')}.`,
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
  no_pog_in_force: () => 'no general plan is in force',
  outside_ouz: () => 'the ground lies outside the infill areas (OUZ)',
  forest_land: () => 'the parcel is forest land',
  nature_reserve: () => 'the ground lies in a nature reserve',
  mpzp_unknown: () => 'whether a local plan covers the parcel',
  pog_unknown: () => 'whether the general plan is in force',
  ouz_unknown: () => 'whether the ground lies in an infill area (OUZ)',
  zoneExcludes: (zones: readonly string[]) => `zone ${listed(zones)} has no general building function`,
  zoneExcludesUse: (zones: readonly string[], use: Exclude<BuildingUse, 'any'>) =>
    `${USES[use]} does not fit zone ${listed(zones)}`,
  zoneUnknown: () => 'the zone of the general plan is not published here',
  notComputed: () => 'plans are held and not yet worked out here',
  zoneOnly: (zone: ZoneSymbol) => `zone ${zone}: ${ZONE_USES[zone]}`,
  planOnly: (symbols: readonly string[], uses: string) =>
    `the local plan (${listed(symbols)}) allows ${uses}`,
  fitsWithRestrictions: (symbols: readonly string[], use: Exclude<BuildingUse, 'any'>) =>
    `${USES[use]} fits ${listed(symbols)} with restrictions`,
  partForest: (share_pct: number) => `${pct(share_pct)} is forest and stays out`,
  landUse: () => 'land use is not known here: forest would be excluded',
  planInPreparation: () => 'a local plan is in preparation and may suspend the case',
  reservedLand: (uses: readonly ReservedUse[], symbols: readonly string[]) =>
    `the land is recorded as ${listed(uses.map((use) => RESERVED[use]))} (${symbols.join(', ')})`,
  earlierConditions: () =>
    'the earlier conditions (developed neighbourhood, road, utilities) are not machine-checked',
  flood10: () => 'the 10 % flood zone reaches the parcel',
  flood100: (share_pct: number | null) =>
    `${share_pct === null ? 'a part' : pct(share_pct)} lies in the 1 % flood zone`,
  floodUnknown: () => 'flood hazard',
  landslides: (count: number | null) =>
    count === null
      ? 'landslides are mapped on the parcel'
      : `${count} landslide(s) or threatened area(s) mapped on the parcel`,
  threatened: () => 'ground threatened by mass movements',
  landslideUnknown: () => 'landslides',
  protectedForms: (names: readonly string[]) => `nature protection (${names.join(', ')})`,
  protectedUnknown: () => 'nature protection',
  noRoad: (distance_m: number | null) =>
    `no public road adjoins${distance_m === null ? '' : ` (${distance_m} m away)`}`,
  isRoad: () => 'the parcel is itself land of a public road',
  roadUnknown: () => 'access to a public road',
} as const;
