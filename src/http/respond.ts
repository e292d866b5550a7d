// Writes answers to the connection: the headers that every one of them carries, the request id, the body. What is in an
// answer is decided elsewhere.

import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '../contract/errors.ts';
import { CONTENT_TYPES } from '../contract/formats.ts';
import type { Language } from '../contract/language.ts';
import { NO_QUERY } from '../service/pipeline/call.ts';
import { encodeFailure } from '../service/pipeline/encode.ts';
import { failureOf } from '../service/pipeline/envelope.ts';
import type { ServiceError } from '../service/pipeline/outcome.ts';
import { type AnswerBody, bytesIn } from '../service/snapshot/answer-body.ts';
import { chooseLanguage } from './choose-language.ts';
import { drainLittle, hasBody, UnsupportedCoding } from './read-body.ts';
import { TooManyStrangers } from './strangers.ts';

/** On every answer, pages and probes too: never sniffed, framed, or told to another site. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** On every answer of the interface: a public read API for any origin, cached by nobody else (spec §4.13). */
const FIXED_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, X-Request-Id, X-Request-Cost, X-Credits-Charged, X-Credits-Refunded',
  'cache-control': 'private, max-age=0, must-revalidate',
  ...SECURITY_HEADERS,
  vary: 'X-Api-Key, Authorization, Accept, Accept-Encoding, Accept-Language',
};

const CONTENT_TYPE = { 'content-type': CONTENT_TYPES.json };
const FIXED_HEADER_LINES = Object.entries(FIXED_HEADERS).flat();
const CONTENT_TYPE_LINES = Object.entries(CONTENT_TYPE).flat();

export const NO_BILLING = { 'x-request-cost': '0', 'x-credits-charged': '0', 'x-credits-refunded': '0' };

/** A fault of the disk is often over after some seconds, like a replaced dataset, or a server that another one takes the place of. */
export const RETRY_AFTER_S = '2';

/** RFC 9110 §11.6.1 wants a challenge with 401. */
const HEADERS_OF_STATUS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  [ERRORS.unauthorized.http]: { 'www-authenticate': 'Bearer' },
  [ERRORS.source_unavailable.http]: { 'retry-after': RETRY_AFTER_S },
};

type ServerResponse = FastifyReply['raw'];

export function send(
  response: ServerResponse,
  requestId: string,
  http: number,
  headers: Readonly<Record<string, string>>,
  body: AnswerBody | null,
): void {
  const lines = [...FIXED_HEADER_LINES, 'x-request-id', requestId];
  for (const name in headers) lines.push(name, headers[name] ?? '');
  const more = HEADERS_OF_STATUS[http];
  for (const name in more) if (!(name in headers)) lines.push(name, more[name] ?? '');
  if (body !== null) {
    if (!('content-type' in headers)) lines.push(...CONTENT_TYPE_LINES);
    lines.push('content-length', String(bytesIn(body)));
  }
  if (!response.req.complete && hasBody(response.req)) {
    sendUnread(response, http, lines, body);
    return;
  }
  response.writeHead(http, lines);
  if (body === null || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  writePieces(response, body, 0);
}

/** So much is handed to the system in a turn of the event loop: to copy the 13 MB of a batch at once takes several slices. */
const TURN_BYTES = 512 << 10;

/** From the given piece on. Of a client that reads slowly no more lies in the buffers of the connection than it takes. */
function writePieces(response: ServerResponse, pieces: readonly Buffer[], from: number): void {
  let at = from;
  response.cork();
  for (let bytes = 0; at < pieces.length && bytes < TURN_BYTES; at += 1) {
    const piece = pieces[at] as Buffer;
    response.write(piece);
    bytes += piece.length;
  }
  if (at === pieces.length) {
    response.end();
    return;
  }
  // Of a connection that is closed it is never told, and what is left is forgotten with it.
  response.once('drain', () => setImmediate(() => writePieces(response, pieces, at)));
  response.uncork();
}

const BYTES_HEADER_LINES = Object.entries({
  'access-control-allow-origin': '*',
  ...SECURITY_HEADERS,
  vary: 'X-Api-Key, Authorization, Accept-Encoding',
}).flat();

/** What is no answer of the interface, such as a tile: its type and how long it may be kept are in the headers. */
export function sendBytes(
  response: ServerResponse,
  requestId: string,
  headers: readonly string[],
  body: Buffer,
): void {
  response.writeHead(200, [
    ...BYTES_HEADER_LINES,
    ...headers,
    'x-request-id',
    requestId,
    'content-length',
    String(body.length),
  ]);
  response.end(body);
}

/** The answer to a request whose body nobody reads: the connection goes with it, after a little of what still comes. */
function sendUnread(response: ServerResponse, http: number, lines: string[], body: AnswerBody | null): void {
  response.writeHead(http, [...lines, 'connection', 'close']);
  if (body === null) response.flushHeaders();
  else for (const piece of [body].flat()) response.write(piece);
  drainLittle(response.req, () => response.end());
}

export function sendFailure(
  response: ServerResponse,
  requestId: string,
  error: ServiceError,
  http: number = statusOf(error),
  headers: Readonly<Record<string, string>> = {},
): void {
  const language = languageOf(response.req);
  const body = encodeFailure(failureOf(error, 0, NO_QUERY, language));
  const waiting = error.retry_after_s === undefined ? {} : { 'retry-after': String(error.retry_after_s) };
  // What is queued behind it on the connection would be refused one by one.
  const closing = error instanceof TooManyStrangers ? { connection: 'close' } : {};
  const told = { 'content-language': language, ...NO_BILLING, ...waiting, ...closing, ...headers };
  send(response, requestId, http, told, body);
}

/** Of a request that no operation has understood: its parameters are looked for in the URL as it came. */
const languageOf = ({ headers, url }: ServerResponse['req']): Language =>
  chooseLanguage(headers['accept-language'], /[?&]lang=(\w+)/.exec(url ?? '')?.[1]);

const statusOf = (error: ServiceError): number =>
  error instanceof UnsupportedCoding ? 415 : ERRORS[error.code].http;

/** The same where there is no request to respond to, as the bytes of the connection. */
export function failureText(
  error: ServiceError,
  status = '400 Bad Request',
  more: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify(failureOf(error, 0, NO_QUERY, 'en'));
  const headers = {
    ...FIXED_HEADERS,
    'content-language': 'en',
    ...CONTENT_TYPE,
    ...NO_BILLING,
    ...more,
    'x-request-id': requestIdOf(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The same with the status and the headers that belong to the error. */
export function refusalText(error: ServiceError): string {
  const http = statusOf(error);
  const { retry_after_s } = error;
  const waiting: Record<string, string> =
    retry_after_s === undefined ? {} : { 'retry-after': String(retry_after_s) };
  return failureText(error, `${http} ${STATUS_CODES[http] ?? ''}`, waiting);
}

const SANE_ID = /^[\w.:-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/** A sane inbound id is kept; otherwise a short one, unique to this process. */
export function requestIdOf(request?: Pick<FastifyRequest['raw'], 'headers'>): string {
  const inbound = request?.headers['x-request-id'];
  if (typeof inbound === 'string' && SANE_ID.test(inbound)) return inbound;
  counter += 1;
  return `${prefix}-${counter.toString(36)}`;
}
