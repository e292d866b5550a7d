// One pipeline for HTTP and MCP, in six steps: authenticate → limit → parse → run → bill → encode. In this order, once; a
// question whose answer is cached skips parse and run. A step that fails gives its failure to the next ones as a value.

import type { Accounts } from '../store/accounts.ts';
import type { Store } from '../store/reads.ts';
import type { PushParts } from './operations/account-context.ts';
import { authenticate } from './pipeline/authenticate.ts';
import { bill } from './pipeline/bill.ts';
import type { HandleCall } from './pipeline/call.ts';
import type { Clock } from './pipeline/clock.ts';
import { inSlices } from './pipeline/event-loop.ts';
import { chargeWork, limit } from './pipeline/limit.ts';
import { parse } from './pipeline/question.ts';
import { encode } from './pipeline/reply.ts';
import { findCached, readCurrentKey, run } from './pipeline/run-question.ts';
import { AnswerCache } from './snapshot/answer-cache.ts';
import { CacheRegistry } from './snapshot/cache.ts';
import { createSnapshotCache, type SnapshotCache } from './snapshot/snapshot-cache.ts';

export interface ServiceParts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly signup_url: string;
  /** Where the caches of the app are counted. */
  readonly caches?: CacheRegistry;
  /** Given where events are delivered. */
  readonly push?: PushParts | null;
  /** Given where others share the snapshot. */
  readonly snapshotOf?: SnapshotCache;
  /** Told of the version that each request reads. */
  readonly onRead?: (version: number) => void;
}

export function createHandle(parts: ServiceParts): HandleCall {
  const { store, accounts, clock, signup_url, onRead, caches = new CacheRegistry() } = parts;
  const { snapshotOf = createSnapshotCache(caches) } = parts;
  const { limiter, ledger } = accounts;
  const reading = { store, clock, onRead };
  const currentKey = readCurrentKey(reading);
  const running = {
    ...reading,
    push: parts.push ?? null,
    currentKey,
    snapshotOf,
    answers: new AnswerCache(caches),
  };

  return async function handle(call) {
    const meter = call.meter ?? { spent_ms: 0 };
    const caller = await authenticate(call, accounts.keys, signup_url);
    const allowance = await limit(call, caller, accounts, clock, meter);
    const { key, reserved } = allowance;
    try {
      const cached = await findCached(call, allowance, running);
      if (cached) return encode(allowance, await bill(call, allowance, cached, ledger, clock));
      const asking = { ...running, account: key && { key, ledger } };
      const question = call.is_long
        ? await inSlices(async () => parse(call, allowance), undefined, meter)
        : parse(call, allowance);
      const answer = await run(question, asking, call, meter);
      const taken = await chargeWork(allowance, meter, limiter, clock);
      return encode({ ...allowance, taken }, await bill(call, allowance, answer, ledger, clock));
    } finally {
      if (key && reserved > 0) await ledger.release(key.id, reserved);
    }
  };
}
