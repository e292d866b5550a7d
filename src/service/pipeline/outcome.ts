// What a call can come to. Expected results are values (Outcome); a request that cannot be served is a
// ServiceError with a code of the contract. Anything else thrown is a bug.

import type {
  Billing,
  Candidate,
  CorpusCoverage,
  ErrorCode,
  Kin,
  Page,
  Resolved,
} from '../../contract/answers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { type Language, type Phrase, phraseIn } from '../../contract/language.ts';
import type { SourceRef } from '../../contract/sources.ts';
import type { SnapshotKey } from '../snapshot/snapshot-key.ts';

export type Outcome<R> =
  | {
      readonly status: 'ok';
      readonly result: R | null;
      readonly resolved?: Resolved | null;
      readonly candidates?: Candidate[];
      readonly corpus_coverage?: CorpusCoverage;
      readonly page?: Page;
      /** Of a list whose rows do not name their source themselves. */
      readonly sources?: SourceRef[];
      /** Of events: since when the place is watched. */
      readonly observed_since?: string | null;
      /** A single layer that is not known is an answer, but not one to pay for (spec §3.1). */
      readonly refund?: 'refunded_not_covered' | 'refunded_not_computed';
      /** Present when exactly one parcel was resolved: the answer gets a tag, which begins with this. */
      readonly tag?: string;
      /** A batch brings its own sums. */
      readonly billing?: Billing;
    }
  | {
      readonly status: 'ambiguous';
      readonly candidates: Candidate[];
      readonly resolved: Resolved | null;
      readonly corpus_coverage?: CorpusCoverage;
      /** How sure the gmina is in which all candidates lie; 0 where they do not. */
      readonly gmina_confidence?: number;
    }
  | {
      readonly status: 'not_found';
      readonly message: Phrase;
      /** Where the usual one does not fit. */
      readonly hint?: Phrase;
      /** A gmina was asked for by its code: a parcel is no example of that. */
      readonly is_of_gmina?: true;
      readonly candidates?: Candidate[];
      /** The parcel that was understood and is not held (any more). */
      readonly absent?: Resolved;
      /** The parcels that are there in its place now; never certain enough to be picked. */
      readonly successors?: readonly Candidate[];
      /** Parcels of the obręb that have the number of an id on a map sheet, which the id does not say; never picked either. */
      readonly same_number?: readonly Candidate[];
      readonly corpus_coverage?: CorpusCoverage;
    }
  | {
      readonly status: 'not_covered';
      readonly resolved: Resolved;
      readonly candidates?: Candidate[];
      readonly corpus_coverage?: CorpusCoverage;
    };

export type NoAnswer = Exclude<Outcome<never>, { status: 'ok' }>;

/** What an operation came to, and which snapshot it is true for; null for what needs no dataset. */
export interface Ran {
  readonly outcome: Outcome<unknown>;
  readonly snapshot_key: SnapshotKey | null;
  /** A parcel that is held in the version that was read. */
  readonly example_id: string | null;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly #message: Phrase;
  readonly #hint: Phrase | undefined;
  readonly retry_after_s: number | undefined;
  readonly signup_url: string | undefined;
  readonly successors: readonly Kin[] | undefined;

  constructor(
    code: ErrorCode,
    message: Phrase,
    more: { hint?: Phrase; retry_after_s?: number; signup_url?: string; successors?: readonly Kin[] } = {},
  ) {
    super(phraseIn(message, 'en'));
    this.code = code;
    this.#message = message;
    this.#hint = more.hint;
    this.retry_after_s = more.retry_after_s;
    this.signup_url = more.signup_url;
    this.successors = more.successors;
  }

  /** What is told of it, and what to do about it. */
  tell(language: Language): { readonly message: string; readonly hint: string } {
    const hint = this.#hint ?? ERRORS[this.code].hint;
    return { message: phraseIn(this.#message, language), hint: phraseIn(hint, language) };
  }
}

export const invalidInput = (message: Phrase, hint?: Phrase): ServiceError =>
  new ServiceError('invalid_input', message, hint === undefined ? {} : { hint });
