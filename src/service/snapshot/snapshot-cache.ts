// What is shared by all requests that read one dataset version: its corpus and what was read and derived so far. Built anew when
// a publish has made another version.

import type { Language } from '../../contract/language.ts';
import { EXAMPLE_ID } from '../../contract/operations.ts';
import { Corpus } from '../../domain/corpus/corpus.ts';
import { AdminDirectory } from '../../domain/places/admin-units.ts';
import { KNOWN_UNITS } from '../../domain/places/known-units.ts';
import type { StoreReads } from '../../store/reads.ts';
import { CacheRegistry } from './cache.ts';
import type { Snapshot } from './context.ts';
import { HeldParcels } from './held-parcels.ts';
import { LayerAnswerCache } from './layer-answer-cache.ts';
import { NameIndexCache } from './name-index-cache.ts';
import { PermitSquares } from './permit-squares.ts';

export type SnapshotCache = (reads: StoreReads) => Snapshot | Promise<Snapshot>;

export function createSnapshotCache(caches = new CacheRegistry()): SnapshotCache {
  let current: Snapshot | null = null;
  let opening = 0;
  return (reads) => {
    if (current?.corpus.version === reads.version && opening === reads.opening) return current;
    // An example is worth no failure: a damaged page is told to those who ask for what lies on it.
    return Promise.all([readCorpus(reads), readExample(reads).catch(() => null)]).then(
      ([corpus, example_id]) => {
        // Another request may have read the same version meanwhile: what it derives is derived once.
        if (current?.corpus.version === reads.version && opening === reads.opening) return current;
        opening = reads.opening;
        current = makeSnapshot(corpus, example_id, caches);
        return current;
      },
    );
  };
}

/** Twins are made when they are first asked for. */
function makeSnapshot(corpus: Corpus, example_id: string | null, caches: CacheRegistry): Snapshot {
  const twins = new Map<Language, Snapshot>();
  const first: Snapshot = {
    corpus,
    answers: new LayerAnswerCache(corpus, caches),
    permits: new PermitSquares(caches),
    names: new NameIndexCache(corpus.admin, caches),
    held: new HeldParcels(corpus.admin),
    example_id,
    inLanguage(language) {
      if (language === corpus.language) return first;
      let twin = twins.get(language);
      if (!twin) {
        const told = corpus.inLanguage(language);
        twin = { ...first, corpus: told, answers: new LayerAnswerCache(told, caches) };
        twins.set(language, twin);
      }
      return twin;
    },
  };
  return first;
}

async function readExample(reads: StoreReads): Promise<string | null> {
  const documented = await reads.parcels([EXAMPLE_ID]);
  return documented.has(EXAMPLE_ID) ? EXAMPLE_ID : reads.firstParcel();
}

async function readCorpus(reads: StoreReads): Promise<Corpus> {
  return new Corpus({
    version: reads.version,
    admin: new AdminDirectory(await reads.terc(), await reads.obreby(), KNOWN_UNITS),
    states: await reads.sourceStates(),
    plans: await reads.plans(),
    mpzp_cover: await reads.mpzpCover(),
    computed: await reads.computed(),
  });
}
