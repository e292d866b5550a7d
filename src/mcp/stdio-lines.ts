// What an assistant writes to our standard input, line by line, before the SDK sees it. Two things the SDK would leave without
// the answer that the contract wants: a line that is no JSON, and a call of a tool whose arguments are no object.

import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { CacheRegistry } from '../service/snapshot/cache.ts';
import type { Backend } from './backend.ts';
import { createFraming } from './fast-path.ts';
import { isTool } from './tools.ts';

const PARSE_ERROR = { code: -32_700, message: 'the line is not valid JSON; send one message a line' };

/** What is not answered by then never is. */
const LONGEST_ANSWER_MS = 30_000;

export interface StdioLines {
  /** What is left for the SDK to read. Ends with the input, when all that was asked is answered. */
  readonly rest: Readable;
  /** Where it writes. */
  readonly answers: Writable;
}

export function readLines(
  input: Readable,
  output: Writable,
  backend: Backend,
  onFault: (fault: unknown) => void,
): StdioLines {
  const rest = new PassThrough();
  const frame = createFraming(new CacheRegistry());
  const unanswered = new Set<unknown>();
  let hasEnded = false;
  const endWhenAnswered = () => {
    if (hasEnded && unanswered.size === 0) rest.end();
  };
  const write = (bytes: string | Buffer) => {
    output.write(`${bytes}\n`);
  };
  const answers = new PassThrough();
  createInterface({ input: answers }).on('line', (line) => {
    write(line);
    const message = parsed(line);
    if (!isRequest(message)) unanswered.delete(idOf(message));
    endWhenAnswered();
  });

  async function take(line: string): Promise<void> {
    const message = parsed(line);
    if (message === undefined) {
      write(JSON.stringify({ jsonrpc: '2.0', error: PARSE_ERROR, id: null }));
      return;
    }
    if (isRequest(message)) unanswered.add(idOf(message));
    if (isCancelling(message)) unanswered.delete(message.params.requestId);
    const call = oddCall(message);
    if (call === null) rest.write(`${line}\n`);
    else
      answers.write(`${frame({ ...call, modern: false }, await backend.callTool(call.tool, call.given))}\n`);
  }

  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    .on('line', (line) => {
      if (line.trim() !== '') take(line).catch(onFault);
    })
    .on('close', () => {
      hasEnded = true;
      endWhenAnswered();
      setTimeout(() => rest.end(), LONGEST_ANSWER_MS).unref();
    });
  return { rest, answers };
}

const idOf = (message: unknown): unknown =>
  message !== null && typeof message === 'object' && 'id' in message ? message.id : undefined;

/** A notification has no id, an answer no method. */
const isRequest = (message: unknown): boolean =>
  idOf(message) !== undefined && message !== null && typeof message === 'object' && 'method' in message;

/** Of a call that is cancelled nothing more is said. */
function isCancelling(message: unknown): message is { readonly params: { readonly requestId: unknown } } {
  return (
    message !== null &&
    typeof message === 'object' &&
    'method' in message &&
    message.method === 'notifications/cancelled' &&
    'params' in message &&
    message.params !== null &&
    typeof message.params === 'object' &&
    'requestId' in message.params
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A call whose arguments are a list, a text or the like: the pipeline says what is wrong with them. */
function oddCall(message: unknown) {
  if (
    message === null ||
    typeof message !== 'object' ||
    !('method' in message) ||
    message.method !== 'tools/call'
  )
    return null;
  const { id, params } = message as { id?: unknown; params?: { name?: unknown; arguments?: unknown } };
  const given = params?.arguments;
  const isOdd = given !== undefined && (given === null || typeof given !== 'object' || Array.isArray(given));
  const isAsked = typeof id === 'string' || typeof id === 'number';
  return isOdd && isAsked && isTool(params?.name) ? { id, tool: params.name, given } : null;
}
