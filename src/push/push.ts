// Push put together: what is read, how it is sent, and where it may go.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Bilingual } from '../contract/language.ts';
import { URL_FAULTS } from '../contract/watch-sentences.ts';
import type { PushParts } from '../service/operations/account-context.ts';
import type { StoredEvent } from '../store/reads.ts';
import type { StoredSubscription, Subscriptions } from '../store/watches.ts';
import { Deliverer } from './deliverer.ts';
import { EventReader, type ReaderParts } from './event-reader.ts';
import { PublicAddresses } from './public-address.ts';
import { createSecret, deliver, type Message } from './webhook.ts';

export interface PushSettings extends ReaderParts {
  readonly subscriptions: Subscriptions;
  /** Networks of the operator's own that webhooks may reach. */
  readonly networks: readonly string[];
  readonly onFault: (fault: unknown) => void;
}

export interface Push extends PushParts {
  readonly reader: EventReader;
  readonly deliverer: Deliverer;
}

export function createPush({ subscriptions, networks, onFault, ...reading }: PushSettings): Push {
  const { clock } = reading;
  const addresses = new PublicAddresses(networks);
  const reader = new EventReader(reading);
  const messageOf = ({ id }: StoredSubscription, event: StoredEvent): Message => ({
    id: `${id}_ev_${event.seq}`,
    body: reader.payloadOf(event),
  });
  const deliverer = new Deliverer({
    subscriptions,
    now: () => clock.now(),
    version: () => reader.version(),
    read: (subscription, limit) => reader.read(subscription, limit),
    send: ({ url, secret }, message) => deliver(url, secret, message, clock.now(), addresses),
    messageOf,
    reserve: (subscription) => reader.reserve(subscription),
    onFault,
  });
  return {
    subscriptions,
    reader,
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

async function refuseUrl(text: string, addresses: PublicAddresses): Promise<Bilingual | null> {
  if (!URL.canParse(text)) return URL_FAULTS.notAddress(text.slice(0, 60));
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return URL_FAULTS.password;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return URL_FAULTS.notHttps(url.protocol);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name that leads nowhere yet may lead somewhere when there is something to tell; where it leads is judged then.
  const found = await lookup(host, { all: true }).catch(() => []);
  const wrong = found.find(({ address }) => !addresses.isAllowed(address));
  if (wrong) return URL_FAULTS.notPublic(wrong.address);
  const isOwn = found.length > 0 && found.every(({ address }) => addresses.isOwn(address));
  if (LOCAL_NAME.test(host) && isIP(host) === 0 && !isOwn) return URL_FAULTS.localName(host.slice(0, 60));
  return url.protocol === 'http:' && !isOwn ? URL_FAULTS.plainHttp : null;
}

/** Without a dot, or under a name that is kept for local use (RFC 6761, 6762, 8375). */
const LOCAL_NAME =
  /^[^.]*\.?$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/i;
