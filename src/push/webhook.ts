// One delivery, as Standard Webhooks has it: three headers, of which the signature covers id, time and body. Takes no redirect,
// waits five seconds at most, and reads no more of the answer than its status.

import { createHmac, randomBytes } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { PublicAddresses } from './public-address.ts';

const SECRET_BYTES = 24;
export const SECRET_PREFIX = 'whsec_';
const TIMEOUT_MS = 5_000;

export const createSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface Message {
  /** The same at every attempt: whoever has seen it drops it. */
  readonly id: string;
  readonly body: string;
}

export type Delivery =
  | { readonly delivered: true; readonly http: number }
  | { readonly delivered: false; readonly http: number | null; readonly reason: string };

export function signatureOf(secret: string, id: string, timestamp_s: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp_s}.${body}`).digest('base64')}`;
}

/** Nothing is thrown: whatever goes wrong is the outcome of the attempt. */
export async function deliver(
  url: string,
  secret: string,
  { id, body }: Message,
  now: Date,
  addresses: PublicAddresses,
): Promise<Delivery> {
  const timestamp_s = Math.floor(now.getTime() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Miedza-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatureOf(secret, id, timestamp_s, body),
  };
  try {
    const http = await post(new URL(url), headers, body, addresses);
    if (http >= 200 && http < 300) return { delivered: true, http };
    return { delivered: false, http, reason: reasonOf(http) };
  } catch (error) {
    return { delivered: false, http: null, reason: faultOf(error, new URL(url).hostname) };
  }
}

/** As of a subscription that is made before its name leads anywhere. */
export const leadsNowhere = (host: string): string =>
  `${host} leads to no address yet; it is looked up again for every delivery`;

/** What the system calls by a code, in words; what is known by none says it itself. */
function faultOf(error: unknown, host: string): string {
  if (!(error instanceof Error)) return String(error);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return leadsNowhere(host);
    case 'ECONNREFUSED':
      return `${host} takes no connections there`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} ended the connection without an answer`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `${host} cannot be reached`;
    default:
      return error.message;
  }
}

function reasonOf(http: number): string {
  if (http >= 300 && http < 400) return `answered ${http}: redirects are not followed`;
  return `answered ${http}`;
}

function post(
  url: URL,
  headers: Record<string, string | number>,
  body: string,
  addresses: PublicAddresses,
): Promise<number> {
  addresses.requireAllowed(url.hostname);
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A connection of its own: a kept one might lead to an address that was judged long ago.
    const sent = send(url, { method: 'POST', headers, agent: false, lookup: addresses.lookup, signal });
    sent.once('response', (response) => {
      const { socket, statusCode = 0 } = response;
      // The connection is judged once more by where it really leads.
      const led = socket.remoteAddress;
      if (led !== undefined && !addresses.isAllowed(led.replace(/^::ffff:(?=[\d.]+$)/, '')))
        reject(new Error(`the connection led to ${led}, which is not an address of the public internet`));
      else resolve(statusCode);
      response.destroy();
    });
    sent.once('error', (error) =>
      reject(signal.aborted ? new Error(`no answer within ${TIMEOUT_MS / 1000} s`) : error),
    );
    sent.end(body);
  });
}
