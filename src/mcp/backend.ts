// One call of a tool through the pipeline, and its result as MCP wants it. The envelope is encoded once: the same text is
// the content and, where the frame is written by hand, the structured content.

import type { CallToolResult } from '@modelcontextprotocol/server';
import { MCP_LIMITS } from '../contract/limits.ts';
import type { OperationName, Tool } from '../contract/operations.ts';
import type { HandleCall, Reply } from '../service/pipeline/call.ts';
import type { ServiceError } from '../service/pipeline/outcome.ts';
import { wholeBody } from '../service/snapshot/answer-body.ts';
import { answerKey } from '../service/snapshot/answer-cache.ts';
import type { KeyRecord } from '../store/accounts.ts';
import { readArguments } from './tools.ts';

/** Who calls: a secret to be looked up, or a key that was found by other means. */
export interface Caller {
  readonly secret?: string | undefined;
  readonly key?: KeyRecord | undefined;
  readonly isGone?: () => boolean;
}

/** What tools and resources are answered from: this process, or a server elsewhere. */
export interface Backend {
  callTool(tool: Tool, given: unknown): Promise<ToolAnswer>;
  /** What resources are made of, as its envelope. */
  read(operation: ReadOperation, input: Readonly<Record<string, string>>): Promise<ToolAnswer>;
}

/** Operations that have no tool and are read as resources. */
export type ReadOperation = 'sources' | 'gmina_planning_by_code';

export interface ToolAnswer {
  /** The envelope as JSON. */
  readonly text: string;
  /** The body in the answer cache, where the answer came from there. */
  readonly cached_body?: Buffer | undefined;
  /** Only for status error: ambiguous, not found and not covered are answers (contract §12). */
  readonly is_error: boolean;
}

export type Observe = (operation: OperationName, answer: Reply, duration_ms: number) => void;

export function createBackend(handle: HandleCall, caller: Caller, observe: Observe): Backend {
  async function ask(
    operation: OperationName,
    input: unknown,
    fault?: ServiceError | undefined,
  ): Promise<ToolAnswer> {
    const started = performance.now();
    const answer = await handle({
      operation,
      input: () => {
        if (fault) throw fault;
        return input;
      },
      language: 'en',
      cache_key: answerKey('tool', `${operation} ${JSON.stringify(input)}`),
      secret: caller.secret,
      key: caller.key,
      if_none_match: undefined,
      isGone: caller.isGone,
      max_characters: MCP_LIMITS.answer_characters,
    });
    const { body } = answer;
    if (!body) throw new Error('a tool call was answered without a body');
    observe(operation, answer, performance.now() - started);
    return {
      get text() {
        return wholeBody(body).toString();
      },
      cached_body: answer.is_cached ? wholeBody(body) : undefined,
      is_error: answer.status === 'error',
    };
  }
  return {
    callTool(tool, given) {
      const { operation, input, fault } = readArguments(tool, given);
      return ask(operation, input, fault);
    },
    read: ask,
  };
}

export function resultOf({ text, is_error }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text),
    ...(is_error ? { isError: true } : {}),
  };
}
