// Whole answers to questions that are asked again and again, as they are sent. An answer follows from the question, the
// dataset and the day alone, so an entry names the snapshot it is true for, and whoever finds one must compare that with
// the dataset as it is now. Knows nothing of what is asked.

import type { Billing, Envelope, Query } from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import type { Language } from '../../contract/language.ts';
import type { AnswerBody } from './answer-body.ts';
import type { Cache, CacheRegistry } from './cache.ts';
import type { SnapshotKey } from './snapshot-key.ts';

/** What a question comes to, the same for whoever asks it. */
export interface EncodedAnswer {
  readonly query: Query;
  readonly http: number;
  readonly status: Envelope['status'];
  readonly language: Language;
  readonly billing: Billing;
  readonly etag: string | undefined;
  readonly body: AnswerBody;
  /** Of the body; JSON where absent. */
  readonly format?: Format;
  /** The same bytes each time, in no cache: what is made of them may be cached. */
  readonly is_lasting?: true;
}

export interface CachedAnswer extends EncodedAnswer {
  readonly body: Buffer;
  /** Of the dataset and the day it is true for. */
  readonly snapshot_key: SnapshotKey;
}

/** Those of one snapshot, for whoever reads it. */
export interface AnswersNow {
  find(key: AnswerKey): CachedAnswer | undefined;
  offer(key: AnswerKey, answer: EncodedAnswer): void;
}

declare const IS_KEY: unique symbol;
export type AnswerKey = string & { readonly [IS_KEY]: true };

/** The same words ask different things as a URL, a tool call and an item of a batch: their answers never meet. */
export const answerKey = (kind: 'url' | 'tool' | 'batch_item', question: string): AnswerKey =>
  `${kind} ${question}` as AnswerKey;

const MAX_ENTRIES = 20_000;
const MAX_BYTES = 24 << 20;
/** What an entry takes beside its body. */
const ENTRY_BYTES = 500;
/** A longer one is an outline or a list, which is seldom asked for twice. */
const LONGEST_BYTES = 64 << 10;
/** In characters. What somebody may write at will must not fill the memory. */
const LONGEST_KEY = 1_000;
/** Asked once so far. Most are never asked again: to cache their answers would only evict others. */
const ASKED_ONCE = 8_192;

export class AnswerCache {
  readonly #answers: Cache<AnswerKey, CachedAnswer>;
  readonly #askedOnce: Cache<AnswerKey, true>;

  constructor(caches: CacheRegistry) {
    this.#answers = caches.create({
      name: 'answers',
      max_entries: MAX_ENTRIES,
      max_bytes: MAX_BYTES,
      bytesOf: ({ body }) => body.length + ENTRY_BYTES,
    });
    this.#askedOnce = caches.create({
      name: 'asked_once',
      max_entries: ASKED_ONCE,
      max_bytes: ASKED_ONCE * LONGEST_KEY,
      bytesOf: (_value, key) => key.length,
    });
  }

  of(snapshot_key: SnapshotKey): AnswersNow {
    return {
      find: (key) => {
        const known = this.find(key);
        return known?.snapshot_key === snapshot_key ? known : undefined;
      },
      offer: (key, answer) => this.offer(key, snapshot_key, answer),
    };
  }

  find(key: AnswerKey): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Cached from the second time that the question is asked. */
  offer(key: AnswerKey, snapshot_key: SnapshotKey, answer: EncodedAnswer): void {
    const { body } = answer;
    // Of a batch the items are cached.
    if (!Buffer.isBuffer(body) || body.length > LONGEST_BYTES || key.length > LONGEST_KEY) return;
    const isAgain = this.#answers.has(key) || this.#wasAskedOnce(key);
    if (isAgain) this.#answers.set(key, { snapshot_key, ...answer, body: copyOf(body) });
    else this.#askedOnce.set(key, true);
  }

  /** Looked up like in any cache, so that it is counted. */
  #wasAskedOnce(key: AnswerKey): boolean {
    return this.#askedOnce.get(key) !== undefined && this.#askedOnce.delete(key);
  }
}

/** In memory of its own: a small body is a piece of a pool of Buffers, all of which would live as long as the entry. */
const copyOf = (body: Buffer): Buffer => Buffer.from(new Uint8Array(body).buffer);
