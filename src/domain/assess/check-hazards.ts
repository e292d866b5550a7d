// Three checks of the ground and its surroundings: flood_q100 (FL), landslide (LS) and road_access (RA).
// None of them blocks a verdict. Where a layer is not known, the check says the layer's own words.

import type { Language } from '../../contract/language.ts';
import type { FloodValue, LandslideValue, RoadAccessValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { groundOfShare } from '../law/parts.ts';
import { knownValue } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { WHOLE_PCT } from '../law/shares.ts';
import { FLOOD, LANDSLIDE, ROAD_ACCESS } from '../sentences/hazard-sentences.ts';
import type { Measure } from '../sentences/measures.ts';
import { BRIEFS } from '../sentences/summary-briefs.ts';

interface HazardFacts<V> {
  readonly language: Language;
  /** Null: the layer is not known here. */
  readonly value: V | null;
  readonly note: string;
  /** Agreements belong to a zoning decision; a plan in force was agreed when it was made. */
  readonly byDecision: boolean;
}

interface FloodFacts extends HazardFacts<FloodValue> {
  readonly area_m2: number | null;
  readonly q10_share_pct: number | null;
}

/** In the 1 % zone; null where the share is not known. */
const floodedGround = ({ value, area_m2 }: FloodFacts): Measure | null =>
  value?.q100_share_pct ? groundOfShare(value.q100_share_pct, area_m2) : null;

/** In the 10 % zone, and in the 1 % zone around it; where the one takes all of the parcel, the other is not told. */
function floodedGrounds(facts: FloodFacts): [often: Measure | null, rare: Measure | null] {
  const { q10_share_pct, area_m2 } = facts;
  const often = q10_share_pct ? groundOfShare(q10_share_pct, area_m2) : null;
  return [often, often !== null && often.share_pct >= WHOLE_PCT ? null : floodedGround(facts)];
}

/** Special flood hazard is the 1 % and the 10 % zone; the 0.2 % zone is not (Prawo wodne art. 16 pkt 34). */
const FLOOD_ROWS: readonly CheckRow<FloodFacts>[] = [
  {
    rule: 'FL1',
    when: ({ value }) => value === null,
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: ({ language }) => [BRIEFS.floodUnknown[language]],
    basis: ['B15'],
  },
  {
    rule: 'FL2',
    when: ({ value }) => value?.q10 === true,
    result: 'warn',
    detail: (facts) => FLOOD.q10[facts.language](...floodedGrounds(facts), facts.byDecision),
    briefs: (facts) => [BRIEFS.flood10[facts.language](...floodedGrounds(facts))],
    basis: ['B15'],
  },
  {
    rule: 'FL3',
    when: ({ value }) => value?.q100 === true,
    result: 'warn',
    detail: (facts) => FLOOD.q100[facts.language](floodedGround(facts), facts.byDecision),
    briefs: (facts) => [BRIEFS.flood100[facts.language](floodedGround(facts))],
    basis: ['B15'],
  },
  {
    rule: 'FL4',
    when: ({ value }) => value?.q500 === true,
    result: 'pass',
    detail: ({ language }) => FLOOD.q500[language],
    basis: ['B16'],
  },
  {
    rule: 'FL5',
    when: () => true,
    result: 'pass',
    detail: ({ value, language }) => FLOOD.outside[language](value?.map_edition ?? null),
    basis: ['B16'],
  },
];

/** A zone that is found (`hit`) counts though the layer cannot answer; what the layer lacks is said with it. */
export function checkFlood(
  {
    flood,
    flood_hit: hit,
    q10_share_pct,
    area_m2,
    language,
  }: {
    readonly flood: LayerAnswer<'flood'>;
    readonly flood_hit: FloodValue | null;
    readonly q10_share_pct: number | null;
    readonly area_m2: number | null;
    readonly language: Language;
  },
  byDecision: boolean,
): Finding {
  const { note } = flood;
  const value = knownValue(flood);
  const facts = { note, byDecision, q10_share_pct, area_m2, language };
  if (value !== null || hit === null) return judge(FLOOD_ROWS, { ...facts, value });
  return withSentence(judge(FLOOD_ROWS, { ...facts, value: hit }), note);
}

/** No statutory ban: the starosta keeps the register and agrees the decision (POŚ art. 110a ust. 1). */
const LANDSLIDE_ROWS: readonly CheckRow<HazardFacts<LandslideValue>>[] = [
  {
    rule: 'LS1',
    when: ({ value }) => value === null,
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: ({ language }) => [BRIEFS.landslideUnknown[language]],
    basis: ['B17'],
  },
  {
    rule: 'LS2',
    when: ({ value }) => value?.present === true && value.kinds?.includes('landslide') === true,
    result: 'warn',
    detail: ({ value, byDecision, language }) =>
      // The count is that of both kinds.
      LANDSLIDE.present[language]({
        count: value?.count ?? null,
        threatened: value?.kinds?.includes('threatened_area') === true,
        byDecision,
      }),
    briefs: ({ value, language }) => [
      BRIEFS.landslides[language](value?.count ?? null, value?.kinds?.includes('threatened_area') === true),
    ],
    basis: ['B17'],
  },
  {
    rule: 'LS3',
    when: ({ value }) => value?.present === true,
    result: 'warn',
    detail: ({ byDecision, language }) => LANDSLIDE.threatened[language](byDecision),
    briefs: ({ language }) => [BRIEFS.threatened[language]],
    basis: ['B17'],
  },
  {
    rule: 'LS4',
    when: () => true,
    result: 'pass',
    detail: ({ language }) => LANDSLIDE.none[language],
    basis: ['B17'],
  },
];

export const checkLandslide = (
  answer: LayerAnswer<'landslide'>,
  byDecision: boolean,
  language: Language,
): Finding => judge(LANDSLIDE_ROWS, { value: knownValue(answer), note: answer.note, byDecision, language });

/** No strip lies between the parcel and a road that runs over it. */
const isAcross = (value: RoadAccessValue | null): boolean => value?.nearest_public_road_m === 0;

/** Easements and rights on internal roads are not served: no adjacency is no proof that access is missing. */
const ROAD_ACCESS_ROWS: readonly CheckRow<Omit<HazardFacts<RoadAccessValue>, 'byDecision'>>[] = [
  {
    rule: 'RA4',
    when: ({ value }) => value === null || value.verdict === 'unknown',
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: ({ language }) => [BRIEFS.roadUnknown[language]],
    basis: ['B24'],
  },
  {
    rule: 'RA1',
    when: ({ value }) => value?.verdict === 'pass' && value.via === 'adjacent_public_road_parcel',
    result: 'pass',
    detail: ({ language }) => ROAD_ACCESS.adjacent[language],
    basis: ['B24'],
  },
  {
    rule: 'RA2',
    when: ({ value }) => value?.verdict === 'pass' && value.via === 'bdot_road_within_30m',
    result: 'pass',
    detail: ({ value, language }) =>
      isAcross(value)
        ? ROAD_ACCESS.across[language]
        : ROAD_ACCESS.near[language](LIMITS.public_road_within_m),
    briefs: ({ value, language }) => [
      isAcross(value) ? BRIEFS.roadAcross[language] : BRIEFS.wayToRoad[language],
    ],
    basis: ['B24'],
  },
  {
    // Access by nothing in between: the layer says so of land of a public road alone.
    rule: 'RA0',
    when: ({ value }) => value?.verdict === 'pass',
    result: 'warn',
    detail: ({ language }) => ROAD_ACCESS.itself[language],
    briefs: ({ language }) => [BRIEFS.isRoad[language]],
    basis: ['B24'],
  },
  {
    rule: 'RA3',
    when: ({ value }) => value?.verdict === 'fail',
    result: 'fail',
    detail: ({ value, language }) => ROAD_ACCESS.none[language](value?.nearest_public_road_m ?? null),
    briefs: ({ value, language }) => [BRIEFS.noRoad[language](value?.nearest_public_road_m ?? null)],
    basis: ['B24'],
  },
];

export const checkRoadAccess = (answer: LayerAnswer<'road_access'>, language: Language): Finding =>
  judge(ROAD_ACCESS_ROWS, { value: knownValue(answer), note: answer.note, language });
