// Limits and usage of a server of several processes: the primary alone has the buckets and what is set aside of quotas, so they hold
// as in one process. Here are both sides: what the primary answers, and what a worker uses in place of its own.

import type { Ledger, Limited, Reservation, UsageEntry } from '../store/accounts.ts';
import type { TokenLease, TokenSource } from '../store/leased-limiter.ts';
import type { CallOther } from './channel.ts';

/** Buckets are kept apart: of keys, and of client addresses. */
type Buckets = 'keys' | 'addresses';

/** What the primary does for its workers. */
export type PrimaryCalls = {
  lease(of: Buckets, key: Limited, needed: number, wanted: number): TokenLease;
  spend(of: Buckets, key: Limited, tokens: number): TokenLease;
  record(entry: UsageEntry): Promise<void>;
  charged(key_id: string, month: string): Promise<number>;
  reserve(key_id: string, month: string, cost: number, quota: number): Promise<Reservation>;
  release(key_id: string, cost: number): Promise<void>;
  /** Fails where usage cannot be written. */
  probe(): Promise<void>;
  /** Of all processes. */
  metrics(): Promise<string>;
};

/** The buckets of one process, asked with its own clock. */
export interface TokenBuckets {
  lease(key: Limited, needed: number, wanted: number, now_ms: number): TokenLease;
  spend(key: Limited, tokens: number, now_ms: number): unknown;
}

export interface PrimaryAccounts {
  readonly keys: TokenBuckets;
  readonly addresses: TokenBuckets;
  readonly ledger: Ledger;
  probe(): void | Promise<void>;
}

/** What one worker asks. What it has set aside of quotas is given back when it is gone. */
export function answerForWorker(accounts: PrimaryAccounts): {
  readonly calls: Omit<PrimaryCalls, 'metrics'>;
  forget(): Promise<void>;
} {
  const { ledger } = accounts;
  const reserved = new Map<string, number>();
  const note = (key_id: string, cost: number) => reserved.set(key_id, (reserved.get(key_id) ?? 0) + cost);
  const calls = {
    lease: (of: Buckets, key: Limited, needed: number, wanted: number) =>
      accounts[of].lease(key, needed, wanted, performance.now()),
    spend(of: Buckets, key: Limited, tokens: number) {
      accounts[of].spend(key, tokens, performance.now());
      return accounts[of].lease(key, 0, 0, performance.now());
    },
    record: (entry: UsageEntry) => ledger.record(entry),
    charged: async (key_id: string, month: string) => ledger.chargedThisMonth(key_id, month),
    async reserve(key_id: string, month: string, cost: number, quota: number) {
      const reservation = await ledger.reserve(key_id, month, cost, quota);
      if (reservation.granted) note(key_id, cost);
      return reservation;
    },
    async release(key_id: string, cost: number) {
      note(key_id, -cost);
      await ledger.release(key_id, cost);
    },
    probe: async () => accounts.probe(),
  };
  return {
    calls,
    async forget() {
      for (const [key_id, cost] of reserved) if (cost > 0) await ledger.release(key_id, cost);
      reserved.clear();
    },
  };
}

export const tokensOf = (ask: CallOther<PrimaryCalls>, of: Buckets): TokenSource => ({
  lease: (key, needed, wanted) => ask('lease', of, limitedOf(key), needed, wanted),
  spend: (key, tokens) => ask('spend', of, limitedOf(key), tokens),
});

/** A record of a key has more than need be sent. */
const limitedOf = ({ id, rate_per_s, burst }: Limited): Limited => ({ id, rate_per_s, burst });

/**
 * The ledger of a worker. Usage of keys with a quota is written by the primary, which knows what all workers have set aside; that
 * of others by the worker itself, to the same file: a message to the primary and back costs a fifth of a request.
 */
export function ledgerOf(call: CallOther<PrimaryCalls>, own: Ledger): Ledger {
  /** No more than there are keys. */
  const withQuota = new Set<string>();
  return {
    record: (entry) => (withQuota.has(entry.key_id) ? call('record', entry) : own.record(entry)),
    chargedThisMonth: (key_id, month) => call('charged', key_id, month),
    reserve(key_id, month, cost, quota) {
      withQuota.add(key_id);
      return call('reserve', key_id, month, cost, quota);
    },
    release: (key_id, cost) => call('release', key_id, cost),
    // Read from the file that all write.
    usageOf: (...asked) => own.usageOf(...asked),
  };
}
