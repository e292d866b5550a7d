// The port for push: who watches what, how far each was told, and how its receiver behaves. The same for one server and for many:
// one of them holds the lease to deliver. Knows no back end and no clock.

import type { EventName } from '../contract/change-events.ts';
import type { SearchPolygon } from '../contract/inputs.ts';
import type { Eventual } from './accounts.ts';

export type WatchTarget =
  | { readonly parcel: string }
  | { readonly gmina: string }
  | { readonly polygon: SearchPolygon };

export interface StoredSubscription {
  readonly id: string;
  readonly key_id: string;
  readonly url: string;
  readonly target: WatchTarget;
  readonly types: readonly EventName[] | null;
  readonly secret: string;
  readonly created_at: string;
  /** Events up to this one were delivered, or are older than the subscription. */
  readonly sent_seq: number;
  /** The parcels that an area held when it was last looked at: one that is gone since has left it. */
  readonly held_parcels: readonly string[];
  /** Since when deliveries have failed, one after the other; null where the last one arrived. */
  readonly failing_since: string | null;
  readonly attempts: number;
  readonly next_attempt: string | null;
  readonly disabled: boolean;
  readonly last_delivery: string | null;
  readonly last_error: string | null;
}

/** What deliveries change. */
export type DeliveryState = Pick<
  StoredSubscription,
  | 'sent_seq'
  | 'held_parcels'
  | 'failing_since'
  | 'attempts'
  | 'next_attempt'
  | 'disabled'
  | 'last_delivery'
  | 'last_error'
>;

export interface Subscriptions {
  /** False where the key has `most` already; nothing is stored then. */
  create(subscription: StoredSubscription, most: number): Eventual<boolean>;
  /** Those of one key, oldest first. */
  ofKey(key_id: string): Eventual<StoredSubscription[]>;
  /** Whether there was one. */
  remove(key_id: string, id: string): Eventual<boolean>;
  /** Those that are not disabled and need not wait for their next attempt. */
  due(now: string): Eventual<DueSubscription[]>;
  /** On disk when it resolves. One that was removed meanwhile stays removed. */
  update(id: string, changes: Partial<DeliveryState>): Eventual<void>;
  /** Whether this process may deliver until then: nobody else does. */
  lease(holder: string, now: string, until: string): Eventual<boolean>;
}

export interface DueSubscription extends StoredSubscription {
  readonly key_revoked: boolean;
  /** Of its key. */
  readonly monthly_quota: number | null;
}

/** A place of one of the streams that a key may have open at once, on all servers together. */
export interface StreamSeat {
  readonly key_id: string;
  readonly seat: number;
  /** Whose it is: nobody else renews or leaves it. */
  readonly holder: string;
}

/** Seats are held until a moment and renewed before: those of a server that was killed are free again soon. */
export interface StreamSeats {
  /** Null where all of them, `most`, are taken. */
  take(key_id: string, holder: string, most: number, now: string, until: string): Eventual<StreamSeat | null>;
  /** False where it was not renewed in time and somebody else has it. */
  renew(seat: StreamSeat, until: string): Eventual<boolean>;
  leave(seat: StreamSeat): Eventual<void>;
}
