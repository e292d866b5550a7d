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

/** The register that answers for a gmina on a day: the first with a plan that lives, else with any; null where none has one. */
export const pogSourceOf = (corpus: Corpus, gmina6: string, day: string): SourceId | null =>
  answeringFor(corpus, gmina6, day).source;

/** That register, and the plan that it answers by. */
const answeringFor = oncePerGmina(
  (corpus, gmina6, day): { readonly source: SourceId | null; readonly plan: Plan | undefined } => {
    const chosen = POG_REGISTERS.flatMap((source) => {
      const plans = corpus.plansOf(source, gmina6);
      return plans.length === 0 ? [] : [{ source, plan: choosePlan(plans, day)?.plan }];
    });
    return chosen.find(({ plan }) => plan) ?? chosen[0] ?? { source: null, plan: undefined };
  },
);

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
}

const RANK = { in_force: 3, adopted: 2, draft: 1 } as const;

/** What binds comes before what will bind, and that before what is being drawn up; the newest of equals. */
export function choosePlan(plans: readonly Plan[], day: string): ChosenPlan | null {
  const alive = plans.flatMap((plan): ChosenPlan[] => {
    const status = planStatusOn(day, plan);
    return status === 'none' ? [] : [{ plan, status }];
  });
  const newest = ({ plan }: ChosenPlan) => `${plan.effective_from ?? ''} ${plan.plan_id}`;
  return alive.sort((a, b) => RANK[b.status] - RANK[a.status] || (newest(a) < newest(b) ? 1 : -1))[0] ?? null;
}

const parsePog = rememberLast((text: string): readonly PogFact[] => JSON.parse(text));

const pogFactsOf = ({ facts }: Subject): readonly PogFact[] =>
  facts.pog === null ? [] : parsePog(facts.pog);

export function pogFactOf(subject: Subject, plan: Plan): PogFact | undefined {
  return pogFactsOf(subject).find((fact) => fact.plan === plan.plan_id && fact.source === plan.source);
}

/** The general plan that answers for a parcel; undefined where none does. */
export const planAnswering = ({ gmina6 }: Subject, corpus: Corpus, day: string): Plan | undefined =>
  answeringFor(corpus, gmina6, day).plan;
