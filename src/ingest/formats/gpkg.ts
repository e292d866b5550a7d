// GeoPackage → rows of its layers, one at a time, read-only and leaving nothing beside the file. Only the columns
// that are named are read: what nobody may keep never leaves the file. A file that is cut short or damaged is
// refused before its first row. Knows no layer and no register.

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Geometry } from '../../domain/geometry/types.ts';
import { decodeGeoPackageGeometry, GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { FormatError } from './format-error.ts';

export interface GpkgLayer {
  readonly name: string;
  readonly columns: string[];
  /** Null for tables of attributes alone. */
  readonly geometryColumn: string | null;
  readonly srsId: number | null;
  readonly count: number;
}

export interface GpkgRow {
  /** The fid. */
  readonly row: number;
  /** By the names that were asked for. */
  readonly values: Record<string, string | number | null>;
  readonly geometry: Geometry | null;
  /** Why the geometry could not be read; the row's values are still good. */
  readonly geometryError: string | null;
}

export interface Gpkg extends Disposable {
  layers(): GpkgLayer[];
  /** Column names match in any case; a column that the layer lacks gives null. */
  rows(layer: string, columns: readonly string[]): Iterable<GpkgRow>;
  /** How many rows have a text in the column that begins so, by the beginning; the most frequent first. */
  beginnings(layer: string, column: string, length: number): Map<string, number>;
  close(): void;
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Undefined systems of the GeoPackage standard (1.1.2): the blob makes no statement. */
const UNSTATED_SRS_IDS = [0, -1];

export function openGpkg(path: string): Gpkg {
  checkComplete(path);
  // Immutable: no locks and no side files, so the folder may be read-only.
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = attempt(path, () => new DatabaseSync(url, { readOnly: true }));
  const close = () => {
    if (database.isOpen) database.close();
  };
  try {
    const layers = attempt(path, () => readLayers(database, path));
    return {
      layers: () => layers,
      rows: (name, columns) => {
        const layer = layers.find((candidate) => candidate.name === name);
        if (layer !== undefined) return readRows(database, path, layer, columns);
        const expected = `one of ${layers.map((candidate) => candidate.name).join(', ') || 'none'}`;
        throw new FormatError({ file: path, position: null, found: `no layer ${name}`, expected });
      },
      beginnings: (name, column, length) =>
        attempt(path, () => countBeginnings(database, name, column, length)),
      close,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** SQLite itself reads a file cut at the end until it misses a page: here that shows before the first row. */
function checkComplete(path: string): void {
  const refuse = (found: string, expected: string) =>
    new FormatError({ file: path, position: null, found, expected });
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, HEADER_BYTES, 0) === 0) throw refuse('nothing', 'a GeoPackage (SQLite 3)');
  } finally {
    closeSync(file);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw refuse(`a file that begins "${header.toString('latin1', 0, 16)}"`, 'a GeoPackage (SQLite 3)');
  }
  // The SQLite file format, 1.3: page size at 16 (1 stands for 65536), page count at 28, which holds only if
  // the change counters at 24 and 92 agree.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isCountValid = header.readUInt32BE(24) === header.readUInt32BE(92) && header.readUInt32BE(28) > 0;
  const { size } = statSync(path);
  if (isCountValid && size < header.readUInt32BE(28) * pageSize) {
    throw refuse(`${size} bytes`, `${header.readUInt32BE(28)} pages of ${pageSize} bytes`);
  }
  if (size % pageSize !== 0) throw refuse(`${size} bytes`, `whole pages of ${pageSize} bytes`);
  for (const journal of [`${path}-wal`, `${path}-journal`]) {
    if (existsSync(journal) && statSync(journal).size > 0) {
      throw refuse(`unfinished changes in ${journal}`, 'a finished file alone');
    }
  }
}

/**
 * A view or a virtual table is a program of whoever made the file, and may never come to an end; tables are as long as the file.
 * https://sqlite.org/schematab.html: only tables and indexes have a root page.
 */
function requireTable(database: DatabaseSync, file: string, name: string): void {
  const isProgram = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = lower(?) AND type <> 'index' AND rootpage = 0")
    .get(name);
  if (!isProgram) return;
  const found = `${name}, which is worked out while it is read (a view or virtual table)`;
  throw new FormatError({ file, position: null, found, expected: 'a table; export the layer as one' });
}

function readLayers(database: DatabaseSync, path: string): GpkgLayer[] {
  for (const table of ['gpkg_contents', 'gpkg_geometry_columns']) requireTable(database, path, table);
  const contents = database.prepare(
    `SELECT c.table_name AS name, g.column_name AS geometry_column, coalesce(g.srs_id, c.srs_id) AS srs_id
     FROM gpkg_contents c LEFT JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
     WHERE c.data_type IN ('features', 'attributes') ORDER BY c.rowid`,
  );
  return contents.all().map((content) => {
    const name = String(content.name);
    requireTable(database, path, name);
    checkSound(database, path, name);
    const geometryColumn = content.geometry_column ?? null;
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(name);
    return {
      name,
      columns: columns.map((column) => String(column.name)),
      geometryColumn: geometryColumn === null ? null : String(geometryColumn),
      srsId: content.srs_id == null ? null : Number(content.srs_id),
      count: Number(database.prepare(`SELECT count(*) AS count FROM ${quote(name)}`).get()?.count),
    };
  });
}

/** Costs about a fifteenth of reading the rows (130 ms for 230 MB), and rows lost to damage show no other way. */
function checkSound(database: DatabaseSync, file: string, layer: string): void {
  const verdict = database.prepare(`PRAGMA quick_check(${quote(layer)})`).get()?.quick_check;
  if (verdict === 'ok') return;
  const position = `layer ${layer}`;
  throw new FormatError({ file, position, found: String(verdict), expected: 'a sound GeoPackage' });
}

function countBeginnings(database: DatabaseSync, layer: string, column: string, length: number) {
  const counts = database
    .prepare(
      `SELECT substr(trim(${quote(column)}), 1, ?) AS beginning, count(*) AS count FROM ${quote(layer)}
       WHERE typeof(${quote(column)}) = 'text' GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    .all(length);
  return new Map(counts.map((row) => [String(row.beginning), Number(row.count)]));
}

function* readRows(
  database: DatabaseSync,
  path: string,
  layer: GpkgLayer,
  columns: readonly string[],
): Generator<GpkgRow> {
  const actual = new Map(layer.columns.map((column) => [column.toLowerCase(), column]));
  const select = (column: string | null | undefined) => (column == null ? 'NULL' : quote(column));
  const cells = columns.map((column, i) => `${select(actual.get(column.toLowerCase()))} AS value_${i}`);
  const results = ['rowid AS fid', `${select(layer.geometryColumn)} AS geometry`, ...cells];
  let position = 'before the first row';
  const rows = attempt(path, () => {
    const statement = database.prepare(`SELECT ${results.join(', ')} FROM ${quote(layer.name)}`);
    // Integers beyond 2^53 would otherwise throw and take the file with them.
    statement.setReadBigInts(true);
    return statement.iterate();
  });
  for (;;) {
    const { value: result, done } = attempt(path, () => rows.next(), `layer ${layer.name}, ${position}`);
    if (done === true) return;
    const row = Number(result.fid);
    position = `after row ${row}`;
    const values: GpkgRow['values'] = {};
    for (const [i, column] of columns.entries()) {
      values[column] = toValue(result[`value_${i}`], path, `layer ${layer.name}, row ${row}, ${column}`);
    }
    yield { row, values, ...toGeometry(result.geometry, layer.srsId) };
  }
}

function toValue(value: SQLOutputValue | undefined, file: string, position: string): string | number | null {
  if (value instanceof Uint8Array) {
    throw new FormatError({ file, position, found: 'bytes', expected: 'text or a number' });
  }
  if (typeof value !== 'bigint') return value ?? null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function toGeometry(
  blob: SQLOutputValue | undefined,
  layerSrsId: number | null,
): Pick<GpkgRow, 'geometry' | 'geometryError'> {
  if (blob === null || blob === undefined) return { geometry: null, geometryError: null };
  if (!(blob instanceof Uint8Array)) {
    return { geometry: null, geometryError: `found a ${typeof blob}; expected a geometry blob` };
  }
  try {
    const { srsId, geometry } = decodeGeoPackageGeometry(blob);
    if (srsId === layerSrsId || UNSTATED_SRS_IDS.includes(srsId)) return { geometry, geometryError: null };
    return { geometry: null, geometryError: `found srs_id ${srsId}; expected ${layerSrsId} as in the layer` };
  } catch (error) {
    if (!(error instanceof GeometryFormatError)) throw error;
    return { geometry: null, geometryError: error.message };
  }
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** What SQLite cannot do with the file is a fault of the file. */
function attempt<T>(file: string, action: () => T, position: string | null = null): T {
  try {
    return action();
  } catch (cause) {
    const isSqliteError = cause instanceof Error && 'errcode' in cause;
    if (!isSqliteError) throw cause;
    throw new FormatError(
      { file, position, found: cause.message, expected: 'a sound GeoPackage' },
      { cause },
    );
  }
}
