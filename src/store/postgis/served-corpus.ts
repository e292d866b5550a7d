// What a writer needs to know of all that is served: what answers depend on beside the facts of a parcel, and where partitions lie.

import type { CorpusParts } from '../../domain/corpus/corpus.ts';
import { CORPUS_QUERIES, corpusOf } from '../rows.ts';
import { type GroundRow, PartitionGround } from './partition-ground.ts';
import type { Session } from './session.ts';

export async function readServedCorpus(session: Session): Promise<CorpusParts> {
  const all = (name: keyof typeof CORPUS_QUERIES) => session.rows(CORPUS_QUERIES[name]);
  return corpusOf(
    {
      terc: await all('terc'),
      obreby: await all('obreby'),
      states: await all('states'),
      plans: await all('plans'),
      covers: await all('covers'),
      computed: await all('computed'),
    },
    0,
  );
}

export async function readGround(session: Session): Promise<PartitionGround> {
  const rows: unknown[] = await session.rows('SELECT kind, part, x, y FROM ground');
  return new PartitionGround(rows as GroundRow[]);
}
