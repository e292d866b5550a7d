// What the checks of hazards and surroundings say, one entry a sentence. Agreements of Wody Polskie, the starosta and the
// regional director belong to a zoning decision and are named on that route alone. English.

import { pct } from '../law/shares.ts';
import { counted } from './measures.ts';

const WATER_PERMIT = 'a water-law permit is needed for building there';
const floodNeeds = (byDecision: boolean): string =>
  byDecision
    ? 'agreement of Wody Polskie and a water-law permit are needed for building there'
    : WATER_PERMIT;

export const FLOOD = {
  q10: (byDecision: boolean) =>
    `The parcel reaches into the 10 % (once in 10 years) flood zone: ${floodNeeds(byDecision)}.`,
  q100: (share_pct: number | null, byDecision: boolean) =>
    `${share_pct === null ? 'A part' : pct(share_pct)} of the parcel is in the 1 % flood zone: ${floodNeeds(byDecision)}.`,
  q500: () => 'Outside Q100; inside the 0.2 % zone, which carries no permit duty.',
  outside: (edition: string | null) =>
    `Outside the mapped flood zones${edition === null ? '' : ` (edition ${edition})`}.`,
} as const;

const groundNeeds = (byDecision: boolean): string =>
  byDecision ? "starosta's agreement and ground investigation needed" : 'ground investigation needed';

export const LANDSLIDE = {
  /** The count is that of both kinds. */
  present: (of: { count: number | null; threatened: boolean; byDecision: boolean }) => {
    const mapped = of.threatened
      ? `Landslides and areas threatened by mass movements${of.count === null ? '' : ` (${of.count} together)`} are mapped`
      : of.count === null
        ? 'At least 1 landslide is mapped'
        : `${counted(of.count, 'landslide')} ${of.count === 1 ? 'is' : 'are'} mapped`;
    return `${mapped} on the parcel: ${groundNeeds(of.byDecision)}.`;
  },
  threatened: (byDecision: boolean) =>
    `Area threatened by mass movements: ${byDecision ? "starosta's agreement" : 'ground investigation'} needed.`,
  none: () => 'No landslide or threatened area recorded.',
} as const;

export const ROAD_ACCESS = {
  adjacent: () => 'The parcel adjoins a public-road parcel. An exit permit may still be needed.',
  near: (within_m: number) =>
    `A road lies within ${within_m} m; the legal right to use the strip in between is not checked.`,
  itself: () =>
    'The parcel is itself land of a public road: it needs no access, and nothing else can be built on it before that use has ended.',
  none: (distance_m: number | null) =>
    `No public road adjoins${distance_m === null ? '' : ` (${distance_m} m away)`}. Building needs access over an internal road or an easement.`,
} as const;
