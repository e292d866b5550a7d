// The layers as they are promised: the values of planning, and one row a layer (spec §2.3, §2.7); the other values are in
// layer-values.ts. Keys, types, OpenAPI and the MCP resource follow from the rows; how a layer is worked out is domain/layers, whose
// table asks for every key.

import { z } from 'zod';
import {
  AddressValue,
  BuildingsValue,
  FloodValue,
  LandslideValue,
  PermitsValue,
  PricesValue,
  ProtectedValue,
  RoadAccessValue,
  SoilValue,
} from './layer-values.ts';
import { PlanningParts } from './planning-parts.ts';
import { Coverage, IsoDate, SourceRef } from './sources.ts';

export const PLAN_STATUSES = ['draft', 'adopted', 'in_force', 'none'] as const;
export const PlanStatus = z.enum(PLAN_STATUSES).meta({
  id: 'PlanStatus',
  description:
    'draft: in preparation. adopted: resolved, not in force yet. in_force: binding. none: there is no such plan.',
});
export type PlanStatus = z.infer<typeof PlanStatus>;

const share = z.number().min(0).max(100);

/** Every layer answer has the same frame; only `value` differs by layer. It is null exactly when not known. */
function layerAnswer<V extends z.ZodType>(id: string, value: V) {
  return z
    .object({
      coverage: Coverage.describe(
        'Whether the source holds a record here, a real negative, or nothing that is known.',
      ),
      note: z.string().describe('The answer, or why there is none, in plain words.'),
      source: SourceRef.describe('Where the answer comes from.'),
      as_of: IsoDate.nullable().describe('The day the answer is of; null where it is not known.'),
      value: value.nullable().describe('Null exactly when coverage is not_covered or not_computed.'),
    })
    .meta({
      id,
      description: `The answer of one layer: ${id.replace(/Answer$/, 'Value')} with its coverage and source.`,
    });
}

export const ZoneParameters = z
  .object({
    max_height_m: z.number().nullable().describe('Greatest height of buildings, in metres.'),
    max_coverage_pct: z
      .number()
      .nullable()
      .describe('Greatest share of the plot under buildings, in percent.'),
    min_biologically_active_pct: z
      .number()
      .nullable()
      .describe('Least share of the plot that stays biologically active, in percent.'),
    max_intensity: z
      .number()
      .nullable()
      .describe('Greatest intensity of building above ground: floor area by plot area.'),
    min_new_plot_area_m2: z
      .number()
      .nullable()
      .describe('Least area of a newly divided plot, in square metres.'),
  })
  .meta({
    id: 'ZoneParameters',
    description:
      'null: the plan sets no such limit, the register does not publish it, or the third-party sweep does not carry it; never zero. The note of the layer says which.',
  });
export type ZoneParameters = z.infer<typeof ZoneParameters>;

export const PogValue = z
  .object({
    status: PlanStatus.describe('Status of the general plan on the day asked.'),
    effective_from: IsoDate.nullable().describe('From when it is in force; null for draft and none.'),
    zone_symbol: z
      .string()
      .nullable()
      .describe('Symbol of the zone with the largest share of the parcel, such as SJ.'),
    zone_name: z.string().nullable().optional().describe('Its name.'),
    zones: z
      .array(
        z.object({
          symbol: z.string().describe('Symbol of the planning zone, such as SJ.'),
          name: z.string().nullable().describe('Its name.'),
          share_pct: share.describe('Share of the parcel in the zone, in percent.'),
          parameters: ZoneParameters.describe('What the plan allows in the zone.'),
        }),
      )
      .describe('Every zone the parcel lies in, the largest share first.'),
    in_ouz: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        'Whether the parcel lies in an infill area (obszar uzupełnienia zabudowy); null where it is not known.',
      ),
    plan_id: z.string().nullable().optional().describe('Id of the plan in its register.'),
    adopted_on: IsoDate.nullable().optional().describe('The day of the resolution.'),
    resolution_url: z.string().nullable().optional().describe('The text of the resolution.'),
  })
  .meta({ id: 'PogValue', description: 'General plan (plan ogólny gminy).' });
export type PogValue = z.infer<typeof PogValue>;

export const MpzpValue = z
  .object({
    status: PlanStatus.describe('Status of the local plan on the day asked.'),
    effective_from: IsoDate.nullable().describe('From when it is in force; null for draft and none.'),
    symbol: z
      .string()
      .nullable()
      .describe('Designation with the largest share of the parcel; null where none is published.'),
    share_pct: share.nullable().optional().describe('Share of the parcel that the plan covers, in percent.'),
    plans: z
      .array(
        z.object({
          plan_id: z.string().describe('Id of the plan in its register.'),
          name: z.string().nullable().describe('Title of the plan.'),
          adopted_on: IsoDate.nullable().describe('The day of the resolution.'),
          resolution_url: z.string().nullable().describe('The text of the resolution.'),
        }),
      )
      .describe('Every local plan that reaches the parcel.'),
  })
  .meta({ id: 'MpzpValue', description: 'Local spatial plan (miejscowy plan).' });
export type MpzpValue = z.infer<typeof MpzpValue>;

/** Why a zoning decision can or cannot be issued, or why that is not known (law §4). */
const WZ_REASON_CODES = [
  'mpzp_in_force',
  'no_pog_in_force',
  'outside_ouz',
  'forest_land',
  'nature_reserve',
  'mpzp_unknown',
  'pog_unknown',
  'ouz_unknown',
  'inside_ouz',
  'studium_transitional',
] as const;
export type WzReasonCode = (typeof WZ_REASON_CODES)[number];

export const WzValue = z
  .object({
    possible: z
      .boolean()
      .nullable()
      .describe('Whether a decision can be issued today; null where it is not known.'),
    reason: z.string().optional().describe('Why, in plain words.'),
    reason_code: z.enum(WZ_REASON_CODES).optional().describe('Why, as a code that no wording changes.'),
  })
  .meta({ id: 'WzValue', description: 'Whether a zoning decision can be issued for the parcel today.' });
export type WzValue = z.infer<typeof WzValue>;

const pog = layerAnswer('PogAnswer', PogValue);
const mpzp = layerAnswer('MpzpAnswer', MpzpValue);
const wz = layerAnswer('WzAnswer', WzValue);

export const GminaPlanning = z
  .object({
    gmina_teryt: z.string().describe('7-digit TERYT code of the gmina.'),
    gmina_name: z.string().describe('Name of the gmina.'),
    pog_status: z
      .enum([...PLAN_STATUSES, 'unknown'])
      .describe('Status of its general plan; unknown where no source covers it.'),
    as_of: IsoDate.describe('The day the status is told for.'),
    sources: z.array(SourceRef).describe('The registers it was read from.'),
    pog_adopted_on: IsoDate.nullable().optional().describe('The day the general plan was resolved.'),
    pog_effective_from: IsoDate.nullable().optional().describe('From when the general plan is in force.'),
    pog_resolution_url: z.string().nullable().optional().describe('The text of the resolution.'),
    mpzp_count: z.number().int().nullable().optional().describe('How many local plans are in force.'),
    mpzp_coverage_pct: z
      .number()
      .nullable()
      .optional()
      .describe('Share of the gmina under local plans, in percent.'),
    studium_expired: z
      .boolean()
      .nullable()
      .optional()
      .describe('Whether the former study (studium) has lapsed.'),
    wz_regime: z
      .string()
      .nullable()
      .optional()
      .describe('Which rules zoning decisions follow in the gmina today.'),
  })
  .meta({ id: 'GminaPlanning', description: 'The planning status of a gmina.' });
export type GminaPlanning = z.infer<typeof GminaPlanning>;

export const PlanningValue = z
  .object({
    pog: pog.describe('The general plan of the gmina.'),
    mpzp: mpzp.describe('The local plan.'),
    wz: wz.describe('Whether a zoning decision can be issued.'),
    gmina: GminaPlanning.describe('The planning status of the gmina.'),
    parts: PlanningParts.describe('The parcel by what the plans say of its ground, the largest part first.'),
  })
  .meta({
    id: 'PlanningValue',
    description: 'General plan, local plan, zoning decision, gmina status and parts.',
  });
export type PlanningValue = z.infer<typeof PlanningValue>;

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
export const LayerKeySchema = z.enum(LAYER_KEYS).meta({ id: 'LayerKey', description: 'Key of a layer.' });

/** Key → schema of the answer, described by what the layer means. */
export const LAYER_ANSWERS = Object.fromEntries(
  LAYER_KEYS.map((key) => [key, LAYER_ROWS[key].answer.describe(LAYER_ROWS[key].meaning)]),
) as { readonly [K in LayerKey]: (typeof LAYER_ROWS)[K]['answer'] };

/** The layers a record holds when none are named: all but the parts of another. */
export const RECORD_LAYERS: readonly LayerKey[] = LAYER_KEYS.filter((key) => !('part_of' in LAYER_ROWS[key]));
