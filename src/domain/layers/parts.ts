// The parts of a parcel on a day: which general plan answers, which local plans are in force and which of them counts where two
// lie, read into the pieces of ground that ingest worked out (law §3.4; layers/ground.ts).

import type { Corpus, Plan } from '../corpus/corpus.ts';
import type { Part } from '../law/parts.ts';
import { dividedGround, type GroundArea, type GroundHere, isOnAll } from './ground.ts';
import { designationOf, plannedGround } from './mpzp.ts';
import { choosePlan, outsideOuz, pogFactOf, pogSourceOf } from './pog.ts';
import { formsOf } from './protected.ts';
import type { Subject } from './subject.ts';

/** Null where the ground is not yet worked out. */
export function partsOf(subject: Subject, corpus: Corpus, day: string): Part[] | null {
  if (!corpus.isComputed('ground', subject.place)) return null;
  const zoneOn = zonesOn(subject, corpus, day);
  const pieces = dividedGround(subject);
  return plannedGround(subject).map((planned, at) => {
    const symbol = designationOf(planned, corpus, day, 'in_force');
    return {
      share_pct: planned.share_pct,
      m2: planned.m2,
      plan: symbol === undefined ? 'none' : { symbol },
      ...zoneOn(pieces?.[at] ?? null),
    };
  });
}

type General = Pick<Part, 'zone' | 'in_ouz' | 'in_reserve'>;

/** By the general plan that answers. A piece is null where nothing divides the parcel. */
function zonesOn(subject: Subject, corpus: Corpus, day: string): (piece: GroundHere | null) => General {
  const source = pogSourceOf(corpus, subject.gmina6);
  const plan = source === null ? undefined : choosePlan(corpus.plansOf(source, subject.gmina6), day)?.plan;
  return (piece) => {
    const { zones, isInfill, in_reserve } = piece === null ? onAll(subject, plan) : onPiece(piece, plan);
    const [zone = null, ...more] = zones;
    return {
      // Ground that a plan draws in two zones has none that is known to count.
      zone: more.length === 0 ? zone : null,
      in_ouz: plan === undefined ? null : isInfill || outsideOuz(plan),
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
