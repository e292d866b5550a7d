// How many parcels one dataset version holds, and the box around them: counted by whoever asks first, unit by
// unit, so that others are let in between.

import type { Position } from '../../domain/geometry/types.ts';
import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import { unitOf } from '../../domain/places/parcel-id.ts';
import type { Pause, StoreReads } from '../../store/reads.ts';

/** West, south, east, north in WGS84. */
export type Extent = readonly [number, number, number, number];

/** Of an obręb one parcel is looked at: so far, in degrees, others of it may lie, about 5 km. */
const OBREB_REACH = { lng: 0.075, lat: 0.045 };
const OBREBY_AT_ONCE = 500;

export class HeldParcels {
  readonly #admin: AdminDirectory;
  #count: number | undefined;
  #extent: Extent | null | undefined;

  constructor(admin: AdminDirectory) {
    this.#admin = admin;
  }

  /** `reads` are of the same version. */
  async count(reads: Pick<StoreReads, 'countParcels'>, pause?: Pause): Promise<number> {
    if (this.#count !== undefined) return this.#count;
    const units = new Set([...this.#admin.obreby.keys()].map(unitOf));
    let count = 0;
    for (const unit of units) {
      count += await reads.countParcels(unit);
      await pause?.();
    }
    this.#count = count;
    return count;
  }

  /** Null where nothing is held. */
  async extent(reads: Pick<StoreReads, 'positions'>, pause?: Pause): Promise<Extent | null> {
    if (this.#extent !== undefined) return this.#extent;
    const ids = [...this.#admin.obreby.keys()];
    let extent: Extent | null = null;
    for (let from = 0; from < ids.length; from += OBREBY_AT_ONCE) {
      for (const position of await reads.positions(ids.slice(from, from + OBREBY_AT_ONCE)))
        if (position) extent = around(extent, position);
      await pause?.();
    }
    this.#extent = extent && rounded(extent);
    return this.#extent;
  }
}

const rounded = ([west, south, east, north]: Extent): Extent => {
  const round = (degrees: number) => Number(degrees.toFixed(4));
  return [round(west), round(south), round(east), round(north)];
};

function around(extent: Extent | null, [lng, lat]: Position): Extent {
  const { lng: wide, lat: high } = OBREB_REACH;
  const own: Extent = [lng - wide, lat - high, lng + wide, lat + high];
  if (!extent) return own;
  const [west, south, east, north] = extent;
  return [Math.min(west, own[0]), Math.min(south, own[1]), Math.max(east, own[2]), Math.max(north, own[3])];
}
