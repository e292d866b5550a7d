// EGiB in GeoParquet: 14_dzialki.parquet and 14_budynki.parquet, a voivodeship (or, as 0_, the country) a file. One powiat
// of it is read at a time: its row groups by their statistics, its rows by their ids.

import { basename } from 'node:path';
import { isParquet, type LoadFile } from '../load-files.ts';
import type { LoadPart, PowiatyInFile, ReadItem } from '../recipe.ts';
import type { EgibLoad } from './egib-parcel.ts';
import {
  BUILDING_TABLE_COLUMNS,
  judgeBuildingRow,
  judgeParcelRow,
  PARCEL_TABLE_COLUMNS,
} from './egib-table.ts';
import { openTable, partFilter, powiatyIn } from './parquet-table.ts';

const TABLES = {
  dzialki: { id: 'id_dzialki', columns: PARCEL_TABLE_COLUMNS, judge: judgeParcelRow },
  budynki: { id: 'id_budynku', columns: BUILDING_TABLE_COLUMNS, judge: judgeBuildingRow },
} as const;

const tableOf = (path: string) => TABLES[/budynki/i.test(basename(path)) ? 'budynki' : 'dzialki'];

export async function* readEgibParquet(
  { path, at }: LoadFile,
  seen: EgibLoad,
  part: LoadPart | undefined,
): AsyncGenerator<ReadItem> {
  const { id, columns, judge } = tableOf(path);
  seen.powiat = part?.powiat ?? null;
  await using table = await openTable(path, [id]);
  for await (const rows of table.pages(columns, partFilter(table, part, id))) {
    for (const row of rows) yield* judge(row, table.epsg, at(`row ${row.row}`), seen);
  }
}

/** By the parcels: buildings of a powiat without parcels would be told of nowhere. */
export async function powiatyInParquet(paths: readonly string[]): Promise<PowiatyInFile> {
  const parcels = paths.filter((path) => isParquet(path) && tableOf(path) === TABLES.dzialki);
  return powiatyIn(parcels, TABLES.dzialki.id);
}
