// What the client throws: a request that was refused or failed. Ambiguity, a miss and missing coverage are answers and
// never come here.

import type { Envelope, ErrorCode } from './contract.ts';

/** Beside the codes of the contract: no answer came at all, or one that is none of ours (a proxy's page). */
export type FailureCode = ErrorCode | 'unreachable' | 'unreadable';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly hint: string;
  readonly http: number | null;
  readonly request_id: string | null;
  readonly envelope: Envelope | null;
}

export class MiedzaError extends Error implements Failure {
  override readonly name = 'MiedzaError';
  readonly code: FailureCode;
  /** What to do about it. */
  readonly hint: string;
  /** The HTTP status; null when there was no answer. */
  readonly http: number | null;
  /** Name it when you report the failure. */
  readonly request_id: string | null;
  /** The whole body, with billing; null when it was none of ours. */
  readonly envelope: Envelope | null;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    this.hint = failure.hint;
    this.http = failure.http;
    this.request_id = failure.request_id;
    this.envelope = failure.envelope;
  }
}
