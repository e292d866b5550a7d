// Local plans of a place: which are held of a gmina, whether "none here" can be said of it, and which plan counts on each piece of a
// parcel on a day (law §3.4, §3.5). How that is told is layers/mpzp.ts.

import type { PlanStatus } from '../../contract/layers.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { rememberLast } from '../remember-last.ts';
import { dividedGround, isOnAll } from './ground.ts';
import { oncePerGmina } from './once-per-gmina.ts';
import type { Subject } from './subject.ts';

export interface MpzpFact {
  readonly plan: string;
  readonly share_pct: number;
  readonly designations: readonly [symbol: string, share_pct: number][];
}

/** As the registry holds them, and those that only the gmina itself has published. */
export function localPlansOf(corpus: Corpus, gmina6: string): Plan[] {
  const registered = corpus.plansOf('mpzp', gmina6);
  const known = new Set(registered.map((plan) => plan.plan_id));
  return [
    ...registered,
    ...corpus.plansOf('mpzp_symbols', gmina6).filter((plan) => !known.has(plan.plan_id)),
  ];
}

/** What a publication of a gmina says that claims to hold all its local plans (SourceState.publishes). */
export const ALL_LOCAL_PLANS = 'all_local_plans';

/** What a load says of a gmina of which it holds areas of a local plan and not the act (SourceState.publishes). */
export const actlessClaim = (gmina6: string): string => `actless:${gmina6}`;

export const lacksAct = (corpus: Corpus, gmina6: string): boolean =>
  corpus.publishes('mpzp', gmina6, actlessClaim(gmina6));

/**
 * Whether "no local plan here" can be said in a gmina on a day: the register holds one that is in force or adopted, so the
 * gmina has begun to enter them; or its own publication claims to be complete. Drafts and repealed plans prove nothing
 * (law §3.5), and no plan of now may lack its outline or its act.
 */
export const knowsLocalPlans = oncePerGmina((corpus, gmina6, day): boolean => {
  if (planWithoutPlace(corpus, gmina6, day) || lacksAct(corpus, gmina6)) return false;
  return hasEntered(corpus, gmina6, day) || corpus.publishes('mpzp_symbols', gmina6, ALL_LOCAL_PLANS);
});

/** A local plan of now whose outline is not held: it may lie on any ground of the gmina. */
export const planWithoutPlace = (corpus: Corpus, gmina6: string, day: string): Plan | undefined =>
  corpus
    .plansOf('mpzp', gmina6)
    .find((plan) => (plan.lacks_zones ?? 0) > 0 && ['in_force', 'adopted'].includes(planStatusOn(day, plan)));

export const hasEntered = (corpus: Corpus, gmina6: string, day: string): boolean =>
  corpus.plansOf('mpzp', gmina6).some((plan) => ['in_force', 'adopted'].includes(planStatusOn(day, plan)));

/** A piece of the parcel, with the local plans that lie there and how each designates it. */
export interface PlannedGround {
  readonly share_pct: number;
  readonly m2: number | null;
  readonly plans: ReadonlyMap<string, readonly string[]>;
}

export const plannedGround = rememberLast((subject: Subject): readonly PlannedGround[] => {
  const pieces = dividedGround(subject);
  if (pieces === null) {
    const facts = localPlanFactsOf(subject).filter(({ share_pct }) => isOnAll(share_pct));
    const plans = facts.map(({ plan, designations }) => {
      const symbols = designations.filter(([, share_pct]) => isOnAll(share_pct)).map(([symbol]) => symbol);
      return [plan, symbols] as const;
    });
    return [{ share_pct: 100, m2: null, plans: new Map(plans) }];
  }
  return pieces.map(({ share_pct, m2, areas }) => {
    const plans = new Map<string, string[]>();
    for (const area of areas) {
      if (area[0] === 'act') plans.set(area[1], plans.get(area[1]) ?? []);
      if (area[0] === 'use') plans.set(area[1], [...(plans.get(area[1]) ?? []), area[2]]);
    }
    return { share_pct, m2, plans };
  });
});

/** Whether a plan lies there of which no act is held: it may be in force. */
export const isActless = ({ plans }: PlannedGround, corpus: Corpus): boolean =>
  plans.keys().some((plan_id) => localPlanBy(corpus, plan_id) === undefined);

/** Of the plans of one status on a piece of ground the latest; all of them where they came at once, or nobody knows when. */
function countingHere({ plans }: PlannedGround, corpus: Corpus, day: string, status: PlanStatus) {
  const here = [...plans].flatMap(([plan_id, symbols]) => {
    const plan = localPlanBy(corpus, plan_id);
    return plan && planStatusOn(day, plan) === status ? [{ plan, symbols }] : [];
  });
  if (here.length < 2) return here;
  const days = here.map(({ plan }) => plan.effective_from);
  const latest = days.includes(null) ? null : (days.toSorted().at(-1) ?? null);
  return latest === null ? here : here.filter(({ plan }) => plan.effective_from === latest);
}

/**
 * The designation of a piece of ground by plans of one status; undefined where none lies there. Of two the later counts; where
 * they came at once, or nobody knows when, which of them counts is not known (law §3.4). Null: not published.
 */
export function designationOf(
  piece: PlannedGround,
  corpus: Corpus,
  day: string,
  status: PlanStatus,
): string | null | undefined {
  const counting = countingHere(piece, corpus, day, status);
  if (counting.length === 0) return undefined;
  const told = counting.flatMap((one): (string | null)[] =>
    one.symbols.length === 0 ? [null] : [...one.symbols],
  );
  const symbols = new Set(told);
  const [only = null, ...more] = symbols;
  return more.length === 0 ? only : null;
}

/** The plans of one status that count on some of the parcel, the one with the most ground first: what an amendment replaced is not among them. */
export function countingPlans(subject: Subject, corpus: Corpus, day: string, status: PlanStatus): Plan[] {
  const shares = new Map<Plan, number>();
  for (const piece of plannedGround(subject))
    for (const { plan } of countingHere(piece, corpus, day, status))
      shares.set(plan, (shares.get(plan) ?? 0) + piece.share_pct);
  return [...shares]
    .filter(([, share_pct]) => share_pct >= SLIVER_PCT)
    .sort(([a, one], [b, other]) => other - one || (a.plan_id < b.plan_id ? -1 : 1))
    .map(([plan]) => plan);
}

/** The plan that gives the most ground a designation. */
export function planDesignating(
  subject: Subject,
  corpus: Corpus,
  day: string,
  { status, symbol }: { readonly status: PlanStatus; readonly symbol: string },
): Plan | undefined {
  const shares = new Map<Plan, number>();
  for (const piece of plannedGround(subject)) {
    if (designationOf(piece, corpus, day, status) !== symbol) continue;
    for (const { plan } of countingHere(piece, corpus, day, status))
      shares.set(plan, (shares.get(plan) ?? 0) + piece.share_pct);
  }
  return [...shares].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** What lies on a parcel: plans of the first status of which there are any. */
export interface LocalPlansHere {
  readonly status: 'in_force' | 'adopted' | 'draft' | 'none';
  readonly plans: readonly Plan[];
  /** Those of which areas lie here and no act is held. */
  readonly actless: readonly string[];
  /** What is in force stands. That nothing more is, needs the others. */
  readonly is_known: boolean;
}

export function localPlansHere(subject: Subject, corpus: Corpus, day: string): LocalPlansHere {
  const counting = localPlanFactsOf(subject).filter((fact) => fact.share_pct >= SLIVER_PCT);
  const actless = counting.flatMap(({ plan }) => (localPlanBy(corpus, plan) ? [] : [plan]));
  const areAllKnown = knowsLocalPlans(corpus, subject.gmina6, day) && actless.length === 0;
  for (const status of ['in_force', 'adopted', 'draft'] as const) {
    const found = counting.flatMap(({ plan: plan_id }) => {
      const plan = localPlanBy(corpus, plan_id);
      return plan && planStatusOn(day, plan) === status ? [plan] : [];
    });
    if (found.length === 0) continue;
    const plans = [...new Set([...countingPlans(subject, corpus, day, status), ...found])];
    return { status, plans, actless, is_known: status === 'in_force' || areAllKnown };
  }
  return { status: 'none', plans: [], actless, is_known: areAllKnown };
}

const localPlanBy = (corpus: Corpus, plan_id: string): Plan | undefined =>
  corpus.planOf('mpzp', plan_id) ?? corpus.planOf('mpzp_symbols', plan_id);

const parseMpzp = rememberLast((text: string): readonly MpzpFact[] => JSON.parse(text));

export const localPlanFactsOf = ({ facts }: Subject): readonly MpzpFact[] =>
  facts.mpzp === null ? [] : parseMpzp(facts.mpzp);
