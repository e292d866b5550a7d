// The values of the layers beside planning: hazards, nature, surroundings, prices, soil and addresses (spec §2.7).

import { z } from 'zod';
import { IsoDate } from './sources.ts';

const share = z.number().min(0).max(100);

export const FloodValue = z
  .object({
    q10: z.boolean().describe('Whether the flood of once in 10 years reaches the parcel.'),
    q100: z.boolean().describe('Whether the flood of once in 100 years reaches the parcel.'),
    q500: z.boolean().describe('Whether the flood of once in 500 years reaches the parcel.'),
    q100_share_pct: share
      .nullable()
      .optional()
      .describe('Share of the parcel that the flood of once in 100 years reaches, in percent.'),
    map_edition: z.string().nullable().optional().describe('Edition of the flood hazard map.'),
  })
  .meta({ id: 'FloodValue', description: 'Flood hazard of the parcel.' });
export type FloodValue = z.infer<typeof FloodValue>;

export const LandslideValue = z
  .object({
    present: z.boolean().describe('Whether a landslide or a threatened area reaches the parcel.'),
    kinds: z
      .array(z.enum(['landslide', 'threatened_area']))
      .optional()
      .describe('What reaches it.'),
    count: z.number().int().optional().describe('How many recorded areas reach it.'),
  })
  .meta({ id: 'LandslideValue', description: 'Landslides and areas threatened by mass movement.' });
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
    inside_any: z.boolean().describe('Whether the parcel lies in any form of protection.'),
    forms: z
      .array(
        z.object({
          type: z.enum(PROTECTED_FORMS).describe('Form of nature protection.'),
          code: z.string().nullable().describe('Its code in the register.'),
          name: z.string().describe('Its name.'),
        }),
      )
      .describe('Every form the parcel lies in.'),
  })
  .meta({ id: 'ProtectedValue', description: 'Forms of nature protection.' });
export type ProtectedValue = z.infer<typeof ProtectedValue>;

export const BuildingsValue = z
  .object({
    count: z.number().int().describe('Buildings on the parcel.'),
    footprint_m2_total: z
      .number()
      .nullable()
      .optional()
      .describe('Ground they cover on the parcel together, in square metres.'),
  })
  .meta({ id: 'BuildingsValue', description: 'Buildings on the parcel.' });
export type BuildingsValue = z.infer<typeof BuildingsValue>;

export const RoadAccessValue = z
  .object({
    verdict: z
      .enum(['pass', 'fail', 'unknown'])
      .describe('pass: a public road is adjacent or near. fail: none is. unknown: it cannot be told.'),
    via: z
      .enum(['adjacent_public_road_parcel', 'bdot_road_within_30m'])
      .nullable()
      .optional()
      .describe('How access was found.'),
    nearest_public_road_m: z
      .number()
      .nullable()
      .optional()
      .describe('Distance to the nearest public road, in metres.'),
  })
  .meta({ id: 'RoadAccessValue', description: 'Access to a public road.' });
export type RoadAccessValue = z.infer<typeof RoadAccessValue>;

export const PermitsValue = z
  .object({
    count_500m: z.number().int().describe('Permits and notifications within 500 m.'),
    recent: z
      .array(
        z.object({
          kind: z.string().describe('What was permitted, in the words of the register.'),
          decision_date: IsoDate.nullable().describe('The day of the decision.'),
          object_category: z
            .string()
            .nullable()
            .describe('Category of the object by the building law, in Roman numerals.'),
          distance_m: z.number().describe('Distance from the parcel, in metres.'),
        }),
      )
      .optional()
      .describe('The newest of them, newest first, at most 20: count_500m counts all.'),
  })
  .meta({
    id: 'PermitsValue',
    description: 'Building permits recorded within 500 m; never an investor name.',
  });
export type PermitsValue = z.infer<typeof PermitsValue>;

export const PricesValue = z
  .object({
    comparables_count: z.number().int().describe('Transactions that were compared.'),
    median_pln_m2: z.number().nullable().optional().describe('Median price, in zloty a square metre.'),
    p25_pln_m2: z.number().nullable().optional().describe('A quarter of the prices is below this.'),
    p75_pln_m2: z.number().nullable().optional().describe('A quarter of the prices is above this.'),
    window_months: z
      .number()
      .int()
      .optional()
      .describe('How far back transactions were looked for, in months.'),
    radius_m: z.number().int().optional().describe('How far around the parcel, in metres.'),
  })
  .meta({
    id: 'PricesValue',
    description: 'Aggregates of transactions; withheld when there are fewer than 5.',
  });
export type PricesValue = z.infer<typeof PricesValue>;

export const SoilValue = z
  .object({
    classes: z
      .array(
        z.object({
          symbol: z.string().describe('Land use and soil class, such as RIVa.'),
          share_pct: share.describe('Share of the parcel, in percent.'),
        }),
      )
      .describe('The largest share first.'),
  })
  .meta({ id: 'SoilValue', description: 'Soil classes and land use.' });
export type SoilValue = z.infer<typeof SoilValue>;

export const AddressValue = z
  .object({
    addresses: z
      .array(
        z.object({
          locality: z.string().describe('Name of the locality.'),
          street: z.string().nullable().describe('Name of the street; null where there is none.'),
          house_number: z.string().describe('House number, with its letter.'),
          postcode: z.string().nullable().describe('Postal code, as 00-000.'),
        }),
      )
      .describe('Address points on the parcel.'),
  })
  .meta({ id: 'AddressValue', description: 'Addresses of the parcel.' });
export type AddressValue = z.infer<typeof AddressValue>;
