// For the tests of layers: a corpus that holds what it is told, and a parcel with given facts.

import { Corpus } from '../corpus/corpus.ts';
import type { SourceId, SourceState } from '../corpus/registers.ts';
import { AdminDirectory } from '../places/admin-units.ts';
import type { FactLayer } from './facts.ts';
import { NO_FACTS } from './layer-table.ts';
import { type Subject, subjectOf } from './subject.ts';

/** A load that is served. */
export interface Held {
  readonly source: SourceId;
  readonly scope: string;
  readonly as_of?: string | null;
  readonly publishes?: readonly string[];
}

/** The layers are worked out in powiat 1418. */
export function corpusOf(held: readonly Held[], computed: readonly FactLayer[]): Corpus {
  return new Corpus({
    version: 1,
    admin: new AdminDirectory([], []),
    states: held.map(
      ({ source, scope, as_of = null, publishes = [] }): SourceState => ({
        source,
        scope,
        as_of,
        last_success_at: '2026-11-01T03:00:00Z',
        observed_since: '2026-11-01T03:00:00Z',
        file_sha256: '',
        rows: 1,
        synthetic: false,
        publishes,
      }),
    ),
    plans: [],
    mpzp_cover: [],
    computed: computed.map((layer) => ({ layer, powiat: '1418' })),
  });
}

export function subjectWith(layer: FactLayer, fact: unknown, corpus: Corpus): Subject {
  const facts = { ...NO_FACTS, [layer]: fact === null ? null : JSON.stringify(fact) };
  return subjectOf('141803_2.0009.12/3', facts, corpus, 1_000);
}
