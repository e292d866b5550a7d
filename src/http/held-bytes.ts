// How many bytes the process holds for its clients: bodies as they arrive, answers until they have been taken. There is a
// budget for all of them together, of which one caller has a half; what would go beyond is refused. Also ends answers that are taken too
// slowly.

import type { ServerResponse } from 'node:http';
import { FAULTS } from '../contract/fault-sentences.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { UNREAD_TIMEOUT_MS } from './connections.ts';

/** About twenty bodies of the largest kind, or ten answers to them. */
const BUDGET_BYTES = 128 << 20;
/** Of a process among many: two bodies of the largest kind, and the answer to one. */
const LEAST_BUDGET_BYTES = 32 << 20;
/** Of one caller: whoever stalls leaves the rest to others. */
const MOST_SHARE = 0.5;
/** Less is not worth counting: it lies in the buffers of the system anyway. */
const SMALL_BYTES = 64 << 10;
/** A poor mobile connection takes as much. */
const LEAST_BYTES_PER_S = 32 << 10;

export class HeldBytes {
  readonly #budget: number;
  #held = 0;
  readonly #byHolder = new Map<string, number>();

  constructor(share = 1) {
    this.#budget = Math.max(LEAST_BUDGET_BYTES, BUDGET_BYTES * share);
  }

  get total(): number {
    return this.#held;
  }

  refuseWhenFull(holder: string): void {
    if (this.#held >= this.#budget) throw new ServiceError('source_unavailable', FAULTS.full);
    if ((this.#byHolder.get(holder) ?? 0) >= this.#budget * MOST_SHARE)
      throw new ServiceError('source_unavailable', FAULTS.fullForCaller);
  }

  /** Counts bytes until the exchange is over. The function that is given back counts more of them. */
  hold(response: ServerResponse, holder: string): (bytes: number) => void {
    const { socket } = response.req;
    let own = 0;
    let isOver = false;
    const release = () => {
      this.#add(holder, -own);
      own = 0;
      isOver = true;
      socket.off('close', release);
    };
    response.once('close', release);
    // An answer that waits behind others on its connection is not told of its end.
    socket.once('close', release);
    return (bytes) => {
      if (isOver) return;
      own += bytes;
      this.#add(holder, bytes);
    };
  }

  #add(holder: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#byHolder.get(holder) ?? 0) + bytes;
    if (own > 0) this.#byHolder.set(holder, own);
    else this.#byHolder.delete(holder);
  }

  /** Of an answer that is about to be sent. */
  holdAnswer(response: ServerResponse, bytes: number, holderOf: () => string): void {
    if (bytes < SMALL_BYTES) return;
    this.hold(response, holderOf())(bytes);
    const { socket } = response.req;
    const due_ms = UNREAD_TIMEOUT_MS + (bytes / LEAST_BYTES_PER_S) * 1000;
    const timer = setTimeout(() => socket.destroy(), due_ms).unref();
    response.once('close', () => clearTimeout(timer));
  }
}
