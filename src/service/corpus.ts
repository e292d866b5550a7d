// What is shared by all requests that read one dataset version: its corpus and what was read and derived so far. Built anew when
// a publish has made another version.

import { AdminDirectory } from '../domain/admin.ts';
import { Corpus } from '../domain/corpus.ts';
import type { StoreReads } from '../store/store.ts';
import { PermitSquares } from './near-permits.ts';
import { ParcelSquares } from './parcel-squares.ts';
import { RecentParcels } from './recent-parcels.ts';
import { SharedAnswers } from './shared-answers.ts';

export interface Known {
  readonly corpus: Corpus;
  readonly answers: SharedAnswers;
  readonly permits: PermitSquares;
  readonly recent: RecentParcels;
  readonly squares: ParcelSquares;
}

export function createCorpusCache(): (reads: StoreReads) => Known | Promise<Known> {
  let current: Known | null = null;
  let opening = 0;
  return (reads) => {
    if (current?.corpus.version === reads.version && opening === reads.opening) return current;
    return readCorpus(reads).then((corpus) => {
      opening = reads.opening;
      current = {
        corpus,
        answers: new SharedAnswers(corpus),
        permits: new PermitSquares(),
        recent: new RecentParcels(),
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
    localities: await reads.localities(),
    streets: await reads.streets(),
  });
}
