// The one place that chooses where facts and accounts lie: files of the data folder, or a PostgreSQL that many machines share.

import { existsSync } from 'node:fs';
import { accountsIn, datasetIn, prepareFolder, requireFolder } from './data-folder.ts';
import { upgradeDataset } from './dataset.ts';
import type { AccountBook, ConfiguredKey } from './store/accounts.ts';
import type { OpenedAccounts } from './store/opened-accounts.ts';
import { openKeyBook, openPostgisAccounts } from './store/postgis/accounts.ts';
import { requireDatabase } from './store/postgis/migrate.ts';
import { openNews } from './store/postgis/news.ts';
import { openPostgisStore, poolLimits } from './store/postgis/read-pool.ts';
import type { Store } from './store/reads.ts';
import { openSqliteAccounts } from './store/sqlite/accounts.ts';
import { IN_MEMORY } from './store/sqlite/accounts-file.ts';
import { openSqliteStore } from './store/sqlite/read-pool.ts';
import { openReplaceableStore } from './store/sqlite/reopen-on-replace.ts';

export interface StorePlace {
  readonly data: string;
  /** The address of a PostgreSQL database; null: the files of the data folder. */
  readonly store?: string | null;
  /** The address of a replica of it that may lag: facts are read there. */
  readonly store_replica?: string | null;
}

export interface OpenedStore {
  readonly store: Store & { probe(): Promise<void> };
  readonly accounts: OpenedAccounts;
  close(): Promise<void>;
}

/** `share`: the part that this process is of its server, whose connections it takes a part of. */
export function openStore(
  { data, store = null, store_replica = null }: StorePlace,
  configured: ConfiguredKey | null,
  now: () => Date,
  share = 1,
): OpenedStore {
  if (store === null) {
    const files = openReplaceableStore(datasetIn(data));
    const accounts = openSqliteAccounts(accountsIn(data), configured, now);
    return {
      store: files,
      accounts,
      async close() {
        await files.close();
        await accounts.close();
      },
    };
  }
  const news = openNews(store, store_replica);
  const database = openPostgisStore(store_replica ?? store, news, poolLimits(share));
  const accounts = openPostgisAccounts(store, news, configured, now);
  return {
    store: database,
    accounts,
    async close() {
      await accounts.close();
      await database.close();
      await news.close();
    },
  };
}

/** Facts alone, for a command that looks once: no news are listened for, and nothing is written. */
export async function openFacts({ data, store = null, store_replica = null }: StorePlace): Promise<Store> {
  if (store === null) {
    upgradeDataset(data);
    return openSqliteStore(datasetIn(data));
  }
  const url = store_replica ?? store;
  await requireDatabase(url);
  return openPostgisStore(url);
}

/** Only making a key makes the file: without one there is nothing to list, limit or revoke. */
export async function openBook(
  { data, store = null }: StorePlace,
  isMade: boolean,
): Promise<{ readonly book: AccountBook; close(): Promise<void> }> {
  if (store !== null) {
    await requireDatabase(store);
    return openKeyBook(store);
  }
  if (isMade) prepareFolder(data);
  else requireFolder(data);
  const isThere = isMade || existsSync(accountsIn(data));
  return openSqliteAccounts(isThere ? accountsIn(data) : IN_MEMORY);
}
