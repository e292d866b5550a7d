// The HTTP face: Fastify routes and frames, the pipeline answers. No rule of the product lives here.

import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ERRORS } from '../contract/errors.ts';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/operations.ts';
import { sent } from '../service/body-memory.ts';
import { encodeEnvelope } from '../service/encode.ts';
import { failureOf } from '../service/envelope.ts';
import type { Answer, Handle } from '../service/handle.ts';
import { invalidInput, ServiceError } from '../service/outcome.ts';
import { chooseCoding, codedTag, compress, heldTag, plainTags } from './compress.ts';
import { badEncoding, decodeBody, decodeQuery, refuseBadUrl, wrongContentType } from './decode.ts';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';

export interface HttpParts {
  readonly handle: Handle;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether the server may be sent traffic: the dataset opens and nothing is shutting down. */
  readonly ready: () => Promise<boolean>;
  /** Adds another face to the same server, with the same log and metrics. */
  readonly mount?: (server: FastifyInstance, report: Report) => void;
}

/** Counts and logs one answered call. */
export type Report = (
  name: OperationName,
  request: FastifyRequest,
  result: Answer,
  duration_ms: number,
) => void;

/** On every answer: a public read API for any origin, never sniffed, framed or cached by strangers (spec §4.13). */
const FIXED_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-Request-Cost, X-Credits-Charged, X-Credits-Refunded',
  'cache-control': 'private, max-age=0, must-revalidate',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  vary: 'X-Api-Key, Authorization, Accept-Encoding',
  'x-content-type-options': 'nosniff',
};

const FIXED_HEADER_LINES = Object.entries(FIXED_HEADERS).flat();
const CONTENT_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const CONTENT_TYPE_LINES = Object.entries(CONTENT_TYPE).flat();

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'X-Api-Key, Authorization, Content-Type, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

/** Time enough for the slowest honest client, too little to hold connections open with. */
const HEADERS_TIMEOUT_MS = 10_000;

const NO_BILLING = { 'x-request-cost': '0', 'x-credits-charged': '0', 'x-credits-refunded': '0' };

export function createServer(parts: HttpParts): FastifyInstance {
  const { handle, log, metrics, ready } = parts;
  const server = Fastify({
    logger: false,
    bodyLimit: HTTP_LIMITS.body_bytes,
    requestTimeout: HTTP_LIMITS.request_timeout_ms,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: HTTP_LIMITS.header_bytes, headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: HTTP_LIMITS.path_part_characters },
    frameworkErrors: (error, request, reply) => sendFailure(reply, request.id, asFailure(error), 400),
    genReqId: requestIdOf,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(unreadableRequest(error.code));
    },
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', (request, _reply, done) => {
    refuseBadUrl(request.url);
    done();
  });

  for (const name of OPERATION_NAMES) {
    const { method, path } = OPERATIONS[name];
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // Nothing is returned: the framework would look at a promise again after the answer has left.
      handler: (request, reply) => {
        answer(name, request, reply).catch((error) => reply.send(error));
      },
    });
  }

  async function answer(name: OperationName, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const started = performance.now();
    const held = request.headers['if-none-match'];
    const result = await handle({
      operation: name,
      input: () =>
        request.method === 'POST'
          ? decodeBody(request.body, request.headers['content-type'])
          : decodeQuery(
              name,
              request.query as Record<string, unknown>,
              request.params as Record<string, unknown>,
            ),
      question: request.method === 'POST' ? undefined : request.url,
      secret: secretOf(request),
      if_none_match: held && plainTags(held),
    });
    const { http, headers } = result;
    if (http === 304 && held && headers.etag) headers.etag = heldTag(held, headers.etag);
    const { body } = result;
    let bytes = body;
    const coding = bytes && chooseCoding(request.headers['accept-encoding'], bytes.length);
    if (bytes && coding) {
      bytes = await compress(bytes, coding);
      headers['content-encoding'] = coding;
      if (headers.etag) headers.etag = codedTag(headers.etag, coding);
    }
    send(reply, request.id, http, headers, bytes, body);
    report(name, request, result, performance.now() - started);
  }

  function report(
    operation: OperationName,
    request: FastifyRequest,
    result: Answer,
    duration_ms: number,
  ): void {
    const { http, status, billing, key } = result;
    metrics.observe(operation, http, billing, duration_ms / 1000);
    const line = {
      request_id: request.id,
      operation,
      http,
      status,
      cost: billing.cost,
      charged: billing.charged,
      key,
      duration_ms: Math.round(duration_ms * 1000) / 1000,
    };
    if ('fault' in result) log.error({ ...line, err: result.fault }, 'request failed');
    else log.info(line, 'request');
  }

  server.options('*', (request, reply) => {
    const allowed = methodsOf(request.url.split('?')[0] ?? '');
    if (allowed.length > 0) reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    return reply
      .code(204)
      .headers(PREFLIGHT_HEADERS)
      .headers(NO_BILLING)
      .header('x-request-id', request.id)
      .send();
  });
  server.get('/healthz', (_request, reply) => reply.send('ok\n'));
  server.get('/readyz', async (_request, reply) =>
    (await ready()) ? reply.send('ready\n') : reply.code(503).send('not ready\n'),
  );
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  server.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage()));
  server.get('/', (_request, reply) => reply.redirect('/docs'));

  parts.mount?.(server, report);

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = methodsOf(path);
    const error =
      allowed.length > 0
        ? invalidInput(`${request.method} is not allowed here`, `Use ${allowed.join(' or ')}.`)
        : new ServiceError('not_found', 'there is no such path', {
            hint: 'The paths are listed in /v1/openapi.json.',
          });
    const allow = { allow: [...allowed, 'OPTIONS'].join(', ') };
    if (allowed.length > 0) sendFailure(reply, request.id, error, 405, allow);
    else sendFailure(reply, request.id, error, 404);
    return reply;
  });

  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = asFailure(error);
    if (known.code === 'internal') log.error({ request_id: request.id, err: error }, 'request failed');
    sendFailure(reply, request.id, known, ERRORS[known.code].http);
    return reply;
  });

  return server;
}

/** `body`: what the bytes were made of, if they are not the body itself. */
function send(
  reply: FastifyReply,
  requestId: string,
  http: number,
  headers: Record<string, string>,
  bytes: Buffer | null,
  body = bytes,
): void {
  const lines = [...FIXED_HEADER_LINES, 'x-request-id', requestId];
  for (const name in headers) lines.push(name, headers[name] ?? '');
  if (bytes !== null) lines.push(...CONTENT_TYPE_LINES, 'content-length', String(bytes.length));
  // Straight to the response: the framework would look at each header again.
  reply.hijack();
  reply.raw.writeHead(http, lines).end(bytes, body ? () => sent(body) : undefined);
}

function sendFailure(
  reply: FastifyReply,
  requestId: string,
  error: ServiceError,
  http: number,
  headers: Record<string, string> = {},
): void {
  const body = failureOf(error, 0, { input: {}, resolved: null });
  send(reply, requestId, http, { ...NO_BILLING, ...headers }, encodeEnvelope(body).body);
}

/** Faults found by the framework before the pipeline runs: a body too large, a path that cannot be decoded. */
function asFailure(error: Error & { statusCode?: number; code?: string }): ServiceError {
  if (error instanceof ServiceError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return invalidInput(`the body is larger than ${HTTP_LIMITS.body_bytes} bytes`, 'Split the request.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongContentType('something else');
    case 'FST_ERR_BAD_URL':
      return badEncoding();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidInput(
        `a part of the path has more than ${HTTP_LIMITS.path_part_characters} characters`,
        'The paths are listed in /v1/openapi.json.',
      );
  }
  const isClient = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isClient
    ? invalidInput('the request cannot be read', 'Check the URL, the headers and the body.')
    : new ServiceError('internal', 'something went wrong on our side');
}

/**
 * What the parser of Node refuses still gets the contract's envelope. All of it is 400: the contract lists no 408 and no
 * 431, and a body that is too large is 400 as well (contract §1, §5). The message says which fault it was.
 */
function unreadableRequest(fault: string | undefined): string {
  const body = JSON.stringify(failureOf(unreadable(fault), 0, { input: {}, resolved: null }));
  const headers = {
    ...FIXED_HEADERS,
    ...CONTENT_TYPE,
    ...NO_BILLING,
    'x-request-id': requestIdOf(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The codes are those of Node's `clientError` event. */
function unreadable(fault: string | undefined): ServiceError {
  switch (fault) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidInput(
        `the request did not arrive in time: headers must be here within ${HEADERS_TIMEOUT_MS / 1000} seconds, all of it within ${HTTP_LIMITS.request_timeout_ms / 1000}`,
        'Send it again.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return invalidInput(
        `the request line and headers are larger than ${HTTP_LIMITS.header_bytes} bytes`,
        'Send fewer or shorter headers.',
      );
    default:
      return invalidInput(
        'the request is not readable HTTP',
        'Check the request line, the headers and the body.',
      );
  }
}

const BEARER = /^bearer\s+(\S+)$/i;

export function secretOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string') return header;
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

const SANE_ID = /^[\w.:-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/** A sane inbound id is kept; otherwise a short one, unique to this process. */
function requestIdOf(request?: { headers: Record<string, string | string[] | undefined> }): string {
  const inbound = request?.headers['x-request-id'];
  if (typeof inbound === 'string' && SANE_ID.test(inbound)) return inbound;
  counter += 1;
  return `${prefix}-${counter.toString(36)}`;
}

const ROUTES = OPERATION_NAMES.map((name) => ({
  method: OPERATIONS[name].method,
  pattern: new RegExp(`^${OPERATIONS[name].path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function methodsOf(path: string): string[] {
  return ROUTES.filter((route) => route.pattern.test(path)).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
}
