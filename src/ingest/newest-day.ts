// The state of a file that does not say it: the newest day met in it; and which days of a register are to be believed.

import { statSync } from 'node:fs';
import { warsawDay } from '../domain/day.ts';

export class NewestDay {
  day: string | null = null;

  /** Takes any text that begins with YYYY-MM-DD and passes over others. */
  add(text: string | null | undefined): void {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
    if (day !== undefined && (this.day === null || day > this.day)) this.day = day;
  }
}

/** The day a file was written here: what it tells of happened before. */
export const dayWritten = (path: string): string => warsawDay(statSync(path).mtimeMs);

/** Registers kept by hand hold slips of the pen, 0209 for 2009 and 9202 for 2022: null for a day that cannot be. */
export function plausibleDay(text: string | null | undefined, last: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  if (day === undefined || day < '1990-01-01' || day > last) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
