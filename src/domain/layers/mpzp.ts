// Local plans (miejscowe plany): which acts lie on the parcel, on how much of it, with which symbol where one is
// published. Facts from outlines and designations; the answer for a day (spec §2.7).

import type { LayerAnswer, MpzpValue, PlanStatus } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { mayLackLocalPlans } from '../law/calendar.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { heldOrNot, holdsPlace } from './place-held.ts';
import { gminaName, type Subject } from './subject.ts';

const EVIDENCE = { mpzp_act: 0, mpzp_area: 0 };

export interface MpzpFact {
  readonly plan: string;
  readonly share_pct: number;
  readonly designations: readonly [symbol: string, share_pct: number][];
}

export function collectMpzp(
  parcel: ParcelGround,
  { overlaps }: Pick<Vicinity, 'overlaps'>,
): MpzpFact[] | null {
  const byPlan = Map.groupBy(overlaps, (overlap) => String(overlap.attributes.plan));
  const facts = [...byPlan].map(([plan, items]): MpzpFact => {
    const sum = (role: keyof typeof EVIDENCE) =>
      items.filter((item) => item.role === role).reduce((total, item) => total + (item.overlap_m2 ?? 0), 0);
    // Where a plan comes without an outline, its designations show where it lies.
    const [share_pct = 0] = sharesOf([Math.max(sum('mpzp_act'), sum('mpzp_area'))], parcel.area_m2);
    return { plan, share_pct, designations: designationsOf(parcel, items) };
  });
  const told = facts.filter((fact) => fact.share_pct > 0);
  return told.length === 0
    ? null
    : told.sort((a, b) => b.share_pct - a.share_pct || (a.plan < b.plan ? -1 : 1));
}

function designationsOf(parcel: ParcelGround, items: readonly Overlap[]): [string, number][] {
  const bySymbol = new Map<string, number>();
  for (const item of items) {
    if (item.role !== 'mpzp_area') continue;
    const symbol = String(item.attributes.symbol);
    bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + (item.overlap_m2 ?? 0));
  }
  const shares = sharesOf([...bySymbol.values()], parcel.area_m2);
  return [...bySymbol.keys()]
    .map((symbol, at): [string, number] => [symbol, shares[at] ?? 0])
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

export const EMPTY_MPZP: MpzpValue = { status: 'none', symbol: null, plans: [], effective_from: null };

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

/**
 * Whether "no local plan here" can be said in a gmina on a day: the register holds one that is in force or adopted, so the
 * gmina has begun to enter them; or its own publication claims to be complete. Drafts and repealed plans prove nothing
 * (law §3.5).
 */
export function knowsLocalPlans(corpus: Corpus, gmina6: string, day: string): boolean {
  return hasEntered(corpus, gmina6, day) || corpus.publishes('mpzp_symbols', gmina6, ALL_LOCAL_PLANS);
}

const hasEntered = (corpus: Corpus, gmina6: string, day: string): boolean =>
  corpus.plansOf('mpzp', gmina6).some((plan) => ['in_force', 'adopted'].includes(planStatusOn(day, plan)));

interface PlanHere {
  readonly plan: Plan;
  readonly fact: MpzpFact;
  readonly status: PlanStatus;
}

const factsOf = (subject: Subject): MpzpFact[] =>
  subject.facts.mpzp === null ? [] : JSON.parse(subject.facts.mpzp);

export function answerMpzp(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'mpzp'> {
  const source = corpus.sourceAt('mpzp', subject.gmina6);
  const isKnown = knowsLocalPlans(corpus, subject.gmina6, day);
  if (!isKnown && localPlansOf(corpus, subject.gmina6).length === 0) {
    const held = corpus.stateAt('mpzp', subject.gmina6) !== undefined;
    const note = held
      ? `Rejestr Urbanistyczny holds no local plan of ${gminaName(subject)}; nothing is inferred from that.`
      : 'Local-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.';
    return notCovered(source, note);
  }
  if (!corpus.isComputed('mpzp', subject.place)) {
    return notComputed(source, 'Local plans are held; which of them lie here is not yet worked out.');
  }
  const counting = factsOf(subject).filter((fact) => fact.share_pct >= SLIVER_PCT);
  const planOf = ({ plan }: MpzpFact) => corpus.planOf('mpzp', plan) ?? corpus.planOf('mpzp_symbols', plan);
  const here = counting.flatMap((fact): PlanHere[] => {
    const plan = planOf(fact);
    return plan ? [{ plan, fact, status: planStatusOn(day, plan) }] : [];
  });
  const actless = counting.filter((fact) => planOf(fact) === undefined);
  for (const status of ['in_force', 'adopted', 'draft'] as const) {
    const plans = here.filter((item) => item.status === status);
    if (plans.length === 0) continue;
    const value = describeHere(status, plans);
    const note = noteOf(value, plans);
    // What is in force here stands. That nothing more is, needs the others.
    if (status === 'in_force' || (isKnown && actless.length === 0)) return covered(source, value, note);
    return notCovered(source, `${note} ${isKnown ? noAct(actless) : noneEntered(subject)}`);
  }
  if (actless.length > 0) return notCovered(source, noAct(actless));
  if (!isKnown) return notCovered(source, noneEntered(subject));
  const where = hasEntered(corpus, subject.gmina6, day)
    ? `${source.title}${mayLackLocalPlans(day) ? ', as entered by the gmina; the register may still be incomplete' : ''}`
    : "the gmina's own publication, which claims to be complete";
  return coveredNoData(source, EMPTY_MPZP, `No local plan lies on this parcel in ${where}.`);
}

const noAct = (facts: readonly MpzpFact[]): string =>
  `Designations of ${facts.map(({ plan }) => plan).join(', ')} lie here, and no act of it is held: whether it is in force is not known.`;

const noneEntered = (subject: Subject): string =>
  `Rejestr Urbanistyczny holds no local plan of ${gminaName(subject)} that is in force or adopted; nothing is inferred from that.`;

/** Of the designations that gminy publish by themselves: whether one lies here, in a plan of any status. */
function coverageOfSymbols(subject: Subject, corpus: Corpus): Coverage {
  if (!corpus.stateAt('mpzp_symbols', subject.gmina6)) return 'not_covered';
  if (!corpus.isComputed('mpzp', subject.place)) return 'not_computed';
  const isDesignated = factsOf(subject).some(({ designations }) => designations.length > 0);
  return isDesignated ? 'covered' : 'covered_no_data';
}

function describeHere(status: PlanStatus, here: readonly PlanHere[]): MpzpValue {
  const [first] = here;
  const share = here.reduce((sum, { fact }) => sum + fact.share_pct, 0);
  const [designation] = here.flatMap(({ fact }) => fact.designations).sort((a, b) => b[1] - a[1]);
  return {
    status,
    effective_from: status === 'draft' ? null : (first?.plan.effective_from ?? null),
    symbol: designation?.[0] ?? null,
    share_pct: Math.min(100, Math.round(share * 100) / 100),
    plans: here.map(({ plan }) => ({
      plan_id: plan.plan_id,
      name: plan.title,
      adopted_on: plan.adopted_on,
      resolution_url: plan.resolution_url,
    })),
  };
}

function noteOf(value: MpzpValue, here: readonly PlanHere[]): string {
  const name = here.map(({ plan }) => plan.title ?? plan.plan_id).join('; ');
  const words = {
    in_force: `Local plan in force${value.effective_from ? ` since ${value.effective_from}` : ''}: ${name}.`,
    adopted: `Local plan adopted, in force from ${value.effective_from ?? 'a day not published'}: ${name}.`,
    draft: `Local plan in preparation: ${name}.`,
    none: '',
  };
  const sentences = [words[value.status]];
  if (value.symbol === null) {
    sentences.push('Its designation for this parcel is not published in machine-readable form.');
  }
  const designations = here.flatMap(({ fact }) => fact.designations);
  if (designations.length > 1) {
    sentences.push(
      `Designations here: ${designations.map(([symbol, share]) => `${symbol} ${share} %`).join(', ')}.`,
    );
  }
  return sentences.join(' ');
}

export const mpzpLayer = {
  key: 'mpzp',
  answered_from: ['mpzp'],
  aided_by: ['mpzp_symbols'],
  evidence: EVIDENCE,
  collect: collectMpzp,
  answer: answerMpzp,
  events: [
    {
      event: 'mpzp_status_changed',
      tell: ({ status, effective_from, plans }) => ({
        status,
        effective_from,
        plans: plans.map(({ plan_id, name }) => ({ plan_id, name })),
      }),
    },
    {
      event: 'mpzp_symbol_changed',
      tell: ({ symbol, share_pct }) => ({ symbol, share_pct: share_pct ?? null }),
    },
  ],
  coverageInGmina: (source, gmina6, corpus, day) =>
    heldOrNot(
      source === 'mpzp_symbols'
        ? holdsPlace(source, gmina6, corpus)
        : knowsLocalPlans(corpus, gmina6, day) ||
            localPlansOf(corpus, gmina6).some((plan) => planStatusOn(day, plan) === 'in_force'),
    ),
  coverageBeside: (source, subject, corpus, day) =>
    source === 'mpzp_symbols'
      ? coverageOfSymbols(subject, corpus)
      : answerMpzp(subject, corpus, day).coverage,
} satisfies FactLayerDefinition<'mpzp'>;
