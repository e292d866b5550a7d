// What is refused before the pipeline runs: faults found by Node's parser, by the framework, and in the headers. Each becomes
// an error of the contract that names the fault. All of it is 400: the contract lists no 408, 417 or 431, and a body that is
// too large is 400 as well (contract §1, §5).

import type { FastifyRequest } from 'fastify';
import { HINTS } from '../contract/fault-hints.ts';
import { FAULTS } from '../contract/fault-sentences.ts';
import { phraseOf } from '../contract/language.ts';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import { badEncoding } from './decode.ts';

type IncomingMessage = FastifyRequest['raw'];

/** Time enough for the slowest honest client, too little to hold connections open with. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** What Node's parser refuses; the codes are those of its `clientError` event. */
export function unreadable(code: string | undefined): ServiceError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidInput(
        phraseOf(FAULTS.late, HEADERS_TIMEOUT_MS / 1000, HTTP_LIMITS.request_timeout_ms / 1000),
        HINTS.sendAgain,
      );
    case 'HPE_HEADER_OVERFLOW':
      return invalidInput(phraseOf(FAULTS.headersTooLarge, HTTP_LIMITS.header_bytes), HINTS.shorterHeaders);
    case 'HPE_INVALID_URL':
      return invalidInput(FAULTS.unencodedUrl, HINTS.curl);
    default:
      return invalidInput(FAULTS.unreadable, HINTS.checkRequest);
  }
}

interface ParserError {
  readonly code: string;
  /** What had arrived at once: it may begin with requests that can be read. */
  readonly rawPacket: unknown;
  /** How far it could be read. */
  readonly bytesParsed: number;
}

/** A method that Node's parser does not know, and the URL behind it. */
export function methodIn({ code, rawPacket, bytesParsed }: ParserError) {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return null;
  const from = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const line = /^([!#$%&'*+.^_`|~\w-]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(
    rawPacket.toString('latin1', from, from + 4_096),
  );
  return line?.[1] && line[2] ? { method: line[1], url: line[2] } : null;
}

/** What is sent for a path that is there, with another method. */
export const wrongMethod = (method: string, allowed: readonly string[]) =>
  [
    invalidInput(phraseOf(FAULTS.wrongMethod, method), phraseOf(HINTS.useMethod, allowed)),
    405,
    { allow: [...allowed, 'OPTIONS'].join(', ') },
  ] as const;

/**
 * What makes it doubtful whom a request is for or how its body is read: `Host` must come once (RFC 9112 §3.2), `Content-Type` at most
 * once, and of transfer codings there is `chunked` alone. Node would refuse a missing Host by itself, with an empty body, and take the first of two; a proxy may take the second.
 */
export function framingFault({ httpVersion, headers, rawHeaders }: IncomingMessage): ServiceError | null {
  let [hosts, types] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name?.length === 12 && name.toLowerCase() === 'content-type') types += 1;
  }
  if (hosts === 0 && httpVersion !== '1.0') return invalidInput(FAULTS.noHost, HINTS.oneHost);
  if (hosts > 1) return invalidInput(phraseOf(FAULTS.headerAgain, 'Host', hosts), HINTS.oneHost);
  if (types > 1)
    return invalidInput(phraseOf(FAULTS.headerAgain, 'Content-Type', types), HINTS.oneContentType);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return invalidInput(phraseOf(FAULTS.transferCoding, coding.slice(0, 60)), HINTS.plainBody);
  return null;
}

export const unknownExpectation = ({ headers }: IncomingMessage): ServiceError =>
  invalidInput(phraseOf(FAULTS.expectation, headers.expect?.slice(0, 60)), HINTS.leaveHeaderOut);

/** Faults found by the framework: a body too large, a path that cannot be decoded. */
export function asFailure(error: Error & { statusCode?: number; code?: string }): ServiceError {
  if (error instanceof ServiceError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalidInput(FAULTS.otherContentType, HINTS.sendJson);
    case 'FST_ERR_BAD_URL':
      return badEncoding();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidInput(phraseOf(FAULTS.longPath, HTTP_LIMITS.path_part_characters), HINTS.paths);
  }
  const isClient = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isClient
    ? invalidInput(FAULTS.cannotBeRead, HINTS.checkUrlHeadersBody)
    : new ServiceError('internal', FAULTS.internal);
}
