// Small value types and the source reference that every answer carries (spec §2.3, §2.10; contract §2).

import { z } from 'zod';
import { bilingual } from './language.ts';
import { ruleText } from './schema-rules.ts';

export const IsoDate = z.iso
  .date({
    error: ruleText(
      bilingual(
        'must be a day that exists, as YYYY-MM-DD',
        'musi być istniejącym dniem w postaci RRRR-MM-DD',
      ),
    ),
  })
  .meta({ id: 'Date' });
export const IsoDateTime = z.iso.datetime().meta({ id: 'DateTime' });

export const LngLat = z
  .tuple([z.number(), z.number()])
  .meta({ id: 'LngLat', description: 'WGS84 longitude, latitude; at most 7 decimals.' });

export const COVERAGES = ['covered', 'covered_no_data', 'not_covered', 'not_computed'] as const;
export const Coverage = z.enum(COVERAGES).meta({
  id: 'Coverage',
  description:
    'covered: the source holds a record here. covered_no_data: the source covers the place and records nothing, a real negative. not_covered: not published or not held here; the value is null. not_computed: held, not yet computed here; the value is null.',
});
export type Coverage = z.infer<typeof Coverage>;

export const SourceRef = z
  .object({
    id: z.string(),
    title: z.string(),
    publisher: z.string(),
    licence: z.string(),
    attribution: z.string().describe('Show this text wherever the answer is shown.'),
    url: z.string().nullable(),
    as_of: IsoDate.nullable(),
    fallback: z.boolean().describe('true when a third-party fallback supplied the answer.'),
  })
  .meta({ id: 'SourceRef', description: 'Where an answer comes from.' });
export type SourceRef = z.infer<typeof SourceRef>;

export const FRESHNESS = ['fresh', 'stale', 'unknown'] as const;

export const SourcePart = z
  .object({
    id: z.string(),
    title: z.string(),
    as_of: IsoDate.nullable(),
    coverage_pct: z.number(),
    coverage_here: Coverage.optional(),
  })
  .meta({
    id: 'SourcePart',
    description:
      'A part of a register that is published in parts (classes of flood, forms of protection): one does not stand for another.',
  });
export type SourcePart = z.infer<typeof SourcePart>;

export const Source = z
  .object({
    id: z.string(),
    title: z.string(),
    publisher: z.string(),
    licence: z.string(),
    attribution: z.string(),
    as_of: IsoDate.nullable(),
    freshness: z.enum(FRESHNESS),
    category: z.string().optional(),
    layers: z.array(z.string()).optional(),
    url: z.string().nullable().optional(),
    licence_url: z.string().nullable().optional(),
    band: z.string().optional(),
    refresh_target: z.string().optional(),
    last_success_at: IsoDateTime.nullable().optional(),
    coverage_pct: z.number().nullable().optional(),
    coverage_unit: z.string().nullable().optional(),
    coverage_here: Coverage.nullable().optional(),
    parts: z.array(SourcePart).optional(),
  })
  .meta({ id: 'Source', description: 'A register the service reads, with its terms and freshness.' });
export type Source = z.infer<typeof Source>;
