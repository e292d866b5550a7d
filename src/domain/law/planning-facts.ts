// The facts that the planning rules rest on, read once from the served layers for one day. Here a layer that is not
// known turns into null, a later date into "adopted", a sliver of a plan into no plan. No rule lives here.

import type { GminaPlanning, LayerAnswer, MpzpValue, PlanStatus, PogValue } from '../../contract/layers.ts';
import type { Coverage, SourceRef } from '../../contract/sources.ts';
import { forestShare, goodFarmlandShare } from './land-use.ts';
import { classOfSymbol, type SymbolClass } from './mpzp-symbol.ts';
import { statusOn } from './plan-status.ts';
import { SLIVER_PCT, WHOLE_PCT } from './shares.ts';

export interface PlanningInput {
  readonly gmina: Pick<GminaPlanning, 'gmina_name' | 'pog_status' | 'pog_effective_from' | 'sources'>;
  readonly pog: LayerAnswer<'pog'>;
  readonly mpzp: LayerAnswer<'mpzp'>;
  readonly soil: LayerAnswer<'soil'>;
  readonly protected: LayerAnswer<'protected'>;
  /** Share of the parcel in infill areas; null where not known. */
  readonly ouz_share_pct: number | null;
  /** Share of the parcel in each of `protected.value.forms`, in their order; null for a point or where not known. */
  readonly form_shares_pct: readonly (number | null)[];
}

export interface PogFacts {
  readonly status: PlanStatus | 'unknown';
  readonly in_force: boolean | null;
  readonly effective_from: string | null;
  readonly zone_symbol: string | null;
  readonly zones: PogValue['zones'];
  readonly in_ouz: boolean | null;
  readonly ouz_share_pct: number | null;
}

export interface MpzpFacts {
  readonly known: boolean;
  readonly status: PlanStatus;
  readonly in_force: boolean;
  /** In force on the whole parcel. */
  readonly whole: boolean;
  readonly effective_from: string | null;
  readonly symbol: string | null;
  /** Null where there is no symbol or it is not in the table. */
  readonly class: SymbolClass | null;
  readonly share_pct: number | null;
  readonly plans: MpzpValue['plans'];
}

export interface PlanningFacts {
  readonly day: string;
  readonly gmina_name: string;
  readonly pog: PogFacts;
  readonly mpzp: MpzpFacts;
  /** Null where land use is not known. */
  readonly forest_share_pct: number | null;
  readonly good_farmland_share_pct: number | null;
  readonly reserve: { readonly name: string; readonly share_pct: number } | null;
  /** Where each kind of fact comes from; for `pog` the gmina's source where the gmina's status decided. */
  readonly sources: { readonly [K in 'pog' | 'mpzp' | 'soil' | 'protected']: SourceRef };
}

/** The value of a layer, or null where it is not known: not covered or not computed. */
export function knownValue<V>(answer: { readonly coverage: Coverage; readonly value: V | null }): V | null {
  return answer.coverage === 'covered' || answer.coverage === 'covered_no_data' ? answer.value : null;
}

export function planningFactsOn(day: string, input: PlanningInput): PlanningFacts {
  const soil = knownValue(input.soil);
  return {
    day,
    gmina_name: input.gmina.gmina_name,
    pog: pogFactsOn(day, input),
    mpzp: mpzpFactsOn(day, input.mpzp),
    forest_share_pct: forestShare(soil),
    good_farmland_share_pct: goodFarmlandShare(soil),
    reserve: reserveOf(input),
    sources: {
      pog: pogSource(input),
      mpzp: input.mpzp.source,
      soil: input.soil.source,
      protected: input.protected.source,
    },
  };
}

/** The parcel's own layer decides; where it is not known, the gmina's status does, without zone and infill area. */
function pogFactsOn(day: string, { gmina, pog, ouz_share_pct }: PlanningInput): PogFacts {
  const value = knownValue(pog);
  const effective_from = (value ? value.effective_from : gmina.pog_effective_from) ?? null;
  const status = statusOn(day, value ? value.status : gmina.pog_status, effective_from);
  return {
    status,
    in_force: status === 'unknown' ? null : status === 'in_force',
    effective_from: status === 'in_force' || status === 'adopted' ? effective_from : null,
    zone_symbol: value?.zone_symbol ?? null,
    zones: value?.zones ?? [],
    in_ouz: value?.in_ouz ?? null,
    ouz_share_pct: value ? ouz_share_pct : null,
  };
}

function pogSource({ pog, gmina }: PlanningInput): SourceRef {
  const byGmina = knownValue(pog) === null && gmina.pog_status !== 'unknown';
  return (byGmina ? gmina.sources[0] : undefined) ?? pog.source;
}

function mpzpFactsOn(day: string, answer: LayerAnswer<'mpzp'>): MpzpFacts {
  const value = knownValue(answer);
  const share_pct = value?.share_pct ?? null;
  const sliver = share_pct !== null && share_pct < SLIVER_PCT;
  const effective_from = value?.effective_from ?? null;
  const status = value === null || sliver ? 'none' : statusOn(day, value.status, effective_from);
  const in_force = status === 'in_force';
  const symbol = value?.symbol?.trim() || null;
  return {
    known: value !== null,
    status,
    in_force,
    whole: in_force && (share_pct === null || share_pct >= WHOLE_PCT),
    effective_from,
    symbol,
    class: symbol === null ? null : classOfSymbol(symbol),
    share_pct,
    plans: value?.plans ?? [],
  };
}

function reserveOf({ protected: answer, form_shares_pct }: PlanningInput): PlanningFacts['reserve'] {
  const forms = knownValue(answer)?.forms ?? [];
  const reserves = forms.flatMap(({ type, name }, at) =>
    type === 'rezerwat' ? [{ name, share_pct: form_shares_pct[at] ?? 0 }] : [],
  );
  if (reserves.length === 0) return null;
  return {
    name: reserves.map(({ name }) => name).join(', '),
    share_pct: reserves.reduce((sum, { share_pct }) => sum + share_pct, 0),
  };
}
