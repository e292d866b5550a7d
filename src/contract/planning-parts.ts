// The parts of a parcel as they are served, in the value of `planning` and in the check (contract §13): pieces of ground on which
// local plan, zone and infill area are constant. How they are found and judged is domain/law.

import { z } from 'zod';

export const PLANS_OF_PARTS = ['in_force', 'none', 'unknown'] as const;
export const PART_STATES = ['open', 'closed', 'unknown'] as const;

export const PlanningPart = z
  .object({
    mpzp_status: z
      .enum(PLANS_OF_PARTS)
      .describe('Whether a local plan is in force there; unknown where the register cannot tell.'),
    mpzp_symbol: z
      .string()
      .nullable()
      .describe(
        'Designation by that local plan; null where none is in force, where none is published, or where that is not known.',
      ),
    zone_symbol: z.string().nullable().describe('Zone of the general plan; null where none is published.'),
    in_ouz: z
      .boolean()
      .nullable()
      .describe('Whether it lies in an infill area (OUZ); null where it is not known.'),
    share_pct: z.number().min(0).max(100).describe('Share of the parcel, in percent.'),
    area_m2: z.number().min(0).describe('Its area, in square metres of the outline.'),
    building: z
      .enum(PART_STATES)
      .describe(
        'open: the local plan provides for building, or a zoning decision can be applied for. closed: neither. unknown: it cannot be said.',
      ),
  })
  .meta({ id: 'PlanningPart', description: 'A piece of the parcel that the plans treat alike.' });
export type PlanningPart = z.infer<typeof PlanningPart>;

export const PlanningParts = z.array(PlanningPart);
