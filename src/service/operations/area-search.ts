// The parcels that share ground with an area, in the order of their ids (contract §8). The store gives them cell by cell; what
// the edge of the area may cut is judged by exact geometry. Reads about as many rows as a page shows, however large the area.

import { phraseOf } from '../../contract/language.ts';
import { TABLE_FAULTS, TABLE_HINTS } from '../../contract/table-sentences.ts';
import type { SearchCell, SearchedArea } from '../../domain/geometry/searched-area.ts';
import type { ListedParcel } from '../../store/reads.ts';
import { invalidInput } from '../pipeline/outcome.ts';
import type { Context } from '../snapshot/context.ts';

/** Rows beyond a page that are read of a cell at first, for those that turn out to lie outside. */
const SPARE_ROWS = 100;

/** A compact area of the largest size takes fewer than a hundred; a strip has one for each 300 m of its length. */
const MOST_CELLS = 300;

/** The first so many behind an id. */
export async function parcelsOf(
  { reads, pause }: Context,
  area: SearchedArea,
  after: string,
  enough: number,
): Promise<ListedParcel[]> {
  const cells: SearchCell[] = [];
  for (const cell of area.cells()) {
    if (cell) cells.push(cell);
    if (cells.length > MOST_CELLS)
      throw invalidInput(phraseOf(TABLE_FAULTS.spread, MOST_CELLS), TABLE_HINTS.splitArea);
    const paused = pause?.();
    if (paused) await paused;
  }
  const found: ListedParcel[] = [];
  for (let [from, limit] = [after, enough + SPARE_ROWS]; ; limit *= 4) {
    const rows: ListedParcel[] = [];
    // Behind the last row of a cell that was cut short there may be others.
    let end: string | null = null;
    for await (const page of reads.parcelsInCells(cells, from, limit)) {
      rows.push(...page);
      const last = page.length < limit ? undefined : page.at(-1)?.id;
      if (last !== undefined && (end === null || last < end)) end = last;
      await pause?.();
    }
    // Sorted already where there is one cell; else in sorted runs, which costs little more.
    if (cells.length > 1) rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    let before = '';
    for (const row of rows) {
      if (end !== null && row.id > end) break;
      if (row.id === before) continue;
      before = row.id;
      if (row.outline) {
        const paused = pause?.();
        if (paused) await paused;
        if (!area.overlaps(row.outline)) continue;
      }
      found.push(row);
      if (found.length === enough) return found;
    }
    if (end === null) return found;
    from = end;
  }
}
