// Answers that parcels share. An answer follows from a place and the facts of a few layers (domain/layers), and most facts
// recur: one zone on the whole parcel, no flood zone, no address. Such an answer is cached together with its JSON, for one dataset
// version and day: about a tenth less processor time for a record asked for the first time (docs/decisions/0019). Knows no rule of any layer.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { onceEach } from '../../domain/layers/answers-of.ts';
import type { AnswerOf, StoredLayerKey } from '../../domain/layers/layer-definition.ts';
import { answerLayer, FACTS_OF } from '../../domain/layers/layer-table.ts';
import { answerPermits, NO_PERMITS } from '../../domain/layers/permits.ts';
import type { Subject } from '../../domain/layers/subject.ts';
import type { Cache, CacheRegistry } from './cache.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { jsonOfShared, type SharedAnswer, shareAnswer } from './shared-answer.ts';

const MAX_ENTRIES = 4_096;
const MAX_BYTES = 16 << 20;
/** In characters. Longer facts seldom recur: many zones, many addresses. */
const LONGEST_FACTS = 400;
/** About the misses of some thousand parcels. */
const REMEMBERED = 8_192;

export class LayerAnswerCache {
  readonly #corpus: Corpus;
  /** By layer, place and facts. */
  readonly #answers: Cache<string, SharedAnswer>;
  /** Most facts that were never seen before never come again: their answers would be encoded and kept for nobody. */
  readonly #doorkeeper = new Doorkeeper(REMEMBERED);
  #day = '';

  constructor(corpus: Corpus, caches: CacheRegistry) {
    this.#corpus = corpus;
    this.#answers = caches.create({
      // English is what nearly all ask for: others have an entry of their own in /metrics.
      name: corpus.language === 'en' ? 'layer_answers' : `layer_answers_${corpus.language}`,
      max_entries: MAX_ENTRIES,
      max_bytes: MAX_BYTES,
      bytesOf: (answer, key) => 4 * ((jsonOfShared(answer)?.length ?? 0) + key.length),
    });
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
      this.#answers.clear();
      this.#day = day;
    }
    const derive = () => answerLayer(key, subject, this.#corpus, day, answerOf);
    // Put together from answers that are cached themselves.
    if (key === 'planning') return derive();
    const facts = factsText(key, subject);
    if (facts.length > LONGEST_FACTS) return derive();
    // What is cached under the key of a layer is an answer of that layer.
    return this.#shared(`${key} ${subject.place} ${facts}`, derive) as LayerAnswer<K>;
  }

  /** Of a parcel with none around: the same for its whole place. */
  noPermits(subject: Subject): LayerAnswer {
    return this.#shared(`permits ${subject.place}`, () => answerPermits(subject, this.#corpus, NO_PERMITS));
  }

  #shared(key: string, derive: () => LayerAnswer): LayerAnswer {
    const known = this.#answers.get(key);
    if (known) return known;
    if (!this.#doorkeeper.admits(key)) return derive();
    const answer = shareAnswer(derive());
    this.#answers.set(key, answer);
    return answer;
  }
}

function factsText(key: StoredLayerKey, { facts }: Subject): string {
  const [first, ...more] = FACTS_OF[key];
  let text = facts[first] ?? '';
  for (const layer of more) text += `\n${facts[layer] ?? ''}`;
  return text;
}
