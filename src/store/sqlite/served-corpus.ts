// Everything answers depend on beside the facts of a parcel, as one connection sees it now.

import type { DatabaseSync } from 'node:sqlite';
import type { CorpusParts } from '../../domain/corpus/corpus.ts';
import { CORPUS_QUERIES, corpusOf } from '../rows.ts';

export function readCorpus(db: DatabaseSync): CorpusParts {
  const all = (name: keyof typeof CORPUS_QUERIES) => db.prepare(CORPUS_QUERIES[name]).all();
  return corpusOf(
    {
      terc: all('terc'),
      obreby: all('obreby'),
      states: all('states'),
      plans: all('plans'),
      covers: all('covers'),
      computed: all('computed'),
    },
    0,
  );
}
