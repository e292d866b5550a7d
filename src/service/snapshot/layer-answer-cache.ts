// Answers that parcels share. An answer follows from a place and the facts of a few layers (domain/layers), and most facts
// recur: one zone on the whole parcel, no flood zone, no address. Such an answer is cached together with its JSON, for one dataset
// version and day: about a tenth less processor time for a record asked for the first time (docs/decisions/0019). Knows no rule of any layer.

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { JudgedPlanning } from '../../domain/law/judged-planning.ts';
import { onceEach } from '../../domain/layers/answers-of.ts';
import type { FactLayer, Facts } from '../../domain/layers/facts.ts';
import type { AnswerOf, StoredLayerKey } from '../../domain/layers/layer-definition.ts';
import { answerLayer, FACTS_OF } from '../../domain/layers/layer-table.ts';
import { answerPermits, NO_PERMITS } from '../../domain/layers/permits.ts';
import { measurePlanning, planUnmeasured, type UnmeasuredPlanning } from '../../domain/layers/planning.ts';
import type { Subject } from '../../domain/layers/subject.ts';
import { judgedPlanningOf } from '../../domain/layers/wz.ts';
import { rememberLast } from '../../domain/remember-last.ts';
import type { Cache, CacheRegistry } from './cache.ts';
import { Doorkeeper, hashFnv1a, joinHashes } from './doorkeeper.ts';
import { bytesOfShared, shareAnswer } from './shared-answer.ts';

const MAX_ENTRIES = 6_144;
const MAX_BYTES = 16 << 20;
/** Of planning: its answers are entries of their own, its parts and what they follow from a few small objects. */
const PLANNING_BYTES = 3_000;
/** The bytes of an answer's JSON stand for so many, with the answer itself. */
const BYTES_A_BYTE = 3;
/** What an entry takes beside its answer and its facts. */
const ENTRY_BYTES = 300;
/** In characters. Longer facts seldom recur: many zones, many addresses. */
const LONGEST_FACTS = 400;
/** About the misses of some thousand parcels. */
const REMEMBERED = 8_192;

/**
 * Under a number made of the layer, the place and the facts: no text is put together to look for one. What the number was made of
 * is compared then.
 */
interface Entry {
  readonly layer: LayerKey;
  readonly place: string;
  readonly facts: readonly string[];
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
      bytesOf: ({ bytes }) => bytes,
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
    if (!this.#mayShare(key, subject, day)) return answerLayer(key, subject, this.#corpus, day, answerOf);
    // What is cached for a layer is an answer of that layer.
    return (
      key === 'planning'
        ? measurePlanning(this.#planning(subject, day, answerOf), subject.area_m2)
        : this.#sharedAnswer(key, subject, () => answerLayer(key, subject, this.#corpus, day, answerOf))
    ) as LayerAnswer<K>;
  }

  /** What the verdict rests on beside the answers; most of it is shared with them. */
  judgedPlanningOf(subject: Subject, day: string, answerOf: AnswerOf): JudgedPlanning {
    const shared = this.#mayShare('planning', subject, day) ? this.#planning(subject, day, answerOf) : null;
    return shared?.judged ?? judgedPlanningOf(subject, this.#corpus, day, answerOf);
  }

  /** Answers are those of a day. */
  #mayShare(key: StoredLayerKey, subject: Subject, day: string): boolean {
    if (day !== this.#day) {
      this.#answers.clear();
      this.#day = day;
    }
    return factsLength(key, subject) <= LONGEST_FACTS;
  }

  /** Of a parcel with none around: the same for its whole place. */
  noPermits(subject: Subject): LayerAnswer {
    return this.#sharedAnswer('permits', subject, () => answerPermits(subject, this.#corpus, NO_PERMITS));
  }

  /** Put together from answers that are cached themselves; what the rules make of them is shared, its sizes are the parcel's own. */
  readonly #planning = rememberLast(
    (subject: Subject, day: string, answerOf: AnswerOf): UnmeasuredPlanning =>
      this.#shared(
        'planning',
        subject,
        () => planUnmeasured(subject, this.#corpus, day, answerOf),
        (shared) => ({ shared, bytes: PLANNING_BYTES }),
      ),
  );

  #sharedAnswer(layer: LayerKey, subject: Subject, derive: () => LayerAnswer): LayerAnswer {
    return this.#shared(layer, subject, derive, (answer) => {
      const shared = shareAnswer(answer);
      return { shared, bytes: BYTES_A_BYTE * (bytesOfShared(shared)?.length ?? 0) };
    });
  }

  #shared<T extends Entry['shared']>(
    layer: LayerKey,
    subject: Subject,
    derive: () => T,
    share: (made: T) => Pick<Entry, 'shared' | 'bytes'>,
  ): T {
    const number = numberOf(layer, subject);
    const known = this.#answers.get(number);
    // One layer never has both kinds.
    if (known && isOf(known, layer, subject)) return known.shared as T;
    const made = derive();
    if (this.#doorkeeper.admits(number)) this.#answers.set(number, entryOf(layer, subject, share(made)));
    return made;
  }
}

/** Of permits there are none: an answer that is shared follows from its place. */
const factsBehind = (layer: LayerKey): readonly FactLayer[] => (layer === 'permits' ? [] : FACTS_OF[layer]);

function factsLength(layer: StoredLayerKey, { facts }: Subject): number {
  let length = 0;
  for (const behind of FACTS_OF[layer]) length += facts[behind]?.length ?? 0;
  return length;
}

function numberOf(layer: LayerKey, { place, facts }: Subject): number {
  let number = hashFnv1a(place, hashFnv1a(layer));
  const behind = factsBehind(layer);
  if (behind.length < 2) {
    for (const one of behind) number = hashFnv1a(facts[one] ?? '', number);
    return number;
  }
  const numbers = numbersOf(facts);
  for (const one of behind) {
    let known = numbers[one];
    if (known === undefined) {
      known = hashFnv1a(facts[one] ?? '');
      numbers[one] = known;
    }
    number = joinHashes(number, known);
  }
  return number;
}

/** Of the facts that plans follow from, several layers each: they are hashed once a parcel. */
const numbersOf = rememberLast((_facts: Facts): { [L in FactLayer]?: number } => ({}));

function isOf({ layer, place, facts }: Entry, asked: LayerKey, subject: Subject): boolean {
  if (layer !== asked || place !== subject.place) return false;
  const behind = factsBehind(layer);
  for (let at = 0; at < behind.length; at += 1)
    if (facts[at] !== (subject.facts[behind[at] as FactLayer] ?? '')) return false;
  return true;
}

function entryOf(
  layer: LayerKey,
  { place, facts }: Subject,
  { shared, bytes }: Pick<Entry, 'shared' | 'bytes'>,
): Entry {
  // Each text is a slice that would hold on to all facts of its parcel: a copy does not.
  const copies = factsBehind(layer).map((behind) => Buffer.from(facts[behind] ?? '').toString());
  const length = copies.reduce((sum, text) => sum + text.length, 0);
  return { layer, place, facts: copies, shared, bytes: bytes + ENTRY_BYTES + length };
}
