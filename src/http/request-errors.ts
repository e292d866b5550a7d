// What is refused before the pipeline runs: faults found by Node's parser, by the framework, and in the headers. Each becomes
// an error of the contract that names the fault. All of it is 400: the contract lists no 408, 417 or 431, and a body that is
// too large is 400 as well (contract §1, §5).

import type { FastifyRequest } from 'fastify';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { invalidInput, ServiceError } from '../service/pipeline/outcome.ts';
import { badEncoding, wrongContentType } from './decode.ts';

type IncomingMessage = FastifyRequest['raw'];

/** Time enough for the slowest honest client, too little to hold connections open with. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** What Node's parser refuses; the codes are those of its `clientError` event. */
export function unreadable(code: string | undefined): ServiceError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidInput(
        `the request did not arrive in time: headers must be here within ${HEADERS_TIMEOUT_MS / 1000} seconds, all of it within ${HTTP_LIMITS.request_timeout_ms / 1000}`,
        'Send it again.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return invalidInput(
        `the request line and headers are larger than ${HTTP_LIMITS.header_bytes} bytes`,
        'Send fewer or shorter headers.',
      );
    case 'HPE_INVALID_URL':
      return invalidInput(
        'the URL holds characters that must be percent-encoded, such as Polish letters',
        "With curl: curl -G --data-urlencode 'q=…' and the URL without a query.",
      );
    default:
      return invalidInput(
        'the request is not readable HTTP',
        'Check the request line, the headers and the body.',
      );
  }
}

/** A method that Node's parser does not know, and the URL behind it. */
export function methodIn({ code, rawPacket }: { readonly code: string; readonly rawPacket: unknown }) {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return null;
  const line = /^([!#$%&'*+.^_`|~\w-]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(
    rawPacket.toString('latin1', 0, 4_096),
  );
  return line?.[1] && line[2] ? { method: line[1], url: line[2] } : null;
}

/** What is sent for a path that is there, with another method. */
export const wrongMethod = (method: string, allowed: readonly string[]) =>
  [
    invalidInput(`${method} is not allowed here`, `Use ${allowed.join(' or ')}.`),
    405,
    { allow: [...allowed, 'OPTIONS'].join(', ') },
  ] as const;

/** RFC 9112 §3.2: one, no more and no fewer. Node would refuse a missing one by itself, with an empty body, and take the first of two. */
export function refuseBadHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw invalidInput(
    hosts === 0 ? 'the header Host is missing' : `the header Host came ${hosts} times`,
    'Send the header Host once, as HTTP/1.1 asks of every request.',
  );
}

export const unknownExpectation = ({ headers }: IncomingMessage): ServiceError =>
  invalidInput(
    `the header Expect may only be 100-continue, got "${headers.expect?.slice(0, 60)}"`,
    'Leave the header out.',
  );

/** Faults found by the framework: a body too large, a path that cannot be decoded. */
export function asFailure(error: Error & { statusCode?: number; code?: string }): ServiceError {
  if (error instanceof ServiceError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongContentType('something else');
    case 'FST_ERR_BAD_URL':
      return badEncoding();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidInput(
        `a part of the path has more than ${HTTP_LIMITS.path_part_characters} characters`,
        'The paths are listed in /v1/openapi.json.',
      );
  }
  const isClient = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isClient
    ? invalidInput('the request cannot be read', 'Check the URL, the headers and the body.')
    : new ServiceError('internal', 'something went wrong on our side');
}
