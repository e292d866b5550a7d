// A hosted server as the backend of a local one: calls are sent on to its /mcp, the catalogue is read from its /v1. So a
// client that speaks only stdio gets the same answers, limits and billing as one that connects to the server itself.

import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/server';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { failureOf } from '../service/pipeline/envelope.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import type { Backend, ToolAnswer } from './backend.ts';

const TIMEOUT_MS = 60_000;

export function createRemoteBackend(url: string, secret: string | null): Backend {
  const key: Record<string, string> = secret === null ? {} : { 'x-api-key': secret };

  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const address = new URL(path, url);
    try {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return await response.json();
    } catch {
      return null;
    }
  }

  const unavailable = (): ToolAnswer => {
    const error = new ServiceError('source_unavailable', phraseOf(FAULTS.noAnswer, url), {
      hint: HINTS.checkUrl,
    });
    const text = JSON.stringify(failureOf(error, 0, { input: {}, resolved: null }, 'en'));
    return { text, is_error: true };
  };

  return {
    async callTool(tool, given) {
      const answer = await ask('/mcp', {
        method: 'POST',
        headers: {
          ...key,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': LATEST_PROTOCOL_VERSION,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, ...(given === undefined ? {} : { arguments: given }) },
        }),
      });
      return envelopeIn(answer) ?? unavailable();
    },
    async read(operation, input) {
      const path = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(input[name] ?? ''),
      );
      return envelopeIn(await ask(path, { headers: key })) ?? unavailable();
    },
  };
}

/** The envelope of a tool result, or one that stands alone, as /v1 and a refusal at the door give it. */
function envelopeIn(answer: unknown): ToolAnswer | null {
  if (answer === null || typeof answer !== 'object') return null;
  if ('result' in answer && 'jsonrpc' in answer) {
    const { result } = answer;
    const isTold = result !== null && typeof result === 'object' && 'structuredContent' in result;
    return isTold ? envelopeIn(result.structuredContent) : null;
  }
  if (!('status' in answer) || !('billing' in answer)) return null;
  return { text: JSON.stringify(withOwnHint(answer)), is_error: answer.status === 'error' };
}

/** On stdio there is no header that a key could be sent in. */
function withOwnHint(answer: object): object {
  if (!('error' in answer) || answer.error === null || typeof answer.error !== 'object') return answer;
  const { error } = answer;
  return 'code' in error && error.code === 'unauthorized'
    ? { ...answer, error: { ...error, hint: HINTS.giveKey.en } }
    : answer;
}
