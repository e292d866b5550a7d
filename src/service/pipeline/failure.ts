// What a step could not do, as a value that the later steps pass on, and the answer it comes to.

import type { Query } from '../../contract/answers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import type { Language } from '../../contract/language.ts';
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
  readonly language: Language;

  constructor(error: unknown, cost: number, query: Query, language: Language) {
    this.error = error;
    this.cost = cost;
    this.query = query;
    this.language = language;
  }
}

export interface FailedAnswer extends EncodedAnswer {
  readonly retry_after_s: number | undefined;
  /** Set when the failure is ours. */
  readonly fault?: unknown;
}

export function answerFailure(
  { error, cost, query, language }: StepFailure,
  example_id: string | null = null,
): FailedAnswer {
  const known = asServiceError(error);
  const envelope = failureOf<never>(known, cost, query, language, example_id);
  const { status, billing } = envelope;
  return {
    http: ERRORS[known.code].http,
    status,
    language,
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
    return new ServiceError('source_unavailable', FAULTS.dataUnreadable, more);
  }
  return new ServiceError('internal', FAULTS.internal);
}
