// Protected areas. Their register is not loaded yet: what is said until then.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus.ts';
import { notCovered } from './answer.ts';
import type { Subject } from './subject.ts';

export function answerProtected(subject: Subject, corpus: Corpus): LayerAnswer<'protected'> {
  return notCovered(
    corpus.sourceAt('gdos', subject.obreb_id),
    'The register of protected areas is not held for this place; nothing is inferred.',
  );
}

/** Share of the parcel in each form of the answer, in its order. */
export function formSharesOf(_subject: Subject): (number | null)[] {
  return [];
}
