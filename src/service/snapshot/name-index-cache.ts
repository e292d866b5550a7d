// The index of names of one dataset version: built once, by whoever needs it first or by the warmer before that, in slices
// between which other requests are answered. Half a million names take seconds.

import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import { NameIndex } from '../../domain/text/name-index.ts';
import { SuggestIndex } from '../../domain/text/suggest-index.ts';
import type { StoreReads } from '../../store/reads.ts';
import { inSlices } from '../pipeline/event-loop.ts';

type NameReads = Pick<StoreReads, 'localities' | 'streets'>;

export class NameIndexCache {
  readonly #admin: AdminDirectory;
  #index: Promise<NameIndex> | null = null;
  #suggestions: Promise<SuggestIndex> | null = null;

  constructor(admin: AdminDirectory) {
    this.#admin = admin;
  }

  /** `reads` are of the same version; what fails is tried anew by the next. */
  index(reads: NameReads, stop?: AbortSignal): Promise<NameIndex> {
    this.#index ??= build(this.#admin, reads, stop).catch((error: unknown) => {
      this.#index = null;
      throw error;
    });
    return this.#index;
  }

  /** What is completed while it is typed; made of the index of names. `corpus` is of the same version. */
  suggestions(reads: NameReads, corpus: Corpus, stop?: AbortSignal): Promise<SuggestIndex> {
    this.#suggestions ??= this.index(reads, stop)
      .then((names) => buildSuggestions(names, corpus, stop))
      .catch((error: unknown) => {
        this.#suggestions = null;
        throw error;
      });
    return this.#suggestions;
  }
}

function buildSuggestions(names: NameIndex, corpus: Corpus, stop?: AbortSignal): Promise<SuggestIndex> {
  return inSlices(async (pause) => {
    const making = SuggestIndex.of(names, corpus);
    let step = making.next();
    while (!step.done) {
      await pause();
      step = making.next();
    }
    return step.value;
  }, stop);
}

function build(admin: AdminDirectory, reads: NameReads, stop?: AbortSignal): Promise<NameIndex> {
  return inSlices(async (pause) => {
    const index = new NameIndex(admin);
    for await (const page of reads.localities()) {
      await pause();
      for (const locality of page) {
        index.addLocality(locality);
        await pause();
      }
    }
    for await (const page of reads.streets()) {
      await pause();
      for (const street of page) {
        index.addStreet(street);
        await pause();
      }
    }
    for (const _ of index.prepare()) await pause();
    return index;
  }, stop);
}
