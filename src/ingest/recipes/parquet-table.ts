// What the GeoParquet files of all registers have in common: which columns must be there, which powiaty they hold, and how
// one powiat is cut out of them.

import { grownBox } from '../../domain/geometry/box.ts';
import { reproject } from '../../domain/geometry/projection.ts';
import { type Box, STORED_EPSG } from '../../domain/geometry/types.ts';
import { boundsOf } from '../../domain/geometry/wkb.ts';
import { FormatError } from '../formats/format-error.ts';
import { openParquet, type Parquet, type ParquetFilter } from '../formats/parquet.ts';
import type { LoadPart, PowiatyInFile } from '../recipe.ts';
import { placesByCount } from '../rows-by-place.ts';

/** Refuses a table that lacks a column without which nothing can be made of it. */
export async function openTable(path: string, required: readonly string[]): Promise<Parquet> {
  const table = await openParquet(path);
  const held = new Set(table.columns.map((name) => name.toLowerCase()));
  const missing = required.filter((name) => !held.has(name));
  const fault =
    missing.length > 0
      ? {
          found: `the columns ${table.columns.join(', ')}`.slice(0, 500),
          expected: `also ${missing.join(', ')}`,
        }
      : table.epsg === null
        ? {
            found: 'no coordinate system that is known',
            expected: 'GeoParquet in EPSG:2180, PL-2000 or WGS84',
          }
        : null;
  if (fault === null) return table;
  await table[Symbol.asyncDispose]();
  throw new FormatError({ file: path, position: null, ...fault });
}

/** Simplified boundaries, and boxes that were rounded, must not cut off what lies at the edge. */
const MARGIN_M = 1_000;

/** One powiat by the ids of the rows; where its boundary is loaded, row groups elsewhere are not even looked at. */
export function partFilter(
  table: Parquet,
  part: LoadPart | undefined,
  idColumn: string | null,
): ParquetFilter {
  if (part === undefined) return {};
  const { powiat, strays } = part;
  // A stray lies anywhere.
  const box = strays.length > 0 ? null : boxOf(table, part);
  return {
    ...(box === null ? {} : { box }),
    ...(idColumn === null
      ? {}
      : { beginning: { column: idColumn, text: powiat, also: strays, isOdd: namesNoPowiat } }),
  };
}

function boxOf({ epsg }: Parquet, { outline }: LoadPart): Box | null {
  if (outline === null || epsg === null) return null;
  const box = grownBox(boundsOf({ type: 'MultiPolygon', coordinates: outline }), MARGIN_M);
  if (epsg === STORED_EPSG) return box;
  const [minX, minY, maxX, maxY] = box;
  const corners = [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
    ],
  ] as const;
  return boundsOf(reproject(STORED_EPSG, epsg, { type: 'MultiLineString', coordinates: corners }));
}

const namesNoPowiat = (id: string) => !/^\d{4}/.test(id);

/** Of ids that do not begin with the code of a powiat nothing is said here: the rows are issues of whoever reads them. */
export async function powiatyIn(paths: readonly string[], idColumn: string): Promise<PowiatyInFile> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    await using table = await openTable(path, [idColumn]);
    for (const [code, count] of await table.beginnings(idColumn, 4)) {
      if (!namesNoPowiat(code)) counts.set(code, (counts.get(code) ?? 0) + count);
    }
  }
  const { places, strays } = placesByCount(counts);
  return { powiaty: places, strays };
}
