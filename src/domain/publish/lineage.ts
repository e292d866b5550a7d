// Where the land of parcels that go went, and that of parcels that come came from: splits, merges and new numbers are not
// in the files, but the ground stays. Found by overlap between what one load takes away or redraws and what it brings.

import { OverlapArea } from '../geometry/overlap.ts';
import type { MultiPolygon } from '../geometry/types.ts';

/** A parcel that is gone or redrawn. */
export interface OldParcel {
  readonly id: string;
  readonly area_geometry_m2: number;
  /** Whether the load holds its id. */
  readonly is_kept: boolean;
}

/** A parcel that is new or redrawn. */
export interface NewParcel {
  readonly id: string;
  readonly area_geometry_m2: number;
  /** Whether its id was served before. */
  readonly is_known: boolean;
}

/** Of the smaller parcel. Less is a boundary surveyed anew, not land that changed hands. */
const LEAST_SHARE = 0.05;

/**
 * Whether the two are compared at all. Two that keep their ids are left out: land moved between them is told by their
 * geometry, and a district surveyed anew would compare each with all its neighbours.
 */
export function mayBeKin(old: OldParcel, fresh: NewParcel): boolean {
  return old.id !== fresh.id && (!old.is_kept || !fresh.is_known);
}

export function sharesLand(
  old: Pick<OldParcel, 'area_geometry_m2'> & { readonly geometry: MultiPolygon },
  fresh: Pick<NewParcel, 'area_geometry_m2'> & { readonly geometry: MultiPolygon },
): boolean {
  const common_m2 = new OverlapArea(old.geometry).with(new OverlapArea(fresh.geometry));
  return common_m2 >= LEAST_SHARE * Math.min(old.area_geometry_m2, fresh.area_geometry_m2);
}

/** Who became whom. */
export class Lineage {
  readonly #successors = new Map<string, string[]>();
  readonly #predecessors = new Map<string, string[]>();

  add(old: string, fresh: string): void {
    append(this.#successors, old, fresh);
    append(this.#predecessors, fresh, old);
  }

  successorsOf(id: string): string[] {
    return (this.#successors.get(id) ?? []).toSorted();
  }

  predecessorsOf(id: string): string[] {
    return (this.#predecessors.get(id) ?? []).toSorted();
  }
}

function append(lists: Map<string, string[]>, id: string, kin: string): void {
  const list = lists.get(id);
  if (list) list.push(kin);
  else lists.set(id, [kin]);
}
