// Push put together: what is read, how it is sent, and where it may go.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Bilingual } from '../contract/language.ts';
import { URL_FAULTS } from '../contract/watch-sentences.ts';
import type { JudgedUrl, PushParts } from '../service/operations/account-context.ts';
import type { StoredEvent } from '../store/reads.ts';
import type { StoredSubscription, Subscriptions } from '../store/watches.ts';
import { Deliverer } from './deliverer.ts';
import { EventReader, type ReaderParts } from './event-reader.ts';
import { PublicAddresses } from './public-address.ts';
import { createSecret, deliver, leadsNowhere, type Message } from './webhook.ts';

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
    reserve: ({ key_id, monthly_quota }) =>
      reader.reserve({ key_id, monthly_quota, operation: 'webhook_event' }, 1),
    onFault,
  });
  return {
    subscriptions,
    reader,
    deliverer,
    createSecret,
    judgeUrl: (url) => judgeUrl(url, addresses),
    async sendTest(subscription) {
      const { id, url, secret, disabled, failing_since } = subscription;
      const message = {
        id: `${id}_test_${clock.now().getTime()}`,
        body: reader.testPayloadOf(subscription),
      };
      const sent = await deliver(url, secret, message, clock.now(), addresses);
      const reason = sent.delivered ? null : sent.reason;
      // What stopped the deliveries is not hidden by a test.
      const last_error = reason === null ? null : `test: ${reason}`;
      if (!disabled && failing_since === null) await subscriptions.update(id, { last_error });
      return { ...sent, reason };
    },
  };
}

async function judgeUrl(text: string, addresses: PublicAddresses): Promise<JudgedUrl> {
  if (!URL.canParse(text)) return { refusal: URL_FAULTS.notAddress(text.slice(0, 60)) };
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch(() => []);
  const refusal = refuseUrl(
    url,
    host,
    found.map(({ address }) => address),
    addresses,
  );
  if (refusal !== null) return { refusal };
  // It may lead somewhere when there is something to tell: where it leads is judged then, at every connection.
  return {
    warning: found.length > 0 ? null : leadsNowhere(host),
  };
}

function refuseUrl(
  url: URL,
  host: string,
  found: readonly string[],
  addresses: PublicAddresses,
): Bilingual | null {
  if (url.username !== '' || url.password !== '') return URL_FAULTS.password;
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return URL_FAULTS.notHttps(url.href.slice(0, 60));
  const wrong = found.find((address) => !addresses.isAllowed(address));
  if (wrong !== undefined) return URL_FAULTS.notPublic(wrong);
  const isOwn = found.length > 0 && found.every((address) => addresses.isOwn(address));
  if (isOwn) return null;
  if (LOCAL_NAME.test(host) && isIP(host) === 0) return URL_FAULTS.localName(host.slice(0, 60));
  if (url.protocol === 'http:') return URL_FAULTS.notHttps(url.href.slice(0, 60));
  return url.port !== '' && Number(url.port) < LEAST_PORT ? URL_FAULTS.port(url.port) : null;
}

/** Those below belong to other services (RFC 6335), but for that of https itself, which a URL does not write out. */
const LEAST_PORT = 1024;

/** Without a dot, or under a name that is kept for local use (RFC 6761, 6762, 8375). */
const LOCAL_NAME =
  /^[^.]*\.?$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/i;
