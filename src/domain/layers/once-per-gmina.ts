// What follows from what is loaded, a gmina and a day alone is worked out once for all parcels of the gmina: of one corpus, and of
// the day that was asked for last.

import type { Corpus } from '../corpus/corpus.ts';

type OfGmina<T> = (corpus: Corpus, gmina6: string, day: string) => T;

export function oncePerGmina<T>(derive: OfGmina<T>): OfGmina<T> {
  const ofCorpus = new WeakMap<Corpus, { readonly day: string; readonly gminy: Map<string, T> }>();
  return (corpus, gmina6, day) => {
    let known = ofCorpus.get(corpus);
    if (known?.day !== day) {
      known = { day, gminy: new Map() };
      ofCorpus.set(corpus, known);
    }
    let result = known.gminy.get(gmina6);
    if (result === undefined) {
      result = derive(corpus, gmina6, day);
      known.gminy.set(gmina6, result);
    }
    return result;
  };
}
