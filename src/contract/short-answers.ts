// Answers with detail=short (contract §13): what they say is the same; sources are named by their ids, and listed once.

import { z } from 'zod';
import { CheckItem, CheckResult, envelope, ParcelRecord } from './answers.ts';
import { PlanningPart, PlanningParts } from './planning-parts.ts';
import { SourceRef } from './sources.ts';

/** Callers choose between the long and the short form. */
export const DETAILS = ['full', 'short'] as const;

const source = z.string().describe('The id of an entry of sources.');

/** What must be shown with an answer; the rest, licences among it, is in /v1/sources. */
const ShortSource = SourceRef.pick({ id: true, attribution: true, as_of: true })
  .extend({
    fallback: z.literal(true).optional().describe('Only where a third-party fallback supplied the answer.'),
  })
  .meta({ id: 'ShortSource', description: 'What must be shown with an answer.' });
export type ShortSource = z.infer<typeof ShortSource>;
const sources = z.array(ShortSource).describe('Each source once.');

export const ShortCheckResult = z
  .object({
    id: z.string().describe('The parcel.'),
    ...CheckResult.omit({ checks: true, record: true }).shape,
    parts: PlanningParts.describe('The largest parts of the parcel.'),
    other_parts: z
      .array(
        PlanningPart.pick({ building: true, share_pct: true, area_m2: true }).extend({
          count: z.number().int().describe('How many parts.'),
        }),
      )
      .optional()
      .describe(
        'Of a parcel with very many parts: the smaller ones together, by whether one can build there.',
      ),
    checks: z
      .array(CheckItem.omit({ source: true, value: true }).extend({ source }))
      .describe(
        'The eight checks, always in the same order. Their values are those of their layers, and those that pass come without basis.',
      ),
    sources,
  })
  .meta({
    id: 'ShortCheckResult',
    description: 'With detail=short: without the record and the values, which detail puts into words.',
  });
export type ShortCheckResult = z.infer<typeof ShortCheckResult>;

const { layers: _layers, area: _area, ...place } = ParcelRecord.shape;
const shortAnswer = z.object({
  coverage: z.string().describe('One of the four coverage states.'),
  note: z.string().describe('The answer, or why there is none, in plain words.'),
  source,
  as_of: z
    .string()
    .nullable()
    .optional()
    .describe('The day the answer is of, where it is not that of its source; null where it is not known.'),
  value: z.unknown().describe('As in the full answer of the layer; null where it is not known.'),
});

export const ShortRecord = z
  .object({
    ...place,
    area: ParcelRecord.shape.area
      .omit({ source: true })
      .extend({ source })
      .describe('Its area, as declared and as drawn.'),
    layers: z.record(z.string(), shortAnswer).describe('One answer per layer asked for.'),
    sources,
  })
  .meta({ id: 'ShortRecord', description: 'With detail=short: sources by their ids.' });
export type ShortRecord = z.infer<typeof ShortRecord>;

export const BatchItemEnvelope = envelope(z.union([ParcelRecord, ShortRecord]))
  .extend({ ref: z.string().optional().describe("The caller's own reference, given back.") })
  .meta({ id: 'BatchItemEnvelope', description: 'The answer to one item of a batch.' });
