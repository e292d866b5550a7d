// What every use case is given: one version of the facts, what is loaded, and the moment it is asked for.

import type { Corpus } from '../domain/corpus.ts';
import type { StoredParcel, StoreReads } from '../store/store.ts';
import type { AnswersNow } from './kept-answers.ts';
import type { Names } from './names.ts';
import type { PermitSquares } from './near-permits.ts';
import type { ParcelSquares } from './parcel-squares.ts';
import type { SharedAnswers } from './shared-answers.ts';

/** What is shared by all requests that read one dataset version (corpus.ts). */
export interface Known {
  readonly corpus: Corpus;
  readonly answers: SharedAnswers;
  readonly permits: PermitSquares;
  readonly names: Names;
  readonly squares: ParcelSquares;
}

export interface Context extends Known {
  readonly reads: StoreReads;
  /** Those that the request has read beforehand, together. */
  readonly parcels?: ReadonlyMap<string, StoredParcel>;
  /** Given where answers are kept between requests. */
  readonly kept?: AnswersNow;
  readonly now: Date;
  /** The day in Warsaw, YYYY-MM-DD. */
  readonly day: string;
}
