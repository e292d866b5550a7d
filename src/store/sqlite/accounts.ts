// The accounts of a data folder behind the port: keys, limits and usage in accounts.sqlite.

import type { ConfiguredKey } from '../accounts.ts';
import type { OpenedAccounts } from '../opened-accounts.ts';
import { openAccounts, requireWritable } from './accounts-file.ts';
import {
  admitWithoutSecret,
  configuredKey,
  createKey,
  limitKey,
  listKeys,
  pageKey,
  revokeKey,
  rotateKey,
} from './key-records.ts';
import { KeyRing } from './key-ring.ts';
import { UsageLedger, usageTable } from './ledger.ts';
import { MOST_ADDRESSES, RateLimiter } from './rate-limiter.ts';
import { SqliteStreamSeats } from './stream-seats.ts';
import { SubscriptionRecords } from './subscription-records.ts';

export function openSqliteAccounts(
  path: string,
  configured: ConfiguredKey | null = null,
  now: () => Date = () => new Date(),
): OpenedAccounts {
  const db = openAccounts(path);
  const ledger = new UsageLedger(db);
  return {
    keys: new KeyRing(db, configured && configuredKey(db, configured, now()), now),
    limiter: new RateLimiter(MOST_ADDRESSES),
    ledger,
    book: {
      create: async (asked, at) => createKey(db, asked, at),
      list: async () => listKeys(db),
      limit: async (nameOrId, changes) => limitKey(db, nameOrId, changes),
      rotate: async (nameOrId, how, at) => rotateKey(db, nameOrId, how, at),
      revoke: async (nameOrId, at) => revokeKey(db, nameOrId, at),
      usage: async (filter) => usageTable(db, filter),
      admit: async (id, limits, at) => admitWithoutSecret(db, id, limits, at),
    },
    subscriptions: new SubscriptionRecords(db),
    streams: new SqliteStreamSeats(db),
    pageKey: (at) => pageKey(db, at),
    probe: async () => requireWritable(db),
    async close() {
      await ledger.close();
      db.close();
    },
  };
}
