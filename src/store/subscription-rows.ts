// Subscriptions as rows and back, the same in every back end: what is no text or number is JSON.

import type { StoredSubscription } from './watches.ts';

export const SUBSCRIPTION_COLUMNS = [
  'id',
  'key_id',
  'url',
  'target',
  'types',
  'secret',
  'created_at',
  'sent_seq',
  'held_parcels',
  'failing_since',
  'attempts',
  'next_attempt',
  'disabled',
  'last_delivery',
  'last_error',
] as const satisfies (keyof StoredSubscription)[];

export type SubscriptionCell = string | number | null;

export function subscriptionCell(
  value: StoredSubscription[keyof StoredSubscription] | undefined,
): SubscriptionCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

export function subscriptionOf(row: Record<string, unknown>): StoredSubscription {
  const { target, types, held_parcels, disabled, ...plain } = row;
  return {
    ...(plain as Omit<StoredSubscription, 'target' | 'types' | 'held_parcels' | 'disabled'>),
    target: JSON.parse(String(target)),
    types: types === null ? null : JSON.parse(String(types)),
    held_parcels: JSON.parse(String(held_parcels)),
    disabled: disabled === 1,
  };
}
