// How many permits lie around a parcel, and the newest of them. In a town a thousand are counted for every parcel that is
// asked for: what is asked of all of them lies in rows of plain numbers; the rest is looked at where it is shown.

import { LIMITS } from '../../contract/limits.ts';
import type { AreaDistances } from '../geometry/distance.ts';
import type { Position } from '../geometry/types.ts';
import { type PermitPlace, type PermitsNear, permitsAround, RECENT_PERMITS } from './permits.ts';

/** Of each place: x, y, the number of its permit, and the day of the decision as YYYYMMDD, 0 where there is none. */
const PLACE_NUMBERS = 4;

/** Permits that lie together: none farther from the centre than the reach. */
export class PermitSquare {
  readonly centre: Position;
  readonly reach_m: number;
  readonly numbers: Float64Array;
  readonly #places: readonly PermitPlace[];

  /** `numberOf` tells permits apart: one number for all parcels of a permit, whichever square they lie in. */
  constructor(
    centre: Position,
    reach_m: number,
    places: readonly PermitPlace[],
    numberOf: (permit_id: string) => number,
  ) {
    this.centre = centre;
    this.reach_m = reach_m;
    this.numbers = new Float64Array(places.length * PLACE_NUMBERS);
    for (const [at, { permit_id, decision_date, position }] of places.entries()) {
      const i = at * PLACE_NUMBERS;
      [this.numbers[i], this.numbers[i + 1]] = position;
      this.numbers[i + 2] = numberOf(permit_id);
      this.numbers[i + 3] = Number(decision_date?.replaceAll('-', '') ?? 0);
    }
    this.#places = places;
  }

  /** Those decided on that day (YYYYMMDD) or later; all since 0. */
  placesSince(day: number): readonly PermitPlace[] {
    if (day === 0) return this.#places;
    return this.#places.filter((_, at) => (this.numbers[at * PLACE_NUMBERS + 3] ?? 0) >= day);
  }
}

/** Squares whose permits have numbers below `numbered`. */
export interface NumberedSquares {
  readonly squares: readonly PermitSquare[];
  readonly numbered: number;
}

/** All within the radius are counted; only those that may be shown are measured. Where all may be, that counts them too. */
export function countPermits(parcel: AreaDistances, { squares, numbered }: NumberedSquares): PermitsNear {
  const listed = squares.reduce((sum, { numbers }) => sum + numbers.length / PLACE_NUMBERS, 0);
  if (listed <= RECENT_PERMITS) {
    const recent = permitsAround(
      parcel,
      squares.flatMap((square) => square.placesSince(0)),
    );
    return { count: recent.length, recent };
  }
  const radius_m = LIMITS.permits_radius_m;
  const counted = noneOf(numbered);
  const newest = new NewestDays();
  let count = 0;
  for (const { numbers, centre, reach_m } of squares) {
    if (!parcel.isWithin(centre[0], centre[1], radius_m + reach_m)) continue;
    const isWhole = reach_m < radius_m && parcel.isWithin(centre[0], centre[1], radius_m - reach_m);
    for (let i = 0; i < numbers.length; i += PLACE_NUMBERS) {
      if (!isWhole && !parcel.isWithin(numbers[i] ?? 0, numbers[i + 1] ?? 0, radius_m)) continue;
      // One on several parcels counts once.
      const number = numbers[i + 2] ?? 0;
      const bits = counted[number >> 5] ?? 0;
      const bit = 1 << (number & 31);
      if ((bits & bit) !== 0) continue;
      counted[number >> 5] = bits | bit;
      count += 1;
      newest.add(numbers[i + 3] ?? 0);
    }
  }
  // Of one day there may be more than fit: which are shown is then a matter of distance.
  const places = squares.flatMap((square) => square.placesSince(newest.oldest));
  return { count, recent: permitsAround(parcel, places).slice(0, RECENT_PERMITS) };
}

let bitmap = new Uint32Array(0);

/** A bit for each permit, all 0. Used again by the next who counts: nothing is awaited while counting. */
function noneOf(numbered: number): Uint32Array {
  if (bitmap.length * 32 < numbered) bitmap = new Uint32Array(Math.ceil(numbered / 16));
  else bitmap.fill(0);
  return bitmap;
}

/** The days of as many permits as are shown. */
class NewestDays {
  /** Newest first. */
  readonly #days: number[] = [];
  /** What is older is not shown; 0 while all are. */
  oldest = 0;

  add(day: number): void {
    const days = this.#days;
    if (days.length === RECENT_PERMITS && day <= this.oldest) return;
    let at = Math.min(days.length, RECENT_PERMITS - 1);
    for (; at > 0 && (days[at - 1] ?? 0) < day; at -= 1) days[at] = days[at - 1] ?? 0;
    days[at] = day;
    if (days.length === RECENT_PERMITS) this.oldest = days.at(-1) ?? 0;
  }
}
