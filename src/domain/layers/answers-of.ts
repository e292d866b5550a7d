// The answers of one parcel on one day. Each is made when it is first asked for and once only, however many others follow
// from it: the zoning decision asks for the plans, planning for both, the check for all of them.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { AnswerOf, StoredLayerKey } from './layer-definition.ts';
import { answerLayer } from './layer-table.ts';
import type { Subject } from './subject.ts';

export const answersOf = (subject: Subject, corpus: Corpus, day: string): AnswerOf =>
  onceEach((key, answerOf) => answerLayer(key, subject, corpus, day, answerOf));

/** `make` is given the way to ask for others. */
export function onceEach(
  make: <K extends StoredLayerKey>(key: K, answerOf: AnswerOf) => LayerAnswer<K>,
): AnswerOf {
  const made = new Map<StoredLayerKey, LayerAnswer>();
  const answerOf = <K extends StoredLayerKey>(key: K): LayerAnswer<K> => {
    // What is kept under a key is what was made for it; a map cannot say so.
    const answer = (made.get(key) as LayerAnswer<K> | undefined) ?? make(key, answerOf);
    made.set(key, answer);
    return answer;
  };
  return answerOf;
}
