// The parcel an answer is about: its place in the hierarchy and its stored facts.

import type { Gmina } from '../admin.ts';
import type { Corpus } from '../corpus.ts';
import { obrebOf, unitOf } from '../record.ts';
import type { Facts } from './facts.ts';

export interface Subject {
  readonly id: string;
  readonly obreb_id: string;
  readonly gmina6: string;
  readonly gmina: Gmina | undefined;
  readonly facts: Facts;
}

/** Of a canonical id, as it is stored. */
export function subjectOf(id: string, facts: Facts, corpus: Corpus): Subject {
  const unit = unitOf(id);
  const gmina = corpus.admin.gminaOfUnit(unit);
  return { id, obreb_id: obrebOf(id), gmina, gmina6: gmina?.teryt.slice(0, 6) ?? unit.slice(0, 6), facts };
}

export const gminaName = (subject: Subject): string => subject.gmina?.name ?? subject.gmina6;
