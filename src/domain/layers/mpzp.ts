// Local plans (miejscowe plany): which acts lie on the parcel, on how much of it, with which symbol where one is
// published. Facts from outlines and designations; the answer for a day (spec §2.7).

import type { LayerAnswer, MpzpValue, PlanStatus } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { unitedArea } from './overlap-share.ts';
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
  around: Pick<Vicinity, 'overlaps' | 'divide'>,
): MpzpFact[] | null {
  const byPlan = Map.groupBy(around.overlaps, (overlap) => String(overlap.attributes.plan));
  const facts = [...byPlan].map(([plan, items]): MpzpFact => {
    // Where a plan comes without an outline, its designations show where it lies.
    const [share_pct = 0] = sharesOf([unitedArea(items, around)], parcel.area_m2);
    return { plan, share_pct, designations: designationsOf(parcel, items, around) };
  });
  const told = facts.filter((fact) => fact.share_pct > 0);
  return told.length === 0
    ? null
    : told.sort((a, b) => b.share_pct - a.share_pct || (a.plan < b.plan ? -1 : 1));
}

/** Ground that a plan designates in two ways is in neither: which of them counts is not known (law §3.4). */
function designationsOf(
  parcel: ParcelGround,
  items: readonly Overlap[],
  { divide }: Pick<Vicinity, 'divide'>,
): [string, number][] {
  const areas = items.filter(({ role }) => role === 'mpzp_area');
  const bySymbol = Map.groupBy(areas, ({ attributes }) => String(attributes.symbol));
  const symbols = [...bySymbol.keys()];
  const areas_m2 = symbols.map(() => 0);
  for (const { within, m2 } of divide([...bySymbol.values()])) {
    const [only, ...more] = within;
    if (only !== undefined && more.length === 0) areas_m2[only] = (areas_m2[only] ?? 0) + m2;
  }
  const shares = sharesOf(areas_m2, parcel.area_m2);
  return symbols
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

interface PlanHere {
  readonly plan: Plan;
  readonly fact: MpzpFact;
  readonly status: PlanStatus;
}

const factsOf = (subject: Subject): MpzpFact[] =>
  subject.facts.mpzp === null ? [] : JSON.parse(subject.facts.mpzp);

export function answerMpzp(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'mpzp'> {
  const source = corpus.sourceAt('mpzp', subject.gmina6);
  if (localPlansOf(corpus, subject.gmina6).length === 0) {
    const held = corpus.stateAt('mpzp', subject.gmina6) !== undefined;
    const note = held
      ? `Rejestr Urbanistyczny holds no local plan of ${gminaName(subject)}; nothing is inferred from that.`
      : 'Local-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.';
    return notCovered(source, note);
  }
  if (!corpus.isComputed('mpzp', subject.place)) {
    return notComputed(source, 'Local plans are held; which of them lie here is not yet worked out.');
  }
  const here = factsOf(subject).flatMap((fact): PlanHere[] => {
    const plan = corpus.planOf('mpzp', fact.plan) ?? corpus.planOf('mpzp_symbols', fact.plan);
    return plan && fact.share_pct >= SLIVER_PCT ? [{ plan, fact, status: planStatusOn(day, plan) }] : [];
  });
  for (const status of ['in_force', 'adopted', 'draft'] as const) {
    const plans = here.filter((item) => item.status === status);
    if (plans.length > 0) {
      const value = describeHere(status, plans);
      return covered(source, value, noteOf(value, plans));
    }
  }
  return coveredNoData(source, EMPTY_MPZP, `No local plan lies on this parcel in ${source.title}.`);
}

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
  coverageInGmina: (source, gmina6, corpus) =>
    heldOrNot(
      source === 'mpzp_symbols'
        ? holdsPlace(source, gmina6, corpus)
        : localPlansOf(corpus, gmina6).length > 0,
    ),
  coverageBeside: (source, subject, corpus, day) =>
    source === 'mpzp_symbols'
      ? coverageOfSymbols(subject, corpus)
      : answerMpzp(subject, corpus, day).coverage,
} satisfies FactLayerDefinition<'mpzp'>;
