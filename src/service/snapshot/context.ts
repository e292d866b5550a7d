// What every use case is given: one version of the facts, what is loaded, and the moment it is asked for.

import type { Format } from '../../contract/formats.ts';
import type { Language } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { Pause, StoreReads } from '../../store/reads.ts';
import type { AnswersNow } from './answer-cache.ts';
import type { HeldParcels } from './held-parcels.ts';
import type { LayerAnswerCache } from './layer-answer-cache.ts';
import type { NameIndexCache } from './name-index-cache.ts';
import type { PermitSquares } from './permit-squares.ts';

/** What is shared by all requests that read one dataset version (corpus.ts). */
export interface Snapshot {
  readonly corpus: Corpus;
  readonly answers: LayerAnswerCache;
  readonly permits: PermitSquares;
  readonly names: NameIndexCache;
  readonly held: HeldParcels;
  /** A parcel to try: the one of the documentation where it is held, else another; null where there is none. */
  readonly example_id: string | null;
  /** The same, told in a language: itself, or a twin that shares all that has none. */
  inLanguage(language: Language): Snapshot;
}

export interface Context extends Snapshot {
  readonly reads: StoreReads;
  /** Given where answers are kept between requests. */
  readonly kept?: AnswersNow;
  /** In which an answer that is written piece by piece is written; JSON where absent. */
  readonly format?: Format;
  /** Given to long work (pipeline/event-loop.ts), to be called between pieces of it. */
  readonly pause?: Pause | undefined;
  readonly now: Date;
  /** The day in Warsaw, YYYY-MM-DD. */
  readonly day: string;
}
