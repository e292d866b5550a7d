// Rows in pages: of a statement that is walked to its end, or of one that begins each page after the last row of the one
// before. The second is for rows that may be written to between two pages.

import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** Some milliseconds of reading. */
export const PAGE_ROWS = 2_000;

export async function* walkPages<R, T>(rows: Iterable<R>, read: (row: R) => T): AsyncGenerator<T[]> {
  let page: T[] = [];
  for (const row of rows) {
    page.push(read(row));
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** `rowsAfter` gives at most a page of rows that come after the one with this key. */
export async function* seekPages<T, K>(
  rowsAfter: (key: K, limit: number) => T[],
  first: K,
  keyOf: (row: T) => K,
): AsyncGenerator<T[]> {
  let key = first;
  for (;;) {
    const page = rowsAfter(key, PAGE_ROWS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE_ROWS) return;
    key = keyOf(last);
  }
}

/** Rows as arrays cost half of rows as objects; R is what the statement selects. */
export function cellsOf<R extends readonly unknown[]>(statement: StatementSync) {
  statement.setReturnArrays(true);
  return {
    all: (...values: SQLInputValue[]): R[] => {
      const rows: unknown = statement.all(...values);
      return rows as R[];
    },
    walk: (...values: SQLInputValue[]): Iterable<R> => {
      const rows: unknown = statement.iterate(...values);
      return rows as Iterable<R>;
    },
  };
}
