// The corpus of the dataset version being read: built once per version and shared by all requests until a publish.

import { AdminDirectory } from '../domain/admin.ts';
import { Corpus } from '../domain/corpus.ts';
import type { StoreReads } from '../store/store.ts';

export function createCorpusCache(): (reads: StoreReads) => Promise<Corpus> {
  let current: Corpus | null = null;
  let opening = 0;
  return async (reads) => {
    if (current?.version === reads.version && opening === reads.opening) return current;
    const fresh = new Corpus({
      version: reads.version,
      admin: new AdminDirectory(await reads.terc(), await reads.obreby()),
      states: await reads.sourceStates(),
      plans: await reads.plans(),
      mpzp_cover: await reads.mpzpCover(),
      computed: await reads.computed(),
      localities: await reads.localities(),
      streets: await reads.streets(),
    });
    current = fresh;
    opening = reads.opening;
    return fresh;
  };
}
