// Local plans (miejscowe plany): which acts lie on the parcel, on how much of it, with which symbol where one is
// published. Facts from outlines and designations; the answer for a day (spec §2.7).

import type { Language } from '../../contract/language.ts';
import type { LayerAnswer, MpzpValue, PlanStatus } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { mayLackLocalPlans } from '../law/calendar.ts';
import { extentOf, roundedParts } from '../law/parts.ts';
import { planStatusOn } from '../law/plan-status.ts';
import type { Measure } from '../sentences/measures.ts';
import { MPZP_NOTES } from '../sentences/note-sentences.ts';
import { registerName } from '../sentences/register-names.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import {
  designationOf,
  hasEntered,
  knowsLocalPlans,
  lacksAct,
  localPlanFactsOf,
  localPlansHere,
  localPlansOf,
  type MpzpFact,
  planDesignating,
  plannedGround,
  planWithoutPlace,
} from './local-plans.ts';
import { unitedArea } from './overlap-share.ts';
import { toldPartsOf } from './parts-of-parcel.ts';
import { heldOrNot, holdsPlace } from './place-held.ts';
import { gminaName, type Subject } from './subject.ts';

const EVIDENCE = { mpzp_act: 0, mpzp_area: 0 };

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

export function answerMpzp(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'mpzp'> {
  const source = corpus.sourceAt('mpzp', subject.gmina6);
  const isKnown = knowsLocalPlans(corpus, subject.gmina6, day);
  if (!isKnown && localPlansOf(corpus, subject.gmina6).length === 0) {
    const held = corpus.stateAt('mpzp', subject.gmina6) !== undefined;
    const note = held
      ? MPZP_NOTES.noneOfGmina[corpus.language](gminaName(subject))
      : MPZP_NOTES.notHeld[corpus.language];
    return notCovered(source, note);
  }
  // Where several plans meet, the ground tells which counts.
  if (!corpus.isComputed('mpzp', subject.place) || !corpus.isComputed('ground', subject.place)) {
    return notComputed(source, MPZP_NOTES.notComputed[corpus.language]);
  }
  const { status, plans: here, actless, is_known } = localPlansHere(subject, corpus, day);
  if (status !== 'none') {
    const designated = designationsHere(subject, corpus, day, status);
    const symbol = designated.find((one) => one[0] !== null)?.[0] ?? null;
    // The one whose symbol is told comes first, and its day with it.
    const leading = symbol === null ? undefined : planDesignating(subject, corpus, day, { status, symbol });
    const plans = leading ? [leading, ...here.filter((plan) => plan !== leading)] : here;
    const value = describeHere(status, symbol, plans, designated);
    const note = noteOf(value, plans, designated, day, corpus.language);
    if (is_known) return covered(source, value, note);
    return notCovered(
      source,
      `${note} ${isKnown ? MPZP_NOTES.noAct[corpus.language](actless) : notKnown(subject, corpus, day)}`,
    );
  }
  if (actless.length > 0) return notCovered(source, MPZP_NOTES.noAct[corpus.language](actless));
  if (!isKnown) return notCovered(source, notKnown(subject, corpus, day));
  const note = hasEntered(corpus, subject.gmina6, day)
    ? MPZP_NOTES.none[corpus.language](registerName(source, corpus.language), mayLackLocalPlans(day))
    : MPZP_NOTES.noneByGmina[corpus.language];
  return coveredNoData(source, EMPTY_MPZP, note);
}

function notKnown(subject: Subject, corpus: Corpus, day: string): string {
  const plan = planWithoutPlace(corpus, subject.gmina6, day);
  const { language } = corpus;
  if (plan) return MPZP_NOTES.withoutPlace[language](plan.title ?? plan.plan_id);
  return (lacksAct(corpus, subject.gmina6) ? MPZP_NOTES.actMissing : MPZP_NOTES.noneEntered)[language](
    gminaName(subject),
  );
}

/** Of the designations that gminy publish by themselves: whether one lies here, in a plan of any status. */
function coverageOfSymbols(subject: Subject, corpus: Corpus): Coverage {
  if (!corpus.stateAt('mpzp_symbols', subject.gmina6)) return 'not_covered';
  if (!corpus.isComputed('mpzp', subject.place)) return 'not_computed';
  const isDesignated = localPlanFactsOf(subject).some(({ designations }) => designations.length > 0);
  return isDesignated ? 'covered' : 'covered_no_data';
}

/** How much of the parcel plans of a status designate as what, the most first; null where that is not published. */
type Designated = readonly (readonly [symbol: string | null, ground: Measure])[];

/** Of plans in force by the parts of the parcel that count: what the check tells. */
function designationsHere(subject: Subject, corpus: Corpus, day: string, status: PlanStatus): Designated {
  const parts = status === 'in_force' ? toldPartsOf(subject, corpus, day) : null;
  const counted = (parts?.counted ?? []).flatMap(({ plan, ...ground }) =>
    typeof plan === 'object' ? [{ symbol: plan.symbol, ...ground }] : [],
  );
  const designated = counted.length > 0 ? counted : drawnDesignations(subject, corpus, day, status);
  return [...Map.groupBy(designated, ({ symbol }) => symbol)]
    .map(([symbol, grounds]) => [symbol, extentOf(grounds)] as const)
    .sort(([a, one], [b, other]) => other.share_pct - one.share_pct || (`${a}` < `${b}` ? -1 : 1));
}

/** Piece by piece, slivers too. */
function drawnDesignations(subject: Subject, corpus: Corpus, day: string, status: PlanStatus) {
  return roundedParts(
    plannedGround(subject, corpus, day).flatMap((piece) => {
      const symbol = designationOf(piece, status);
      return symbol === undefined ? [] : [{ symbol, share_pct: piece.share_pct, m2: piece.m2 }];
    }),
  );
}

function describeHere(
  status: PlanStatus,
  symbol: string | null,
  plans: readonly Plan[],
  designated: Designated,
): MpzpValue {
  const { share_pct } = extentOf(designated.map(([, ground]) => ground));
  return {
    status,
    effective_from: status === 'draft' ? null : (plans[0]?.effective_from ?? null),
    symbol,
    share_pct: Math.min(100, Math.round(share_pct * 100) / 100),
    plans: plans.map((plan) => ({
      plan_id: plan.plan_id,
      name: plan.title,
      adopted_on: plan.adopted_on,
      resolution_url: plan.resolution_url,
    })),
  };
}

function noteOf(
  value: MpzpValue,
  plans: readonly Plan[],
  designated: Designated,
  day: string,
  language: Language,
): string {
  const named = plans.map(({ title, plan_id, effective_from }) => ({
    name: title ?? plan_id,
    effective_from,
  }));
  const sentences = [
    value.status === 'in_force'
      ? MPZP_NOTES.in_force[language](named)
      : value.status === 'adopted'
        ? MPZP_NOTES.adopted[language](named, day)
        : MPZP_NOTES.draft[language](named),
  ];
  if (value.symbol === null) sentences.push(MPZP_NOTES.notDesignated[language]);
  else if (designated.length > 1) sentences.push(MPZP_NOTES.designations[language](designated));
  return sentences.join(' ');
}

export const mpzpLayer = {
  key: 'mpzp',
  answered_from: ['mpzp'],
  aided_by: ['mpzp_symbols'],
  evidence: EVIDENCE,
  collect: collectMpzp,
  follows_from: ['mpzp', 'ground'],
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
