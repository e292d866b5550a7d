// What an answer depends on: where its parcel lies and what is stored of it, never which parcel it is. Parcels of one place
// with the same facts share their answers; only `planning`, which is never shared, tells the area too.

import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import type { Facts } from './facts.ts';

export interface Subject {
  /** The widest place whose parcels all get their data from the same loads (Corpus.placeOf). */
  readonly place: string;
  readonly gmina6: string;
  readonly gmina: Gmina | undefined;
  readonly facts: Facts;
  /** Of its outline; null where answers are compared with others: sizes never are. */
  readonly area_m2: number | null;
}

/** Of a canonical id, as it is stored. */
export function subjectOf(id: string, facts: Facts, corpus: Corpus, area_m2: number | null = null): Subject {
  const unit = unitOf(id);
  const gmina = corpus.admin.gminaOfUnit(unit);
  return {
    place: corpus.placeOf(id),
    gmina,
    gmina6: gmina?.teryt.slice(0, 6) ?? unit.slice(0, 6),
    facts,
    area_m2,
  };
}

export const gminaName = (subject: Subject): string => subject.gmina?.name ?? subject.gmina6;
