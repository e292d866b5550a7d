// The state of a file that does not say it: the newest day met in it.

export class NewestDay {
  day: string | null = null;

  /** Takes any text that begins with YYYY-MM-DD and passes over others. */
  add(text: string | null | undefined): void {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
    if (day !== undefined && (this.day === null || day > this.day)) this.day = day;
  }
}
