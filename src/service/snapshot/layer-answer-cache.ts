// Answers that parcels share. An answer follows from a place and the facts of a few layers (domain/layers), and most facts
// recur: one zone on the whole parcel, no flood zone, no address. One that is met a second time in a dataset version and
// day is kept and handed out frozen, so that whoever encodes or digests it may keep the result too. Knows no rule of any layer.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { onceEach } from '../../domain/layers/answers-of.ts';
import type { AnswerOf, StoredLayerKey } from '../../domain/layers/layer-definition.ts';
import { answerLayer, FACTS_OF } from '../../domain/layers/layer-table.ts';
import { answerPermits, NO_PERMITS } from '../../domain/layers/permits.ts';
import type { Subject } from '../../domain/layers/subject.ts';

/** Two generations of so many, about 4 kB each: whatever is met within one is carried to the next. */
const GENERATION = 1_000;
/** Facts that were met once. Most never recur (an address, a footprint): sharing their answers would only fill the memory. */
const REMEMBERED_FACTS = 4_096;

export class LayerAnswerCache {
  readonly #corpus: Corpus;
  /** By layer, place and facts. */
  #young = new Map<string, LayerAnswer>();
  #old = new Map<string, LayerAnswer>();
  readonly #met = new Set<string>();
  #day = '';

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** The answers of a parcel, each looked up or made at most once. */
  answersOf(subject: Subject, day: string): AnswerOf {
    return onceEach((key, answerOf) => this.#answer(key, subject, day, answerOf));
  }

  #answer<K extends StoredLayerKey>(
    key: K,
    subject: Subject,
    day: string,
    answerOf: AnswerOf,
  ): LayerAnswer<K> {
    if (day !== this.#day) {
      this.#young.clear();
      this.#old.clear();
      this.#day = day;
    }
    const facts = `${key} ${subject.place} ${factsText(key, subject)}`;
    // What is kept under the key of a layer is an answer of that layer.
    const known = this.#known(facts) as LayerAnswer<K> | undefined;
    return known ?? this.#share(facts, answerLayer(key, subject, this.#corpus, day, answerOf));
  }

  /** Of a parcel with none around: the same for its whole place. */
  noPermits(subject: Subject): LayerAnswer {
    const facts = `permits ${subject.place}`;
    return this.#known(facts) ?? this.#share(facts, answerPermits(subject, this.#corpus, NO_PERMITS));
  }

  #known(facts: string): LayerAnswer | undefined {
    const young = this.#young.get(facts);
    if (young) return young;
    const old = this.#old.get(facts);
    if (old) this.#keep(facts, old);
    return old;
  }

  #share<A extends LayerAnswer>(facts: string, answer: A): A {
    if (this.#met.delete(facts)) {
      this.#keep(facts, answer);
      return answer;
    }
    if (this.#met.size >= REMEMBERED_FACTS) this.#met.clear();
    this.#met.add(facts);
    return answer;
  }

  #keep(facts: string, answer: LayerAnswer): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(facts, Object.freeze(answer));
  }
}

function factsText(key: StoredLayerKey, { facts }: Subject): string {
  const [first, ...more] = FACTS_OF[key];
  let text = facts[first] ?? '';
  for (const layer of more) text += `\n${facts[layer] ?? ''}`;
  return text;
}
