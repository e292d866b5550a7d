// Requests without a valid key: limited by the address they come from, and read no further than what lists need. Wrong keys count
// dearer than none: whoever guesses is slowed down first. Probes are not counted.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FAULTS } from '../contract/fault-sentences.ts';
import { HTTP_LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../service/pipeline/outcome.ts';
import { type Addressed, createAddressOf } from './client-address.ts';

/** Takes so many requests from the limit of an address; in how many seconds to come back, 0 when they are allowed. */
export type TakeFromAddress = (address: string, weight: number) => number | Promise<number>;

/** A wrong key counts as so many requests. */
const WRONG_KEY_WEIGHT = 5;
/** A view of the page asks for dozens of files and pictures of the map underneath; as tiles, they have five times the rate. */
const FILE_WEIGHT = 0.2;

/** The connection goes with this refusal: what else waits on it would be refused one by one. */
export class TooManyStrangers extends ServiceError {
  constructor(retry_after_s: number) {
    super('rate_limited', FAULTS.tooManyStrangers, { retry_after_s });
  }
}

export interface Strangers {
  /** Counts a request, with the wrong key it brought if any; rejects when too many came from its address. */
  count(request: IncomingMessage, wrong_secret?: string): Promise<void>;
  /** Counts what was sent on a connection and is no request, by Node's code of it; behind a proxy, by the address of that. */
  countUnreadable(socket: Socket, code: string): Promise<void>;
  /** Counts a file of the page. */
  countFile(request: IncomingMessage): Promise<void>;
  /** The same as count, and no more of its body is read than a stranger may send. */
  admit(request: IncomingMessage, wrong_secret?: string): Promise<void>;
  /** Whose address a request comes from. */
  addressOf(request: IncomingMessage): string;
  /** For those that were admitted so. */
  bodyLimitOf(request: IncomingMessage): number | undefined;
}

export function createStrangers(take: TakeFromAddress | null, trusted_proxies: readonly string[]): Strangers {
  const addressOf = createAddressOf(trusted_proxies);
  const admitted = new WeakSet<IncomingMessage>();
  const count = (request: IncomingMessage, wrong_secret?: string) =>
    takeFor(request, wrong_secret === undefined ? 1 : WRONG_KEY_WEIGHT);
  async function takeFor(request: Addressed, weight: number): Promise<void> {
    const retry_after_s = (await take?.(addressOf(request), weight)) ?? 0;
    if (retry_after_s > 0) throw new TooManyStrangers(retry_after_s);
  }
  return {
    count,
    async countUnreadable(socket, code) {
      // Others than the parser's are of connections that broke off, and ask for nothing.
      if (code.startsWith('HPE_')) await takeFor({ socket, headers: {} }, 1);
    },
    countFile: (request) => takeFor(request, FILE_WEIGHT),
    addressOf,
    async admit(request, wrong_secret) {
      await count(request, wrong_secret);
      admitted.add(request);
    },
    bodyLimitOf: (request) => (admitted.has(request) ? HTTP_LIMITS.stranger_bytes : undefined),
  };
}
