// The accounts of a data folder behind the port: keys, limits and usage in accounts.sqlite.

import type { ConfiguredKey, OpenedAccounts } from '../accounts.ts';
import { openAccounts, requireWritable } from './accounts-file.ts';
import {
  admitWithoutSecret,
  configuredKey,
  createKey,
  limitKey,
  listKeys,
  revokeKey,
} from './key-records.ts';
import { KeyRing } from './key-ring.ts';
import { UsageLedger, usageTable } from './ledger.ts';
import { RateLimiter } from './rate-limiter.ts';

export function openSqliteAccounts(
  path: string,
  configured: ConfiguredKey | null = null,
  now = new Date(),
): OpenedAccounts {
  const db = openAccounts(path);
  const ledger = new UsageLedger(db);
  return {
    keys: new KeyRing(db, configured && configuredKey(db, configured, now)),
    limiter: new RateLimiter(),
    ledger,
    book: {
      create: async (asked, at) => createKey(db, asked, at),
      list: async () => listKeys(db),
      limit: async (nameOrId, changes) => limitKey(db, nameOrId, changes),
      revoke: async (nameOrId, at) => revokeKey(db, nameOrId, at),
      usage: async (filter) => usageTable(db, filter),
      admit: async (id, limits, at) => admitWithoutSecret(db, id, limits, at),
    },
    probe: async () => requireWritable(db),
    async close() {
      await ledger.close();
      db.close();
    },
  };
}
