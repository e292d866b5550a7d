// Whether a load of a register holds a place, for what layers say of a gmina.

import type { Coverage } from '../../contract/sources.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';

export const heldOrNot = (isHeld: boolean): Coverage => (isHeld ? 'covered' : 'not_covered');

export const holdsPlace = (source: SourceId, gmina6: string, corpus: Corpus): boolean =>
  corpus.stateAt(source, gmina6) !== undefined;
