// The events that somebody is to be told of, how they are put into words, and what telling one costs: the same for webhooks and
// streams.

import { type Watch, type WatchedEvents, watchedEvents } from '../service/operations/watched-events.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import type { Context } from '../service/snapshot/context.ts';
import type { SnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import type { KeyRecord, Ledger } from '../store/accounts.ts';
import type { Store, StoredEvent } from '../store/reads.ts';

export interface ReaderParts {
  readonly store: Store;
  readonly snapshotOf: SnapshotCache;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** The address of the server as others see it: links begin with it. */
  readonly public_url: string | null;
}

/** Set aside of a quota until it is known whether the event was told. */
export interface Reserved {
  settle(told: boolean): Promise<void>;
}

/** What one told event costs (contract §13). */
const EVENT_COST = 1;

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

  /** Thin: what happened to what. Whoever wants to know more asks the link. */
  payloadOf({ seq, event, subject, detected_at, layer }: StoredEvent): string {
    const base = this.#parts.public_url?.replace(/\/+$/, '') ?? '';
    const link = base + linkOf(subject, detected_at.slice(0, 10));
    return JSON.stringify({
      type: event,
      timestamp: detected_at,
      data: { id: `ev_${seq}`, event, subject, layer, link },
    });
  }

  /** Null where the quota of the key is used up. */
  async reserve({
    key_id,
    monthly_quota,
  }: { readonly key_id: string } & Pick<KeyRecord, 'monthly_quota'>): Promise<Reserved | null> {
    const { ledger, clock } = this.#parts;
    if (monthly_quota !== null) {
      const { granted } = await ledger.reserve(key_id, clock.month().month, EVENT_COST, monthly_quota);
      if (!granted) return null;
    }
    const entry = {
      key_id,
      operation: 'delivery',
      requests: 1,
      cost: EVENT_COST,
      charged: EVENT_COST,
      refunded: 0,
    };
    return {
      async settle(told) {
        try {
          if (told) await ledger.record({ ...entry, day: clock.day() });
        } finally {
          if (monthly_quota !== null) await ledger.release(key_id, EVENT_COST);
        }
      },
    };
  }
}

/** Parcels begin with six digits and an underscore, gminy are seven digits; other subjects are registers and permits. */
function linkOf(subject: string, since: string): string {
  if (/^\d{6}_/.test(subject)) return `/v1/events?id=${encodeURIComponent(subject)}&since=${since}`;
  if (/^\d{7}$/.test(subject)) return `/v1/gminy/${subject}/planning`;
  return '/v1/sources';
}
