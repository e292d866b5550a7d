// Tells subscribers what happened: at least once, in order for each subscription. How far each was told is on disk after every
// delivery, so that a killed server goes on where it was; of many servers the one that holds the lease delivers.

import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '../store/reads.ts';
import type { DeliveryState, DueSubscription, Subscriptions } from '../store/watches.ts';
import { nextAttempt } from './retry-schedule.ts';
import type { Delivery, Message } from './webhook.ts';

/** Between two looks for news and for attempts that are due. */
const LOOK_EVERY_MS = 1_000;
/** Longer than a round of attempts that all time out: a holder that lives renews it in time. */
const LEASE_MS = 30_000;
/** Receivers that are told at the same time; a slow one holds up nobody else. */
const AT_ONCE = 16;
/** Events of one subscription that are read at once. */
const PAGE = 50;
/** Until a used-up quota is looked at again. */
const QUOTA_WAIT_MS = 3_600_000;
/** How long one subscription goes on while others wait for its place. */
const LONGEST_TURN_MS = 10_000;

export interface DelivererParts {
  readonly subscriptions: Subscriptions;
  readonly now: () => Date;
  /** The version that is served. */
  readonly version: () => Promise<string>;
  /** The events that a subscription is to be told of next, and the parcels of its area. */
  readonly read: (
    subscription: DueSubscription,
    limit: number,
  ) => Promise<{ events: readonly StoredEvent[]; held_parcels: readonly string[]; newest_seq: number }>;
  readonly send: (subscription: DueSubscription, message: Message) => Promise<Delivery>;
  readonly messageOf: (subscription: DueSubscription, event: StoredEvent) => Message;
  /** Sets aside what a delivery costs; null where the quota of the key is used up. */
  readonly reserve: (
    subscription: DueSubscription,
  ) => Promise<{ settle(delivered: number): Promise<void> } | null>;
  readonly onFault: (fault: unknown) => void;
}

export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #holder = randomUUID();
  /** The version up to which a subscription was told everything. */
  readonly #told = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** One round; a second call while one is under way waits for the same. */
  look(): Promise<void> {
    this.#round ??= this.#deliverDue()
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#round = null;
      });
    return this.#round;
  }

  /** Waits for the deliveries under way: what arrived is written down. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  async #deliverDue(): Promise<void> {
    const { subscriptions, now } = this.#parts;
    if (!(await this.#renew())) return;
    const version = await this.#parts.version();
    const due = (await subscriptions.due(now().toISOString())).filter(
      ({ id, next_attempt }) => next_attempt !== null || this.#told.get(id) !== version,
    );
    const waiting = due.values();
    const work = async () => {
      for (const one of waiting) {
        if (this.#stopped) return;
        await this.#tell(one, version).catch(this.#parts.onFault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  #renew(): boolean | Promise<boolean> {
    const { subscriptions, now } = this.#parts;
    const from = now();
    const until = new Date(from.getTime() + LEASE_MS);
    return subscriptions.lease(this.#holder, from.toISOString(), until.toISOString());
  }

  async #tell(subscription: DueSubscription, version: string): Promise<void> {
    const { subscriptions, read } = this.#parts;
    if (subscription.key_revoked) {
      await subscriptions.update(subscription.id, disabledBy('the key was revoked'));
      return;
    }
    const started_ms = performance.now();
    let current = subscription;
    while (!this.#stopped && performance.now() - started_ms < LONGEST_TURN_MS) {
      const { events, held_parcels, newest_seq } = await read(current, PAGE);
      // Another dataset lies there, whose events are numbered anew: it is told from now on.
      if (newest_seq < current.sent_seq) {
        await subscriptions.update(current.id, { sent_seq: newest_seq, held_parcels });
        return;
      }
      for (const event of events) {
        if (this.#stopped || !(await this.#renew())) return;
        const changes = await this.#tellOne(current, event);
        await subscriptions.update(current.id, changes);
        if (changes.sent_seq === undefined) return;
        current = { ...current, ...changes };
      }
      if (events.length === PAGE) continue;
      // What lies between is of no interest to this subscription, now or later.
      if (newest_seq > current.sent_seq || String(held_parcels) !== String(current.held_parcels))
        await subscriptions.update(current.id, { sent_seq: newest_seq, held_parcels });
      this.#told.set(current.id, version);
      return;
    }
  }

  async #tellOne(current: DueSubscription, event: StoredEvent): Promise<Partial<DeliveryState>> {
    const { reserve, send, messageOf } = this.#parts;
    const reserved = await reserve(current);
    if (!reserved) return waiting(this.#parts.now());
    const delivery = await send(current, messageOf(current, event));
    // A receiver that stalls takes seconds: the wait begins when it has been given up.
    const now = this.#parts.now();
    await reserved.settle(delivery.delivered ? 1 : 0);
    if (delivery.delivered)
      return {
        sent_seq: event.seq,
        failing_since: null,
        attempts: 0,
        next_attempt: null,
        last_delivery: now.toISOString(),
        last_error: null,
      };
    if (delivery.http === GONE) return disabledBy('the receiver answered 410: it is gone');
    return failed(current, delivery.reason, now);
  }
}

const GONE = 410;

const disabledBy = (reason: string): Partial<DeliveryState> => ({
  disabled: true,
  next_attempt: null,
  last_error: reason,
});

/** Nothing is lost, and the receiver is not to blame. */
const waiting = (now: Date): Partial<DeliveryState> => ({
  next_attempt: new Date(now.getTime() + QUOTA_WAIT_MS).toISOString(),
  last_error: 'the monthly quota of the key is used up',
});

function failed(
  { failing_since, attempts }: DueSubscription,
  reason: string,
  now: Date,
): Partial<DeliveryState> {
  const since = failing_since === null ? now : new Date(failing_since);
  const next = nextAttempt(attempts + 1, since, now);
  if (next === null) return disabledBy(`deliveries have failed for three days, the last time: ${reason}`);
  return {
    failing_since: since.toISOString(),
    attempts: attempts + 1,
    next_attempt: next.toISOString(),
    last_error: reason,
  };
}
