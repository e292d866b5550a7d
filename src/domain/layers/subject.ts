// The parcel an answer is about: its place in the hierarchy and its stored facts.

import type { Gmina } from '../admin.ts';
import type { Corpus } from '../corpus.ts';
import { parseParcelId } from '../parcel-id.ts';
import type { Facts } from './facts.ts';

export interface Subject {
  readonly id: string;
  readonly obreb_id: string;
  readonly gmina6: string;
  readonly gmina: Gmina | undefined;
  readonly facts: Facts;
}

export function subjectOf(id: string, facts: Facts, corpus: Corpus): Subject {
  const parsed = parseParcelId(id);
  if (!parsed.ok) throw new Error(`the dataset holds an id that is none: ${parsed.message}`);
  const { unit, obreb_id } = parsed.value;
  const gmina = corpus.admin.gminaOfUnit(unit);
  return { id, obreb_id, gmina, gmina6: gmina?.teryt.slice(0, 6) ?? unit.slice(0, 6), facts };
}

export const gminaName = (subject: Subject): string => subject.gmina?.name ?? subject.gmina6;
