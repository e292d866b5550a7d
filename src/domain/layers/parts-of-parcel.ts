// The parts of a parcel on a day: which general plan answers, which local plans are in force and which of them counts where two
// lie, read into the pieces of ground that ingest worked out (law §3.4; layers/ground.ts).

import type { Corpus, Plan } from '../corpus/corpus.ts';
import { heldPartsOf } from '../corpus/held-parts.ts';
import { type LocalPlanHere, type Part, type ToldParts, toldParts } from '../law/parts.ts';
import { rememberLast } from '../remember-last.ts';
import { isSweepAlone, planAnswering, pogFactOf } from './general-plan.ts';
import { dividedGround, type GroundArea, type GroundHere, isOnAll } from './ground.ts';
import {
  designationOf,
  isActless,
  knowsLocalPlans,
  localPlansHere,
  type PlannedGround,
  plannedGround,
} from './local-plans.ts';
import { formsOf } from './protected.ts';
import type { Subject } from './subject.ts';

/** Null where the ground is not yet worked out. */
export const partsOf = rememberLast((subject: Subject, corpus: Corpus, day: string): Part[] | null => {
  if (!corpus.isComputed('ground', subject.place)) return null;
  const zoneOn = zonesOn(subject, corpus, day);
  const pieces = dividedGround(subject);
  // Where the gmina has entered no local plan that lives, and beside a plan without its act, there may be one.
  const isKnown = knowsLocalPlans(corpus, subject.gmina6, day);
  const planOn = (planned: PlannedGround): LocalPlanHere => {
    const symbol = designationOf(planned, 'in_force');
    if (symbol !== undefined) return { symbol };
    return isKnown && !isActless(planned) ? 'none' : 'unknown';
  };
  return plannedGround(subject, corpus, day).map((planned, at) => {
    const { zone, in_ouz, in_reserve } = zoneOn(pieces?.[at] ?? null);
    const { share_pct, m2 } = planned;
    return { share_pct, m2, plan: planOn(planned), zone, in_ouz, in_reserve };
  });
});

/** As the checks tell them; null where the ground is not yet worked out, or nothing divides it. */
export function toldPartsOf(subject: Subject, corpus: Corpus, day: string): ToldParts | null {
  if (dividedGround(subject) === null) return null;
  const parts = partsOf(subject, corpus, day);
  if (parts === null) return null;
  const local = localPlansHere(subject, corpus, day);
  const plan = planAnswering(subject, corpus, day);
  return toldParts(
    parts,
    local.is_known ? local.status : null,
    plan !== undefined && !isSweepAlone(corpus, plan.source, subject.gmina6),
  );
}

type General = Pick<Part, 'zone' | 'in_ouz' | 'in_reserve'>;

/** By the general plan that answers. A piece is null where nothing divides the parcel. */
function zonesOn(subject: Subject, corpus: Corpus, day: string): (piece: GroundHere | null) => General {
  const plan = planAnswering(subject, corpus, day);
  // Of the ground outside the infill areas that are held nothing is known, unless all are.
  const outside = plan && heldPartsOf(plan).all_ouz ? false : null;
  return (piece) => {
    const { zones, isInfill, in_reserve } = piece === null ? onAll(subject, plan) : onPiece(piece, plan);
    const [zone = null, ...more] = zones;
    return {
      // Ground that a plan draws in two zones has none that is known to count.
      zone: more.length === 0 ? zone : null,
      in_ouz: isInfill || outside,
      in_reserve,
    };
  };
}

interface Drawn {
  readonly zones: readonly string[];
  readonly isInfill: boolean;
  readonly in_reserve: boolean;
}

function onPiece({ areas }: GroundHere, plan: Plan | undefined): Drawn {
  const isOfPlan = (area: GroundArea) =>
    (area[0] === 'zone' || area[0] === 'ouz') && area[1] === plan?.source && area[2] === plan.plan_id;
  return {
    zones: areas.flatMap((area) => (area[0] === 'zone' && isOfPlan(area) ? [area[3]] : [])),
    isInfill: areas.some((area) => area[0] === 'ouz' && isOfPlan(area)),
    in_reserve: areas.some(([kind]) => kind === 'reserve'),
  };
}

function onAll(subject: Subject, plan: Plan | undefined): Drawn {
  const fact = plan && pogFactOf(subject, plan);
  const zones = fact?.zones.filter(([, share_pct]) => isOnAll(share_pct)) ?? [];
  return {
    zones: zones.map(([symbol]) => symbol),
    isInfill: fact !== undefined && isOnAll(fact.ouz_pct),
    in_reserve: formsOf(subject).some(
      ([type, , , share_pct]) => type === 'rezerwat' && share_pct !== null && isOnAll(share_pct),
    ),
  };
}
