// Rows of a statement that is walked to its end, in pages and as arrays.

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { PAGE_ROWS } from '../row-pages.ts';

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
