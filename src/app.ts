// The app as a function: a data folder and settings in, a server ready to listen out. Started elsewhere.

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openAccounts, requireWritable } from './accounts/accounts-db.ts';
import { KeyRing } from './accounts/key-ring.ts';
import { acceptStaticKey, dropStaticKey, type KeyLimits } from './accounts/keys.ts';
import { UsageLedger } from './accounts/ledger.ts';
import { RateLimiter } from './accounts/rate-limiter.ts';
import { accountsIn, datasetIn } from './data-folder.ts';
import { createMetrics } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { type Clock, createClock } from './service/clock.ts';
import { createHandle, type Handle } from './service/handle.ts';
import { followSqliteStore } from './store/sqlite/follow.ts';

export interface AppSettings {
  readonly data: string;
  readonly api_key: string | null;
  readonly signup_url: string;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly static_limits?: KeyLimits;
}

export interface App {
  readonly server: FastifyInstance;
  readonly handle: Handle;
  /** No new connections, requests under way are answered and recorded, then everything is closed. */
  close(): Promise<void>;
}

/** The key of the configuration is the operator's own: generous, so that trying things out does not hit a wall. */
const STATIC_LIMITS: KeyLimits = { rate_per_s: 1_000, burst: 2_000, monthly_quota: null };

export function openApp(settings: AppSettings): App {
  const clock = settings.clock ?? createClock();
  const store = followSqliteStore(datasetIn(settings.data));
  const accounts = openAccounts(accountsIn(settings.data));
  if (settings.api_key === null) dropStaticKey(accounts, clock.now());
  else acceptStaticKey(accounts, settings.api_key, settings.static_limits ?? STATIC_LIMITS, clock.now());
  const ledger = new UsageLedger(accounts);
  const handle = createHandle({
    store,
    ring: new KeyRing(accounts),
    limiter: new RateLimiter(),
    ledger,
    clock,
    signup_url: settings.signup_url,
  });
  let stopping = false;
  /** Both halves of every answer: facts can be read, and what they cost can be written down. */
  async function ready(): Promise<boolean> {
    if (stopping) return false;
    try {
      await store.probe();
      requireWritable(accounts);
      return true;
    } catch (error) {
      settings.log.error({ err: error }, 'not ready');
      return false;
    }
  }
  const server = createServer({
    handle,
    log: settings.log,
    metrics: createMetrics(),
    ready,
  });
  return {
    server,
    handle,
    async close() {
      stopping = true;
      await server.close();
      await ledger.close();
      await store.close();
      accounts.close();
    },
  };
}
