// The parameter datetime of OGC API Features Part 1 (7.15.4): an instant or an interval, open at either end. What we know of time is known
// by the day, so that instants count as their days.

import { INSTANT_PATTERN } from '../../contract/datetime-pattern.ts';
import { phraseOf } from '../../contract/language.ts';
import { FEATURE_FAULTS, FEATURE_HINTS } from '../../contract/watch-sentences.ts';
import { invalidInput } from './outcome.ts';

/** YYYY-MM-DD, both included; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

const INSTANT = new RegExp(`^${INSTANT_PATTERN}$`);
const DAY_CHARACTERS = 10;

export function parseDatetime(text: string): DayRange {
  const [first = '', last = first, ...others] = text.split('/');
  const isInterval = text.includes('/');
  const from = dayOf(first, isInterval);
  const to = dayOf(last, isInterval);
  const isReversed = typeof from === 'string' && typeof to === 'string' && from > to;
  if (from === undefined || to === undefined || others.length > 0 || isReversed)
    throw invalidInput(phraseOf(FEATURE_FAULTS.datetime, text.slice(0, 80)), FEATURE_HINTS.datetime);
  return { from, to };
}

/** Null for an open end, undefined for what is no instant. */
function dayOf(text: string, isEnd: boolean): string | null | undefined {
  if (isEnd && (text === '' || text === '..')) return null;
  const day = text.slice(0, DAY_CHARACTERS);
  return INSTANT.test(text) && isDay(day) ? day : undefined;
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** Whether something that is there from one day to another (null: open) is there in the range. */
export const isWithin = ({ from, to }: DayRange, since: string | null, until: string | null): boolean =>
  (to === null || since === null || since <= to) && (from === null || until === null || until >= from);
