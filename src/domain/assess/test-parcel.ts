// A parcel for the tests of law: everything known and in order (general plan in force, zone SJ, inside an infill area,
// no local plan, no hazard), so that each test changes only what it is about.

import type { LayerAnswer, LayerKey, LayerValue, MpzpValue, PogValue } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';
import type { Part } from '../law/parts.ts';
import { covered, notCovered } from '../layers/answer.ts';
import type { BuildingInput } from './verdict.ts';

export const source = (id: string): SourceRef => ({
  id,
  title: `Register ${id}`,
  publisher: 'Publisher',
  licence: 'Licence',
  attribution: 'Attribution',
  url: null,
  as_of: '2026-11-01',
  fallback: false,
});

const known = <K extends LayerKey>(layer: K, value: LayerValue<K>): LayerAnswer<K> =>
  covered(source(layer), value, 'note') as LayerAnswer<K>;
export const unknown = <K extends LayerKey>(layer: K): LayerAnswer<K> =>
  notCovered(source(layer), 'note') as LayerAnswer<K>;

export const NO_LIMITS = {
  max_height_m: null,
  max_coverage_pct: null,
  min_biologically_active_pct: null,
  max_intensity: null,
  min_new_plot_area_m2: null,
};

/** A general plan in force since 2026-08-01 with one zone, SJ, in OUZ. */
export function pog(changes: Partial<PogValue> = {}): LayerAnswer<'pog'> {
  const zone_symbol = changes.zone_symbol === undefined ? 'SJ' : changes.zone_symbol;
  const zones =
    zone_symbol === null ? [] : [{ symbol: zone_symbol, name: null, share_pct: 100, parameters: NO_LIMITS }];
  return known('pog', {
    status: 'in_force',
    effective_from: '2026-08-01',
    zone_symbol,
    zones,
    in_ouz: true,
    ...changes,
  });
}

export const noPog = () =>
  pog({ status: 'none', effective_from: null, zone_symbol: null, zones: [], in_ouz: null });

/** A local plan in force on the whole parcel. */
export function mpzp(changes: Partial<MpzpValue> = {}): LayerAnswer<'mpzp'> {
  return known('mpzp', {
    status: 'in_force',
    effective_from: '2012-05-04',
    symbol: '1MN',
    share_pct: 100,
    plans: [
      {
        plan_id: 'plan-7',
        name: 'Plan Wola',
        adopted_on: '2012-03-01',
        resolution_url: 'https://example.org/7.pdf',
      },
    ],
    ...changes,
  });
}

export const noMpzp = () =>
  known('mpzp', { status: 'none', effective_from: null, symbol: null, plans: [], share_pct: null });

export const soil = (...classes: [string, number][]) =>
  known('soil', { classes: classes.map(([symbol, share_pct]) => ({ symbol, share_pct })) });

export const flood = (changes: Partial<LayerValue<'flood'>> = {}) =>
  known('flood', { q10: false, q100: false, q500: false, ...changes });

export const landslide = (value: LayerValue<'landslide'>) => known('landslide', value);

export const forms = (...types: LayerValue<'protected'>['forms'][number]['type'][]) =>
  known('protected', {
    inside_any: types.length > 0,
    forms: types.map((type) => ({ type, code: null, name: `Name of ${type}` })),
  });

export const road = (value: LayerValue<'road_access'>) => known('road_access', value);

export const gmina = (
  pog_status: BuildingInput['gmina']['pog_status'],
  pog_effective_from: string | null = null,
) => ({
  gmina_name: 'Lesznowola',
  pog_status,
  pog_effective_from,
  sources: [source('gmina')],
});

/** Beside what is served: how much of the parcel lies in infill areas, where that is not all or nothing. */
export interface ParcelChanges extends Partial<BuildingInput> {
  readonly ouz_share_pct?: number | null;
}

/** Square metres of the parcel, where something divides it. */
export const AREA_M2 = 1_000;

/** The parts follow from the layers as if all lay along a strip, each from its western end; or they are given. */
export function parcel({ ouz_share_pct, ...changes }: ParcelChanges = {}): BuildingInput {
  const input = whole(changes);
  return changes.parts === undefined ? { ...input, parts: alongStrip(input, ouz_share_pct) } : input;
}

function alongStrip(
  { pog, mpzp, protected: nature, form_shares_pct }: BuildingInput,
  ouz_share_pct: number | null = 100,
): Part[] {
  const plan_pct = mpzp.value?.status === 'in_force' ? (mpzp.value.share_pct ?? 100) : 0;
  const in_ouz = pog.value?.in_ouz ?? null;
  const reserve_pct = (nature.value?.forms ?? [])
    .map(({ type }, at) => (type === 'rezerwat' ? (form_shares_pct[at] ?? 0) : 0))
    .reduce((sum, share_pct) => sum + share_pct, 0);
  let end = 0;
  const zones = (pog.value?.zones ?? []).map(({ symbol, share_pct }) => {
    end += share_pct;
    return { symbol, from: end - share_pct, to: end };
  });
  const cuts = [
    0,
    100,
    plan_pct,
    ouz_share_pct ?? 100,
    reserve_pct,
    ...zones.flatMap(({ from, to }) => [from, to]),
  ];
  const ends = [...new Set(cuts.map((cut) => Math.min(100, cut)))].sort((a, b) => a - b);
  return ends.flatMap((to, at): Part[] => {
    const from = ends[at - 1];
    if (from === undefined) return [];
    return [
      {
        share_pct: to - from,
        m2: ends.length === 2 ? null : ((to - from) * AREA_M2) / 100,
        plan: to <= plan_pct ? { symbol: mpzp.value?.symbol?.trim() || null } : 'none',
        zone: zones.find((zone) => zone.from <= from && zone.to >= to)?.symbol ?? null,
        in_ouz: in_ouz === true ? to <= (ouz_share_pct ?? 100) : in_ouz,
        in_reserve: to <= reserve_pct,
      },
    ];
  });
}

function whole(changes: Partial<BuildingInput>): BuildingInput {
  return {
    language: 'en',
    gmina: gmina('in_force', '2026-08-01'),
    pog: pog(),
    mpzp: noMpzp(),
    soil: soil(['RIVa', 100]),
    protected: forms(),
    flood: flood(),
    landslide: landslide({ present: false, kinds: [], count: 0 }),
    road_access: road({ verdict: 'pass', via: 'adjacent_public_road_parcel', nearest_public_road_m: 0 }),
    form_shares_pct: [],
    reserves_missing: false,
    area_m2: AREA_M2,
    soil_symbols: null,
    local_plans: [],
    parts: [],
    flood_hit: null,
    q10_share_pct: null,
    forms_missing: null,
    ...changes,
  };
}
