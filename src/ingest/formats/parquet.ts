// GeoParquet → rows, a part of a row group at a time. Only the columns that are named are read: what nobody may keep never
// leaves the file. Row groups that cannot hold what is wanted are passed over by their statistics. Knows no register.

import type { FileHandle } from 'node:fs/promises';
import { type FileMetaData, parquetSchema } from 'hyparquet';
import { boxesMeet } from '../../domain/geometry/box.ts';
import type { Epsg } from '../../domain/geometry/projection.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { decodeWkb, GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { FormatError } from './format-error.ts';
import type { GpkgRow } from './gpkg.ts';
import {
  type ByteCells,
  type ColumnRequest,
  openParquetFile,
  type ParquetCell,
  readMetadata,
  type ValueCells,
} from './parquet-column.ts';
import { type GeoColumn, geoColumnOf } from './parquet-geo.ts';
import { closeApart, decodeApart } from './parquet-thread.ts';

/** As of a GeoPackage; rows are counted from 1. */
export type ParquetRow = GpkgRow;

/** What is wanted of the file; row groups whose statistics tell that they hold nothing of it are not read. */
export interface ParquetFilter {
  /** In the system of the file. */
  readonly box?: Box;
  /** Rows whose text in the column begins so, and those that `isOdd` says must not be passed over in silence. */
  readonly beginning?: {
    readonly column: string;
    readonly text: string;
    /** Other beginnings that are wanted too. */
    readonly also?: readonly string[];
    readonly isOdd?: (text: string) => boolean;
  };
}

export interface Parquet extends AsyncDisposable {
  readonly columns: readonly string[];
  readonly count: number;
  /** Null where no column holds geometry or its system is not one of ours. */
  readonly epsg: Epsg | null;
  /** Column names match in any case; a column that the file lacks gives null. */
  pages(columns: readonly string[], filter?: ParquetFilter): AsyncGenerator<Iterable<ParquetRow>>;
  /** The first so many characters of a column, with how many rows begin so; nothing else is read. */
  beginnings(column: string, length: number): Promise<Map<string, number>>;
  /** How many row groups a filter leaves to be read, of all. */
  groups(filter: ParquetFilter): { readonly read: number; readonly all: number };
}

/** Tens of megabytes of parcels. GDAL makes row groups of so many rows, others of up to a million; a dictionary is read anew for each part. */
const ROWS_AT_ONCE = 65_536;
/** No official column comes near; what claims more is not unpacked into memory. */
const MAX_CHUNK_BYTES = 2_000_000_000;

/** Writers make at most some millions. */
const MAX_GROUP_ROWS = 100_000_000n;

/** `mostSeconds` is for tests of files that would take for ever. */
export async function openParquet(path: string, mostSeconds?: number): Promise<Parquet> {
  const file = await openParquetFile(path);
  const { handle, size } = file;
  try {
    await checkMarks(handle, path, size);
    const metadata = await attempt(path, null, () => readMetadata(file));
    checkSizes(metadata, path, size);
    const names = parquetSchema(metadata).children.map((child) => child.element.name);
    const geo = geoColumnOf(metadata, names, path);
    const groups = groupsOf(metadata);
    const wanted = (filter: ParquetFilter) =>
      groups.filter((group) => mayHold(metadata, group.at, geo, names, filter));

    return {
      columns: names,
      count: Number(metadata.num_rows),
      epsg: geo?.epsg ?? null,
      groups: (filter) => ({ read: wanted(filter).length, all: groups.length }),
      async *pages(columns, filter = {}) {
        const table = new ColumnReader({ path, names, geo: geo?.name ?? null, mostSeconds });
        for (const { start, end } of wanted(filter)) {
          for (let from = start; from < end; from += ROWS_AT_ONCE) {
            const page = await table.read(columns, filter, from, Math.min(end, from + ROWS_AT_ONCE));
            if (page !== null) yield page;
          }
        }
      },
      async beginnings(column, length) {
        const table = new ColumnReader({ path, names, geo: null, mostSeconds });
        const counts = new Map<string, number>();
        for (const { start, end } of groups) {
          for (let from = start; from < end; from += ROWS_AT_ONCE) {
            const page = await table.read([column], {}, from, Math.min(end, from + ROWS_AT_ONCE));
            for (const { values } of page ?? []) {
              const text = String(values[column] ?? '').slice(0, length);
              counts.set(text, (counts.get(text) ?? 0) + 1);
            }
          }
        }
        return counts;
      },
      async [Symbol.asyncDispose]() {
        await closeApart();
        await handle.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface OpenFile {
  readonly path: string;
  readonly names: readonly string[];
  readonly geo: string | null;
  readonly mostSeconds: number | undefined;
}

class ColumnReader {
  readonly #file: OpenFile;
  readonly #actual: ReadonlyMap<string, string>;

  constructor(file: OpenFile) {
    this.#file = file;
    this.#actual = new Map(file.names.map((name) => [name.toLowerCase(), name]));
  }

  /** Null where no row of the range is wanted: then only the column that tells is read. */
  async read(
    columns: readonly string[],
    { beginning }: ParquetFilter,
    from: number,
    to: number,
  ): Promise<Iterable<ParquetRow> | null> {
    const { path, geo } = this.#file;
    const nameOf = (column: string) => this.#actual.get(column.toLowerCase());
    const position = `rows ${from + 1} to ${to}`;
    return attempt(path, position, async () => {
      const telling = beginning && nameOf(beginning.column);
      const told = telling === undefined ? null : await this.#values(telling, from, to);
      const isWanted = (at: number) => {
        if (beginning === undefined) return true;
        const text = String(cellAt(told, at) ?? '');
        return (
          beginningsIn(beginning).some((start) => text.startsWith(start)) || beginning.isOdd?.(text) === true
        );
      };
      const range = wantedRange(to - from, isWanted);
      if (range === null) return null;
      const [start, end] = [from + range.first, from + range.end];
      const geometries = geo === null ? null : await this.#bytes(geo, start, end);
      const values: [string, ValueCells | null][] = [];
      for (const column of columns) {
        const name = nameOf(column);
        const isTold = name !== undefined && name === telling;
        const cells = isTold
          ? told && partOf(told, range.first, range.end)
          : name === undefined
            ? null
            : await this.#values(name, start, end);
        values.push([column, cells]);
      }
      return rowsOf(end - start, start, (at) => isWanted(range.first + at), geometries, values);
    });
  }

  async #values(column: string, from: number, to: number): Promise<ValueCells | null> {
    const answer = await this.#decode({ path: this.#file.path, column, from, to, as: 'values' });
    return 'values' in answer ? answer.values : null;
  }

  async #bytes(column: string, from: number, to: number): Promise<ByteCells | null> {
    const answer = await this.#decode({ path: this.#file.path, column, from, to, as: 'bytes' });
    return 'cells' in answer ? answer.cells : null;
  }

  #decode(request: ColumnRequest) {
    return decodeApart(request, this.#file.mostSeconds);
  }
}

/** From the first row that is wanted to the last; null where none is. Rows of a powiat stand together. */
function wantedRange(
  count: number,
  isWanted: (at: number) => boolean,
): { first: number; end: number } | null {
  let first = 0;
  while (first < count && !isWanted(first)) first += 1;
  if (first === count) return null;
  let end = count;
  while (!isWanted(end - 1)) end -= 1;
  return { first, end };
}

function* rowsOf(
  count: number,
  from: number,
  isWanted: (at: number) => boolean,
  geometries: ByteCells | null,
  columns: readonly (readonly [string, ValueCells | null])[],
): Generator<ParquetRow> {
  for (let at = 0; at < count; at += 1) {
    if (!isWanted(at)) continue;
    const values: ParquetRow['values'] = {};
    for (const [column, cells] of columns) values[column] = cellAt(cells, at);
    yield { row: from + at + 1, values, ...geometryAt(geometries, at) };
  }
}

const cellAt = (cells: ValueCells | null, row: number): ParquetCell =>
  cells?.values[cells.at ? (cells.at[row] ?? -1) : row] ?? null;

const partOf = ({ values, at }: ValueCells, first: number, end: number): ValueCells =>
  at ? { values, at: at.subarray(first, end) } : { values: values.slice(first, end), at };

function geometryAt(cells: ByteCells | null, at: number): Pick<ParquetRow, 'geometry' | 'geometryError'> {
  if (cells === null || cells.isNull[at]) return { geometry: null, geometryError: null };
  const start = at === 0 ? 0 : cells.ends[at - 1];
  try {
    return { geometry: decodeWkb(cells.bytes.subarray(start, cells.ends[at])), geometryError: null };
  } catch (error) {
    if (!(error instanceof GeometryFormatError)) throw error;
    return { geometry: null, geometryError: error.message };
  }
}

interface Group {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

function groupsOf(metadata: FileMetaData): Group[] {
  let start = 0;
  return metadata.row_groups.map((group, at) => {
    const end = start + Number(group.num_rows);
    const found = { at, start, end };
    start = end;
    return found;
  });
}

/** False only where the statistics of the row group say so. */
function mayHold(
  metadata: FileMetaData,
  at: number,
  geo: GeoColumn | null,
  names: readonly string[],
  { box, beginning }: ParquetFilter,
): boolean {
  const columns = metadata.row_groups[at]?.columns ?? [];
  const bounds = geo?.boundsOf(columns) ?? null;
  if (box && bounds && !boxesMeet(box, bounds)) return false;
  if (!beginning) return true;
  const name = names.find((candidate) => candidate.toLowerCase() === beginning.column.toLowerCase());
  const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name);
  const [least, most] = [chunk?.meta_data?.statistics?.min_value, chunk?.meta_data?.statistics?.max_value];
  return beginningsIn(beginning).some(
    (text) =>
      !(typeof least === 'string' && least.slice(0, text.length) > text) &&
      !(typeof most === 'string' && most.slice(0, text.length) < text),
  );
}

const beginningsIn = ({ text, also = [] }: NonNullable<ParquetFilter['beginning']>): string[] => [
  text,
  ...also,
];

const MARK = 'PAR1';

/** A file cut short has lost its end, where everything about it stands. */
async function checkMarks(handle: FileHandle, file: string, size: number): Promise<void> {
  const read = async (position: number) =>
    (await handle.read({ buffer: Buffer.alloc(4), position })).buffer.toString('latin1');
  const [head, tail] = size < 12 ? ['', ''] : [await read(0), await read(size - 4)];
  if (head === MARK && tail === MARK) return;
  const found = head === MARK ? 'a file cut short' : `a file that begins "${head.replaceAll('\0', '.')}"`;
  throw new FormatError({ file, position: null, found, expected: 'GeoParquet (PAR1 at both ends)' });
}

/** What the footer claims is held against the file before anything is unpacked. */
function checkSizes(metadata: FileMetaData, file: string, size: number): void {
  const rows = metadata.row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  const isOdd = metadata.row_groups.some(({ num_rows }) => num_rows < 0n || num_rows > MAX_GROUP_ROWS);
  if (isOdd || rows !== metadata.num_rows) {
    const found = `row groups of ${rows} rows`;
    throw new FormatError({ file, position: null, found, expected: `${metadata.num_rows} rows` });
  }
  for (const [at, group] of metadata.row_groups.entries()) {
    for (const { meta_data } of group.columns) {
      const name = meta_data?.path_in_schema.join('.') ?? '';
      const position = `row group ${at + 1}, column ${name}`;
      const packed = Number(meta_data?.total_compressed_size ?? 0);
      const unpacked = Number(meta_data?.total_uncompressed_size ?? 0);
      if (packed <= size && unpacked <= MAX_CHUNK_BYTES) continue;
      const found = `${packed} bytes that become ${unpacked}`;
      const expected = `at most ${size} that become ${MAX_CHUNK_BYTES}`;
      throw new FormatError({ file, position, found, expected });
    }
  }
}

/** What the library cannot do with the bytes is a fault of the file. */
async function attempt<T>(file: string, position: string | null, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof FormatError && cause.problem.file === null) {
      throw new FormatError({ ...cause.problem, file, position }, { cause });
    }
    if (cause instanceof FormatError || !(cause instanceof Error) || 'syscall' in cause) throw cause;
    const found = cause.message;
    throw new FormatError({ file, position, found, expected: 'a sound GeoParquet file' }, { cause });
  }
}
