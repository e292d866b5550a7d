// Whole answers to questions that are asked again and again, as they are sent. An answer follows from the question, the
// dataset and the day alone, so it is held with a stamp of the two, and whoever finds one must hold the stamp against the
// dataset as it is now. Knows nothing of what is asked.

import type { Billing, Envelope } from '../contract/answers.ts';

/** What a question comes to, the same for whoever asks it. */
export interface KeptAnswer {
  /** Of the dataset and the day it is true for. */
  readonly stamp: string;
  readonly http: number;
  readonly status: Envelope['status'];
  readonly billing: Billing;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** Two generations of so many bytes: whatever is asked for within one is carried to the next. */
const GENERATION_BYTES = 24 << 20;
/** A longer one is an outline or a list, which is seldom asked for twice. */
const LONGEST_BYTES = 64 << 10;
/** Asked once so far. Most are never asked again: keeping their answers would only fill the memory. */
const REMEMBERED_QUESTIONS = 16_384;

export class KeptAnswers {
  #young = new Map<string, KeptAnswer>();
  #old = new Map<string, KeptAnswer>();
  #young_bytes = 0;
  readonly #asked = new Set<string>();

  find(question: string): KeptAnswer | undefined {
    const young = this.#young.get(question);
    if (young) return young;
    const old = this.#old.get(question);
    if (old) this.#keep(question, old);
    return old;
  }

  /** Kept when the question was asked before. */
  offer(question: string, answer: KeptAnswer): void {
    if (answer.body.length > LONGEST_BYTES) return;
    if (this.#isAgain(question)) this.#keep(question, { ...answer, body: ownCopy(answer.body) });
  }

  #isAgain(question: string): boolean {
    if (this.#young.has(question) || this.#asked.delete(question)) return true;
    if (this.#asked.size >= REMEMBERED_QUESTIONS) this.#asked.clear();
    this.#asked.add(question);
    return false;
  }

  #keep(question: string, answer: KeptAnswer): void {
    if (this.#young_bytes >= GENERATION_BYTES) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#young_bytes = 0;
    }
    this.#young.set(question, answer);
    this.#young_bytes += answer.body.length;
  }
}

/** The bytes of an answer lie among those of others (encode.ts), which it must not hold on to. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
