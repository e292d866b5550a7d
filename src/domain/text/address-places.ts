// Where localities lie, and which localities have a street: what suggestions show beside a name, in flat arrays, so that none of it has
// to be read when somebody types. Filled while the index of names is built.

import type { Position } from '../geometry/types.ts';
import type { LocalityPlace, StreetPlace } from './place.ts';
import { ITEMS_A_STEP } from './sort-in-steps.ts';

/** Positions are whole numbers here: they have seven decimals (contract §2). */
const PARTS_A_DEGREE = 1e7;
/** Numbers of one street in one locality: the locality, longitude, latitude; before they are sorted the street too. */
const CELLS = 3;
const UNSORTED_CELLS = 4;

/** A street in one of the localities that have it. */
export interface PlacedStreet {
  readonly locality: LocalityPlace;
  readonly centroid: [lng: number, lat: number];
}

export class AddressPlaces {
  /** By their numbers. */
  readonly #localities: LocalityPlace[] = [];
  readonly #positions: number[] = [];
  /** As they come. */
  #unsorted: number[] = [];
  /** By street. */
  #streets = new Int32Array(0);
  /** Where the localities of a street begin; the next one tells where they end. */
  #starts = new Uint32Array(1);

  /** Positions are longitude and latitude; of a locality the first that is told counts. */
  addLocality(locality: LocalityPlace, [lng, lat]: Position): void {
    if (this.#localities[locality.number]) return;
    this.#localities[locality.number] = locality;
    this.#positions.push(inParts(lng), inParts(lat));
  }

  /** Each street of a locality once. */
  addStreet(street: StreetPlace, locality: LocalityPlace, [lng, lat]: Position): void {
    this.#unsorted.push(street.number, locality.number, inParts(lng), inParts(lat));
  }

  /** After the last: sorts by street, in steps. Count, sum up, fill: localities of a street keep their order. */
  *prepare(): Generator<void> {
    const cells = this.#unsorted;
    const counts: number[] = [];
    for (let at = 0; at < cells.length; at += UNSORTED_CELLS) {
      if (at % (ITEMS_A_STEP * UNSORTED_CELLS) === 0) yield;
      const street = cells[at] ?? 0;
      while (counts.length <= street) counts.push(0);
      counts[street] = (counts[street] ?? 0) + 1;
    }
    const starts = new Uint32Array(counts.length + 1);
    for (const [street, count] of counts.entries()) {
      if (street % ITEMS_A_STEP === 0) yield;
      starts[street + 1] = (starts[street] ?? 0) + count;
    }
    const next = starts.slice();
    const sorted = new Int32Array((cells.length / UNSORTED_CELLS) * CELLS);
    for (let at = 0; at < cells.length; at += UNSORTED_CELLS) {
      if (at % (ITEMS_A_STEP * UNSORTED_CELLS) === 0) yield;
      const street = cells[at] ?? 0;
      const to = next[street] ?? 0;
      next[street] = to + 1;
      for (let cell = 0; cell < CELLS; cell++) sorted[to * CELLS + cell] = cells[at + 1 + cell] ?? 0;
    }
    this.#streets = sorted;
    this.#starts = starts;
    this.#unsorted = [];
  }

  get bytes(): number {
    const numbers = this.#localities.length + this.#positions.length;
    return 8 * numbers + this.#streets.byteLength + this.#starts.byteLength;
  }

  positionOf({ number }: LocalityPlace): [lng: number, lat: number] {
    return [inDegrees(this.#positions[2 * number]), inDegrees(this.#positions[2 * number + 1])];
  }

  /** Whether one of the localities has the street. */
  isIn({ number }: StreetPlace, localities: readonly LocalityPlace[]): boolean {
    const to = (this.#starts[number + 1] ?? 0) * CELLS;
    for (let at = (this.#starts[number] ?? 0) * CELLS; at < to; at += CELLS)
      if (localities.some((locality) => locality.number === this.#streets[at])) return true;
    return false;
  }

  /** The first localities that have the street, in the order in which they were told. */
  localitiesOf({ number }: StreetPlace, most: number): PlacedStreet[] {
    const placed: PlacedStreet[] = [];
    const from = this.#starts[number] ?? 0;
    const to = Math.min(this.#starts[number + 1] ?? 0, from + most);
    for (let at = from * CELLS; at < to * CELLS; at += CELLS) {
      const locality = this.#localities[this.#streets[at] ?? 0];
      if (!locality) continue;
      placed.push({
        locality,
        centroid: [inDegrees(this.#streets[at + 1]), inDegrees(this.#streets[at + 2])],
      });
    }
    return placed;
  }
}

const inParts = (degrees: number): number => Math.round(degrees * PARTS_A_DEGREE);
const inDegrees = (parts: number | undefined): number => (parts ?? 0) / PARTS_A_DEGREE;
