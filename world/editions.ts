// What the earlier edition of some files said otherwise, and when it was made: the sample is loaded in two editions, so
// that its change feed has something of every kind to tell. The current edition is the world as README.md describes it.

import type { PlanProcess } from '../src/domain/law/plan-status.ts';
import type { ZoneSymbol } from '../src/domain/law/zones.ts';

export type Edition = 'earlier' | 'current';

/** The powiat whose own files have two editions; of the other there is only the current one. */
export const CHANGING_POWIAT = '1418';

/** The day of its files; the current ones have dates of their own, all in November. */
export const EARLIER_DAY = '2026-08-24';

/** Parcels that were one: by the id it had, the ids of what became of it. */
export const DIVIDED: Readonly<Record<string, readonly string[]>> = {
  '141803_2.0009.123': ['1', '2', '3', '4', '5'].map((part) => `141803_2.0009.123/${part}`),
};

/** A corner of this parcel was measured anew, and with it of those that share it. */
export const MEASURED_ANEW = '141803_2.0010.701';

/** By how many m² the recorded area was larger. */
export const AREA_CORRECTED: Readonly<Record<string, number>> = { '141803_2.0005.701': 12 };

/** The land use recorded before. */
export const EARLIER_USES: Readonly<Record<string, readonly [string, string?]>> = {
  '141803_2.0005.702': ['RIIIb'],
};

/** Parcels whose building, address, permits, sale or landslide is in the current edition alone. */
export const ADDED_SINCE = {
  building: '141803_2.0006.701',
  address: '141803_2.0006.701',
  permits: '141803_2.0009.123/1',
  sale: '141803_2.0010.701',
  landslide: '141803_2.0004.702',
} as const;

/** A monument of nature that was not yet one. */
export const MONUMENT_SINCE = '141804_5.0004.702';

/** All roads within the borders were still internal here. */
export const INTERNAL_BEFORE = '141803_2.0010';

/** Where a plan stood before. */
type EarlierStep = Readonly<Record<string, { readonly process: PlanProcess; readonly adopted_on: null }>>;

/** General plans before, by gmina: that of Piaseczno was a draft. */
export const EARLIER_GENERAL_PLANS: EarlierStep = {
  '1418043': { process: 'elaboration', adopted_on: null },
};

/** In Lesznowola: another zone in the third built-up cell, and an infill area of the first cell alone. */
export const EARLIER_ZONING = {
  obreb: '141803_2.0004',
  zone: { place: 2, symbol: 'SP' },
  infill_places: 1,
} as const satisfies { obreb: string; zone: { place: number; symbol: ZoneSymbol }; infill_places: number };

/** Where the greatest height was another, in metres. */
export const EARLIER_HEIGHTS_M: Partial<Record<ZoneSymbol, number>> = { SZ: 10 };

/** The zone of 1 % reached so far from the middle of the river. */
export const EARLIER_Q100_HALF_CM = 7_000;

/** Local plans before, by obręb: that of Stara Iwiczna was a draft. */
export const EARLIER_LOCAL_PLANS: EarlierStep = {
  '141803_2.0006': { process: 'elaboration', adopted_on: null },
};

/** Designations before, by obręb and the present symbol. */
export const EARLIER_SYMBOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '141803_2.0007': { '2MN/U': '2U' },
};
