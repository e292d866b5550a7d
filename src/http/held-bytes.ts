// How many bytes the process holds for its clients: bodies as they arrive, answers until they have been taken. There is a
// budget for all of them together; what would go beyond is refused. Also ends answers that are taken too slowly.

import type { ServerResponse } from 'node:http';
import { FAULTS } from '../contract/fault-sentences.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { UNREAD_TIMEOUT_MS } from './connections.ts';

/** About twenty bodies of the largest kind, or ten answers to them. */
const BUDGET_BYTES = 128 << 20;
/** Of a process among many: two bodies of the largest kind, and the answer to one. */
const LEAST_BUDGET_BYTES = 32 << 20;
/** Less is not worth counting: it lies in the buffers of the system anyway. */
const SMALL_BYTES = 64 << 10;
/** A poor mobile connection takes as much. */
const LEAST_BYTES_PER_S = 32 << 10;

export class HeldBytes {
  readonly #budget: number;
  #held = 0;

  constructor(share = 1) {
    this.#budget = Math.max(LEAST_BUDGET_BYTES, BUDGET_BYTES * share);
  }

  get total(): number {
    return this.#held;
  }

  refuseWhenFull(): void {
    if (this.#held >= this.#budget) throw new ServiceError('source_unavailable', FAULTS.full);
  }

  /** Counts bytes until the exchange is over. The function that is given back counts more of them. */
  hold(response: ServerResponse): (bytes: number) => void {
    const { socket } = response.req;
    let own = 0;
    let isOver = false;
    const release = () => {
      this.#held -= own;
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
      this.#held += bytes;
    };
  }

  /** Of an answer that is about to be sent. */
  holdAnswer(response: ServerResponse, bytes: number): void {
    if (bytes < SMALL_BYTES) return;
    this.hold(response)(bytes);
    const { socket } = response.req;
    const due_ms = UNREAD_TIMEOUT_MS + (bytes / LEAST_BYTES_PER_S) * 1000;
    const timer = setTimeout(() => socket.destroy(), due_ms).unref();
    response.once('close', () => clearTimeout(timer));
  }
}
