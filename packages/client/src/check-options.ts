// What a client is made with and called with, checked before anything is sent: a mistake there is a TypeError that names the option,
// what arrived and what is allowed.

import { isBaseUrl, isHeaderText } from './wire.ts';

export interface ClientOptions {
  /** Where the server is, without /v1: https://miedza.example */
  readonly url: string;
  readonly key?: string;
  /** How often to ask again after 429 or 503; 0 never does. */
  readonly retries?: number;
  /** A server that asks for a longer wait is not waited for: the failure is thrown at once. */
  readonly longest_wait_s?: number;
  /** How much text to keep for If-None-Match; 0 keeps nothing. */
  readonly kept_characters?: number;
  /** Language of notes, details, summaries, messages and hints, unless a call says lang; English without it. */
  readonly lang?: 'en' | 'pl';
  /** Another fetch, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sent as X-Request-Id and found again in the log of the server. */
  readonly request_id?: string;
}

/** Another id would be replaced by the server, and not be found in its log. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

export function checkOptions({
  url,
  key,
  retries,
  longest_wait_s,
  kept_characters,
  lang,
}: ClientOptions): void {
  if (!isBaseUrl(url)) {
    throw new TypeError(
      `url must be the http or https address of a server, without /v1 and without a query, got ${show(url)}`,
    );
  }
  // The message must not repeat the key: it ends in a log.
  if (key !== undefined && !(typeof key === 'string' && isHeaderText(key)))
    throw new TypeError('key must be visible ASCII characters without spaces');
  if (lang !== undefined && lang !== 'en' && lang !== 'pl')
    throw new TypeError(`lang must be en or pl, got ${show(lang)}`);
  checkNumber('retries', retries, Number.isSafeInteger, 'a whole number from 0');
  checkNumber('longest_wait_s', longest_wait_s, Number.isFinite, 'a number of seconds from 0');
  checkNumber('kept_characters', kept_characters, Number.isSafeInteger, 'a whole number from 0');
}

export function checkCall({ request_id }: CallOptions): void {
  if (request_id === undefined || REQUEST_ID.test(request_id)) return;
  throw new TypeError(`request_id must be 1 to 64 letters, digits and _ . : -, got ${show(request_id)}`);
}

function checkNumber(
  name: string,
  value: number | undefined,
  isOne: (value: unknown) => boolean,
  allowed: string,
): void {
  if (value !== undefined && !(isOne(value) && value >= 0))
    throw new TypeError(`${name} must be ${allowed}, got ${show(value)}`);
}

const show = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value));
