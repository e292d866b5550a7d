// What a step could not do, as a value that the later steps pass on, and the answer it comes to.

import type { Query } from '../../contract/answers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { StoreError } from '../../store/reads.ts';
import type { EncodedAnswer } from '../snapshot/answer-cache.ts';
import { encodeFailure } from './encode.ts';
import { failureOf } from './envelope.ts';
import { ServiceError } from './outcome.ts';

export class StepFailure {
  readonly error: unknown;
  readonly cost: number;
  /** As far as the question was understood. */
  readonly query: Query;

  constructor(error: unknown, cost: number, query: Query) {
    this.error = error;
    this.cost = cost;
    this.query = query;
  }
}

export interface FailedAnswer extends EncodedAnswer {
  readonly retry_after_s: number | undefined;
  /** Set when the failure is ours. */
  readonly fault?: unknown;
}

export function answerFailure(
  { error, cost, query }: StepFailure,
  example_id: string | null = null,
): FailedAnswer {
  const known = asServiceError(error);
  const envelope = failureOf<never>(known, cost, query, example_id);
  const { status, billing } = envelope;
  return {
    http: ERRORS[known.code].http,
    status,
    query,
    billing,
    etag: undefined,
    body: encodeFailure(envelope),
    retry_after_s: known.retry_after_s,
    ...(known === error ? {} : { fault: error }),
  };
}

/** Never the text of an unexpected error: it may hold what must not leave (contract §1). */
function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreError) {
    const { retry_after_s } = error;
    const more = retry_after_s === undefined ? {} : { retry_after_s };
    return new ServiceError('source_unavailable', 'the data cannot be read right now', more);
  }
  return new ServiceError('internal', 'something went wrong on our side');
}
