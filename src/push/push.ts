// Push put together: what is read, how it is put into a message, what a delivery costs and where it may go.

import { lookup } from 'node:dns/promises';
import type { PushParts } from '../service/operations/account-context.ts';
import { watchedEvents } from '../service/operations/watched-events.ts';
import type { Clock } from '../service/pipeline/clock.ts';
import type { SnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import type { Ledger } from '../store/accounts.ts';
import type { Store, StoredEvent } from '../store/reads.ts';
import type { DueSubscription, StoredSubscription, Subscriptions } from '../store/watches.ts';
import { Deliverer } from './deliverer.ts';
import { PublicAddresses } from './public-address.ts';
import { createSecret, deliver, type Message } from './webhook.ts';

export interface PushSettings {
  readonly store: Store;
  readonly snapshotOf: SnapshotCache;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  readonly ledger: Ledger;
  /** The address of the server as others see it: links begin with it. */
  readonly public_url: string | null;
  /** Networks of the operator's own that webhooks may reach. */
  readonly networks: readonly string[];
  readonly onFault: (fault: unknown) => void;
}

export interface Push extends PushParts {
  readonly deliverer: Deliverer;
}

export function createPush(settings: PushSettings): Push {
  const { store, snapshotOf, clock, subscriptions, ledger, public_url, networks, onFault } = settings;
  const addresses = new PublicAddresses(networks);
  const messageOf = ({ id }: StoredSubscription, event: StoredEvent): Message => ({
    id: `${id}_ev_${event.seq}`,
    body: JSON.stringify(payloadOf(event, public_url ?? '')),
  });
  const deliverer = new Deliverer({
    subscriptions,
    now: () => clock.now(),
    version: () => store.read(async ({ opening, version }) => `${opening} ${version}`),
    read: (watch, limit) =>
      store.read(async (reads) => {
        const context = { reads, ...(await snapshotOf(reads)), now: clock.now(), day: clock.day() };
        const found = await watchedEvents(context, watch, watch.sent_seq, limit);
        return { ...found, newest_seq: await reads.newestEvent() };
      }),
    send: ({ url, secret }, message) => deliver(url, secret, message, clock.now(), addresses),
    messageOf,
    reserve: (subscription) => reserveOne(subscription, ledger, clock),
    onFault,
  });
  return {
    subscriptions,
    deliverer,
    createSecret,
    refuseUrl: (url) => refuseUrl(url, addresses),
    async sendTest({ id, url, secret }) {
      const body = JSON.stringify({ type: 'test', timestamp: clock.now().toISOString(), data: {} });
      const message = { id: `${id}_test_${clock.now().getTime()}`, body };
      const sent = await deliver(url, secret, message, clock.now(), addresses);
      return { ...sent, reason: sent.delivered ? null : sent.reason };
    },
  };
}

/** Thin: what happened to what. Whoever wants to know more asks the link. */
function payloadOf({ seq, event, subject, detected_at, layer }: StoredEvent, base: string): object {
  const about = /^\d{6}_/.test(subject) ? `id=${encodeURIComponent(subject)}` : null;
  const gmina = /^\d{7}$/.test(subject) ? subject : null;
  const link = about
    ? `${base}/v1/events?${about}&since=${detected_at.slice(0, 10)}`
    : gmina
      ? `${base}/v1/gminy/${gmina}/planning`
      : `${base}/v1/sources`;
  return { type: event, timestamp: detected_at, data: { id: `ev_${seq}`, event, subject, layer, link } };
}

/** What a delivered event costs, in the words of the contract (§13). */
const DELIVERY_COST = 1;

async function reserveOne({ key_id, monthly_quota }: DueSubscription, ledger: Ledger, clock: Clock) {
  const { month } = clock.month();
  if (monthly_quota !== null) {
    const { granted } = await ledger.reserve(key_id, month, DELIVERY_COST, monthly_quota);
    if (!granted) return null;
  }
  return {
    async settle(delivered: boolean): Promise<void> {
      try {
        if (delivered)
          await ledger.record({
            key_id,
            day: clock.day(),
            operation: 'delivery',
            requests: 1,
            cost: DELIVERY_COST,
            charged: DELIVERY_COST,
            refunded: 0,
          });
      } finally {
        if (monthly_quota !== null) await ledger.release(key_id, DELIVERY_COST);
      }
    },
  };
}

async function refuseUrl(text: string, addresses: PublicAddresses): Promise<string | null> {
  if (!URL.canParse(text)) return `"${text.slice(0, 60)}" is no address`;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'it holds a user name or password';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `it must begin with https, got ${url.protocol}`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name that leads nowhere yet may lead somewhere when there is something to tell; where it leads is judged then.
  const found = await lookup(host, { all: true }).catch(() => []);
  const wrong = found.find(({ address }) => !addresses.isAllowed(address));
  if (wrong) return `${wrong.address} is not an address of the public internet`;
  const isPlain = url.protocol === 'http:';
  const isOwn = found.length > 0 && found.every(({ address }) => addresses.isOwn(address));
  return isPlain && !isOwn ? 'it must begin with https' : null;
}
