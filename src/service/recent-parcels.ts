// The parcels that were asked for last, per dataset version, so that asking again costs no reading. What is derived of a
// parcel is kept with it by whoever derives it and goes when the parcel goes.

import type { StoredParcel, StoreReads } from '../store/store.ts';

/** About 3 kB each with what is kept of them. Two generations: whatever is used within one is carried to the next. */
const GENERATION = 4_096;

export class RecentParcels {
  #young = new Map<string, StoredParcel>();
  #old = new Map<string, StoredParcel>();

  /** Reads together those that are not there yet. */
  async readAll(ids: readonly string[], reads: StoreReads): Promise<void> {
    const missing = ids.filter((id) => !this.#young.has(id) && !this.#old.has(id));
    for (const [id, parcel] of await reads.parcels([...new Set(missing)])) this.#keep(id, parcel);
  }

  /** At once where it is known: most requests by id wait for nothing else. */
  read(id: string, reads: StoreReads): StoredParcel | undefined | Promise<StoredParcel | undefined> {
    const known = this.#young.get(id);
    if (known) return known;
    const old = this.#old.get(id);
    if (old) return this.#keep(id, old);
    return reads.parcels([id]).then((found) => {
      const parcel = found.get(id);
      return parcel && this.#keep(id, parcel);
    });
  }

  #keep(id: string, parcel: StoredParcel): StoredParcel {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, parcel);
    return parcel;
  }
}
