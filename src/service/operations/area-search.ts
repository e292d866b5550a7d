// The parcels that share ground with an area, in the order of their ids (contract §8). The store gives them cell by cell; what
// the edge of the area may cut is judged by exact geometry. Reads about as many rows as a page shows, however large the area.

import { phraseOf } from '../../contract/language.ts';
import { TABLE_FAULTS, TABLE_HINTS } from '../../contract/table-sentences.ts';
import { MOST_SQUARES } from '../../domain/geometry/area-squares.ts';
import { type SearchCell, SearchedArea } from '../../domain/geometry/searched-area.ts';
import type { MultiPolygon } from '../../domain/geometry/types.ts';
import type { ListedParcel, SoughtCell } from '../../store/reads.ts';
import { inSteps } from '../pipeline/event-loop.ts';
import { invalidInput } from '../pipeline/outcome.ts';
import type { Context } from '../snapshot/context.ts';

/** Rows beyond a page that are read of a cell at first, for those that turn out to lie outside. */
const SPARE_ROWS = 100;

/** The first so many behind an id. */
export async function parcelsOf(
  context: Context,
  polygons: MultiPolygon,
  after: string,
  enough: number,
): Promise<ListedParcel[]> {
  const { pause } = context;
  using area = await inSteps(SearchedArea.of(polygons), pause);
  if (!area) throw invalidInput(phraseOf(TABLE_FAULTS.spread, MOST_SQUARES), TABLE_HINTS.splitArea);
  const found: ListedParcel[] = [];
  for (let [from, limit] = [after, enough + SPARE_ROWS]; ; limit *= 4) {
    const { rows, end } = await readFirst(context, area.cells, from, limit);
    for (const row of rows) {
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

/** The first so many in all cells together, each once; and the last of them where there are others behind it. */
interface FirstRows {
  rows: ListedParcel[];
  end: string | null;
}

async function readFirst(
  { reads, pause }: Context,
  cells: readonly SearchCell[],
  after: string,
  limit: number,
): Promise<FirstRows> {
  const first: FirstRows = { rows: [], end: null };
  const cut = () => {
    if (cells.length > 1) first.rows = distinct(first.rows);
    if (first.rows.length <= limit) return;
    first.rows.length = limit;
    first.end = first.rows.at(-1)?.id ?? null;
  };
  for await (const page of reads.parcelsInCells(soughtCells(cells, first), after, limit + 1)) {
    first.rows.push(...page);
    if (first.rows.length > 2 * limit) cut();
    await pause?.();
  }
  cut();
  return first;
}

/**
 * What lies behind enough others need not be read. Not a closure of readFirst: V8 puts the map of each generator function straight
 * into the old generation, where that of a closure would hold on to the rows of its request until a full garbage collection.
 */
function* soughtCells(cells: readonly SearchCell[], first: FirstRows): Generator<SoughtCell> {
  for (const cell of cells) yield first.end === null ? cell : { ...cell, up_to: first.end };
}

/** In the order of ids. They come in sorted runs, of which sorting makes use. */
function distinct(rows: ListedParcel[]): ListedParcel[] {
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return rows.filter(({ id }, at) => id !== rows[at - 1]?.id);
}
