// The moment, as the service needs it: an instant, the day in Warsaw, the month for quotas. The only reader of the
// system clock beside logs; tests pass another one.

import { warsawDay } from '../../domain/day.ts';

export interface Clock {
  now(): Date;
  monotonic_ms(): number;
  day(): string;
  /** The Warsaw month, its length, and the seconds until the next begins. */
  month(): { month: string; window_s: number; reset_s: number };
}

const DAY_S = 86_400;

export function createClock(instant: () => number = Date.now): Clock {
  // Formatting a time zone costs microseconds: the day is worked out once a second at most.
  let known_s = Number.NaN;
  let day = '';
  const today = () => {
    const second = Math.floor(instant() / 1000);
    if (second !== known_s) {
      known_s = second;
      day = warsawDay(instant());
    }
    return day;
  };
  return {
    now: () => new Date(instant()),
    monotonic_ms: () => performance.now(),
    day: today,
    month: () => {
      const month = today().slice(0, 7);
      const [year = 0, number = 1] = month.split('-').map(Number);
      const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
      // To the hour: the change to summer time moves the end of two months by one.
      const reset_s = Math.ceil((Date.UTC(year, number, 1) - instant()) / 1000);
      return { month, window_s: days * DAY_S, reset_s: Math.max(1, reset_s) };
    },
  };
}
