// The parcels that are asked for again and again, per dataset version, so that asking costs no reading. What is derived of a
// kept parcel is kept with it by whoever derives it and goes when the parcel goes. A kept parcel is frozen.

import type { StoredParcel, StoreReads } from '../store/store.ts';

/** About 30 kB each with what is kept of them. Two generations: whatever is used within one is carried to the next. */
const GENERATION = 1_024;
/** Asked for once so far. Most are never asked for again: keeping them would only fill the memory. */
const REMEMBERED_IDS = 16_384;

export class RecentParcels {
  #young: Map<string, StoredParcel>;
  #old = new Map<string, StoredParcel>();
  readonly #asked = new Set<string>();

  constructor(parcels = new Map<string, StoredParcel>()) {
    this.#young = parcels;
  }

  /** Reads together those that are not there yet. */
  async readAll(ids: readonly string[], reads: StoreReads): Promise<Map<string, StoredParcel>> {
    const parcels = new Map<string, StoredParcel>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const kept = this.#kept(id);
      if (kept) parcels.set(id, kept);
      else missing.push(id);
    }
    for (const [id, parcel] of await reads.parcels(missing)) parcels.set(id, parcel);
    return parcels;
  }

  /** At once where it is kept: most requests by id wait for nothing else. */
  read(id: string, reads: StoreReads): StoredParcel | undefined | Promise<StoredParcel | undefined> {
    return (
      this.#kept(id) ??
      reads.parcels([id]).then((found) => {
        const parcel = found.get(id);
        return parcel && this.#isAgain(id) ? this.#keep(id, parcel) : parcel;
      })
    );
  }

  #kept(id: string): StoredParcel | undefined {
    const young = this.#young.get(id);
    if (young) return young;
    const old = this.#old.get(id);
    return old && this.#keep(id, old);
  }

  #isAgain(id: string): boolean {
    if (this.#asked.delete(id)) return true;
    if (this.#asked.size >= REMEMBERED_IDS) this.#asked.clear();
    this.#asked.add(id);
    return false;
  }

  #keep(id: string, parcel: StoredParcel): StoredParcel {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, Object.freeze(parcel));
    return parcel;
  }
}
