// What a key has asked for and been charged, as it is told to its owner (contract §13).

import { z } from 'zod';
import { IsoDate, IsoDateTime } from './sources.ts';

const count = z.number().int().min(0);

export const Usage = z
  .object({
    key: z.string().describe('The name of the key that asks.'),
    month: z.string().describe('YYYY-MM, Warsaw time.'),
    quota: count.nullable().describe('Requests per month; null: no quota.'),
    charged: count.describe('In the month, what is being answered left out.'),
    remaining: count
      .nullable()
      .describe('Of the quota; null without one, and of another month than the current.'),
    resets_at: IsoDateTime.nullable().describe('When the next month begins; null of another month.'),
    days: z
      .array(
        z.object({
          day: IsoDate.describe('The day, Warsaw time.'),
          operation: z.string().describe('Name of the operation.'),
          requests: count.describe('How many requests.'),
          cost: count.describe('What they cost by the price list.'),
          charged: count.describe('What of it was charged.'),
          refunded: count.describe('What of it was given back.'),
        }),
      )
      .describe('One row for each day and operation.'),
  })
  .meta({ id: 'Usage', description: 'What the key has asked for, by day and operation.' });
export type Usage = z.infer<typeof Usage>;
