// The facts that the planning rules rest on, read once from the served layers and the parts of the parcel for one day. Here a
// layer that is not known turns into null, a later date into "adopted", a sliver of a plan into no plan. No rule lives here.

import type { BuildingUse } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import type { GminaPlanning, LayerAnswer, MpzpValue, PlanStatus, PogValue } from '../../contract/layers.ts';
import type { Coverage, SourceRef } from '../../contract/sources.ts';
import type { Measure } from '../sentences/measures.ts';
import type { FormExtent } from '../sentences/protected-sentences.ts';
import { type LandUse, landUseOf, type UseShare } from './land-use.ts';
import {
  extentOf,
  groundOfShare,
  isPlanned,
  outsidePlan,
  type Part,
  type Situation,
  toldParts,
} from './parts.ts';
import { statusOn } from './plan-status.ts';
import { NEARLY_ALL_PCT, SLIVER_PCT, WHOLE_PCT } from './shares.ts';

export interface PlanningInput {
  readonly language: Language;
  readonly gmina: Pick<GminaPlanning, 'gmina_name' | 'pog_status' | 'pog_effective_from' | 'sources'>;
  readonly pog: LayerAnswer<'pog'>;
  readonly mpzp: LayerAnswer<'mpzp'>;
  readonly soil: LayerAnswer<'soil'>;
  readonly protected: LayerAnswer<'protected'>;
  /** The ground as plans and reserves divide it on that day; null where it is not yet worked out. */
  readonly parts: readonly Part[] | null;
  /** Of the outline; null where sizes are not told. */
  readonly area_m2: number | null;
  /** Share of the parcel in each of `protected.value.forms`, in their order; null for a point or where not known. */
  readonly form_shares_pct: readonly (number | null)[];
  /** Nature reserves are not held here, though other forms of protection are. */
  readonly reserves_missing: boolean;
  /** Symbols of land use that are recorded without areas; null where areas are, or nothing. */
  readonly soil_symbols: readonly string[] | null;
  /** Local plans in force that count on some of the parcel, the one with the most ground first. */
  readonly local_plans: readonly LocalPlan[];
}

/** What the rules rest on, but for the size of the parcel. */
export type UnmeasuredInput = Omit<PlanningInput, 'area_m2'>;

/** When a local plan came into force, which its served form does not tell. */
type LocalPlan = Pick<MpzpValue['plans'][number], 'plan_id'> & { readonly effective_from: string | null };

export interface PogFacts {
  readonly known: boolean;
  /** The layer's own words, for what it does not know. */
  readonly note: string;
  readonly status: PlanStatus | 'unknown';
  readonly in_force: boolean | null;
  readonly effective_from: string | null;
  readonly zones: PogValue['zones'];
  readonly is_fallback: boolean;
}

export interface MpzpFacts {
  readonly known: boolean;
  readonly note: string;
  readonly status: PlanStatus;
  readonly in_force: boolean;
  /** In force, and no counting part lies outside it. */
  readonly governs: boolean;
  readonly effective_from: string | null;
  /** Where some are in force, those that count: without what an amendment replaced. */
  readonly plans: readonly (MpzpValue['plans'][number] & LocalPlan)[];
}

export interface Reserve {
  readonly name: string;
  readonly ground: FormExtent;
}

/** Land of one use on the parcel. */
export interface LandHere {
  /** Null where it is recorded without its area. */
  readonly ground: Measure | null;
}

/** Those that hold for parcels of any size and whatever is to be built. */
export interface UnmeasuredFacts {
  /** In which the rules speak. */
  readonly language: Language;
  readonly day: string;
  /** What the plans say here is not yet worked out. */
  readonly is_left: boolean;
  readonly gmina_name: string;
  readonly pog: PogFacts;
  readonly mpzp: MpzpFacts;
  /** Those that count. */
  readonly parts: readonly Part[];
  /** Those outside local plans. */
  readonly rest: readonly Part[];
  readonly situation: Situation;
  readonly land: LandUse;
  /** Whether there could be a nature reserve that is not among those that are known. */
  readonly reserves_known: boolean;
  /** Where each kind of fact comes from; for `pog` the gmina's source where the gmina's status decided. */
  readonly sources: { readonly [K in 'pog' | 'mpzp' | 'soil' | 'protected']: SourceRef };
}

/** For what is to be built. */
export interface UseFacts extends UnmeasuredFacts {
  readonly use: BuildingUse;
}

export interface PlanningFacts extends UseFacts {
  /** Farmland of classes I–III; null where there is none, or where land use is not known. */
  readonly good_farmland: LandHere | null;
  /** Null where there is none, or where land use is not known. */
  readonly forest: LandHere | null;
  /** Nature reserves on the parcel. */
  readonly reserves: readonly Reserve[];
}

/** The value of a layer, or null where it is not known: not covered or not computed. */
export function knownValue<V>(answer: { readonly coverage: Coverage; readonly value: V | null }): V | null {
  return answer.coverage === 'covered' || answer.coverage === 'covered_no_data' ? answer.value : null;
}

/** Whether the answer of `wz` is left for later, with what it follows from. */
export const isZoningLeft = ({ pog, mpzp, parts }: UnmeasuredInput): boolean =>
  pog.coverage === 'not_computed' || mpzp.coverage === 'not_computed' || parts === null;

export const planningFactsOn = (day: string, input: PlanningInput, use: BuildingUse = 'any'): PlanningFacts =>
  factsFor(unmeasuredFactsOn(day, input), input, use);

export function unmeasuredFactsOn(day: string, input: UnmeasuredInput): UnmeasuredFacts {
  const pog = pogFactsOn(day, input);
  const parts = partsOn(day, input);
  // By all that is drawn: slivers that are told with other parts are as they are.
  const reserved = (input.parts ?? []).filter(({ in_reserve }) => in_reserve);
  const land = landUseOf(knownValue(input.soil), input.soil_symbols, input.soil);
  return {
    language: input.language,
    day,
    is_left: isZoningLeft(input),
    gmina_name: input.gmina.gmina_name,
    pog,
    mpzp: mpzpFactsOn(day, input, parts),
    parts,
    rest: outsidePlan(parts),
    situation: {
      day,
      pog_in_force: pog.in_force,
      is_forest: typeof land.forest === 'number' && land.forest >= NEARLY_ALL_PCT,
      is_reserve: extentOf(reserved).share_pct >= NEARLY_ALL_PCT,
    },
    land,
    reserves_known: knownValue(input.protected) !== null && !input.reserves_missing,
    sources: {
      pog: pogSource(input),
      mpzp: input.mpzp.source,
      soil: input.soil.source,
      protected: input.protected.source,
    },
  };
}

/** Of a parcel of that size, for what is to be built. */
export const factsFor = (facts: UnmeasuredFacts, input: Protection, use: BuildingUse): PlanningFacts => ({
  ...facts,
  use,
  good_farmland: landOn(facts.land.good_farmland, input),
  forest: landOn(facts.land.forest, input),
  reserves: reservesOn(input),
});

function landOn(share: UseShare, { area_m2 }: Pick<PlanningInput, 'area_m2'>): LandHere | null {
  if (share === 'unmeasured') return { ground: null };
  return share === null || share < SLIVER_PCT ? null : { ground: groundOfShare(share, area_m2) };
}

type Protection = Pick<PlanningInput, 'protected' | 'form_shares_pct' | 'area_m2'>;

function reservesOn({ protected: forms, form_shares_pct, area_m2 }: Protection): Reserve[] {
  return (knownValue(forms)?.forms ?? []).flatMap(({ type, name }, at) =>
    type === 'rezerwat' ? [{ name, ground: extentOfForm(form_shares_pct[at] ?? null, area_m2) }] : [],
  );
}

export const extentOfForm = (share_pct: number | null, area_m2: number | null): FormExtent =>
  share_pct === null ? 'unmeasured' : partOfParcel(groundOfShare(share_pct, area_m2));

const partOfParcel = (ground: Measure): FormExtent => (ground.share_pct >= WHOLE_PCT ? 'whole' : ground);

const NOT_KNOWN: readonly Part[] = [
  { share_pct: 100, m2: null, plan: 'none', zone: null, in_ouz: null, in_reserve: false },
];

function partsOn(day: string, { pog, mpzp, parts }: UnmeasuredInput): readonly Part[] {
  const local = parts === null ? null : knownValue(mpzp);
  return toldParts(
    parts ?? NOT_KNOWN,
    local === null ? null : statusOn(day, local.status, local.effective_from),
    knownValue(pog) !== null,
  ).counted;
}

/** The parcel's own layer decides; where it is not known, the gmina's status does, without zone and infill area. */
function pogFactsOn(day: string, { gmina, pog }: UnmeasuredInput): PogFacts {
  const value = knownValue(pog);
  const effective_from = (value ? value.effective_from : gmina.pog_effective_from) ?? null;
  const status = statusOn(day, value ? value.status : gmina.pog_status, effective_from);
  return {
    known: value !== null,
    note: pog.note,
    status,
    in_force: status === 'unknown' ? null : status === 'in_force',
    effective_from: status === 'in_force' || status === 'adopted' ? effective_from : null,
    zones: value?.zones ?? [],
    is_fallback: pog.source.fallback,
  };
}

function pogSource({ pog, gmina }: UnmeasuredInput): SourceRef {
  const byGmina = knownValue(pog) === null && gmina.pog_status !== 'unknown';
  return (byGmina ? gmina.sources[0] : undefined) ?? pog.source;
}

function mpzpFactsOn(
  day: string,
  { mpzp, local_plans }: Pick<PlanningInput, 'mpzp' | 'local_plans'>,
  parts: readonly Part[],
): MpzpFacts {
  const value = knownValue(mpzp);
  const effective_from = value?.effective_from ?? null;
  const in_force = parts.some(isPlanned);
  const status = value === null ? 'none' : statusOn(day, value.status, effective_from);
  return {
    known: value !== null,
    note: mpzp.note,
    // In force on slivers alone is as none.
    status: in_force ? 'in_force' : status === 'in_force' ? 'none' : status,
    in_force,
    governs: in_force && parts.every(isPlanned),
    effective_from,
    plans: countingOf(value?.plans ?? [], local_plans),
  };
}

function countingOf(plans: MpzpValue['plans'], counting: readonly LocalPlan[]): MpzpFacts['plans'] {
  const dated = plans.map((plan) => {
    const known = counting.find(({ plan_id }) => plan_id === plan.plan_id);
    return { ...plan, effective_from: known?.effective_from ?? null, counts: known !== undefined };
  });
  return dated.some(({ counts }) => counts) ? dated.filter(({ counts }) => counts) : dated;
}
