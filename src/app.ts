// The app as a function: a data folder and settings in, a server ready to listen out. Started elsewhere.

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openAccounts } from './accounts/accounts-db.ts';
import { KeyRing } from './accounts/key-ring.ts';
import { acceptStaticKey, dropStaticKey, type KeyLimits } from './accounts/keys.ts';
import { UsageLedger } from './accounts/ledger.ts';
import { RateLimiter } from './accounts/rate-limiter.ts';
import { accountsIn, datasetIn } from './data-folder.ts';
import { createMetrics } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { type Clock, createClock } from './service/clock.ts';
import { createHandle, type Handle } from './service/handle.ts';
import { openSqliteStore } from './store/sqlite/read.ts';

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
  const store = openSqliteStore(datasetIn(settings.data));
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
  const server = createServer({
    handle,
    log: settings.log,
    metrics: createMetrics(),
    ready: async () => !stopping && (await store.read(async (reads) => reads.version >= 0)),
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
