// Whether a load of a register holds a place, for what layers say of a gmina.

import type { Coverage } from '../../contract/sources.ts';
import { type Corpus, isPlace } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { COVERED_VOIVODESHIP } from '../places/admin-units.ts';

export const heldOrNot = (isHeld: boolean): Coverage => (isHeld ? 'covered' : 'not_covered');

/** A load that names no place, but a role or kind, is one of the voivodeship that is served. */
export function holdsPlace(source: SourceId, gmina6: string, corpus: Corpus): boolean {
  const state = corpus.stateAt(source, gmina6);
  return state !== undefined && (isPlace(state.scope) || gmina6.startsWith(COVERED_VOIVODESHIP));
}
