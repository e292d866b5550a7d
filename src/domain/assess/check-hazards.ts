// Three checks of the ground and its surroundings: flood_q100 (FL), landslide (LS) and road_access (RA).
// None of them blocks a verdict. A null value means: the layer is not known here.

import type { FloodValue, LandslideValue, RoadAccessValue } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type CheckRow, type Finding, judge } from '../law/rule-table.ts';
import { pct } from '../law/shares.ts';

/** Special flood hazard is the 1 % and the 10 % zone; the 0.2 % zone is not (Prawo wodne art. 16 pkt 34). */
const FLOOD: readonly CheckRow<FloodValue | null>[] = [
  {
    rule: 'FL1',
    when: (flood) => flood === null,
    result: 'unknown',
    detail: () => 'Flood hazard maps do not cover this place; nothing is inferred.',
    basis: ['B15'],
  },
  {
    rule: 'FL2',
    when: (flood) => flood?.q10 === true,
    result: 'warn',
    detail: () =>
      'The parcel reaches into the 10 % (once in 10 years) flood zone: agreement of Wody Polskie and a water-law permit are needed for building there.',
    basis: ['B15'],
  },
  {
    rule: 'FL3',
    when: (flood) => flood?.q100 === true,
    result: 'warn',
    detail: (flood) =>
      `${flood?.q100_share_pct ? pct(flood.q100_share_pct) : 'A part'} of the parcel is in the 1 % flood zone: agreement of Wody Polskie and a water-law permit are needed for building there.`,
    basis: ['B15'],
  },
  {
    rule: 'FL4',
    when: (flood) => flood?.q500 === true,
    result: 'pass',
    detail: () => 'Outside Q100; inside the 0.2 % zone, which carries no permit duty.',
    basis: ['B16'],
  },
  {
    rule: 'FL5',
    when: () => true,
    result: 'pass',
    detail: (flood) =>
      `Outside the mapped flood zones${flood?.map_edition ? ` (edition ${flood.map_edition})` : ''}.`,
    basis: ['B16'],
  },
];

export const checkFlood = (flood: FloodValue | null): Finding => judge(FLOOD, flood);

/** No statutory ban: the starosta keeps the register and agrees the decision (POŚ art. 110a ust. 1). */
const LANDSLIDE: readonly CheckRow<LandslideValue | null>[] = [
  {
    rule: 'LS1',
    when: (landslide) => landslide === null,
    result: 'unknown',
    detail: () => 'No landslide inventory held here.',
    basis: ['B17'],
  },
  {
    rule: 'LS2',
    when: (landslide) => landslide?.present === true && landslide.kinds?.includes('landslide') === true,
    result: 'warn',
    detail: (landslide) =>
      // The count is that of both kinds.
      `${landslide?.count ?? 'At least 1'} mapped ${landslide?.kinds?.includes('threatened_area') ? 'landslide(s) and threatened area(s)' : 'landslide(s)'} on the parcel: starosta's agreement and ground investigation needed.`,
    basis: ['B17'],
  },
  {
    rule: 'LS3',
    when: (landslide) => landslide?.present === true,
    result: 'warn',
    detail: () => "Area threatened by mass movements: starosta's agreement needed.",
    basis: ['B17'],
  },
  {
    rule: 'LS4',
    when: () => true,
    result: 'pass',
    detail: () => 'No landslide or threatened area recorded.',
    basis: ['B17'],
  },
];

export const checkLandslide = (landslide: LandslideValue | null): Finding => judge(LANDSLIDE, landslide);

/** Easements and rights on internal roads are not served: no adjacency is no proof that access is missing. */
const ROAD_ACCESS: readonly CheckRow<RoadAccessValue | null>[] = [
  {
    rule: 'RA4',
    when: (road) => road === null || road.verdict === 'unknown',
    result: 'unknown',
    detail: () => 'Road data are not available here.',
    basis: ['B24'],
  },
  {
    rule: 'RA1',
    when: (road) => road?.verdict === 'pass' && road.via === 'adjacent_public_road_parcel',
    result: 'pass',
    detail: () => 'The parcel adjoins a public-road parcel. An exit permit may still be needed.',
    basis: ['B24'],
  },
  {
    rule: 'RA2',
    when: (road) => road?.verdict === 'pass',
    result: 'pass',
    detail: () =>
      `A road lies within ${LIMITS.public_road_within_m} m; the legal right to use the strip in between is not checked.`,
    basis: ['B24'],
  },
  {
    rule: 'RA3',
    when: (road) => road?.verdict === 'fail',
    result: 'fail',
    detail: (road) =>
      `No public road adjoins${typeof road?.nearest_public_road_m === 'number' ? ` (${road.nearest_public_road_m} m away)` : ''}. Building needs access over an internal road or an easement.`,
    basis: ['B24'],
  },
];

export const checkRoadAccess = (road: RoadAccessValue | null): Finding => judge(ROAD_ACCESS, road);
