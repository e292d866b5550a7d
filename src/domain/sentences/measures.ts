// Numbers, names and lists as sentences write them. English.

import { pct } from '../law/shares.ts';

/** A piece of ground: its share of the parcel, and its size where that is worth telling. */
export interface Measure {
  readonly share_pct: number;
  readonly m2: number | null;
}

const METRES = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export const squareMetres = (m2: number): string => `${METRES.format(m2)} m²`;

/** 29.73 % (2,407 m²) */
export const shareAndSize = ({ share_pct, m2 }: Measure): string =>
  m2 === null ? pct(share_pct) : `${pct(share_pct)} (${squareMetres(m2)})`;

/** SJ, SU and SP */
export function listed(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** zone SJ; zones SO and SN */
export const zonesNamed = (zones: readonly string[]): string =>
  `zone${zones.length > 1 ? 's' : ''} ${listed(zones)}`;

/** 1 landslide, 2 landslides */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '2026-09-01' → '1 September 2026'. */
export const longDate = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Names may end in a full stop of their own. */
export const unstopped = (text: string): string => text.trim().replace(/[.\s]+$/, '');

export const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

export const since = (day: string | null): string => (day === null ? '' : ` since ${day}`);
