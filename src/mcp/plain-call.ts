// The hot path: one plain tools/call over HTTP, read and framed by hand. The SDK makes a server, a transport and a
// stream for each request and checks the result again: measured, that cost four times the call itself. So what is
// unmistakably a correct call is answered here, with the envelope's text spliced into the frame; whatever is unusual in
// any way goes to the SDK, which knows the protocol. Both give the same result, which a test holds.

import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isJsonContentType,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Tool } from '../contract/operations.ts';
import type { ToolAnswer } from './answer.ts';
import { SERVER_INFO } from './server.ts';
import { isTool } from './tools.ts';

export interface PlainCall {
  readonly id: string | number;
  readonly tool: Tool;
  readonly given: unknown;
  /** Whether the result needs what revision 2026-07-28 and later add to it. */
  readonly modern: boolean;
}

const MODERN_REVISION = '2026-07-28';
const PARAMS = new Set(['name', 'arguments', '_meta']);

export function readPlainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return null;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!isTool(params.name) || Object.keys(params).some((name) => !PARAMS.has(name))) return null;
  const accept = headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null;
  if (!isJsonContentType(headers['content-type'])) return null;
  const era = eraOf(headers, body, params.name);
  if (era === null) return null;
  return { id: id as string | number, tool: params.name, given: params.arguments, modern: era === 'modern' };
}

/** The SDK says which protocol the request speaks; null when it would refuse it. */
function eraOf(headers: IncomingHttpHeaders, body: object, tool: Tool): 'modern' | 'legacy' | null {
  const version = textOf(headers['mcp-protocol-version']);
  const method = textOf(headers['mcp-method']);
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
  });
  if (outcome.kind === 'modern') {
    const named = version === MODERN_REVISION && method === 'tools/call' && headers['mcp-name'] === tool;
    return named && outcome.classification.revision === MODERN_REVISION ? 'modern' : null;
  }
  const isServed = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return outcome.kind === 'legacy' && isServed ? 'legacy' : null;
}

const MODERN_MEMBERS = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

/** The JSON-RPC answer; the envelope stands in it twice, as text and as value. */
export function frameOf({ id, modern }: PlainCall, { text, is_error }: ToolAnswer): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
  const rest = `${is_error ? ',"isError":true' : ''}${modern ? MODERN_MEMBERS : ''}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${content}${rest}}}`;
}

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
