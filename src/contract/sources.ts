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
  .meta({ id: 'Date', description: 'A day, as YYYY-MM-DD.' });
export const IsoDateTime = z.iso
  .datetime()
  .meta({ id: 'DateTime', description: 'A moment in UTC, as YYYY-MM-DDThh:mm:ssZ.' });

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
    id: z.string().describe('Key of the source, as in /v1/sources.'),
    title: z.string().describe('Name of the register.'),
    publisher: z.string().describe('Who publishes the register.'),
    licence: z.string().describe('Under which terms it is published.'),
    attribution: z.string().describe('Show this text wherever the answer is shown.'),
    url: z.string().nullable().describe('Where the register is published; null where it has no address.'),
    as_of: IsoDate.nullable().describe('The day the data is of; null where it is not known.'),
    fallback: z.boolean().describe('true when a third-party fallback supplied the answer.'),
  })
  .meta({ id: 'SourceRef', description: 'Where an answer comes from.' });
export type SourceRef = z.infer<typeof SourceRef>;

export const FRESHNESS = ['fresh', 'stale', 'unknown'] as const;

export const SourcePart = z
  .object({
    id: z.string().describe('Key of the part.'),
    title: z.string().describe('Name of the part.'),
    as_of: IsoDate.nullable().describe('The day the data of the part is of; null where it is not known.'),
    coverage_pct: z
      .number()
      .describe('How much of the area that the service knows the part covers, in percent.'),
    coverage_here: Coverage.optional().describe('What the part holds at the place asked for.'),
  })
  .meta({
    id: 'SourcePart',
    description:
      'A part of a register that is published in parts (classes of flood, forms of protection): one does not stand for another.',
  });
export type SourcePart = z.infer<typeof SourcePart>;

export const Source = z
  .object({
    id: z.string().describe('Key of the source, as in /v1/sources.'),
    title: z.string().describe('Name of the register.'),
    publisher: z.string().describe('Who publishes the register.'),
    licence: z.string().describe('Under which terms it is published.'),
    attribution: z.string().describe('Show this text wherever an answer from the source is shown.'),
    as_of: IsoDate.nullable().describe('The day the newest data is of; null where nothing is loaded.'),
    freshness: z
      .enum(FRESHNESS)
      .describe(
        'Of the last import: fresh while last_success_at is within refresh_target, stale beyond it, unknown where nothing is loaded. as_of may be older, where the register itself is.',
      ),
    category: z.string().optional().describe('Kind of register, such as cadastre, planning or hazards.'),
    layers: z.array(z.string()).optional().describe('Keys of the layers it answers.'),
    url: z
      .string()
      .nullable()
      .optional()
      .describe('Where the register is published; null where it has no address.'),
    licence_url: z
      .string()
      .nullable()
      .optional()
      .describe('The text of the terms; null where there is none.'),
    band: z
      .string()
      .optional()
      .describe('official, or fallback for a third party that answers where the register is silent.'),
    refresh_target: z
      .string()
      .optional()
      .describe('How long ago the last import may be, as an ISO 8601 duration such as P30D.'),
    last_success_at: IsoDateTime.nullable()
      .optional()
      .describe('When a file of it was last imported; null where none was.'),
    coverage_pct: z
      .number()
      .nullable()
      .optional()
      .describe('How much of the area that the service knows is loaded, in percent of coverage_unit.'),
    coverage_unit: z.string().nullable().optional().describe('What coverage_pct counts, such as powiat.'),
    coverage_here: Coverage.nullable()
      .optional()
      .describe('What the source holds at the place asked for; only with q, id or point.'),
    parts: z.array(SourcePart).optional().describe('Its parts, where it is published in parts.'),
  })
  .meta({ id: 'Source', description: 'A register the service reads, with its terms and freshness.' });
export type Source = z.infer<typeof Source>;
