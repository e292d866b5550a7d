// Answers with detail=short (contract §13): what they say is the same; sources are named by their ids, and listed once.

import { z } from 'zod';
import { CheckItem, CheckResult, ParcelRecord } from './answers.ts';
import { SourceRef } from './sources.ts';

/** Callers choose between the long and the short form. */
export const DETAILS = ['full', 'short'] as const;

const source = z.string().describe('The id of an entry of sources.');

/** What must be shown with an answer; the rest is in /v1/sources. */
const ShortSource = SourceRef.omit({ title: true, publisher: true, url: true }).meta({ id: 'ShortSource' });
export type ShortSource = z.infer<typeof ShortSource>;
const sources = z.array(ShortSource).describe('Each source once.');

export const ShortCheckResult = z
  .object({
    id: z.string().describe('The parcel.'),
    ...CheckResult.omit({ checks: true, record: true }).shape,
    checks: z.array(CheckItem.omit({ source: true }).extend({ source })),
    sources,
  })
  .meta({ id: 'ShortCheckResult', description: 'With detail=short: without the record.' });
export type ShortCheckResult = z.infer<typeof ShortCheckResult>;

const { layers: _layers, area: _area, ...place } = ParcelRecord.shape;
const shortAnswer = z.object({
  coverage: z.string(),
  note: z.string(),
  source,
  as_of: z.string().nullable(),
  value: z.unknown(),
});

export const ShortRecord = z
  .object({
    ...place,
    area: ParcelRecord.shape.area.omit({ source: true }).extend({ source }),
    layers: z.record(z.string(), shortAnswer),
    sources,
  })
  .meta({ id: 'ShortRecord', description: 'With detail=short: sources by their ids.' });
export type ShortRecord = z.infer<typeof ShortRecord>;
