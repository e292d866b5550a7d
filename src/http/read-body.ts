// The body of a request: read after the caller is known, no further than its operation can mean, and counted among what the
// process holds. What is refused is not read to its end: the rest is drained a little, so that the refusal arrives.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { inSlices } from '../service/pipeline/event-loop.ts';
import { LONG_BYTES } from '../service/pipeline/limit.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import type { HeldBytes } from './held-bytes.ts';
import { unreadable } from './request-errors.ts';

const FIRST_BYTES = 16 << 10;

export async function readRequestBody(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
  held: HeldBytes,
  holder: string,
): Promise<Buffer> {
  const body = await collect(request, response, most, held, holder).catch((error: NodeJS.ErrnoException) => {
    // What Node's parser stumbled over it has answered already, on the connection itself.
    throw error instanceof ServiceError ? error : unreadable(error.code);
  });
  if (!isUtf8(body)) throw invalidInput(FAULTS.notUtf8, HINTS.asUtf8);
  return body;
}

async function collect(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
  held: HeldBytes,
  holder: string,
): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) throw tooLarge(most);
  const count = held.hold(response, holder);
  let room = Buffer.allocUnsafe(Math.min(declared || FIRST_BYTES, FIRST_BYTES));
  let length = 0;
  count(room.length);
  // Copied together as they come: of many small pieces each would take more memory than its bytes.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (length + piece.length > most) throw tooLarge(most);
    // Hundreds of long ones may come at once: each piece has its slice, and what is not taken yet stays with the sender.
    if (length > LONG_BYTES) await inSlices(async () => {});
    if (length + piece.length > room.length) {
      held.refuseWhenFull(holder);
      const wider = Buffer.allocUnsafe(Math.min(most, Math.max(2 * room.length, length + piece.length)));
      count(wider.length - room.length);
      room.copy(wider, 0, 0, length);
      room = wider;
    }
    length += piece.copy(room, length);
  }
  return room.subarray(0, length);
}

const tooLarge = (most: number) => invalidInput(phraseOf(FAULTS.largeBody, most), HINTS.splitRequest);

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

export function refuseCharset({ headers }: IncomingMessage): void {
  // Of several the reader of the body might take another than we do: each must be the one.
  for (const [, charset = ''] of (headers['content-type'] ?? '').matchAll(CHARSET))
    if (!/^utf-?8$/i.test(charset))
      throw invalidInput(phraseOf(FAULTS.charset, charset.slice(0, 60)), HINTS.asUtf8);
}

/** The body of a request can be read as it is, or not at all. */
export function refuseCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new UnsupportedCoding(coding);
}

/** 415 (RFC 9110 §8.4): an error of the contract with a status of its own. */
export class UnsupportedCoding extends ServiceError {
  constructor(coding: string) {
    super('invalid_input', phraseOf(FAULTS.contentCoding, coding.slice(0, 60)), {
      hint: HINTS.plainBody,
    });
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const DRAINED_BYTES = 64 << 10;
const DRAIN_MS = 1_000;

/** Reads and forgets a little of what is still coming: a connection closed on unread bytes takes the answer along. */
export function drainLittle(request: IncomingMessage, done: () => void): void {
  let drained = 0;
  const end = () => {
    clearTimeout(timer);
    request.off('data', onData).off('end', end).off('close', end);
    request.pause();
    done();
  };
  const onData = (piece: Buffer) => {
    drained += piece.length;
    if (drained > DRAINED_BYTES) end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.on('data', onData).once('end', end).once('close', end);
}
