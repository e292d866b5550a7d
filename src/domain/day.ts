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
