// A way to finish what is being typed (contract §13).

import { z } from 'zod';
import { LngLat } from './sources.ts';

const count = z.number().int().min(0);

export const Suggestion = z
  .object({
    kind: z
      .enum(['gmina', 'obreb', 'locality', 'street', 'address', 'parcel'])
      .describe('What is suggested.'),
    label: z.string().describe('What to show.'),
    match: z
      .array(z.tuple([count, count]))
      .describe('What was typed, in label: [start, end), counted in UTF-16 units.'),
    q: z.string().optional().describe('What to ask next, or to go on typing from.'),
    id: z.string().optional().describe('The parcel to ask for.'),
    gmina_name: z.string().nullable().describe('Name of the gmina it lies in.'),
    held: z.boolean().describe('false when it lies in a partition that is not loaded.'),
    centroid: LngLat.nullable().describe('A position in the place; null where nothing of it is loaded.'),
  })
  .meta({
    id: 'Suggestion',
    description: 'A way to finish what is being typed: q or id says what to ask next.',
  });
export type Suggestion = z.infer<typeof Suggestion>;
