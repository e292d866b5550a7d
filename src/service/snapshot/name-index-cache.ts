// The index of names of one dataset version: built once, by whoever needs it first or by the warmer before that, in slices
// between which other requests are answered. Half a million names take seconds.

import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import { NameIndex } from '../../domain/text/name-index.ts';
import type { Store, StoreReads } from '../../store/reads.ts';
import { inSlices } from '../pipeline/event-loop.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

type NameReads = Pick<StoreReads, 'localities' | 'streets'>;

export class NameIndexCache {
  readonly #admin: AdminDirectory;
  #index: Promise<NameIndex> | null = null;

  constructor(admin: AdminDirectory) {
    this.#admin = admin;
  }

  /** `reads` are of the same version; what fails is tried anew by the next. */
  index(reads: NameReads, stop?: AbortSignal): Promise<NameIndex> {
    this.#index ??= build(this.#admin, reads, stop).catch((error: unknown) => {
      this.#index = null;
      throw error;
    });
    return this.#index;
  }
}

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
      const { names } = await snapshotOf(reads);
      await names.index(reads, stopping.signal);
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

function build(admin: AdminDirectory, reads: NameReads, stop?: AbortSignal): Promise<NameIndex> {
  return inSlices(async (pause) => {
    const index = new NameIndex(admin);
    for await (const page of reads.localities()) {
      await pause();
      for (const locality of page) {
        index.addLocality(locality);
        await pause();
      }
    }
    for await (const page of reads.streets()) {
      await pause();
      for (const street of page) {
        index.addStreet(street);
        await pause();
      }
    }
    for (const _ of index.prepare()) await pause();
    return index;
  }, stop);
}
