// Local plans (miejscowe plany): which acts lie on the parcel, on how much of it, with which symbol where one is
// published. Facts from outlines and designations; the answer for a day (spec §2.7).

import type { Language } from '../../contract/language.ts';
import type { LayerAnswer, MpzpValue, PlanStatus } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { mayLackLocalPlans } from '../law/calendar.ts';
import { extentOf, roundedParts } from '../law/parts.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { rememberLast } from '../remember-last.ts';
import type { Measure } from '../sentences/measures.ts';
import { MPZP_NOTES } from '../sentences/note-sentences.ts';
import { registerName } from '../sentences/register-names.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import { dividedGround, isOnAll } from './ground.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { oncePerGmina } from './once-per-gmina.ts';
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

/** What a publication of a gmina says that claims to hold all its local plans (SourceState.publishes). */
export const ALL_LOCAL_PLANS = 'all_local_plans';

/** What a load says of a gmina of which it holds areas of a local plan and not the act (SourceState.publishes). */
export const actlessClaim = (gmina6: string): string => `actless:${gmina6}`;

const lacksAct = (corpus: Corpus, gmina6: string): boolean =>
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
const planWithoutPlace = (corpus: Corpus, gmina6: string, day: string): Plan | undefined =>
  corpus
    .plansOf('mpzp', gmina6)
    .find((plan) => (plan.lacks_zones ?? 0) > 0 && ['in_force', 'adopted'].includes(planStatusOn(day, plan)));

const hasEntered = (corpus: Corpus, gmina6: string, day: string): boolean =>
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
    const facts = factsOf(subject).filter(({ share_pct }) => isOnAll(share_pct));
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
  plans.keys().some((plan_id) => planIn(corpus, plan_id) === undefined);

/** Of the plans of one status on a piece of ground the latest; all of them where they came at once, or nobody knows when. */
function countingHere({ plans }: PlannedGround, corpus: Corpus, day: string, status: PlanStatus) {
  const here = [...plans].flatMap(([plan_id, symbols]) => {
    const plan = planIn(corpus, plan_id);
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

const planIn = (corpus: Corpus, plan_id: string): Plan | undefined =>
  corpus.planOf('mpzp', plan_id) ?? corpus.planOf('mpzp_symbols', plan_id);

const parseMpzp = rememberLast((text: string): readonly MpzpFact[] => JSON.parse(text));

const factsOf = ({ facts }: Subject): readonly MpzpFact[] =>
  facts.mpzp === null ? [] : parseMpzp(facts.mpzp);

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
  const counting = factsOf(subject).filter((fact) => fact.share_pct >= SLIVER_PCT);
  const here = counting.flatMap(({ plan }) => planIn(corpus, plan) ?? []);
  const actless = counting.flatMap(({ plan }) => (planIn(corpus, plan) ? [] : [plan]));
  for (const status of ['in_force', 'adopted', 'draft'] as const) {
    const found = here.filter((plan) => planStatusOn(day, plan) === status);
    if (found.length === 0) continue;
    const plans = [...new Set([...countingPlans(subject, corpus, day, status), ...found])];
    const designated = designationsHere(subject, corpus, day, status);
    const value = describeHere(status, plans, designated);
    const note = noteOf(value, plans, designated, day, corpus.language);
    // What is in force here stands. That nothing more is, needs the others.
    if (status === 'in_force' || (isKnown && actless.length === 0)) return covered(source, value, note);
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
  const isDesignated = factsOf(subject).some(({ designations }) => designations.length > 0);
  return isDesignated ? 'covered' : 'covered_no_data';
}

/** How much of the parcel plans of a status designate as what, the most first; null where that is not published. */
type Designated = readonly (readonly [symbol: string | null, ground: Measure])[];

function designationsHere(subject: Subject, corpus: Corpus, day: string, status: PlanStatus): Designated {
  const bySymbol = new Map<string | null, Measure>();
  for (const piece of plannedGround(subject)) {
    const symbol = designationOf(piece, corpus, day, status);
    if (symbol === undefined) continue;
    const known = bySymbol.get(symbol);
    bySymbol.set(symbol, known ? extentOf([known, piece]) : { share_pct: piece.share_pct, m2: piece.m2 });
  }
  const grounds = roundedParts([...bySymbol.values()]);
  return [...bySymbol.keys()]
    .map((symbol, at) => [symbol, grounds[at] as Measure] as const)
    .sort(([a, one], [b, other]) => other.share_pct - one.share_pct || (`${a}` < `${b}` ? -1 : 1));
}

function describeHere(status: PlanStatus, plans: readonly Plan[], designated: Designated): MpzpValue {
  const { share_pct } = extentOf(designated.map(([, ground]) => ground));
  return {
    status,
    effective_from: status === 'draft' ? null : (plans[0]?.effective_from ?? null),
    symbol: designated.find(([symbol]) => symbol !== null)?.[0] ?? null,
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
