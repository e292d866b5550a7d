// Entries of usage: what one may hold, and the sums of those that are written together, one a row of the table. Knows no database.

import type { UsageEntry } from './accounts.ts';

type Sum = { -readonly [Field in keyof UsageEntry]: UsageEntry[Field] };

const COUNTS = ['requests', 'cost', 'charged', 'refunded'] as const;
const DAY_FORM = /^\d{4}-\d\d-\d\d$/;
const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;

export class UsageSums {
  readonly #sums = new Map<string, Sum>();

  add(entry: UsageEntry): void {
    const row = `${entry.key_id} ${entry.day} ${entry.operation}`;
    const sum = this.#sums.get(row);
    if (sum) for (const count of COUNTS) sum[count] += entry[count];
    else this.#sums.set(row, { ...entry });
  }

  rows(): readonly UsageEntry[] {
    return [...this.#sums.values()];
  }
}

/** What is wrong with it, in words. */
export function findFault(entry: UsageEntry): string | undefined {
  if (!DAY_FORM.test(entry.day)) return `day is ${JSON.stringify(entry.day)}; allowed: YYYY-MM-DD`;
  for (const count of COUNTS) {
    if (!(Number.isSafeInteger(entry[count]) && entry[count] >= 0)) {
      return `${count} is ${entry[count]}; allowed: a whole number from 0`;
    }
  }
  return undefined;
}

export function checkMonth(month: string): void {
  if (!MONTH_FORM.test(month)) throw new RangeError(`month is ${JSON.stringify(month)}; allowed: YYYY-MM`);
}
