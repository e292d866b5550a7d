// What is completed while it is typed: the names of the country by the beginnings of their words, and the obręby by their ids. Made
// of the index of names, once per dataset version.

import type { AdminDirectory } from '../places/admin-units.ts';
import type { NameIndex } from './name-index.ts';
import { PrefixList } from './prefix-list.ts';

export class SuggestIndex {
  readonly names: NameIndex;
  /** Gminy, obręby, localities. */
  readonly places: PrefixList;
  readonly streets: PrefixList;
  /** In their order. */
  readonly obreb_ids: readonly string[];

  private constructor(
    names: NameIndex,
    places: PrefixList,
    streets: PrefixList,
    obreb_ids: readonly string[],
  ) {
    this.names = names;
    this.places = places;
    this.streets = streets;
    this.obreb_ids = obreb_ids;
  }

  static *of(names: NameIndex, admin: AdminDirectory): Generator<void, SuggestIndex> {
    const [places, streets]: [string[], string[]] = [[], []];
    for (const key of names.keys()) {
      const kinds = new Set(names.placesNamed(key).map(({ kind }) => kind));
      if (kinds.has('street')) streets.push(key);
      if (kinds.has('gmina') || kinds.has('obreb') || kinds.has('locality')) places.push(key);
      if ((places.length + streets.length) % 2_000 === 0) yield;
    }
    const placeList = yield* PrefixList.of(places);
    const streetList = yield* PrefixList.of(streets);
    return new SuggestIndex(names, placeList, streetList, [...admin.obreby.keys()].sort());
  }

  /** Beside the index of names. */
  get bytes(): number {
    return this.places.bytes + this.streets.bytes;
  }
}
