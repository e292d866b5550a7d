// Rows of a file that tells by its rows alone which places it covers. The first of each place are held back until it is sure
// that the file is one of it: a powiat with hardly a row beside others of thousands is a slip of the pen, not loaded ground.

import { issueAt, type ReadItem } from './recipe.ts';
import { areMany } from './strays.ts';

/** Fewer than any powiat has: with so many rows it is no stray. Bounds what is held. */
const SURE = 200;

/** Places are codes of one level: powiaty, or voivodeships. */
export class RowsByPlace {
  readonly #counts = new Map<string, number>();
  /** In the order of the file. */
  #held: { readonly place: string; readonly item: ReadItem }[] = [];

  /** Passes the row on at once or later. */
  *take(place: string, item: ReadItem): Generator<ReadItem> {
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (count > SURE) {
      yield item;
      return;
    }
    this.#held.push({ place, item });
    if (count < SURE) return;
    for (const held of this.#held) if (held.place === place) yield held.item;
    this.#held = this.#held.filter((held) => held.place !== place);
  }

  /** The rows still held, those of strays as issues. For the end of the file. */
  *rest(): Generator<ReadItem> {
    const { places } = this;
    for (const { place, item } of this.#held) {
      yield places.includes(place) ? item : strayAmong(item, place, places);
    }
    this.#held = [];
  }

  /** Those that the file is one of, as far as it has been read. */
  get places(): string[] {
    return placesByCount(this.#counts).places;
  }
}

/** Which places a file is one of by its rows, and which have but strays in it. */
export function placesByCount(counts: ReadonlyMap<string, number>): { places: string[]; strays: string[] } {
  const most = Math.max(0, ...counts.values());
  // Among a handful of rows nothing is a stray.
  const isClaimed = (count: number) => count >= SURE || count * 4 >= most || areMany(count, count + most);
  const codes = [...counts.keys()].sort();
  const [places = [], strays = []] = [true, false].map((wanted) =>
    codes.filter((code) => isClaimed(counts.get(code) ?? 0) === wanted),
  );
  return { places, strays };
}

function strayAmong(item: ReadItem, place: string, others: readonly string[]): ReadItem {
  const position = 'issue' in item ? item.issue.position : item.position;
  const message = `a stray row of ${place} in a file of ${others.join(', ')}: it is left out, and ${place} is not taken as loaded`;
  return issueAt(position, 'other_place', message, 'id', place);
}
