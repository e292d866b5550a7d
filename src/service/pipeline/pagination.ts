// Pages over sorted rows: opens the caller's cursor, cuts one page, names the next. One row more than the limit is
// asked for, so that no page costs a count of the whole result.

import type { Page } from '../../contract/answers.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { type Bilingual, phraseOf } from '../../contract/language.ts';
import { PARAMETER_HINTS } from '../../contract/parameter-hints.ts';
import { type CursorKey, makeCursor, openCursor } from './cursor.ts';
import { invalidInput } from './outcome.ts';
import { arrived } from './parse.ts';

export function startOf(
  filters: unknown,
  cursor: string | null | undefined,
  shape: readonly ('string' | 'number')[],
  hint: Bilingual = PARAMETER_HINTS.cursor,
): CursorKey | null {
  if (cursor === null || cursor === undefined) return null;
  const key = openCursor(filters, cursor, shape);
  if (!key) {
    throw invalidInput(phraseOf(FAULTS.foreignCursor, arrived(cursor)), hint);
  }
  return key;
}

/** `rows` holds up to limit + 1 rows in order; the last one only tells that there is more. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  filters: unknown,
  keyOf: (row: T) => CursorKey,
): { rows: T[]; page: Page } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const has_more = rows.length > limit;
  return {
    rows: shown,
    page: {
      limit,
      returned: shown.length,
      has_more,
      next_cursor: has_more && last !== undefined ? makeCursor(filters, keyOf(last)) : null,
    },
  };
}
