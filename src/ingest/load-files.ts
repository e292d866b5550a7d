// The files of one load: which of them a recipe reads, and how a place in one of them is named when there are several.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeNames, exampleOf } from './file-names.ts';
import { openDbf } from './formats/dbf.ts';
import { FormatError } from './formats/format-error.ts';
import { besideOf } from './formats/shp-files.ts';
import type { Recipe } from './recipe.ts';

export interface LoadFile {
  readonly path: string;
  /** "line 5" alone, or with the name of the file where the load has several. */
  readonly at: (place: string) => string;
}

/**
 * GeoParquet and packages of BDOT10k have one class a file. What belongs together is one load, led by the first: parcels with
 * their buildings. Apart, axes of roads would take away carriageways.
 */
const TOGETHER = [
  ['_dzialki.parquet', '_budynki.parquet', '_lokale.parquet'],
  ...['parquet', 'xml', 'gml', 'gpkg', 'shp'].map((form) =>
    ['OT_BUBD_A', 'OT_SKJZ_L', 'OT_SKDR_L'].map((name) => `${name}.${form}`),
  ),
];

/** The names of the files that are loaded with this one, if they lie beside it. */
export function companionsOf(name: string): string[] {
  return TOGETHER.flatMap((endings) => {
    const at = endings.findIndex((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
    const start = name.slice(0, name.length - (endings[at]?.length ?? 0));
    return at < 0 ? [] : endings.slice(at + 1).map((ending) => start + ending);
  });
}

export const isParquet = (path: string): boolean => /\.parquet$/i.test(path);

export function withCompanions(path: string): string[] {
  const beside = companionsOf(basename(path)).map((name) => join(dirname(path), name));
  return [path, ...beside.filter((other) => existsSync(other))];
}

/** What is read along with a file: the tables of a shapefile. */
export const BESIDE = /\.(dbf|shx|prj|cpg|sbn|sbx|qix|shp\.xml)$/i;

const MOST_NAMED = 5;

/** The files of an archive that nobody reads, in a line that names the first of them. */
export function describeUnread(
  paths: readonly string[],
  { files, source }: Pick<Recipe, 'files' | 'source'>,
): string[] {
  if (paths.length === 1) return [];
  const names = paths.filter((path) => !files.test(path) && !BESIDE.test(path)).map((path) => basename(path));
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`${names.slice(0, MOST_NAMED).join(', ')}${more}, not read for ${source}`];
}

/** Rows of shapefiles that their tables mark as deleted: they are not read. A table that is broken, its reader tells. */
export function describeDeleted(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /\.shp$/i.test(path))
    .flatMap((path) => {
      const table = besideOf(path, 'dbf');
      const deleted = table === null ? 0 : deletedIn(table);
      return deleted === 0 ? [] : [`${deleted} rows of ${basename(path)} that are marked as deleted`];
    });
}

function deletedIn(table: string): number {
  try {
    using dbf = openDbf(table);
    return dbf.countDeleted();
  } catch (error) {
    if (error instanceof FormatError) return 0;
    throw error;
  }
}

/** Told beside data, never data. */
const DOCUMENT = /\.(pdf|txt|docx?|odt|rtf|html?|md|jpe?g|png)$/i;

/** A single file is taken whatever it is called: someone named it. Of an archive only what the pattern matches, and no document. */
export function filesOf(
  paths: readonly string[],
  { files, names }: Pick<Recipe, 'files' | 'names'>,
  name: string,
): LoadFile[] {
  const isAsNamed = (path: string) => name.startsWith(basename(path)) || !DOCUMENT.test(path);
  const wanted = paths.filter((path) => files.test(path) || (paths.length === 1 && isAsNamed(path)));
  if (wanted.length === 0) {
    const came = paths.map((path) => basename(path)).join(', ');
    const found = came === '' ? 'an archive without files' : `the files ${came}`.slice(0, 500);
    const expected = `a file such as ${describeNames(names.filter((form) => files.test(exampleOf(form))))}`;
    throw new FormatError({ file: name, position: null, found, expected });
  }
  const isAlone = wanted.length === 1;
  return wanted.map((path) => ({
    path,
    at: (place) => (isAlone ? place : `${basename(path)}, ${place}`),
  }));
}
