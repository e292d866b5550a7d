// The events that somebody is to be told of, how they are put into words, and what telling one costs: the same for webhooks and
// streams.

import { type Watch, type WatchedEvents, watchedEvents } from '../service/operations/watched-events.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import type { Context } from '../service/snapshot/context.ts';
import type { SnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import type { Ledger } from '../store/accounts.ts';
import type { Store, StoredEvent } from '../store/reads.ts';
import type { StoredSubscription } from '../store/watches.ts';

export interface ReaderParts {
  readonly store: Store;
  readonly snapshotOf: SnapshotCache;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** The address of the server as others see it: links begin with it. */
  readonly public_url: string | null;
}

/** Set aside of a quota until it is known how many events were told. */
export interface Reserved {
  /** How many may be told: fewer than were asked for where the quota ends. */
  readonly events: number;
  settle(told: number): Promise<void>;
}

/** Who pays, and under which name it stands in the usage of the key. */
export interface Payer {
  readonly key_id: string;
  readonly monthly_quota: number | null;
  readonly operation: 'webhook_event' | 'stream_event';
}

/** What one told event costs (contract §13). */
export const EVENT_COST = 1;

export class EventReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Of the dataset that is served now. */
  version(): Promise<string> {
    return this.#parts.store.read(async ({ opening, version }) => `${opening} ${version}`);
  }

  newest(): Promise<number> {
    return this.#parts.store.read((reads) => reads.newestEvent());
  }

  inDataset<T>(work: (context: Context) => Promise<T>): Promise<T> {
    const { store, snapshotOf, clock } = this.#parts;
    return store.read(async (reads) =>
      work({ reads, ...(await snapshotOf(reads)), now: clock.now(), day: clock.day() }),
    );
  }

  read(
    watch: Watch & { readonly sent_seq: number },
    limit: number,
  ): Promise<WatchedEvents & { readonly newest_seq: number }> {
    return this.inDataset(async (context) => ({
      ...(await watchedEvents(context, watch, watch.sent_seq, limit)),
      newest_seq: await context.reads.newestEvent(),
    }));
  }

  /** Thin: what happened to what. Whoever wants to know more asks the link, which begins at the path where no address is configured. */
  payloadOf({ seq, event, subject, detected_at, layer }: StoredEvent): string {
    const link = this.#base + linkOf(subject, detected_at.slice(0, 10));
    return JSON.stringify({
      type: event,
      timestamp: detected_at,
      data: { id: `ev_${seq}`, event, subject, layer, link },
    });
  }

  /** The same shape: a receiver needs no second reader for it. No event has this number. */
  testPayloadOf({ id, target }: Pick<StoredSubscription, 'id' | 'target'>): string {
    const subject = 'parcel' in target ? target.parcel : 'gmina' in target ? target.gmina : id;
    const link = `${this.#base}/v1/subscriptions/${id}`;
    return JSON.stringify({
      type: 'test',
      timestamp: this.#parts.clock.now().toISOString(),
      data: { id: 'ev_0', event: 'test', subject, layer: null, link },
    });
  }

  /** Null where the quota of the key is used up. */
  async reserve({ key_id, monthly_quota, operation }: Payer, wanted: number): Promise<Reserved | null> {
    const { ledger, clock } = this.#parts;
    const events = monthly_quota === null ? wanted : await this.#setAside(key_id, wanted, monthly_quota);
    if (events === 0) return null;
    return {
      events,
      async settle(told) {
        const cost = told * EVENT_COST;
        const entry = {
          key_id,
          operation,
          day: clock.day(),
          requests: told,
          cost,
          charged: cost,
          refunded: 0,
        };
        try {
          if (told > 0) await ledger.record(entry);
        } finally {
          if (monthly_quota !== null) await ledger.release(key_id, events * EVENT_COST);
        }
      },
    };
  }

  /** As many as there is room for, to within a factor of two. */
  async #setAside(key_id: string, wanted: number, quota: number): Promise<number> {
    const { ledger, clock } = this.#parts;
    for (let events = wanted; events >= 1; events = Math.floor(events / 2)) {
      const cost = events * EVENT_COST;
      if ((await ledger.reserve(key_id, clock.month().month, cost, quota)).granted) return events;
    }
    return 0;
  }

  get #base(): string {
    return this.#parts.public_url?.replace(/\/+$/, '') ?? '';
  }
}

/** Parcels begin with six digits and an underscore, gminy are seven digits; other subjects are registers and permits. */
function linkOf(subject: string, since: string): string {
  if (/^\d{6}_/.test(subject)) return `/v1/events?id=${encodeURIComponent(subject)}&since=${since}`;
  if (/^\d{7}$/.test(subject)) return `/v1/gminy/${subject}/planning`;
  return '/v1/sources';
}
