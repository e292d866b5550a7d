// The day an answer is given for: that of Europe/Warsaw (contract §6). Pure: the instant is an argument.

const WARSAW = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Warsaw',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** YYYY-MM-DD of an instant in Warsaw. */
export function warsawDay(instant: number | Date): string {
  return WARSAW.format(instant);
}

const HOUR_MS = 3_600_000;

/** When a day begins in Warsaw: one or two hours before it does in UTC. */
export function warsawMidnight(day: string): Date {
  const utc_ms = Date.parse(`${day}T00:00:00Z`);
  const summer_ms = utc_ms - 2 * HOUR_MS;
  return new Date(warsawDay(summer_ms) === day ? summer_ms : utc_ms - HOUR_MS);
}

/** The first day of the month after a month, YYYY-MM. */
export function firstDayAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
