// Three checks of the ground and its surroundings: flood_q100 (FL), landslide (LS) and road_access (RA).
// None of them blocks a verdict. Where a layer is not known, the check says the layer's own words.

import type { FloodValue, LandslideValue, LayerAnswer, RoadAccessValue } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { knownValue } from '../law/planning-facts.ts';
import { type CheckRow, type Finding, judge, withSentence } from '../law/rule-table.ts';
import { FLOOD, LANDSLIDE, ROAD_ACCESS } from '../sentences/hazard-sentences.ts';
import { BRIEFS } from '../sentences/summary-sentences.ts';

interface HazardFacts<V> {
  /** Null: the layer is not known here. */
  readonly value: V | null;
  readonly note: string;
  /** Agreements belong to a zoning decision; a plan in force was agreed when it was made. */
  readonly byDecision: boolean;
}

/** Special flood hazard is the 1 % and the 10 % zone; the 0.2 % zone is not (Prawo wodne art. 16 pkt 34). */
const FLOOD_ROWS: readonly CheckRow<HazardFacts<FloodValue>>[] = [
  {
    rule: 'FL1',
    when: ({ value }) => value === null,
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: () => [BRIEFS.floodUnknown()],
    basis: ['B15'],
  },
  {
    rule: 'FL2',
    when: ({ value }) => value?.q10 === true,
    result: 'warn',
    detail: ({ byDecision }) => FLOOD.q10(byDecision),
    briefs: () => [BRIEFS.flood10()],
    basis: ['B15'],
  },
  {
    rule: 'FL3',
    when: ({ value }) => value?.q100 === true,
    result: 'warn',
    detail: ({ value, byDecision }) => FLOOD.q100(value?.q100_share_pct || null, byDecision),
    briefs: ({ value }) => [BRIEFS.flood100(value?.q100_share_pct || null)],
    basis: ['B15'],
  },
  {
    rule: 'FL4',
    when: ({ value }) => value?.q500 === true,
    result: 'pass',
    detail: () => FLOOD.q500(),
    basis: ['B16'],
  },
  {
    rule: 'FL5',
    when: () => true,
    result: 'pass',
    detail: ({ value }) => FLOOD.outside(value?.map_edition ?? null),
    basis: ['B16'],
  },
];

/** A zone that is found (`hit`) counts though the layer cannot answer; what the layer lacks is said with it. */
export function checkFlood(
  answer: LayerAnswer<'flood'>,
  hit: FloodValue | null,
  byDecision: boolean,
): Finding {
  const { note } = answer;
  const value = knownValue(answer);
  if (value !== null || hit === null) return judge(FLOOD_ROWS, { value, note, byDecision });
  return withSentence(judge(FLOOD_ROWS, { value: hit, note, byDecision }), note);
}

/** No statutory ban: the starosta keeps the register and agrees the decision (POŚ art. 110a ust. 1). */
const LANDSLIDE_ROWS: readonly CheckRow<HazardFacts<LandslideValue>>[] = [
  {
    rule: 'LS1',
    when: ({ value }) => value === null,
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: () => [BRIEFS.landslideUnknown()],
    basis: ['B17'],
  },
  {
    rule: 'LS2',
    when: ({ value }) => value?.present === true && value.kinds?.includes('landslide') === true,
    result: 'warn',
    detail: ({ value, byDecision }) =>
      // The count is that of both kinds.
      LANDSLIDE.present({
        count: value?.count ?? null,
        threatened: value?.kinds?.includes('threatened_area') === true,
        byDecision,
      }),
    briefs: ({ value }) => [BRIEFS.landslides(value?.count ?? null)],
    basis: ['B17'],
  },
  {
    rule: 'LS3',
    when: ({ value }) => value?.present === true,
    result: 'warn',
    detail: ({ byDecision }) => LANDSLIDE.threatened(byDecision),
    briefs: () => [BRIEFS.threatened()],
    basis: ['B17'],
  },
  {
    rule: 'LS4',
    when: () => true,
    result: 'pass',
    detail: () => LANDSLIDE.none(),
    basis: ['B17'],
  },
];

export const checkLandslide = (answer: LayerAnswer<'landslide'>, byDecision: boolean): Finding =>
  judge(LANDSLIDE_ROWS, { value: knownValue(answer), note: answer.note, byDecision });

/** Easements and rights on internal roads are not served: no adjacency is no proof that access is missing. */
const ROAD_ACCESS_ROWS: readonly CheckRow<Omit<HazardFacts<RoadAccessValue>, 'byDecision'>>[] = [
  {
    rule: 'RA4',
    when: ({ value }) => value === null || value.verdict === 'unknown',
    result: 'unknown',
    detail: ({ note }) => note,
    briefs: () => [BRIEFS.roadUnknown()],
    basis: ['B24'],
  },
  {
    rule: 'RA1',
    when: ({ value }) => value?.verdict === 'pass' && value.via === 'adjacent_public_road_parcel',
    result: 'pass',
    detail: () => ROAD_ACCESS.adjacent(),
    basis: ['B24'],
  },
  {
    rule: 'RA2',
    when: ({ value }) => value?.verdict === 'pass' && value.via === 'bdot_road_within_30m',
    result: 'pass',
    detail: () => ROAD_ACCESS.near(LIMITS.public_road_within_m),
    basis: ['B24'],
  },
  {
    // Access by nothing in between: the layer says so of land of a public road alone.
    rule: 'RA0',
    when: ({ value }) => value?.verdict === 'pass',
    result: 'warn',
    detail: () => ROAD_ACCESS.itself(),
    briefs: () => [BRIEFS.isRoad()],
    basis: ['B24'],
  },
  {
    rule: 'RA3',
    when: ({ value }) => value?.verdict === 'fail',
    result: 'fail',
    detail: ({ value }) => ROAD_ACCESS.none(value?.nearest_public_road_m ?? null),
    briefs: ({ value }) => [BRIEFS.noRoad(value?.nearest_public_road_m ?? null)],
    basis: ['B24'],
  },
];

export const checkRoadAccess = (answer: LayerAnswer<'road_access'>): Finding =>
  judge(ROAD_ACCESS_ROWS, { value: knownValue(answer), note: answer.note });
