// The HTTP face: Fastify routes and frames, the pipeline answers. No rule of the product lives here.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/operations.ts';
import type { HandleCall, Reply } from '../service/pipeline/call.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import { bytesIn, wholeBody } from '../service/snapshot/answer-body.ts';
import { answerKey } from '../service/snapshot/answer-cache.ts';
import { CacheRegistry } from '../service/snapshot/cache.ts';
import { chooseCoding, codedTag, createCompressor, heldTag, plainTags } from './compress.ts';
import { decodeBody, decodeQuery, refuseBadUrl, tooManyValues } from './decode.ts';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import {
  asFailure,
  HEADERS_TIMEOUT_MS,
  refuseMissingHost,
  unknownExpectation,
  unreadable,
} from './request-errors.ts';
import { failureText, NO_BILLING, requestIdOf, send, sendFailure } from './respond.ts';

export interface HttpParts {
  readonly handle: HandleCall;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly caches?: CacheRegistry;
  /** Whether the server may be sent traffic: the dataset opens and nothing is shutting down. */
  readonly ready: () => Promise<boolean>;
  /** Adds another face to the same server, with the same log and metrics. */
  readonly mount?: (server: FastifyInstance, report: Report) => void;
}

/** Counts and logs one answered call. */
export type Report = (
  name: OperationName,
  request: FastifyRequest,
  result: Reply,
  duration_ms: number,
) => void;

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'X-Api-Key, Authorization, Content-Type, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
};

export function createServer(parts: HttpParts): FastifyInstance {
  const { handle, log, metrics, ready, caches = new CacheRegistry() } = parts;
  const compress = createCompressor(caches);
  const server = Fastify({
    logger: false,
    bodyLimit: HTTP_LIMITS.body_bytes,
    requestTimeout: HTTP_LIMITS.request_timeout_ms,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: HTTP_LIMITS.header_bytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: HTTP_LIMITS.path_part_characters },
    frameworkErrors: (error, request, reply) => refuse(reply, request.id, asFailure(error), 400),
    genReqId: requestIdOf,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(failureText(unreadable(error.code)));
    },
  });

  server.server.on('checkExpectation', (request, response) => {
    sendFailure(response, requestIdOf(request), unknownExpectation(request), 400, { connection: 'close' });
  });
  const routes = new Set<string>();
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(tooManyValues(body), body),
  );
  server.addHook('onRequest', (request, _reply, done) => {
    refuseMissingHost(request.raw);
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
          ? decodeBody(request.body, request.headers['content-type'], request.query as object)
          : decodeQuery(
              name,
              request.query as Record<string, unknown>,
              request.params as Record<string, unknown>,
            ),
      cache_key: request.method === 'POST' ? undefined : answerKey('url', request.url),
      secret: secretOf(request),
      if_none_match: held && plainTags(held),
    });
    const { http, headers, is_cached } = result;
    if (http === 304 && held && headers.etag) headers.etag = heldTag(held, headers.etag);
    let { body } = result;
    const coding = body && chooseCoding(request.headers['accept-encoding'], bytesIn(body));
    if (body && coding) {
      body = await compress(wholeBody(body), coding, is_cached);
      headers['content-encoding'] = coding;
      if (headers.etag) headers.etag = codedTag(headers.etag, coding);
    }
    // Straight to the response: the framework would look at each header again.
    reply.hijack();
    send(reply.raw, request.id, http, headers, body);
    report(name, request, result, performance.now() - started);
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

  server.options('*', (request, reply) => {
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
    const allowed = methodsAt(request.url);
    const error =
      allowed.length > 0
        ? invalidInput(`${request.method} is not allowed here`, `Use ${allowed.join(' or ')}.`)
        : new ServiceError('not_found', 'there is no such path', {
            hint: 'The paths are listed in /v1/openapi.json.',
          });
    const allow = { allow: [...allowed, 'OPTIONS'].join(', ') };
    return allowed.length > 0
      ? refuse(reply, request.id, error, 405, allow)
      : refuse(reply, request.id, error);
  });

  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = asFailure(error);
    if (known.code === 'internal') log.error({ request_id: request.id, err: error }, 'request failed');
    return refuse(reply, request.id, known);
  });

  return server;

  /** What the path of a URL takes: that of an operation, or of what is served beside them. */
  function methodsAt(url: string): string[] {
    const path = url.split('?')[0] ?? '';
    // RFC 9110 §9.3.7: the server as a whole.
    if (path === '*') return METHODS;
    const methods = methodsOf(path);
    return methods.length > 0 ? methods : METHODS.filter((method) => routes.has(`${method} ${path}`));
  }
}

function refuse(reply: FastifyReply, ...failure: Tail<Parameters<typeof sendFailure>>): FastifyReply {
  reply.hijack();
  sendFailure(reply.raw, ...failure);
  return reply;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;

const BEARER = /^bearer\s+(\S+)$/i;

export function secretOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string') return header;
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

const ROUTES = OPERATION_NAMES.map((name) => ({
  method: OPERATIONS[name].method,
  pattern: new RegExp(`^${OPERATIONS[name].path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function methodsOf(path: string): string[] {
  return ROUTES.filter((route) => route.pattern.test(path)).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
}
