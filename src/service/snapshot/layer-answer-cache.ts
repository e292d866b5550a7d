// Answers that parcels share. An answer follows from a place and the facts of a few layers (domain/layers), and most facts
// recur: one zone on the whole parcel, no flood zone, no address. Such an answer is cached together with its JSON, for one dataset
// version and day: about a tenth less processor time for a record asked for the first time (docs/decisions/0019). Knows no rule of any layer.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import { onceEach } from '../../domain/layers/answers-of.ts';
import type { AnswerOf, StoredLayerKey } from '../../domain/layers/layer-definition.ts';
import { answerLayer, FACTS_OF } from '../../domain/layers/layer-table.ts';
import { answerPermits, NO_PERMITS } from '../../domain/layers/permits.ts';
import { measurePlanning, planUnmeasured, type UnmeasuredPlanning } from '../../domain/layers/planning.ts';
import type { Subject } from '../../domain/layers/subject.ts';
import type { Cache, CacheRegistry } from './cache.ts';
import { Doorkeeper, hashFnv1a } from './doorkeeper.ts';
import { bytesOfShared, shareAnswer } from './shared-answer.ts';

const MAX_ENTRIES = 6_144;
const MAX_BYTES = 16 << 20;
/** Of planning: its answers are entries of their own, its parts a few small objects. */
const PLANNING_BYTES = 1_500;
/** In characters. Longer facts seldom recur: many zones, many addresses. */
const LONGEST_FACTS = 400;
/** About the misses of some thousand parcels. */
const REMEMBERED = 8_192;

/**
 * Under the number of its key, which V8 finds without entering each text that is looked up into its table of strings; the text
 * is compared then.
 */
interface Entry {
  readonly key: string;
  readonly shared: LayerAnswer | UnmeasuredPlanning;
  readonly bytes: number;
}

export class LayerAnswerCache {
  readonly #corpus: Corpus;
  /** By layer, place and facts. */
  readonly #answers: Cache<number, Entry>;
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
      bytesOf: ({ bytes, key }) => bytes + 4 * key.length,
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
    const facts = factsText(key, subject);
    if (facts.length > LONGEST_FACTS) return answerLayer(key, subject, this.#corpus, day, answerOf);
    const cacheKey = `${key} ${subject.place} ${facts}`;
    // What is cached under the key of a layer is an answer of that layer.
    return (
      key === 'planning'
        ? this.#planning(cacheKey, subject, day, answerOf)
        : this.#sharedAnswer(cacheKey, () => answerLayer(key, subject, this.#corpus, day, answerOf))
    ) as LayerAnswer<K>;
  }

  /** Of a parcel with none around: the same for its whole place. */
  noPermits(subject: Subject): LayerAnswer {
    return this.#sharedAnswer(`permits ${subject.place}`, () =>
      answerPermits(subject, this.#corpus, NO_PERMITS),
    );
  }

  /** Put together from answers that are cached themselves; what the rules make of them is shared, its sizes are the parcel's own. */
  #planning(key: string, subject: Subject, day: string, answerOf: AnswerOf): LayerAnswer {
    const unmeasured = this.#shared(
      key,
      () => planUnmeasured(subject, this.#corpus, day, answerOf),
      (shared) => ({ key, shared, bytes: PLANNING_BYTES }),
    );
    return measurePlanning(unmeasured, subject.area_m2);
  }

  #sharedAnswer(key: string, derive: () => LayerAnswer): LayerAnswer {
    return this.#shared(key, derive, (answer) => {
      const shared = shareAnswer(answer);
      return { key, shared, bytes: 4 * (bytesOfShared(shared)?.length ?? 0) };
    });
  }

  #shared<T extends Entry['shared']>(key: string, derive: () => T, enter: (made: T) => Entry): T {
    const number = hashFnv1a(key);
    const known = this.#answers.get(number);
    // One key never stands for both kinds.
    if (known?.key === key) return known.shared as T;
    const made = derive();
    if (this.#doorkeeper.admits(number)) this.#answers.set(number, enter(made));
    return made;
  }
}

function factsText(key: StoredLayerKey, { facts }: Subject): string {
  const [first, ...more] = FACTS_OF[key];
  let text = facts[first] ?? '';
  for (const layer of more) text += `\n${facts[layer] ?? ''}`;
  return text;
}
