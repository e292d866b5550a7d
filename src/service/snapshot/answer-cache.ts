// Whole answers to questions that are asked again and again, as they are sent. An answer follows from the question, the
// dataset and the day alone, so it is held with a stamp of the two, and whoever finds one must hold the stamp against the
// dataset as it is now. Knows nothing of what is asked.

import type { Billing, Envelope, Query } from '../../contract/answers.ts';

/** What a question comes to, the same for whoever asks it. */
export interface CachedAnswer {
  /** Of the dataset and the day it is true for. */
  readonly stamp: string;
  readonly query: Query;
  readonly http: number;
  readonly status: Envelope['status'];
  readonly billing: Billing;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

/** Those of one stamp, for whoever reads what it stands for. */
export interface AnswersNow {
  find(question: string): CachedAnswer | undefined;
  offer(question: string, answer: Omit<CachedAnswer, 'stamp'>): void;
}

/** All of them together; the oldest that nobody has asked for since goes first. */
const KEPT_BYTES = 24 << 20;
/** A longer one is an outline or a list, which is seldom asked for twice. */
const LONGEST_BYTES = 64 << 10;
/** In characters. What somebody may write at will must not fill the memory. */
const LONGEST_QUESTION = 1_000;
/** Asked once so far. Most are never asked again: keeping their answers would only fill the memory. */
const REMEMBERED_QUESTIONS = 8_192;

export class AnswerCache {
  readonly #kept = new Map<string, { readonly answer: CachedAnswer; isWanted: boolean }>();
  readonly #asked = new Set<string>();
  #bytes = 0;

  of(stamp: string): AnswersNow {
    return {
      find: (question) => {
        const known = this.find(question);
        return known?.stamp === stamp ? known : undefined;
      },
      offer: (question, answer) => this.offer(question, { stamp, ...answer }),
    };
  }

  find(question: string): CachedAnswer | undefined {
    const known = this.#kept.get(question);
    if (!known) return undefined;
    known.isWanted = true;
    return known.answer;
  }

  /** Kept when the question was asked before. */
  offer(question: string, answer: CachedAnswer): void {
    if (question.length > LONGEST_QUESTION || answer.body.length > LONGEST_BYTES) return;
    if (!this.#isAgain(question)) return;
    this.#drop(question);
    this.#kept.set(question, { answer: { ...answer, body: ownCopy(answer.body) }, isWanted: false });
    this.#bytes += answer.body.length;
    for (const [oldest, { answer, isWanted }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break;
      if (isWanted) {
        this.#kept.delete(oldest);
        this.#kept.set(oldest, { answer, isWanted: false });
      } else this.#drop(oldest);
    }
  }

  #isAgain(question: string): boolean {
    if (this.#kept.has(question) || this.#asked.delete(question)) return true;
    if (this.#asked.size >= REMEMBERED_QUESTIONS) this.#asked.clear();
    this.#asked.add(question);
    return false;
  }

  #drop(question: string): void {
    this.#bytes -= this.#kept.get(question)?.answer.body.length ?? 0;
    this.#kept.delete(question);
  }
}

/** The memory that an answer was written into is used again (body-memory.ts). */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
