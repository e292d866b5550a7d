// The dataset that lies at a path, whichever file that is. One that is deleted or replaced under the server would be read
// on for ever through the open descriptor: so the file is looked at, a missing one is a fault, another one is opened.

import { statSync } from 'node:fs';
import type { Store, StoreReads } from '../reads.ts';
import { openSqliteStore } from './read-pool.ts';

/** Looking costs as much as a small read, so it is not done for every request. */
const LOOK_EVERY_MS = 100;

export interface ReplaceableStore extends Store {
  /** Throws while the dataset cannot be read: a read that failed is tried again. */
  probe(): Promise<void>;
}

export function openReplaceableStore(path: string): ReplaceableStore {
  let current: { readonly file: string; readonly store: Store } | null = open();
  let lookedAt_ms = performance.now();
  let failed: ((reads: StoreReads) => Promise<unknown>) | null = null;

  function open() {
    const file = identityOf(path);
    const onFault = (work: (reads: StoreReads) => Promise<unknown>) => {
      failed = work;
    };
    return { file, store: openSqliteStore(path, { shared: true, onFault }) };
  }

  /** Throws a StoreError while there is no dataset to open; the next request tries again. */
  async function look(): Promise<Store> {
    if (current && current.file !== identityOf(path)) {
      const { store } = current;
      current = null;
      await store.close();
    }
    current ??= open();
    lookedAt_ms = performance.now();
    return current.store;
  }

  const read: Store['read'] = (work) => {
    const isFresh = performance.now() - lookedAt_ms < LOOK_EVERY_MS;
    return current && isFresh ? current.store.read(work) : look().then((store) => store.read(work));
  };

  return {
    read,
    async probe() {
      await read(failed ?? ((reads) => reads.sourceStates()));
      failed = null;
    },
    close: async () => current?.store.close(),
  };
}

/** Stays the same as long as it is the same file: a number is not given anew while the file is open. */
function identityOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev} ${file.ino}` : 'none';
}
