// General plan (plan ogólny): facts from zones and infill areas, and the answer for a day (spec §2.7; status by art. 13
// u.p.z.p., see law/plan-status.ts). Drafts are answered and labelled; a repealed plan alone is a real "none".

import type { LayerAnswer, PogValue, ZoneParameters } from '../../contract/layers.ts';
import type { Corpus, Plan } from '../corpus/corpus.ts';
import { describeLack, type HeldParts, heldPartsOf } from '../corpus/held-parts.ts';
import type { SourceId } from '../corpus/registers.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { inOuz, WHOLE_PCT } from '../law/shares.ts';
import { zoneOf } from '../law/zones.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { gminaName, type Subject } from './subject.ts';

/** The registry comes first; the aggregator's sweep only where the registry holds nothing of the gmina that lives (law §3.5). */
const REGISTERS = ['pog', 'pog_fallback'] as const;
const EVIDENCE = { pog_zone: 0, pog_ouz: 0 };

type Limits = [
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
  readonly zones: readonly [symbol: string, share_pct: number, limits: Limits, name?: string][];
}

export function collectPog(parcel: ParcelGround, { overlaps }: Pick<Vicinity, 'overlaps'>): PogFact[] | null {
  const byPlan = Map.groupBy(overlaps, ({ source, attributes }) => JSON.stringify([source, attributes.plan]));
  const facts: PogFact[] = [];
  for (const [key, items] of byPlan) {
    const [source, plan]: [SourceId, string] = JSON.parse(key);
    const areaOf = (item: Overlap) => item.overlap_m2 ?? 0;
    const ofRole = (role: keyof typeof EVIDENCE) => items.filter((item) => item.role === role);
    const ouz = ofRole('pog_ouz').reduce((sum, item) => sum + areaOf(item), 0);
    const [ouz_pct = 0] = sharesOf([ouz], parcel.area_m2);
    const zones = mergeZones(ofRole('pog_zone'));
    const shares = sharesOf(
      zones.map((zone) => zone.area_m2),
      parcel.area_m2,
    );
    facts.push({
      source,
      plan,
      ouz_pct,
      zones: zones
        .map(({ symbol, limits, name }, at): PogFact['zones'][number] => {
          const share = shares[at] ?? 0;
          const own = name !== null && name !== zoneOf(symbol)?.name ? name : undefined;
          return own === undefined ? [symbol, share, limits] : [symbol, share, limits, own];
        })
        .filter(([, share]) => share > 0)
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    });
  }
  const told = facts.filter((fact) => fact.zones.length > 0 || fact.ouz_pct > 0);
  return told.length === 0 ? null : told.sort((a, b) => (a.plan < b.plan ? -1 : 1));
}

/** Zones of the same symbol and limits are one to the reader, however many polygons the plan draws. */
function mergeZones(items: readonly Overlap[]) {
  const merged = new Map<string, { symbol: string; name: string | null; limits: Limits; area_m2: number }>();
  for (const { attributes, overlap_m2 } of items) {
    const symbol = String(attributes.symbol);
    const parameters = attributes.parameters as ZoneParameters | null;
    const limits: Limits = [
      parameters?.max_height_m ?? null,
      parameters?.max_coverage_pct ?? null,
      parameters?.min_biologically_active_pct ?? null,
      parameters?.max_intensity ?? null,
    ];
    const key = JSON.stringify([symbol, limits]);
    const known = merged.get(key);
    if (known) known.area_m2 += overlap_m2 ?? 0;
    else {
      merged.set(key, {
        symbol,
        name: (attributes.name as string | null) ?? null,
        limits,
        area_m2: overlap_m2 ?? 0,
      });
    }
  }
  return [...merged.values()];
}

export const EMPTY_POG: PogValue = { status: 'none', effective_from: null, zone_symbol: null, zones: [] };

/** The register that answers for a gmina on a day: the first with a plan that lives, else with any; null where none has one. */
export function pogSourceOf(corpus: Corpus, gmina6: string, day: string): SourceId | null {
  const holding = REGISTERS.filter((register) => corpus.plansOf(register, gmina6).length > 0);
  const isAlive = (register: SourceId) => choosePlan(corpus.plansOf(register, gmina6), day) !== null;
  return holding.find(isAlive) ?? holding[0] ?? null;
}

/** Those of every register, whichever answers. */
export const generalPlansOf = (corpus: Corpus, gmina6: string): Plan[] =>
  REGISTERS.flatMap((register) => corpus.plansOf(register, gmina6));

export function answerPog(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'pog'> {
  const sourceId = pogSourceOf(corpus, subject.gmina6, day);
  if (sourceId === null) {
    const source = corpus.sourceAt('pog', subject.gmina6);
    const held = corpus.stateAt('pog', subject.gmina6) !== undefined;
    const note = held
      ? `Rejestr Urbanistyczny holds no general plan of ${gminaName(subject)}, in force or in procedure; nothing is inferred from that.`
      : 'General-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.';
    return notCovered(source, note);
  }
  return answerPogFrom(sourceId, subject, corpus, day);
}

/** By one register alone that holds plans of the gmina, be it the one that answers or not. */
export function answerPogFrom(
  sourceId: SourceId,
  subject: Subject,
  corpus: Corpus,
  day: string,
): LayerAnswer<'pog'> {
  const source = corpus.sourceAt(sourceId, subject.gmina6);
  if (!corpus.isComputed('pog', subject.place)) {
    return notComputed(source, 'The general plan is held; its zones are not yet worked out here.');
  }
  const chosen = choosePlan(corpus.plansOf(sourceId, subject.gmina6), day);
  if (!chosen) {
    return coveredNoData(
      source,
      EMPTY_POG,
      `No general plan of ${gminaName(subject)} is in force or in procedure in ${source.title}.`,
    );
  }
  const fact = pogFactOf(subject, chosen.plan);
  const value = describePlan(chosen, fact);
  return covered(
    source,
    value,
    noteOf(chosen, value, source.fallback, corpus.plansOf(sourceId, subject.gmina6), day),
  );
}

interface ChosenPlan {
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

function pogFactsOf(subject: Subject): PogFact[] {
  return subject.facts.pog === null ? [] : JSON.parse(subject.facts.pog);
}

function pogFactOf(subject: Subject, plan: Plan): PogFact | undefined {
  return pogFactsOf(subject).find((fact) => fact.plan === plan.plan_id && fact.source === plan.source);
}

function describePlan({ plan, status }: ChosenPlan, fact: PogFact | undefined): PogValue {
  const zones = (fact?.zones ?? []).map(([symbol, share_pct, limits, name]) => ({
    symbol,
    name: name ?? zoneOf(symbol)?.name ?? null,
    share_pct,
    parameters: {
      max_height_m: limits[0],
      max_coverage_pct: limits[1],
      min_biologically_active_pct: limits[2],
      max_intensity: limits[3],
      min_new_plot_area_m2: null,
    },
  }));
  return {
    status,
    // A draft may carry a date; it means nothing before adoption (spec §2.7: null for draft and none).
    effective_from: status === 'draft' ? null : plan.effective_from,
    zone_symbol: zones[0]?.symbol ?? null,
    zone_name: zones[0]?.name ?? null,
    zones,
    in_ouz: inOuz(fact?.ouz_pct ?? 0, heldPartsOf(plan).all_ouz),
    plan_id: plan.plan_id,
    adopted_on: plan.adopted_on,
    resolution_url: plan.resolution_url,
  };
}

function noteOf(
  { plan, status }: ChosenPlan,
  value: PogValue,
  fallback: boolean,
  plans: readonly Plan[],
  day: string,
): string {
  const named = plan.title ?? plan.plan_id;
  const words = {
    draft: `Draft of the general plan (${named}): no legal effect yet.`,
    adopted: `General plan adopted (${named}), in force from ${plan.effective_from ?? 'a day not published'}: no legal effect before.`,
    in_force: `General plan in force${plan.effective_from ? ` since ${plan.effective_from}` : ''} (${named}).`,
  };
  const sentences = [words[status]];
  const lack = describeLack(plan);
  if (value.zones.length === 0) sentences.push('No zone of it is published for this parcel.');
  const zoned_pct = value.zones.reduce((sum, { share_pct }) => sum + share_pct, 0);
  if (zoned_pct < WHOLE_PCT && lack.zones !== null) sentences.push(lack.zones);
  if (value.zones.length > 1) sentences.push(`The parcel lies in ${value.zones.length} zones.`);
  if (lack.ouz !== null) sentences.push(lack.ouz);
  else if (value.in_ouz === null) sentences.push('Its infill areas (OUZ) are not published in this source.');
  else if (plan.lacks_ouz === null) {
    sentences.push('Whether it has further infill areas (OUZ) is not published in this source.');
  }
  const others = plans.filter((other) => other !== plan && planStatusOn(day, other) !== 'none');
  if (others.length > 0) sentences.push('A further plan is in procedure.');
  if (fallback) {
    sentences.push(
      'From a third-party sweep: the registry holds nothing of this gmina that is in force or in procedure.',
    );
  }
  return sentences.join(' ');
}

function planAnswering(subject: Subject, corpus: Corpus, day: string): Plan | null {
  const sourceId = pogSourceOf(corpus, subject.gmina6, day);
  const chosen = sourceId === null ? null : choosePlan(corpus.plansOf(sourceId, subject.gmina6), day);
  return chosen?.plan ?? null;
}

/** Whether all zones and infill areas of the plan that answers are held; null where none does. */
export function heldPartsHere(subject: Subject, corpus: Corpus, day: string): HeldParts | null {
  const plan = planAnswering(subject, corpus, day);
  return plan && heldPartsOf(plan);
}

/** The share of the parcel in those infill areas of the plan that are held; null where whether it lies in one is not known. */
export function ouzShareOf(subject: Subject, corpus: Corpus, day: string): number | null {
  const plan = planAnswering(subject, corpus, day);
  if (plan === null) return null;
  const share_pct = pogFactOf(subject, plan)?.ouz_pct ?? 0;
  return inOuz(share_pct, heldPartsOf(plan).all_ouz) === null ? null : share_pct;
}

export const pogLayer = {
  key: 'pog',
  answered_from: REGISTERS,
  evidence: EVIDENCE,
  collect: collectPog,
  answer: answerPog,
  events: [
    {
      event: 'pog_zone_changed',
      tell: ({ zone_symbol, zone_name, zones }) => ({
        zone_symbol,
        zone_name,
        zones: zones.map(({ symbol, share_pct }) => ({ symbol, share_pct })),
      }),
    },
    {
      event: 'pog_parameters_changed',
      tell: ({ zone_symbol, zones }) => ({ zone_symbol, parameters: zones[0]?.parameters ?? null }),
      // Another zone with the same limits is told as another zone.
      by: ({ zones }) => zones[0]?.parameters ?? null,
    },
    { event: 'ouz_changed', tell: ({ in_ouz }) => ({ in_ouz: in_ouz ?? null }) },
  ],
  coverageInGmina: (source, gmina6, corpus, day) => {
    const plans = corpus.plansOf(source, gmina6);
    if (plans.length === 0) return 'not_covered';
    return choosePlan(plans, day) ? 'covered' : 'covered_no_data';
  },
  coverageBeside: (source, subject, corpus, day) =>
    corpus.plansOf(source, subject.gmina6).length === 0
      ? 'not_covered'
      : answerPogFrom(source, subject, corpus, day).coverage,
} satisfies FactLayerDefinition<'pog'>;
