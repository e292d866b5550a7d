// Builds the index of names before somebody needs it: when the server listens, and when a new version is first read.

import type { Store } from '../../store/reads.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

export interface Warmer {
  /** Builds the index of the current version soon, unless it is the one built last. One is built at a time. */
  warm(version: number | null): void;
  stop(): Promise<void>;
}

export function createWarmer(store: Store, snapshotOf: SnapshotCache): Warmer {
  const stopping = new AbortController();
  let warming: Promise<void> | null = null;
  let warmed: number | null = null;

  async function build(): Promise<void> {
    await new Promise(setImmediate);
    await store.read(async (reads) => {
      warmed = reads.version;
      const { names, corpus } = await snapshotOf(reads);
      await names.suggestions(reads, corpus, stopping.signal);
    });
  }

  return {
    warm(version) {
      if (warming || stopping.signal.aborted || (version !== null && version === warmed)) return;
      // A fault is not told here: whoever reads next meets it too.
      warming = build()
        .catch(() => undefined)
        .finally(() => {
          warming = null;
        });
    },
    async stop() {
      stopping.abort();
      await warming;
    },
  };
}
