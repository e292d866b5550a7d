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

/** A local plan on a piece of ground, with its designations of it. */
interface PlanHere {
  /** Undefined where its act is not held: it may be in force. */
  readonly plan: Plan | undefined;
  readonly status: PlanStatus | undefined;
  readonly symbols: readonly string[];
}

/** A piece of the parcel, with the local plans that lie there on the day. */
export interface PlannedGround {
  readonly share_pct: number;
  readonly m2: number | null;
  readonly plans: readonly PlanHere[];
}

export const plannedGround = rememberLast(
  (subject: Subject, corpus: Corpus, day: string): readonly PlannedGround[] => {
    const planHere = (plan_id: string, symbols: readonly string[]): PlanHere => {
      const plan = localPlanBy(corpus, plan_id);
      return { plan, status: plan && planStatusOn(day, plan), symbols };
    };
    const pieces = dividedGround(subject);
    if (pieces === null) {
      const facts = localPlanFactsOf(subject).filter(({ share_pct }) => isOnAll(share_pct));
      const plans = facts.map(({ plan, designations }) => {
        const onAll = designations.filter(([, share_pct]) => isOnAll(share_pct));
        return planHere(
          plan,
          onAll.map(([symbol]) => symbol),
        );
      });
      return [{ share_pct: 100, m2: null, plans }];
    }
    return pieces.map(({ share_pct, m2, areas }) => {
      const symbols = new Map<string, string[]>();
      for (const area of areas) {
        if (area[0] !== 'act' && area[0] !== 'use') continue;
        const known = symbols.get(area[1]) ?? [];
        if (area[0] === 'use') known.push(area[2]);
        symbols.set(area[1], known);
      }
      return { share_pct, m2, plans: Array.from(symbols, ([plan_id, named]) => planHere(plan_id, named)) };
    });
  },
);

/** Whether a plan lies there of which no act is held: it may be in force. */
export const isActless = ({ plans }: PlannedGround): boolean => plans.some(({ plan }) => plan === undefined);

type Counting = PlanHere & { readonly plan: Plan };

/** Of the plans of one status on a piece of ground the latest; all of them where they came at once, or nobody knows when. */
function countingHere({ plans }: PlannedGround, status: PlanStatus): readonly Counting[] {
  const here = plans.filter((one): one is Counting => one.status === status);
  if (here.length < 2) return here;
  const days = here.map(({ plan }) => plan.effective_from);
  const latest = days.includes(null) ? null : (days.toSorted().at(-1) ?? null);
  return latest === null ? here : here.filter(({ plan }) => plan.effective_from === latest);
}

/**
 * The designation of a piece of ground by plans of one status; undefined where none lies there. Of two the later counts; where
 * they came at once, or nobody knows when, which of them counts is not known (law §3.4). Null: not published.
 */
export function designationOf(piece: PlannedGround, status: PlanStatus): string | null | undefined {
  let designation: string | null | undefined;
  for (const { symbols } of countingHere(piece, status)) {
    const [symbol = null] = symbols;
    if (symbols.some((other) => other !== symbol)) return null;
    if (designation !== undefined && designation !== symbol) return null;
    designation = symbol;
  }
  return designation;
}

/** How much of the parcel each of them counts on, of pieces that are meant. */
function groundOfPlans(
  pieces: readonly PlannedGround[],
  status: PlanStatus,
  isMeant: (piece: PlannedGround) => boolean = () => true,
): [plan: Plan, share_pct: number][] {
  const shares = new Map<Plan, number>();
  for (const piece of pieces) {
    if (!isMeant(piece)) continue;
    for (const { plan } of countingHere(piece, status))
      shares.set(plan, (shares.get(plan) ?? 0) + piece.share_pct);
  }
  return [...shares];
}

/** The plans of one status that count on some of the parcel, the one with the most ground first: what an amendment replaced is not among them. */
export const countingPlans = rememberLast(
  (subject: Subject, corpus: Corpus, day: string, status: PlanStatus): Plan[] =>
    groundOfPlans(plannedGround(subject, corpus, day), status)
      .filter(([, share_pct]) => share_pct >= SLIVER_PCT)
      .sort(([a, one], [b, other]) => other - one || (a.plan_id < b.plan_id ? -1 : 1))
      .map(([plan]) => plan),
);

/** The plan that gives the most ground a designation. */
export const planDesignating = (
  subject: Subject,
  corpus: Corpus,
  day: string,
  { status, symbol }: { readonly status: PlanStatus; readonly symbol: string },
): Plan | undefined =>
  groundOfPlans(
    plannedGround(subject, corpus, day),
    status,
    (piece) => designationOf(piece, status) === symbol,
  ).sort(([, one], [, other]) => other - one)[0]?.[0];

/** What lies on a parcel: plans of the first status of which there are any. */
export interface LocalPlansHere {
  readonly status: 'in_force' | 'adopted' | 'draft' | 'none';
  readonly plans: readonly Plan[];
  /** Those of which areas lie here and no act is held. */
  readonly actless: readonly string[];
  /** What is in force stands. That nothing more is, needs the others. */
  readonly is_known: boolean;
}

export const localPlansHere = rememberLast(
  (subject: Subject, corpus: Corpus, day: string): LocalPlansHere => {
    const counting = localPlanFactsOf(subject)
      .filter((fact) => fact.share_pct >= SLIVER_PCT)
      .map(({ plan: plan_id }) => ({ plan_id, plan: localPlanBy(corpus, plan_id) }));
    const actless = counting.filter(({ plan }) => plan === undefined).map(({ plan_id }) => plan_id);
    const areAllKnown = knowsLocalPlans(corpus, subject.gmina6, day) && actless.length === 0;
    for (const status of ['in_force', 'adopted', 'draft'] as const) {
      const found = counting.flatMap(({ plan }) =>
        plan && planStatusOn(day, plan) === status ? [plan] : [],
      );
      if (found.length === 0) continue;
      const plans = [...new Set([...countingPlans(subject, corpus, day, status), ...found])];
      return { status, plans, actless, is_known: status === 'in_force' || areAllKnown };
    }
    return { status: 'none', plans: [], actless, is_known: areAllKnown };
  },
);

const localPlanBy = (corpus: Corpus, plan_id: string): Plan | undefined =>
  corpus.planOf('mpzp', plan_id) ?? corpus.planOf('mpzp_symbols', plan_id);

const parseMpzp = rememberLast((text: string): readonly MpzpFact[] => JSON.parse(text));

export const localPlanFactsOf = ({ facts }: Subject): readonly MpzpFact[] =>
  facts.mpzp === null ? [] : parseMpzp(facts.mpzp);
