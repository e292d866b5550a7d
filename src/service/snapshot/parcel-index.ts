// Parcels in the order of their ids, as searches of areas list them: where each lies, and its summary. Finds
// those that share ground with an area. Knows nothing of where parcels are read.

import type { ParcelSummary } from '../../contract/answers.ts';
import type { Box } from '../../domain/geometry/types.ts';
import type { AdminDirectory } from '../../domain/places/admin-units.ts';
import { summarise } from '../../domain/record.ts';
import type { OutlinedParcel } from '../../store/reads.ts';
import { ByteArena } from './byte-arena.ts';

export interface Area {
  readonly bounds: Box;
  /** Whether whatever has the bounds at this place shares ground with the area; null where that depends on its shape. */
  overlapsBounds(boxes: Float64Array, at: number): boolean | null;
  /** The same of the shape whose WKB lies between these places. */
  overlaps(wkb: DataView, start: number, end: number): boolean;
}

/** Parcels in a row that are first looked at as one: ids that are alike lie near each other, all in an area or all out of it. */
const GROUP = 16;

export class ParcelIndex {
  readonly #summaries: ParcelSummary[] = [];
  /** Bounds, four numbers a parcel. */
  readonly #boxes: Float64Array;
  /** The same of each group. */
  readonly #groups: Float64Array;
  /** Start and end of the outline. */
  readonly #places: Uint32Array;
  readonly #outlines: ByteArena;

  constructor(length = 0, outlines = new ByteArena()) {
    this.#boxes = new Float64Array(4 * length);
    this.#groups = new Float64Array(4 * Math.ceil(length / GROUP));
    this.#places = new Uint32Array(2 * length);
    this.#outlines = outlines;
  }

  get length(): number {
    return this.#summaries.length;
  }

  idAt(at: number): string {
    return this.#summaries[at]?.id ?? '';
  }

  /** This list together with these parcels; those it has already are left as they are. */
  with(parcels: readonly OutlinedParcel[], admin: AdminDirectory): ParcelIndex {
    const isNew = ({ id }: OutlinedParcel) => this.idAt(this.#firstFrom(id)) !== id;
    const added = [...new Map(parcels.map((parcel) => [parcel.id, parcel])).values()].filter(isNew);
    const list = new ParcelIndex(this.length + added.length, this.#outlines);
    let from = 0;
    for (const parcel of added.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const to = this.#firstFrom(parcel.id);
      list.#copy(this, from, to);
      list.#add(parcel, admin);
      from = to;
    }
    list.#copy(this, from, this.length);
    list.#bound();
    return list;
  }

  #bound(): void {
    for (let i = 0; i < this.#boxes.length; i += 1) {
      const at = 4 * Math.floor(i / (4 * GROUP)) + (i % 4);
      const own = this.#boxes[i] as number;
      const known = i % (4 * GROUP) < 4 ? own : (this.#groups[at] as number);
      this.#groups[at] = i % 4 < 2 ? Math.min(known, own) : Math.max(known, own);
    }
  }

  #copy(other: ParcelIndex, from: number, to: number): void {
    const at = 4 * this.length;
    this.#boxes.set(other.#boxes.subarray(4 * from, 4 * to), at);
    this.#places.set(other.#places.subarray(2 * from, 2 * to), at / 2);
    for (let i = from; i < to; i += 1) this.#summaries.push(other.#summaries[i] as ParcelSummary);
  }

  #add(parcel: OutlinedParcel, admin: AdminDirectory): void {
    const at = 4 * this.length;
    const summary = summarise(parcel, admin, null);
    this.#boxes.set(parcel.box, at);
    this.#places.set(this.#outlines.add(parcel.wkb), at / 2);
    this.#summaries.push(Object.freeze(summary));
  }

  /** The place of the first parcel that has this id or comes after it. */
  #firstFrom(id: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Places of the first so many parcels behind an id that share ground with the area. */
  find(area: Area, after: string | null, most: number): number[] {
    const found: number[] = [];
    let at = after === null ? 0 : this.#firstFrom(after);
    if (this.idAt(at) === after) at += 1;
    while (at < this.length && found.length < most) {
      const group = Math.floor(at / GROUP);
      const end = Math.min((group + 1) * GROUP, this.length);
      const all = area.overlapsBounds(this.#groups, 4 * group);
      if (all === false) at = end;
      for (; at < end && found.length < most; at += 1) if (all || this.#overlaps(area, at)) found.push(at);
    }
    return found;
  }

  #overlaps(area: Area, at: number): boolean {
    const places = this.#places;
    return (
      area.overlapsBounds(this.#boxes, 4 * at) ??
      area.overlaps(this.#outlines.view, places[2 * at] as number, places[2 * at + 1] as number)
    );
  }

  summariesAt(places: readonly number[]): ParcelSummary[] {
    return places.map((at) => this.#summaries[at] as ParcelSummary);
  }
}
