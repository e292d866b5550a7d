// MCP over streamable HTTP at /mcp of the same server: stateless, so nothing is kept between requests. Checks the door
// and who calls, answers plain calls itself and hands everything else to the SDK. With OAuth every request needs a caller;
// without it the lists are open and only calls need a key, as under /v1.

import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Report, secretOf } from '../http/http-server.ts';
import type { HandleCall } from '../service/pipeline/call.ts';
import { failureOf } from '../service/pipeline/envelope.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import type { CacheRegistry } from '../service/snapshot/cache.ts';
import type { KeyRecord, Keys } from '../store/accounts.ts';
import { type Backend, type Caller, createBackend } from './backend.ts';
import { createFraming, readPlainCall } from './fast-path.ts';
import { createDoor, type DoorSettings } from './host-origin-check.ts';
import { createMcpServer } from './mcp-server.ts';
import { describeResource, type OAuthSettings, type Resource, TokenError } from './oauth.ts';

export interface McpParts extends DoorSettings {
  readonly handle: HandleCall;
  readonly caches: CacheRegistry;
  /** null: only keys are accepted. */
  readonly oauth: OAuthParts | null;
  readonly onFault: (fault: Error) => void;
}

export interface OAuthParts extends OAuthSettings {
  readonly public_url: string;
  readonly signup_url: string;
  readonly keys: Keys;
  /** The key record of a subject; nothing for one that was revoked. */
  admit(subject: string): KeyRecord | undefined;
}

export interface Face {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** The metadata of the protected resource. */
  describe(reply: FastifyReply): FastifyReply;
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Api-Key',
  'access-control-max-age': '86400',
};

export function createEndpoint(parts: McpParts, report: Report): Face {
  const { handle, oauth, onFault } = parts;
  const door = createDoor(parts);
  const frame = createFraming(parts.caches);
  const resource = oauth && describeResource(oauth, oauth.public_url);

  return {
    answer,
    preflight: (request, reply) =>
      enter(request, reply) ? reply.code(204).headers(PREFLIGHT_HEADERS).send() : reply,
    describe: (reply) =>
      reply
        .headers({ ...HEADERS, 'access-control-allow-origin': '*' })
        .send(JSON.stringify(resource?.metadata)),
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!enter(request, reply)) return reply;
    const caller =
      oauth && resource ? await recognise(request, reply, oauth, resource) : { secret: secretOf(request) };
    if (caller === null) return reply;
    const backend = createBackend(handle, caller, (operation, result, duration_ms) =>
      report(operation, request, result, duration_ms),
    );
    const call = readPlainCall(request.headers, parsed(request));
    if (!call) return answerBySdk(request, reply, backend);
    const told = await backend.callTool(call.tool, call.given);
    return reply.headers(HEADERS).send(frame(call, told));
  }

  /** Whether the request may come in; if not it has been answered. */
  function enter(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = door(request.headers);
    if (refusal !== null) {
      const error = { code: -32_000, message: refusal };
      reply
        .code(403)
        .headers(HEADERS)
        .send(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return false;
    }
    reply.header('x-request-id', request.id);
    const { origin } = request.headers;
    if (origin !== undefined) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'WWW-Authenticate, Mcp-Session-Id',
        vary: 'Origin',
      });
    }
    return true;
  }

  /** A handler for each request: it holds no more than the closure, and the caller needs no side channel to the tools. */
  async function answerBySdk(request: FastifyRequest, reply: FastifyReply, backend: Backend) {
    const handler = createMcpHandler(() => createMcpServer(backend), {
      onerror: onFault,
      // Nothing we list ever changes while we run, and no stream stays open.
      maxSubscriptions: 0,
      keepAliveMs: 0,
    });
    const response = await handler.fetch(webRequest(request));
    const text = await response.text();
    reply.code(response.status).headers({ ...HEADERS, ...Object.fromEntries(response.headers) });
    return text === '' ? reply.removeHeader('content-type').send() : reply.send(text);
  }
}

/** By access token or key; null when the request has been answered with 401. */
async function recognise(
  request: FastifyRequest,
  reply: FastifyReply,
  oauth: OAuthParts,
  resource: Resource,
): Promise<Caller | null> {
  const challenge = (fault: string | null) => refuse(reply, fault, resource.metadata_url, oauth.signup_url);
  const secret = secretOf(request);
  if (secret === undefined) return challenge(null);
  if (!JWT.test(secret)) {
    const key = await oauth.keys.find(secret);
    return key ? { key } : challenge('the API key is not known');
  }
  try {
    const key = oauth.admit(await resource.subjectOf(secret));
    return key ? { key } : challenge('access was revoked');
  } catch (error) {
    if (error instanceof TokenError) return challenge(error.message);
    throw error;
  }
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** RFC 6750 §3, RFC 9728 §5.1: where to find the issuer, and what was wrong with the token if there was one. */
function refuse(reply: FastifyReply, fault: string | null, metadata_url: string, signup_url: string): null {
  const told =
    fault === null
      ? ''
      : `error="invalid_token", error_description="${fault.replace(/[^\x20-\x7e]|["\\]/g, "'")}", `;
  const error = new ServiceError('unauthorized', fault ?? 'no access token and no API key was sent', {
    signup_url,
  });
  reply
    .code(401)
    .headers({ ...HEADERS, 'www-authenticate': `Bearer ${told}resource_metadata="${metadata_url}"` })
    .send(JSON.stringify(failureOf(error, 0, { input: {}, resolved: null })));
  return null;
}

/** The body as JSON; what cannot be read is left to the SDK to complain about. */
function parsed({ body, headers }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body) || !isJsonContentType(headers['content-type'])) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Only what the protocol reads: the SDK must not see headers about the connection. */
const PASSED_ON = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

function webRequest({ method, headers, body }: FastifyRequest): Request {
  const known = PASSED_ON.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request('http://localhost/mcp', {
    method,
    headers: known,
    ...(method === 'POST' && Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  });
}
