// Events: the names of what changes, one change as it is told, and counts of them (spec §2.9, contract §9).

import { z } from 'zod';
import { IsoDate, IsoDateTime, SourceRef } from './sources.ts';

export const EVENT_NAMES = [
  'pog_status_changed',
  'pog_zone_changed',
  'pog_parameters_changed',
  'ouz_changed',
  'mpzp_status_changed',
  'mpzp_symbol_changed',
  'wz_possible_changed',
  'wz_regime_changed',
  'studium_expired',
  'flood_changed',
  'landslide_changed',
  'protected_changed',
  'road_access_changed',
  'buildings_changed',
  'permit_added',
  'prices_changed',
  'soil_changed',
  'address_changed',
  'parcel_created',
  'parcel_removed',
  'parcel_geometry_changed',
  'parcel_area_changed',
  'coverage_changed',
  'verdict_changed',
  'source_refreshed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export const ChangeEvent = z
  .object({
    id: z.string().describe('Id of the event.'),
    event: z.enum(EVENT_NAMES).describe('Name of the change.'),
    parcel_id: z.string().optional().meta({ description: 'The parcel it is about, where it is one.' }),
    detected_at: IsoDateTime.describe('When the service noticed it.'),
    layer: z.string().nullable().optional().describe('Key of the layer that changed.'),
    before: z.unknown().optional().describe('What was told before.'),
    after: z.unknown().optional().describe('What is told now.'),
    as_of: IsoDate.nullable().optional().describe('The day of the data that brought the change.'),
    source: SourceRef.optional().describe('Where the change comes from.'),
  })
  .meta({ id: 'Event', description: 'One change.' });
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const EventSummary = z
  .object({
    by_type: z
      .array(
        z.object({
          event: z.enum(EVENT_NAMES).describe('Name of the change.'),
          layer: z.string().nullable().describe('Key of the layer that changed.'),
          count: z.number().int().min(0).describe('How many.'),
          first: IsoDate.describe('The day of the first detected_at.'),
          last: IsoDate.describe('The day of the last detected_at.'),
        }),
      )
      .describe('One row for each event and layer.'),
    observed_since: IsoDateTime.nullable().describe(
      'Since when all registers are watched that tell what was asked for.',
    ),
  })
  .meta({ id: 'EventSummary', description: 'With summary=true: counts by event and layer, most first.' });
export type EventSummary = z.infer<typeof EventSummary>;
