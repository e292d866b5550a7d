// What is shared by all requests that read one dataset version: its corpus and what was read and derived so far. Built anew when
// a publish has made another version.

import { AdminDirectory } from '../domain/admin.ts';
import { Corpus } from '../domain/corpus.ts';
import type { StoreReads } from '../store/store.ts';
import type { Known } from './context.ts';
import { Names } from './names.ts';
import { PermitSquares } from './near-permits.ts';
import { ParcelSquares } from './parcel-squares.ts';
import { SharedAnswers } from './shared-answers.ts';

export type KnownOf = (reads: StoreReads) => Known | Promise<Known>;

export function createCorpusCache(): KnownOf {
  let current: Known | null = null;
  let opening = 0;
  return (reads) => {
    if (current?.corpus.version === reads.version && opening === reads.opening) return current;
    return readCorpus(reads).then((corpus) => {
      // Another request may have read the same version meanwhile: what it derives is derived once.
      if (current?.corpus.version === reads.version && opening === reads.opening) return current;
      opening = reads.opening;
      current = {
        corpus,
        answers: new SharedAnswers(corpus),
        permits: new PermitSquares(),
        names: new Names(corpus.admin),
        squares: new ParcelSquares(corpus.admin),
      };
      return current;
    });
  };
}

async function readCorpus(reads: StoreReads): Promise<Corpus> {
  return new Corpus({
    version: reads.version,
    admin: new AdminDirectory(await reads.terc(), await reads.obreby()),
    states: await reads.sourceStates(),
    plans: await reads.plans(),
    mpzp_cover: await reads.mpzpCover(),
    computed: await reads.computed(),
  });
}
