// The general plan of a place: which register answers for a gmina on a day, by which of its plans, and what is stored of a plan on a
// parcel (spec §2.7, law §3.5). How that is told is layers/pog.ts.

import type { Corpus, Plan } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { rememberLast } from '../remember-last.ts';
import { oncePerGmina } from './once-per-gmina.ts';
import type { Subject } from './subject.ts';

/** The registry comes first; the aggregator's sweep only where the registry holds nothing of the gmina that lives (law §3.5). */
export const POG_REGISTERS = ['pog', 'pog_fallback'] as const;

export type PogLimits = [
  height: number | null,
  coverage: number | null,
  active: number | null,
  intensity: number | null,
];

/** What lies on the parcel of one plan. Names are kept only where they differ from the statute's. */
export interface PogFact {
  readonly source: SourceId;
  readonly plan: string;
  readonly ouz_pct: number;
  readonly zones: readonly [symbol: string, share_pct: number, limits: PogLimits, name?: string][];
}

/** The general plans of a gmina on a day. */
interface PlansOfGmina {
  /** The register that answers: the first with a plan that lives, else with any; null where none has one. */
  readonly source: SourceId | null;
  /** The plan that each register answers by. */
  readonly chosen: ReadonlyMap<SourceId, ChosenPlan | null>;
}

const plansOn = oncePerGmina((corpus, gmina6, day): PlansOfGmina => {
  const held = POG_REGISTERS.filter((source) => corpus.plansOf(source, gmina6).length > 0);
  const chosen = new Map<SourceId, ChosenPlan | null>(
    held.map((source) => [source, choosePlan(corpus.plansOf(source, gmina6), day)]),
  );
  return { source: held.find((source) => chosen.get(source)) ?? held[0] ?? null, chosen };
});

export const pogSourceOf = (corpus: Corpus, gmina6: string, day: string): SourceId | null =>
  plansOn(corpus, gmina6, day).source;

/** The plan that a register answers by; null where none of the gmina lives. */
export const planOfRegister = (
  corpus: Corpus,
  source: SourceId,
  gmina6: string,
  day: string,
): ChosenPlan | null => plansOn(corpus, gmina6, day).chosen.get(source) ?? null;

/**
 * The sweep stands in for the registry where that holds nothing of the gmina that lives (law §3.5). Where the registry is not
 * held at all, as when its answer was refused, it may well hold another plan: then the sweep is told and decides nothing.
 */
export const isSweepAlone = (corpus: Corpus, sourceId: SourceId | null, gmina6: string): boolean =>
  sourceId === 'pog_fallback' &&
  corpus.stateAt('pog', gmina6) === undefined &&
  corpus.plansOf('pog', gmina6).length === 0;

/** Whether a plan of the sweep gives way: another register answers for its gmina. */
export const isSuperseded = ({ source, gmina6 }: Plan, corpus: Corpus, day: string): boolean =>
  source === 'pog_fallback' && pogSourceOf(corpus, gmina6, day) !== source;

/** Those of every register, whichever answers. */
export const generalPlansOf = (corpus: Corpus, gmina6: string): Plan[] =>
  POG_REGISTERS.flatMap((register) => corpus.plansOf(register, gmina6));

export interface ChosenPlan {
  readonly plan: Plan;
  readonly status: 'draft' | 'adopted' | 'in_force';
  /** Another one lives beside it. */
  readonly is_one_of_several: boolean;
}

const RANK = { in_force: 3, adopted: 2, draft: 1 } as const;

/** What binds comes before what will bind, and that before what is being drawn up; the newest of equals. */
export function choosePlan(plans: readonly Plan[], day: string): ChosenPlan | null {
  const alive = plans.flatMap((plan) => {
    const status = planStatusOn(day, plan);
    return status === 'none' ? [] : [{ plan, status }];
  });
  const newest = ({ plan }: (typeof alive)[number]) => `${plan.effective_from ?? ''} ${plan.plan_id}`;
  const [first] = alive.sort((a, b) => RANK[b.status] - RANK[a.status] || (newest(a) < newest(b) ? 1 : -1));
  return first === undefined ? null : { ...first, is_one_of_several: alive.length > 1 };
}

const parsePog = rememberLast((text: string): readonly PogFact[] => JSON.parse(text));

const pogFactsOf = ({ facts }: Subject): readonly PogFact[] =>
  facts.pog === null ? [] : parsePog(facts.pog);

export function pogFactOf(subject: Subject, plan: Plan): PogFact | undefined {
  return pogFactsOf(subject).find((fact) => fact.plan === plan.plan_id && fact.source === plan.source);
}

/** The general plan that answers for a parcel; undefined where none does. */
export function planAnswering({ gmina6 }: Subject, corpus: Corpus, day: string): Plan | undefined {
  const { source, chosen } = plansOn(corpus, gmina6, day);
  return source === null ? undefined : chosen.get(source)?.plan;
}
