// Push (contract §13): what is watched, and where its events are sent. Delivered as Standard Webhooks, at least once, in order.

import { z } from 'zod';
import { EVENT_NAMES } from './change-events.ts';
import { LANGUAGE_INPUT, SearchPolygon } from './inputs.ts';
import { IsoDateTime } from './sources.ts';

export const SUBSCRIPTION_LIMITS = {
  /** Of one key. */
  subscriptions: 100,
  url_characters: 2_000,
  /** Open at once, of one key. */
  streams: 10,
} as const;

const watched = {
  parcel: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description: 'EGiB id: the parcel, its gmina, its registers and the permits around it.',
      examples: ['141803_2.0009.123/4'],
    }),
  gmina: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: '7-digit TERYT code: everything in the gmina.',
      pattern: '^[0-9]{7}$',
      examples: ['1418032'],
    }),
};

const types = z
  .array(z.enum(EVENT_NAMES))
  .min(1)
  .max(EVENT_NAMES.length)
  .meta({ description: 'Only events of these names.' });

export const SUBSCRIPTION_INPUTS = {
  create: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(SUBSCRIPTION_LIMITS.url_characters)
      .meta({
        description: 'Where events are sent: https, at an address of the public internet.',
        format: 'uri',
        examples: ['https://example.com/hooks/miedza'],
      }),
    ...watched,
    polygon: SearchPolygon.optional().describe('The area to watch.'),
    types: types.optional(),
    ...LANGUAGE_INPUT,
  }),
  list: z.strictObject({ ...LANGUAGE_INPUT }),
  one: z.strictObject({
    subscription: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Id of the subscription.', examples: ['sub_0011223344556677'] }),
    ...LANGUAGE_INPUT,
  }),
} as const;

/** The area of a stream, which comes as text in the URL. */
export const STREAM_AREA = z.strictObject({ polygon: SearchPolygon });

export const SUBSCRIPTION_STATES = ['active', 'failing', 'disabled'] as const;

export const Subscription = z
  .object({
    id: z.string().describe('Id of the subscription.'),
    url: z.string().describe('Where events are sent.'),
    parcel: z.string().optional().describe('EGiB id of the parcel watched.'),
    gmina: z.string().optional().describe('7-digit TERYT code of the gmina watched.'),
    polygon: SearchPolygon.optional().describe('The area watched.'),
    types: types.nullable().describe('Null: events of every name.'),
    state: z
      .enum(SUBSCRIPTION_STATES)
      .describe('failing: the last delivery failed and is tried again; disabled: last_error says why.'),
    created_at: IsoDateTime.describe('When it was made.'),
    last_delivery: IsoDateTime.nullable().describe(
      'When a delivery was last accepted; null before the first.',
    ),
    last_error: z.string().nullable().describe('What went wrong last; null where nothing did.'),
    next_attempt: IsoDateTime.nullable().describe('Of one that fails.'),
  })
  .meta({ id: 'Subscription', description: 'What is watched and where its events are sent.' });
export type Subscription = z.infer<typeof Subscription>;

export const SUBSCRIPTION_RESULTS = {
  created: Subscription.extend({
    secret: z.string().describe('Signs every delivery. Shown once.'),
  }).meta({ id: 'NewSubscription', description: 'A subscription with its secret.' }),
  list: z.array(Subscription),
  one: Subscription,
  deleted: z
    .object({ id: z.string().describe('Id of the subscription.') })
    .meta({ id: 'DeletedSubscription', description: 'What was deleted.' }),
  tested: z
    .object({
      delivered: z.boolean().describe('Whether the receiver accepted it.'),
      http: z.number().int().nullable().describe('The status of the answer; null where none came.'),
      reason: z.string().nullable().describe('Why it was not accepted; null where it was.'),
    })
    .meta({ id: 'TestDelivery', description: 'What the receiver answered.' }),
} as const;
