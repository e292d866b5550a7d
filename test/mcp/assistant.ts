// The official client package, connected to a running server as an assistant would be: in the current revision of the
// protocol, or as a client of the ones before it.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Envelope } from '../../src/contract/answers.ts';
import { TEST_KEY } from '../client.ts';

export const ERAS = ['auto', 'legacy'] as const;
export type Era = (typeof ERAS)[number];

export async function connect(
  url: string,
  era: Era,
  headers: Record<string, string> = { 'X-Api-Key': TEST_KEY },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return client;
}

export interface Called {
  readonly envelope: Envelope;
  readonly text: string;
  readonly isError: boolean;
}

export async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Called> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  return {
    envelope: structuredContent as Envelope,
    text: first?.type === 'text' ? first.text : '',
    isError,
  };
}

/** One JSON-RPC message posted by hand; with the test key unless a token is given. */
export async function post(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; frame: Record<string, unknown> }> {
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      ...('Authorization' in headers ? {} : { 'X-Api-Key': TEST_KEY }),
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, text, frame: data ? JSON.parse(data) : {} };
}
