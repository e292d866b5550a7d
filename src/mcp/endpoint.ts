// MCP over streamable HTTP at /mcp of the same server: stateless, so nothing is kept between requests. Checks the door
// and who calls before the body is read, answers plain calls itself and hands everything else to the SDK. With OAuth every request
// needs a caller; without it the lists are open, within the limit of strangers, and only calls need a key, as under /v1.

import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FAULTS } from '../contract/fault-sentences.ts';
import { type Phrase, phraseIn, phraseOf } from '../contract/language.ts';
import { type SharedParts, secretOf } from '../http/http-server.ts';
import type { HandleCall } from '../service/pipeline/call.ts';
import { failureOf } from '../service/pipeline/envelope.ts';
import { inSlices } from '../service/pipeline/event-loop.ts';
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
  readonly keys: Keys;
  /** null: only keys are accepted. */
  readonly oauth: OAuthParts | null;
  readonly onFault: (fault: Error) => void;
}

export interface OAuthParts extends OAuthSettings {
  readonly public_url: string;
  readonly signup_url: string;
  /** The key record of a subject; nothing for one that was revoked. */
  admit(subject: string): Promise<KeyRecord | undefined>;
}

export interface Face {
  /** Before the body is read: the request has been answered, or its caller is remembered for `answer`. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
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
  allow: 'POST, OPTIONS',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Api-Key',
  'access-control-max-age': '86400',
};

export function createEndpoint(parts: McpParts, { report, strangers, isLong }: SharedParts): Face {
  const { handle, keys, oauth, onFault } = parts;
  const door = createDoor(parts);
  const frame = createFraming(parts.caches);
  const resource = oauth && describeResource(oauth, oauth.public_url);
  const callers = new WeakMap<FastifyRequest, Caller>();

  return {
    admit,
    answer,
    preflight: (request, reply) =>
      enter(request, reply) ? reply.code(204).headers(PREFLIGHT_HEADERS).send() : reply,
    describe: (reply) =>
      reply
        .headers({ ...HEADERS, 'access-control-allow-origin': '*' })
        .send(JSON.stringify(resource?.metadata)),
  };

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!enter(request, reply)) return;
    const caller = await callerOf(request, reply);
    if (caller === null) return;
    if (!caller.key) await strangers.admit(request.raw, caller.secret);
    callers.set(request, caller);
  }

  /** Null when the request has been answered with 401. */
  async function callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const secret = secretOf(request);
    if (oauth && resource) {
      const caller = await recognise(secret, reply, keys, oauth, resource);
      if (caller === null) await strangers.count(request.raw, secret);
      return caller;
    }
    return { secret, key: secret === undefined ? undefined : await keys.find(secret) };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = callers.get(request);
    if (!caller) throw new Error('a request that was not admitted');
    const body = isLong(request) ? await inSlices(async () => parsed(request)) : parsed(request);
    if (Array.isArray(body)) return refuseFrame(reply, 400, INVALID_REQUEST, NO_ARRAYS);
    const isGone = () => request.raw.socket.destroyed;
    const backend = createBackend(handle, { ...caller, isGone }, (operation, result, duration_ms) =>
      report(operation, request, result, duration_ms),
    );
    const call = readPlainCall(request.headers, body);
    if (!call) return answerBySdk(request, reply, backend);
    const told = await backend.callTool(call.tool, call.given);
    return reply.headers(HEADERS).send(frame(call, told));
  }

  /** Whether the request may come in; if not it has been answered. */
  function enter(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = door(request.headers);
    if (refusal !== null) {
      refuseFrame(reply, 403, SERVER_ERROR, refusal);
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
    // The connection is ours: whether it stays is for the client and the server to say.
    response.headers.delete('connection');
    reply.code(response.status).headers({ ...HEADERS, ...Object.fromEntries(response.headers) });
    return text === '' ? reply.removeHeader('content-type').send() : reply.send(text);
  }
}

/** Codes of JSON-RPC. */
const SERVER_ERROR = -32_000;
const INVALID_REQUEST = -32_600;
const NO_ARRAYS = 'Send one request at a time: the protocol has no batches.';

/** Before a request is known by its id. */
const refuseFrame = (reply: FastifyReply, http: number, code: number, message: string): FastifyReply =>
  reply
    .code(http)
    .headers(HEADERS)
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));

/** By access token or key; null when the request has been answered with 401. */
async function recognise(
  secret: string | undefined,
  reply: FastifyReply,
  keys: Keys,
  oauth: OAuthParts,
  resource: Resource,
): Promise<Caller | null> {
  const challenge = (fault: Phrase | null) => refuse(reply, fault, resource.metadata_url, oauth.signup_url);
  if (secret === undefined) return challenge(null);
  if (!JWT.test(secret)) {
    const key = await keys.find(secret);
    return key ? { key } : challenge(FAULTS.unknownKey);
  }
  try {
    const key = await oauth.admit(await resource.subjectOf(secret));
    return key ? { key } : challenge(FAULTS.revoked);
  } catch (error) {
    if (error instanceof TokenError) return challenge(phraseOf(FAULTS.badToken, error.message));
    throw error;
  }
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** RFC 6750 §3, RFC 9728 §5.1: where to find the issuer, and what was wrong with the token if there was one. */
function refuse(reply: FastifyReply, fault: Phrase | null, metadata_url: string, signup_url: string): null {
  const told =
    fault === null
      ? ''
      : `error="invalid_token", error_description="${phraseIn(fault, 'en').replace(/[^\x20-\x7e]|["\\]/g, "'")}", `;
  const error = new ServiceError('unauthorized', fault ?? FAULTS.noTokenOrKey, {
    signup_url,
  });
  reply
    .code(401)
    .headers({ ...HEADERS, 'www-authenticate': `Bearer ${told}resource_metadata="${metadata_url}"` })
    .send(JSON.stringify(failureOf(error, 0, { input: {}, resolved: null }, 'en')));
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
