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

/** RFC 9112 §3.2. Node would refuse it by itself, with an empty body. */
export function refuseMissingHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalidInput(
      'the header Host is missing',
      'Send the header Host, as HTTP/1.1 asks of every request.',
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
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return invalidInput(`the body is larger than ${HTTP_LIMITS.body_bytes} bytes`, 'Split the request.');
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
