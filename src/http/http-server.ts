// The HTTP face: Fastify routes and frames, the pipeline answers. No rule of the product lives here.

import Fastify, {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { ERRORS } from '../contract/errors.ts';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { OPERATION_NAMES, OPERATIONS, type Operation, type OperationName } from '../contract/operations.ts';
import type { HandleCall, Reply } from '../service/pipeline/call.ts';
import type { Meter } from '../service/pipeline/event-loop.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { nearName } from '../service/pipeline/parse.ts';
import { bytesIn, wholeBody } from '../service/snapshot/answer-body.ts';
import { CacheRegistry } from '../service/snapshot/cache.ts';
import { chooseCoding, codedTag, createCompressor, heldTag, plainTags } from './compress.ts';
import { type Connections, createConnections, type LeavingAnswers } from './connections.ts';
import { tooManyValues, urlFault } from './decode.ts';
import { addFeaturePages, type FeaturePageParts, keyInUrl } from './feature-pages.ts';
import { HeldBytes } from './held-bytes.ts';
import { addPages, type PageParts } from './keyless-pages.ts';
import { isLong, readRequestBody, refuseCharset, refuseCoding } from './read-body.ts';
import { isTable, readCall } from './read-call.ts';
import {
  asFailure,
  framingFault,
  HEADERS_TIMEOUT_MS,
  methodIn,
  unknownExpectation,
  unreadable,
  wrongMethod,
} from './request-errors.ts';
import {
  failureText,
  NO_BILLING,
  RETRY_AFTER_S,
  refusalText,
  requestIdOf,
  SECURITY_HEADERS,
  send,
  sendFailure,
} from './respond.ts';
import { createStrangers, type Strangers, type TakeFromAddress } from './strangers.ts';

export interface HttpParts extends PageParts {
  readonly handle: HandleCall;
  /** Whether there is a key with this secret: asked before a body is read. */
  readonly isKnown: (secret: string) => boolean | Promise<boolean>;
  readonly log: Logger;
  readonly caches?: CacheRegistry;
  /** The limit of those who have no key; none without it. */
  readonly takeFromAddress?: TakeFromAddress | null;
  readonly trusted_proxies?: readonly string[];
  /** Where the server is reached from outside; by the header Host without it. */
  readonly public_url?: string | null;
  /** West, south, east and north of what is held; null where nothing is. */
  readonly heldExtent?: () => Promise<readonly number[] | null>;
  /** Whose data a collection of /ogc is. */
  readonly collectionTerms?: FeaturePageParts['terms'];
  /** Which part of the budgets for memory is this process's own. */
  readonly share?: number;
  /** Adds another face to the same server, with the same log, metrics and limits. */
  readonly mount?: (server: FastifyInstance, shared: SharedParts) => void;
}

/** What another face has in common with this one. */
export interface SharedParts {
  readonly report: Report;
  readonly strangers: Strangers;
  /** Of a route with a body: a hook that reads it, as far as the route and the caller allow. */
  readonly readWhole: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Whether what was read takes long to decode. */
  readonly isLong: (request: FastifyRequest) => boolean;
}

/** Counts and logs one answered call. */
export type Report = (
  name: OperationName,
  request: FastifyRequest,
  result: Reply,
  duration_ms: number,
) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The longest body that the route can mean. */
    readonly body_bytes?: number;
  }
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'X-Api-Key, Authorization, Content-Type, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

const CONNECTION_OPTIONS = {
  maxHeaderSize: HTTP_LIMITS.header_bytes,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: HTTP_LIMITS.request_timeout_ms,
  // Late requests are looked for as often: a timeout is at most so much longer than it says.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
};

export function createServer(parts: HttpParts): FastifyInstance {
  let connections: Connections | undefined;
  const { handle, isKnown, log, metrics, caches = new CacheRegistry() } = parts;
  const compress = createCompressor(caches);
  const held = new HeldBytes(parts.share);
  /** A key by the address that uses it: that of the page is everybody's. */
  const holderOf = (request: FastifyRequest) =>
    `${strangers.addressOf(request.raw)} ${secretOf(request) ?? ''}`;
  const strangers = createStrangers(parts.takeFromAddress ?? null, parts.trusted_proxies ?? []);
  const server = Fastify({
    logger: false,
    serverFactory: (handler) => {
      connections = createConnections(CONNECTION_OPTIONS, handler, LEAVING);
      return connections.server;
    },
    routerOptions: { maxParamLength: HTTP_LIMITS.path_part_characters },
    frameworkErrors: (error, request, reply) => {
      strangers.count(request.raw).then(
        () => refuse(reply, request.id, asFailure(error), 400),
        (refused) => refuse(reply, request.id, asFailure(refused)),
      );
    },
    genReqId: requestIdOf,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      strangers.countUnreadable(socket, error.code).then(
        () => connections?.end(socket, refusalOf(error)),
        (refused) => connections?.end(socket, refusalText(asFailure(refused))),
      );
    },
  });
  server.addHook('preClose', (done) => {
    connections?.leave();
    done();
  });

  server.server.on('checkExpectation', (request, response) => {
    sendFailure(response, requestIdOf(request), unknownExpectation(request), 400, { connection: 'close' });
  });
  // Node would close the connection without a word.
  server.server.on('connect', ({ url = '', socket }) => {
    // A tunnel is asked for by no path of ours: what is allowed is what the server as a whole takes.
    connections?.end(socket, refusalAt('CONNECT', url.startsWith('/') ? url : '*'));
  });
  // Whether the body may come is told when its operation and its sender are known.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));
  const routes: { readonly method: string; readonly pattern: RegExp }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/[.*]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  server.removeAllContentTypeParsers();
  // Bodies are read by the routes that have one, when the caller is known.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const spentOn = new WeakMap<FastifyRequest, Meter>();
  const readWhole = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw, routeOptions } = request;
    refuseCoding(raw);
    refuseCharset(raw);
    const holder = holderOf(request);
    held.refuseWhenFull(holder);
    const most = strangers.bodyLimitOf(raw) ?? routeOptions.config.body_bytes ?? 0;
    if (raw.headers.expect !== undefined) reply.raw.writeContinue();
    const meter = { spent_ms: 0 };
    spentOn.set(request, meter);
    const judge = isTable(request) ? null : tooManyValues;
    request.body = await readRequestBody(raw, reply.raw, held, { most, holder, judge }, meter);
  };
  server.addHook('onRequest', (request, reply, done) => {
    const refuseIt = refusalAtOnce(request, reply);
    // Nobody has looked for a key yet: counted like what comes without one.
    if (refuseIt) strangers.count(request.raw).then(refuseIt, done);
    else done();
  });
  // Of what is not an operation; those write their headers themselves.
  server.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of FIXED_ENTRIES) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done();
  });

  for (const name of OPERATION_NAMES) {
    const { path, also }: Operation = OPERATIONS[name];
    addRoute(name, path);
    if (also !== undefined) addRoute(name, also);
  }

  function addRoute(name: OperationName, path: string): void {
    const { method, auth }: Operation = OPERATIONS[name];
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(method === 'POST'
        ? {
            config: { body_bytes: BODY_BYTES[name] ?? 0 },
            onRequest: knownFirst(name),
            preValidation: readWhole,
          }
        : {}),
      ...(auth ? {} : { onRequest: countStranger }),
      // Nothing is returned: the framework would look at a promise again after the answer has left.
      handler: (request, reply) => {
        answer(name, request, reply).catch((error) => reply.send(error));
      },
    });
  }

  /** Who has no key is answered before the body is read: the pipeline finds that out before it asks for the input. */
  function knownFirst(name: OperationName) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = secretOf(request);
      if (secret !== undefined && (await isKnown(secret))) return;
      await answer(name, request, reply);
    };
  }

  /** What a browser asks before, or a page beside, what it wants. */
  const countLittle = ({ raw }: FastifyRequest): Promise<void> => strangers.countFile(raw);

  async function countStranger({ raw }: FastifyRequest): Promise<void> {
    await strangers.count(raw);
  }

  async function answer(name: OperationName, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const started = performance.now();
    const { socket } = request.raw;
    const isGone = () => socket.destroyed;
    const ownedTag = request.headers['if-none-match'];
    const { finish, ...asked } = readCall(name, request, parts.public_url ?? null);
    const result = await handle({
      operation: name,
      ...asked,
      secret: secretOf(request),
      // The key of the page is known by who asks with it; where there is no page it opens nothing.
      clientAddress: parts.page ? () => strangers.addressOf(request.raw) : undefined,
      if_none_match: ownedTag && plainTags(ownedTag),
      isGone,
      is_long: isLong(request),
      meter: spentOn.get(request),
    });
    const { http, headers, is_cached } = result;
    if (http === ERRORS.unauthorized.http) await strangers.count(request.raw, secretOf(request));
    if (http === 304 && ownedTag && headers.etag) headers.etag = heldTag(ownedTag, headers.etag);
    let body = finish(result);
    const coding = body && chooseCoding(request.headers['accept-encoding'], bytesIn(body));
    if (body && coding) {
      body = await compress(wholeBody(body), coding, is_cached);
      headers['content-encoding'] = coding;
      if (headers.etag) headers.etag = codedTag(headers.etag, coding);
    }
    // Straight to the response: the framework would look at each header again.
    reply.hijack();
    if (body) held.holdAnswer(reply.raw, bytesIn(body), () => holderOf(request));
    send(reply.raw, request.id, http, headers, body);
    const seen = isGone() ? { ...result, http: CLIENT_GONE } : result;
    report(name, request, seen, performance.now() - started);
  }

  function report(
    operation: OperationName,
    request: FastifyRequest,
    result: Reply,
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

  server.options('*', { onRequest: countLittle }, (request, reply) => {
    const allowed = methodsAt(request.url);
    if (allowed.length === 0) return reply.callNotFound();
    return reply
      .code(204)
      .header('allow', [...allowed, 'OPTIONS'].join(', '))
      .headers(PREFLIGHT_HEADERS)
      .headers(NO_BILLING)
      .header('x-request-id', request.id)
      .send();
  });
  const {
    public_url = null,
    heldExtent: extent = async () => null,
    collectionTerms: terms = async () => ({ attribution: '', licence: '' }),
  } = parts;
  addFeaturePages(server, { isKnown, secretOf, strangers, public_url, extent, terms });
  addPages(server, parts, countStranger, countLittle);
  parts.mount?.(server, { report, strangers, readWhole, isLong });

  /** Of what no route may see; null for all else. */
  function refusalAtOnce(request: FastifyRequest, reply: FastifyReply): (() => FastifyReply) | null {
    const fault = framingFault(request.raw);
    if (fault) return () => refuse(reply, request.id, fault, undefined, { connection: 'close' });
    const wrong = urlFault(request.url);
    if (wrong) return () => refuse(reply, request.id, wrong);
    // The router would take it for /.
    if (request.url === '*' && request.method !== 'OPTIONS')
      return () => refuse(reply, request.id, noSuchPath(request.url));
    return request.is404 ? () => refuseUnknown(request, reply) : null;
  }

  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const allowed = methodsAt(request.url);
    return allowed.length > 0
      ? refuse(reply, request.id, ...wrongMethod(request.method, allowed))
      : refuse(reply, request.id, noSuchPath(request.url));
  }
  server.setNotFoundHandler(refuseUnknown);

  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = asFailure(error);
    if (known.code === 'internal') log.error({ request_id: request.id, err: error }, 'request failed');
    return refuse(reply, request.id, known);
  });

  return server;

  /** What Node's parser has refused. Of a method that it does not know the path can be read still. */
  function refusalOf(error: ConnectionError): string {
    const asked = methodIn(error);
    return asked ? refusalAt(asked.method, asked.url) : failureText(unreadable(error.code));
  }

  /** Of a method that no operation has. */
  function refusalAt(method: string, url: string): string {
    const allowed = methodsAt(url);
    if (allowed.length === 0) return failureText(noSuchPath(url), '404 Not Found');
    const [refusal, , headers] = wrongMethod(method, allowed);
    return failureText(refusal, '405 Method Not Allowed', headers);
  }

  /** What the path of a URL takes. */
  function methodsAt(url: string): string[] {
    const path = url.split('?')[0] ?? '';
    // RFC 9110 §9.3.7: the server as a whole.
    if (path === '*') return METHODS;
    const taken = routes.filter(({ pattern }) => pattern.test(path));
    return METHODS.filter((method) => taken.some((route) => route.method === method));
  }
}

function refuse(reply: FastifyReply, ...failure: Tail<Parameters<typeof sendFailure>>): FastifyReply {
  reply.hijack();
  sendFailure(reply.raw, ...failure);
  return reply;
}

const stopping = () => new ServiceError('source_unavailable', FAULTS.stopping);

const LEAVING: LeavingAnswers = {
  refuse: (request, response) =>
    sendFailure(response, requestIdOf(request), stopping(), undefined, { connection: 'close' }),
  halfSent: () => failureText(stopping(), '503 Service Unavailable', { 'retry-after': RETRY_AFTER_S }),
};

const PATHS = OPERATION_NAMES.map((name) => OPERATIONS[name].path).filter((path) => path.startsWith('/v1/'));

/** Who asks for something below a version may have misspelt it. */
function noSuchPath(url: string): ServiceError {
  const path = (url.split('?')[0] ?? '').slice(0, 60);
  const near = /^\/v\d+\/\w/.test(path) ? nearName(path, PATHS) : null;
  const hint = near === null ? HINTS.paths : phraseOf(HINTS.pathMeant, near);
  return new ServiceError('not_found', phraseOf(FAULTS.noSuchPath, path), { hint });
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;

const BEARER = /^bearer\s+(\S+)$/i;

export function secretOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string') return header;
  const inUrl = keyInUrl(request);
  if (inUrl !== undefined) return inUrl;
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

/** In log and metrics alone, as other servers have it: there was nobody to send it to. */
const CLIENT_GONE = 499;

const FIXED_ENTRIES = Object.entries(SECURITY_HEADERS);

/** By what an operation can mean. */
const BODY_BYTES: Partial<Record<OperationName, number>> = {
  parcel_batch: HTTP_LIMITS.batch_bytes,
  search_polygon: HTTP_LIMITS.polygon_bytes,
  subscription_create: HTTP_LIMITS.polygon_bytes,
  subscription_test: HTTP_LIMITS.stranger_bytes,
};

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];
