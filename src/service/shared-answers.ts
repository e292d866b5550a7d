// Answers that parcels share. An answer follows from a place and the facts of a few layers (domain/layers), and most facts
// recur: one zone on the whole parcel, no flood zone, no address. One that is met a second time in a dataset version and
// day is kept and handed out frozen, so that whoever encodes or digests it may keep the result too. Knows no rule of any layer.

import type { LayerAnswer, LayerKey } from '../contract/layers.ts';
import type { Corpus } from '../domain/corpus.ts';
import { ANSWERS, FACTS_OF, type StoredLayerKey } from '../domain/layers/index.ts';
import { answerPermits, NO_PERMITS } from '../domain/layers/permits.ts';
import type { Subject } from '../domain/layers/subject.ts';

/** Facts met; about 4 kB for each that is shared. When full, all are dropped and the common ones are soon back. */
const KEPT_ANSWERS = 3_000;

export class SharedAnswers {
  readonly #corpus: Corpus;
  /** By layer and place, then by facts; null for facts that were met once. */
  readonly #kept = new Map<string, Map<string, LayerAnswer | null>>();
  #count = 0;
  #day = '';

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  answer(key: StoredLayerKey, subject: Subject, day: string): LayerAnswer {
    if (day !== this.#day) this.#drop(day);
    return this.#share(key, subject, factsText(key, subject), () => ANSWERS[key](subject, this.#corpus, day));
  }

  /** Of a parcel with none around: the same for its whole place. */
  noPermits(subject: Subject): LayerAnswer {
    return this.#share('permits', subject, '', () => answerPermits(subject, this.#corpus, NO_PERMITS));
  }

  #share(key: LayerKey, { place }: Subject, facts: string, derive: () => LayerAnswer): LayerAnswer {
    const where = key + place;
    let answers = this.#kept.get(where);
    if (!answers) {
      answers = new Map();
      this.#kept.set(where, answers);
    }
    const known = answers.get(facts);
    if (known) return known;
    const fresh = derive();
    // Facts that occur once may never recur (an address, a footprint): shared is what was asked for before.
    if (known === undefined) answers.set(facts, null);
    else answers.set(facts, Object.freeze(fresh) as LayerAnswer);
    this.#count += 1;
    if (this.#count >= KEPT_ANSWERS) this.#drop(this.#day);
    return fresh;
  }

  #drop(day: string): void {
    this.#kept.clear();
    this.#count = 0;
    this.#day = day;
  }
}

function factsText(key: StoredLayerKey, { facts }: Subject): string {
  const [first, ...more] = FACTS_OF[key];
  let text = facts[first] ?? '';
  for (const layer of more) text += `\n${facts[layer] ?? ''}`;
  return text;
}
