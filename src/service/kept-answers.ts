// Whole answers to questions that are asked again and again, as they are sent. An answer follows from the question, the
// dataset and the day alone, so it is held with a stamp of the two, and whoever finds one must hold the stamp against the
// dataset as it is now. Knows nothing of what is asked.

import type { Billing, Envelope, Query } from '../contract/answers.ts';

/** What a question comes to, the same for whoever asks it. */
export interface KeptAnswer {
  /** Of the dataset and the day it is true for. */
  readonly stamp: string;
  readonly query: Query;
  readonly http: number;
  readonly status: Envelope['status'];
  readonly billing: Billing;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** All of them together; those that were asked for longest ago go first. */
const KEPT_BYTES = 24 << 20;
/** A longer one is an outline or a list, which is seldom asked for twice. */
const LONGEST_BYTES = 64 << 10;
/** Asked once so far. Most are never asked again: keeping their answers would only fill the memory. */
const REMEMBERED_QUESTIONS = 8_192;

export class KeptAnswers {
  /** In the order they were last asked for. */
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #asked = new Set<string>();
  #bytes = 0;

  find(question: string): KeptAnswer | undefined {
    const known = this.#kept.get(question);
    if (!known) return undefined;
    this.#kept.delete(question);
    this.#kept.set(question, known);
    return known;
  }

  /** Kept when the question was asked before. */
  offer(question: string, answer: KeptAnswer): void {
    if (answer.body.length > LONGEST_BYTES || !this.#isAgain(question)) return;
    this.#drop(question);
    this.#kept.set(question, { ...answer, body: ownCopy(answer.body) });
    this.#bytes += answer.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#drop(oldest);
    }
  }

  #isAgain(question: string): boolean {
    if (this.#kept.has(question) || this.#asked.delete(question)) return true;
    if (this.#asked.size >= REMEMBERED_QUESTIONS) this.#asked.clear();
    this.#asked.add(question);
    return false;
  }

  #drop(question: string): void {
    this.#bytes -= this.#kept.get(question)?.body.length ?? 0;
    this.#kept.delete(question);
  }
}

/** The bytes of an answer lie among those of others (encode.ts), which it must not hold on to. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
