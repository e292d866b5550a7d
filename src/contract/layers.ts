// The layers as they are promised: the schema of each value, and one row a layer (spec §2.3, §2.7). Keys, types, OpenAPI
// and the MCP resource follow from the rows; how a layer is worked out is domain/layers, whose table asks for every key.

import { z } from 'zod';
import { Coverage, IsoDate, SourceRef } from './sources.ts';

export const PLAN_STATUSES = ['draft', 'adopted', 'in_force', 'none'] as const;
export const PlanStatus = z.enum(PLAN_STATUSES).meta({ id: 'PlanStatus' });
export type PlanStatus = z.infer<typeof PlanStatus>;

const share = z.number().min(0).max(100);

/** Every layer answer has the same frame; only `value` differs by layer. It is null exactly when not known. */
function layerAnswer<V extends z.ZodType>(id: string, value: V) {
  return z
    .object({
      coverage: Coverage,
      note: z.string(),
      source: SourceRef,
      as_of: IsoDate.nullable(),
      value: value.nullable(),
    })
    .meta({ id });
}

export const ZoneParameters = z
  .object({
    max_height_m: z.number().nullable(),
    max_coverage_pct: z.number().nullable(),
    min_biologically_active_pct: z.number().nullable(),
    max_intensity: z.number().nullable(),
    min_new_plot_area_m2: z.number().nullable(),
  })
  .meta({
    id: 'ZoneParameters',
    description:
      'null: the plan sets no such limit, the register does not publish it, or the third-party sweep does not carry it; never zero. The note of the layer says which.',
  });
export type ZoneParameters = z.infer<typeof ZoneParameters>;

export const PogValue = z
  .object({
    status: PlanStatus,
    effective_from: IsoDate.nullable(),
    zone_symbol: z.string().nullable(),
    zone_name: z.string().nullable().optional(),
    zones: z.array(
      z.object({
        symbol: z.string(),
        name: z.string().nullable(),
        share_pct: share,
        parameters: ZoneParameters,
      }),
    ),
    in_ouz: z.boolean().nullable().optional(),
    plan_id: z.string().nullable().optional(),
    adopted_on: IsoDate.nullable().optional(),
    resolution_url: z.string().nullable().optional(),
  })
  .meta({ id: 'PogValue', description: 'General plan (plan ogólny gminy).' });
export type PogValue = z.infer<typeof PogValue>;

export const MpzpValue = z
  .object({
    status: PlanStatus,
    effective_from: IsoDate.nullable(),
    symbol: z.string().nullable(),
    share_pct: share.nullable().optional(),
    plans: z.array(
      z.object({
        plan_id: z.string(),
        name: z.string().nullable(),
        adopted_on: IsoDate.nullable(),
        resolution_url: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MpzpValue', description: 'Local spatial plan (miejscowy plan).' });
export type MpzpValue = z.infer<typeof MpzpValue>;

export const WzValue = z
  .object({ possible: z.boolean().nullable(), reason: z.string().optional() })
  .meta({ id: 'WzValue', description: 'Whether a zoning decision can be issued for the parcel today.' });
export type WzValue = z.infer<typeof WzValue>;

const pog = layerAnswer('PogAnswer', PogValue);
const mpzp = layerAnswer('MpzpAnswer', MpzpValue);
const wz = layerAnswer('WzAnswer', WzValue);

export const GminaPlanning = z
  .object({
    gmina_teryt: z.string(),
    gmina_name: z.string(),
    pog_status: z.enum([...PLAN_STATUSES, 'unknown']),
    as_of: IsoDate,
    sources: z.array(SourceRef),
    pog_adopted_on: IsoDate.nullable().optional(),
    pog_effective_from: IsoDate.nullable().optional(),
    pog_resolution_url: z.string().nullable().optional(),
    mpzp_count: z.number().int().nullable().optional(),
    mpzp_coverage_pct: z.number().nullable().optional(),
    studium_expired: z.boolean().nullable().optional(),
    wz_regime: z.string().nullable().optional(),
  })
  .meta({ id: 'GminaPlanning', description: 'The planning status of a gmina.' });
export type GminaPlanning = z.infer<typeof GminaPlanning>;

export const PlanningValue = z
  .object({ pog, mpzp, wz, gmina: GminaPlanning })
  .meta({ id: 'PlanningValue', description: 'General plan, local plan, zoning decision and gmina status.' });
export type PlanningValue = z.infer<typeof PlanningValue>;

export const FloodValue = z
  .object({
    q10: z.boolean(),
    q100: z.boolean(),
    q500: z.boolean(),
    q100_share_pct: share.nullable().optional(),
    map_edition: z.string().nullable().optional(),
  })
  .meta({ id: 'FloodValue' });
export type FloodValue = z.infer<typeof FloodValue>;

export const LandslideValue = z
  .object({
    present: z.boolean(),
    kinds: z.array(z.enum(['landslide', 'threatened_area'])).optional(),
    count: z.number().int().optional(),
  })
  .meta({ id: 'LandslideValue' });
export type LandslideValue = z.infer<typeof LandslideValue>;

export const PROTECTED_FORMS = [
  'park_narodowy',
  'rezerwat',
  'park_krajobrazowy',
  'obszar_chronionego_krajobrazu',
  'natura2000_oso',
  'natura2000_soo',
  'uzytek_ekologiczny',
  'zespol_przyrodniczo_krajobrazowy',
  'stanowisko_dokumentacyjne',
  'pomnik_przyrody',
] as const;

export const ProtectedValue = z
  .object({
    inside_any: z.boolean(),
    forms: z.array(
      z.object({ type: z.enum(PROTECTED_FORMS), code: z.string().nullable(), name: z.string() }),
    ),
  })
  .meta({ id: 'ProtectedValue' });
export type ProtectedValue = z.infer<typeof ProtectedValue>;

export const BuildingsValue = z
  .object({ count: z.number().int(), footprint_m2_total: z.number().nullable().optional() })
  .meta({ id: 'BuildingsValue' });
export type BuildingsValue = z.infer<typeof BuildingsValue>;

export const RoadAccessValue = z
  .object({
    verdict: z.enum(['pass', 'fail', 'unknown']),
    via: z.enum(['adjacent_public_road_parcel', 'bdot_road_within_30m']).nullable().optional(),
    nearest_public_road_m: z.number().nullable().optional(),
  })
  .meta({ id: 'RoadAccessValue' });
export type RoadAccessValue = z.infer<typeof RoadAccessValue>;

export const PermitsValue = z
  .object({
    count_500m: z.number().int(),
    recent: z
      .array(
        z.object({
          kind: z.string(),
          decision_date: IsoDate.nullable(),
          object_category: z.string().nullable(),
          distance_m: z.number(),
        }),
      )
      .optional(),
  })
  .meta({
    id: 'PermitsValue',
    description: 'Building permits recorded within 500 m; never an investor name.',
  });
export type PermitsValue = z.infer<typeof PermitsValue>;

export const PricesValue = z
  .object({
    comparables_count: z.number().int(),
    median_pln_m2: z.number().nullable().optional(),
    p25_pln_m2: z.number().nullable().optional(),
    p75_pln_m2: z.number().nullable().optional(),
    window_months: z.number().int().optional(),
    radius_m: z.number().int().optional(),
  })
  .meta({
    id: 'PricesValue',
    description: 'Aggregates of transactions; withheld when there are fewer than 5.',
  });
export type PricesValue = z.infer<typeof PricesValue>;

export const SoilValue = z
  .object({ classes: z.array(z.object({ symbol: z.string(), share_pct: share })) })
  .meta({ id: 'SoilValue' });
export type SoilValue = z.infer<typeof SoilValue>;

export const AddressValue = z
  .object({
    addresses: z.array(
      z.object({
        locality: z.string(),
        street: z.string().nullable(),
        house_number: z.string(),
        postcode: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'AddressValue' });
export type AddressValue = z.infer<typeof AddressValue>;

interface LayerRow {
  readonly answer: ReturnType<typeof layerAnswer>;
  /** What it answers, in a sentence for people and assistants. */
  readonly meaning: string;
  /** A part is told within that layer, and is a key of its own too (contract §3). */
  readonly part_of?: 'planning';
}

/** In the order layers are served. */
export const LAYER_ROWS = {
  planning: {
    answer: layerAnswer('PlanningAnswer', PlanningValue),
    meaning: 'General plan, local plan, zoning decision and the planning status of the gmina, together.',
  },
  flood: {
    answer: layerAnswer('FloodAnswer', FloodValue),
    meaning: 'Flood hazard maps: whether the ten-, hundred- or five-hundred-year flood reaches the parcel.',
  },
  landslide: {
    answer: layerAnswer('LandslideAnswer', LandslideValue),
    meaning: 'Recorded landslides and areas threatened by mass movement (SOPO).',
  },
  protected: {
    answer: layerAnswer('ProtectedAnswer', ProtectedValue),
    meaning: 'Forms of nature protection the parcel lies in (GDOŚ).',
  },
  buildings: {
    answer: layerAnswer('BuildingsAnswer', BuildingsValue),
    meaning: 'Buildings standing on the parcel.',
  },
  road_access: {
    answer: layerAnswer('RoadAccessAnswer', RoadAccessValue),
    meaning: 'Access to a public road: an adjacent road parcel, or a road within 30 m.',
  },
  permits: {
    answer: layerAnswer('PermitsAnswer', PermitsValue),
    meaning: 'Building permits and notifications within 500 m (RWDZ); never an investor.',
  },
  prices: {
    answer: layerAnswer('PricesAnswer', PricesValue),
    meaning: 'Aggregated prices of comparable plots; withheld below five transactions.',
  },
  soil: {
    answer: layerAnswer('SoilAnswer', SoilValue),
    meaning: 'Soil classes and land use with their shares (EGiB).',
  },
  address: {
    answer: layerAnswer('AddressAnswer', AddressValue),
    meaning: 'Address points on the parcel (PRG).',
  },
  pog: {
    answer: pog,
    meaning: 'The general plan of the gmina (plan ogólny): zone, parameters, infill area. Part of planning.',
    part_of: 'planning',
  },
  mpzp: {
    answer: mpzp,
    meaning: 'The local spatial plan (miejscowy plan): status and designation. Part of planning.',
    part_of: 'planning',
  },
  wz: {
    answer: wz,
    meaning: 'Whether a zoning decision (warunki zabudowy) can be issued today. Part of planning.',
    part_of: 'planning',
  },
} as const satisfies Readonly<Record<string, LayerRow>>;

export type LayerKey = keyof typeof LAYER_ROWS;
export type LayerAnswer<K extends LayerKey = LayerKey> = z.infer<(typeof LAYER_ROWS)[K]['answer']>;
export type LayerValue<K extends LayerKey = LayerKey> = NonNullable<LayerAnswer<K>['value']>;

export const LAYER_KEYS = Object.keys(LAYER_ROWS) as [LayerKey, ...LayerKey[]];
export const LayerKeySchema = z.enum(LAYER_KEYS).meta({ id: 'LayerKey' });

/** Key → schema of the answer. */
export const LAYER_ANSWERS = Object.fromEntries(LAYER_KEYS.map((key) => [key, LAYER_ROWS[key].answer])) as {
  readonly [K in LayerKey]: (typeof LAYER_ROWS)[K]['answer'];
};

/** The layers a record holds when none are named: all but the parts of another. */
export const RECORD_LAYERS: readonly LayerKey[] = LAYER_KEYS.filter((key) => !('part_of' in LAYER_ROWS[key]));
