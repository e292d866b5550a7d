// Rows of a back end in pages, each begun after the last row of the one before: between two pages rows may be written.

/** Some milliseconds of reading. */
export const PAGE_ROWS = 2_000;

/** `rowsAfter` gives at most a page of rows that come after the one with this key. */
export async function* seekPages<T, K>(
  rowsAfter: (key: K, limit: number) => readonly T[] | Promise<readonly T[]>,
  first: K,
  keyOf: (row: T) => K,
): AsyncGenerator<readonly T[]> {
  let key = first;
  for (;;) {
    const page = await rowsAfter(key, PAGE_ROWS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE_ROWS) return;
    key = keyOf(last);
  }
}
