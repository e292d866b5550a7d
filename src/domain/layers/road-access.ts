// Access to a public road, as far as it shows on the ground: a road parcel next door, or a road near by. Rights of way
// over the land of others are in no open register. The rules are those of spec §2.7 and §8.

import type { Language } from '../../contract/language.ts';
import type { RoadAccessValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { lacksClaim, leftOutClaim } from '../corpus/lacking-classes.ts';
import { ROAD_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { Nearby, ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { heldOrNot } from './place-held.ts';
import { holdsRoad, readLandUse, soilFactOf } from './soil.ts';
import type { Subject } from './subject.ts';

/** null: no road at all within the search. */
export interface RoadAccessFact {
  /** The parcel is a road under a public road itself, or adjoins such a parcel. */
  readonly by: 'own' | 'adjacent' | null;
  readonly nearest_m: number | null;
  /** Along how much of the boundary nothing is held; only where that may matter. */
  readonly open_m: number;
  /** How far the nearest road lies that may be public and may not, where it is nearer than any that is; else absent. */
  readonly doubtful_m?: number;
}

const SEARCH_M = 1_000;
/** An exit fits a gap of this width: the least carriageway of an access road (§ 14 WT). Less is a fault of the map. */
const LEAST_OPEN_M = 3;

type Around = Pick<Vicinity<'road'>, 'within' | 'neighbours' | 'open_boundary_m'>;

export function collectRoadAccess(parcel: ParcelGround, around: Around): RoadAccessFact | null {
  const nearest = nearestPublicRoad(around);
  const nearest_m = nearest === undefined ? null : Math.round(nearest.distance_m * 100) / 100;
  const by = nearest === undefined ? null : accessBy(parcel, around, nearest);
  const isPassed = by !== null || isNear(nearest_m);
  // Access is proved by a road that is public; that road land is not that of one, is not.
  const doubtful =
    isPassed && (by === 'own' || !isRoadLand(parcel.land_use)) ? {} : doubtfulRoad(around, nearest);
  if (isPassed) return { by, nearest_m, open_m: 0, ...doubtful };
  if (nearest === undefined && around.within('road', SEARCH_M).length === 0) return null;
  const open_m = Math.round(around.open_boundary_m * 100) / 100;
  return { by, nearest_m, open_m, ...doubtful };
}

function doubtfulRoad(
  { within }: Pick<Around, 'within'>,
  nearest: Nearby | undefined,
): Pick<RoadAccessFact, 'doubtful_m'> {
  const reach_m = nearest?.distance_m ?? SEARCH_M;
  const road = STEPS_M.values()
    .map((step_m) => within('road', step_m).find(isDoubtful))
    .find((found) => found !== undefined);
  return road === undefined || road.distance_m >= reach_m
    ? {}
    : { doubtful_m: Math.round(road.distance_m * 100) / 100 };
}

/** Most parcels have a road at hand: the search widens step by step for the others. */
const STEPS_M = [LIMITS.public_road_within_m, 100, 300, SEARCH_M];

function nearestPublicRoad({ within }: Pick<Around, 'within'>): Nearby | undefined {
  for (const step_m of STEPS_M) {
    const nearest = within('road', step_m).find(isPublic);
    if (nearest) return nearest;
  }
  return undefined;
}

function accessBy(parcel: ParcelGround, around: Around, nearest: Nearby): RoadAccessFact['by'] {
  if (isRoadLand(parcel.land_use) && nearest.distance_m === 0) return 'own';
  const adjoins = around.neighbours('road', isRoadLand).some((next) => next.lines.some(isPublic));
  return adjoins ? 'adjacent' : null;
}

const isPublic = ({ attributes }: Nearby): boolean => attributes.public === true;
/** Its category or its existence is not told. */
const isDoubtful = ({ attributes }: Nearby): boolean => attributes.public === null;
const isNear = (distance_m: number | null) =>
  distance_m !== null && distance_m <= LIMITS.public_road_within_m;

/** Land under roads, alone or beside other uses: dr in the EGiB regulation (Dz.U. 2024 poz. 219 § 9). */
function isRoadLand(land_use: string | null): boolean {
  // Asked of every parcel next door, and nearly all of them are no roads.
  return land_use?.includes('dr') === true && holdsRoad(readLandUse(land_use));
}

const NONE: RoadAccessValue = { verdict: 'fail', via: null, nearest_public_road_m: null };

export function answerRoadAccess(subject: Subject, corpus: Corpus): LayerAnswer<'road_access'> {
  const { language } = corpus;
  const source = corpus.sourceAt('bdot10k', subject.place);
  if (!corpus.publishes('bdot10k', subject.place, 'road'))
    return notCovered(source, ROAD_NOTES.notHeld[language]);
  if (!corpus.isComputed('road_access', subject.place))
    return notComputed(source, ROAD_NOTES.notComputed[language]);
  const fact: RoadAccessFact | null =
    subject.facts.road_access === null ? null : JSON.parse(subject.facts.road_access);
  const { verdict, via, note } = judge(fact, corpus.publishesLandUse(subject.place), language);
  // A road that is held gives access whatever else is missing; that none does, or that road land is no road, needs them all.
  const isProved = verdict === 'pass' && !holdsRoad(soilFactOf(subject));
  const holds = (claim: string) => corpus.publishes('bdot10k', subject.place, claim);
  if (!isProved && holds(lacksClaim('road')))
    return notCovered(source, `${ROAD_NOTES.axesAlone[language]} ${note}`);
  if (!isProved && holds(leftOutClaim('road')))
    return notCovered(source, `${ROAD_NOTES.leftOut[language]} ${note}`);
  if (fact === null) return coveredNoData(source, NONE, note);
  return covered(source, { verdict, via, nearest_public_road_m: fact.nearest_m }, note);
}

/** Without land use no parcel next door can be told to be a road: that one adjoins is neither said nor denied (law §3.6). */
function judge(
  fact: RoadAccessFact | null,
  isLandUseKnown: boolean,
  language: Language,
): Pick<RoadAccessValue, 'verdict'> & {
  via: NonNullable<RoadAccessValue['via']> | null;
  note: string;
} {
  if (fact === null) return { verdict: 'fail', via: null, note: ROAD_NOTES.noRoad[language](SEARCH_M) };
  const { by, nearest_m, open_m, doubtful_m } = fact;
  if (doubtful_m !== undefined)
    return { verdict: 'unknown', via: null, note: ROAD_NOTES.doubtful[language](doubtful_m) };
  if (by === 'own') return { verdict: 'pass', via: null, note: ROAD_NOTES.itself[language] };
  if (by === 'adjacent')
    return { verdict: 'pass', via: 'adjacent_public_road_parcel', note: ROAD_NOTES.adjacent[language] };
  if (isNear(nearest_m)) {
    const via = 'bdot_road_within_30m';
    if (nearest_m === 0) return { verdict: 'pass', via, note: ROAD_NOTES.across[language] };
    const near = ROAD_NOTES.near[language](LIMITS.public_road_within_m);
    return {
      verdict: 'pass',
      via,
      note: isLandUseKnown ? near : `${near} ${ROAD_NOTES.noLandUse[language]}`,
    };
  }
  const far =
    nearest_m === null ? ROAD_NOTES.noPublicRoad[language](SEARCH_M) : ROAD_NOTES.far[language](nearest_m);
  const unseen = [
    // With no public road for so far, none adjoins whatever the land next door is.
    ...(isLandUseKnown || nearest_m === null ? [] : [ROAD_NOTES.noLandUse[language]]),
    // A road beyond the edge of what is loaded would not be seen.
    ...(open_m < LEAST_OPEN_M ? [] : [ROAD_NOTES.openBoundary[language](open_m)]),
  ];
  return { verdict: unseen.length === 0 ? 'fail' : 'unknown', via: null, note: [far, ...unseen].join(' ') };
}

export const roadAccessLayer = {
  key: 'road_access',
  answered_from: ['bdot10k'],
  // By its land use the cadastre tells which parcels next door are roads.
  aided_by: ['egib'],
  evidence: { road: SEARCH_M },
  collect: collectRoadAccess,
  answer: answerRoadAccess,
  events: [
    {
      event: 'road_access_changed',
      tell: (value) => value,
      // A road surveyed anew a step to the side is no change of access.
      by: ({ verdict, via }) => `${verdict} ${via ?? ''}`,
    },
  ],
  coverageInGmina: (source, gmina6, corpus) =>
    heldOrNot(source === 'egib' ? corpus.publishesLandUse(gmina6) : corpus.publishes(source, gmina6, 'road')),
  coverageBeside: (_source, subject, corpus) => heldOrNot(corpus.publishesLandUse(subject.place)),
} satisfies FactLayerDefinition<'road_access', 'road'>;
