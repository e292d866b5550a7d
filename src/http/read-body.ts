// The body of a request: read after the caller is known, no further than its operation can mean, and counted among what the
// process holds. Large ones are long work like any other: all of them together are taken in a slice a turn of the event loop.
// What is refused is not read to its end: the rest is drained a little, so that the refusal arrives.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { inSlices, inSlicesWhenLong, inSteps, type Meter } from '../service/pipeline/event-loop.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import type { HeldBytes } from './held-bytes.ts';
import { unreadable } from './request-errors.ts';

const FIRST_BYTES = 16 << 10;

/** Up to here a body is read, and judged, in a fraction of a slice. */
const SMALL_BODY_BYTES = 64 << 10;

/** Whether the body that was read takes long to decode. */
export const isLong = ({ body }: { readonly body: unknown }): boolean =>
  Buffer.isBuffer(body) && body.length > SMALL_BODY_BYTES;

/** What is asked of a body beside being UTF-8: in steps, for it may have megabytes. */
export type JudgeBody = (body: Buffer) => Iterator<void, ServiceError | null>;

export interface BodyPlan {
  readonly most: number;
  readonly holder: string;
  readonly judge: JudgeBody | null;
}

export async function readRequestBody(
  request: IncomingMessage,
  response: ServerResponse,
  held: HeldBytes,
  plan: BodyPlan,
  meter: Meter,
): Promise<Buffer> {
  const { most } = plan;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > most) throw tooLarge(most);
  const isSmall = declared > 0 && declared <= SMALL_BODY_BYTES;
  const count = held.hold(response, plan.holder);
  const read = (pause?: PauseReading) => collect(request, held, { ...plan, declared }, count, pause);
  const judge = async (body: Buffer, pause?: PauseReading) => {
    if (!isUtf8(body)) throw invalidInput(FAULTS.notUtf8, HINTS.asUtf8);
    const refusal = plan.judge && (await inSteps(plan.judge(body), pause));
    if (refusal) throw refusal;
  };
  try {
    const body = await (isSmall ? read() : inSlicesWhenLong(read));
    // Only this counts as work: until a body has come its sender is waited for.
    await (isSmall ? judge(body) : inSlices((pause) => judge(body, pause), undefined, meter));
    return body;
  } catch (error) {
    // What Node's parser stumbled over it has answered already, on the connection itself.
    throw error instanceof ServiceError ? error : unreadable((error as NodeJS.ErrnoException).code);
  }
}

type PauseReading = () => Promise<void> | undefined;

async function collect(
  request: IncomingMessage,
  held: HeldBytes,
  { most, holder, declared }: BodyPlan & { readonly declared: number },
  count: (bytes: number) => void,
  pause: PauseReading | undefined,
): Promise<Buffer> {
  let room = Buffer.allocUnsafe(Math.min(declared || FIRST_BYTES, FIRST_BYTES));
  let length = 0;
  count(room.length);
  // Copied together as they come: of many small pieces each would take more memory than its bytes.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (length + piece.length > most) throw tooLarge(most);
    if (length + piece.length > room.length) {
      held.refuseWhenFull(holder);
      const wider = Buffer.allocUnsafe(Math.min(most, Math.max(2 * room.length, length + piece.length)));
      count(wider.length - room.length);
      room.copy(wider, 0, 0, length);
      room = wider;
    }
    length += piece.copy(room, length);
    // What is not taken meanwhile stays with the sender.
    const paused = pause?.();
    if (paused) await paused;
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
