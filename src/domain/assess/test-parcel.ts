// A parcel for the tests of law: everything known and in order (general plan in force, zone SJ, inside an infill area,
// no local plan, no hazard), so that each test changes only what it is about.

import type { LayerAnswer, LayerKey, LayerValue, MpzpValue, PogValue } from '../../contract/layers.ts';
import type { SourceRef } from '../../contract/sources.ts';
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

export function parcel(changes: Partial<BuildingInput> = {}): BuildingInput {
  return {
    gmina: gmina('in_force', '2026-08-01'),
    pog: pog(),
    mpzp: noMpzp(),
    soil: soil(['RIVa', 100]),
    protected: forms(),
    flood: flood(),
    landslide: landslide({ present: false, kinds: [], count: 0 }),
    road_access: road({ verdict: 'pass', via: 'adjacent_public_road_parcel', nearest_public_road_m: 0 }),
    ouz_share_pct: 100,
    form_shares_pct: [],
    flood_hit: null,
    forms_missing: null,
    ...changes,
  };
}
