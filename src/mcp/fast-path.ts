// The hot path: one plain tools/call over HTTP, read and framed by hand. The SDK makes a server, a transport and a
// stream for each request and checks the result again: that way a check had 0.39 of its throughput under /v1, this way
// 0.86 (bench/mcp.ts). What is unmistakably a correct call is answered here, with the envelope's text spliced into the
// frame; whatever is unusual in any way goes to the SDK, which knows the protocol. A test holds both to the same result.

import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  isJsonContentType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Tool } from '../contract/operations.ts';
import type { CacheRegistry } from '../service/snapshot/cache.ts';
import type { ToolAnswer } from './backend.ts';
import { SERVER_INFO } from './mcp-server.ts';
import { isTool } from './tools.ts';

export interface PlainCall {
  readonly id: string | number;
  readonly tool: Tool;
  readonly given: unknown;
  /** Whether the result needs what revision 2026-07-28 and later add to it. */
  readonly modern: boolean;
}

const MODERN_REVISION = '2026-07-28';
const LEGACY_REVISIONS: ReadonlySet<string | string[]> = new Set(SUPPORTED_PROTOCOL_VERSIONS);
const MAX_CONTENTS = 1_000;
const MAX_CONTENTS_BYTES = 24 << 20;
const PARAMS = new Set(['name', 'arguments', '_meta']);

export function readPlainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call' || !isObject(body.params))
    return null;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!isTool(params.name) || Object.keys(params).some((name) => !PARAMS.has(name))) return null;
  const accept = headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null;
  if (!isJsonContentType(headers['content-type'])) return null;
  const era = eraOf(headers, params._meta, params.name);
  if (era === null) return null;
  return { id: id as string | number, tool: params.name, given: params.arguments, modern: era === 'modern' };
}

/**
 * Revision 2026-07-28 names itself in `_meta` and in three headers, which must agree; those before it have at most the
 * version header. Null for what is neither: the SDK says what is wrong with it.
 */
function eraOf(headers: IncomingHttpHeaders, meta: unknown, tool: Tool): 'modern' | 'legacy' | null {
  const version = headers['mcp-protocol-version'];
  if (version === MODERN_REVISION) {
    const agrees =
      isObject(meta) &&
      meta[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION &&
      isObject(meta[CLIENT_CAPABILITIES_META_KEY]) &&
      headers['mcp-method'] === 'tools/call' &&
      headers['mcp-name'] === tool;
    return agrees ? 'modern' : null;
  }
  if (meta !== undefined && (!isObject(meta) || PROTOCOL_VERSION_META_KEY in meta)) return null;
  return version === undefined || LEGACY_REVISIONS.has(version) ? 'legacy' : null;
}

const MODERN_MEMBERS = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

/** The JSON-RPC answer. */
export type Frame = (call: PlainCall, answer: ToolAnswer) => Buffer;

/** The envelope stands in a frame twice, as text and as value: of a cached answer that part is cached too. */
export function createFraming(caches: CacheRegistry): Frame {
  const contents = caches.create<Buffer, Buffer>({
    name: 'mcp_contents',
    max_entries: MAX_CONTENTS,
    max_bytes: MAX_CONTENTS_BYTES,
    bytesOf: (content, body) => content.length + body.length,
  });
  const contentOf = (answer: ToolAnswer): Buffer => {
    const { cached_body } = answer;
    const known = cached_body && contents.get(cached_body);
    if (known) return known;
    const { text } = answer;
    const content = Buffer.from(
      `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`,
    );
    if (cached_body) contents.set(cached_body, content);
    return content;
  };
  return ({ id, modern }, answer) => {
    const rest = `${answer.is_error ? ',"isError":true' : ''}${modern ? MODERN_MEMBERS : ''}}}`;
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`;
    return Buffer.concat([Buffer.from(start), contentOf(answer), Buffer.from(rest)]);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
