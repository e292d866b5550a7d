// GeoParquet → rows, a part of a row group at a time. Only the columns that are named are read: what nobody may keep never
// leaves the file. Row groups that cannot hold what is wanted are passed over by their statistics. Knows no register.

import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { boxesMeet } from '../../domain/geometry/box.ts';
import type { Epsg } from '../../domain/geometry/projection.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { decodeWkb, GeometryFormatError } from '../../domain/geometry/wkb.ts';
import { FormatError } from './format-error.ts';
import type { GpkgRow } from './gpkg.ts';
import { type GeoColumn, geoColumnOf } from './parquet-geo.ts';

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

/** Some megabytes of parcels. Writers make row groups of up to a million rows. */
const ROWS_AT_ONCE = 32_768;
/** No official column comes near; what claims more is not unpacked into memory. */
const MAX_CHUNK_BYTES = 2_000_000_000;

/** Writers make at most some millions. */
const MAX_GROUP_ROWS = 100_000_000n;

/** Where the runtime has the codec it is several times as fast; the library has the others. */
const CODECS: Compressors = {
  ...compressors,
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
};

/** Times as the text that other formats have; geometry as the bytes it is. */
const PARSERS = {
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes,
};

export async function openParquet(path: string): Promise<Parquet> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    await checkMarks(handle, path, size);
    const file = {
      byteLength: size,
      // Nothing where the file has no such bytes: the library starts several reads at once and a rejection of one that it
      // does not wait for would end the process. It then misses the bytes and says so.
      async slice(start: number, end = size) {
        const isWithin = start >= 0 && start <= end && end <= size;
        const buffer = new ArrayBuffer(isWithin ? end - start : 0);
        if (isWithin) await handle.read(new Uint8Array(buffer), 0, end - start, start);
        return buffer;
      },
    };
    const metadata = await attempt(path, null, () => parquetMetadataAsync(file, { geoparquet: false }));
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
        const table = new ColumnReader({ path, file, metadata, names, geo: geo?.name ?? null });
        for (const { start, end } of wanted(filter)) {
          for (let from = start; from < end; from += ROWS_AT_ONCE) {
            const page = await table.read(columns, filter, from, Math.min(end, from + ROWS_AT_ONCE));
            if (page !== null) yield page;
          }
        }
      },
      async beginnings(column, length) {
        const table = new ColumnReader({ path, file, metadata, names, geo: null });
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
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface OpenFile {
  readonly path: string;
  readonly file: { byteLength: number; slice(start: number, end?: number): Promise<ArrayBuffer> };
  readonly metadata: FileMetaData;
  readonly names: readonly string[];
  readonly geo: string | null;
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
    const { path, file, metadata, geo } = this.#file;
    const named = new Map(columns.map((column) => [column, this.#actual.get(column.toLowerCase()) ?? null]));
    const telling = beginning && this.#actual.get(beginning.column.toLowerCase());
    const read = [...named.values(), telling, geo].filter((name) => name != null);
    const position = `rows ${from + 1} to ${to}`;
    return attempt(path, position, async () => {
      const scan = await parquetScan({
        file,
        metadata,
        columns: [...new Set(read)],
        rowStart: from,
        rowEnd: to,
        compressors: CODECS,
        utf8: false,
        geoparquet: false,
        parsers: PARSERS,
      });
      const cells = async (column: string) => {
        const found = await scan.readColumn({ column, rowStart: from, rowEnd: to });
        if (found.length === to - from) return found;
        throw new Error(`${found.length} values of ${column} for ${to - from} rows`);
      };
      const told = telling == null ? null : await cells(telling);
      const isWanted = (at: number) => {
        if (beginning === undefined) return true;
        const text = String(toValue(told?.[at]) ?? '');
        return (
          beginningsIn(beginning).some((start) => text.startsWith(start)) || beginning.isOdd?.(text) === true
        );
      };
      if (beginning !== undefined && !someRow(to - from, isWanted)) return null;
      const geometries = geo === null ? null : await cells(geo);
      const values: [string, DecodedArray | null][] = [];
      for (const [column, name] of named) values.push([column, name === null ? null : await cells(name)]);
      return rowsOf(to - from, from, isWanted, geometries, values);
    });
  }
}

function someRow(count: number, isWanted: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at += 1) if (isWanted(at)) return true;
  return false;
}

function* rowsOf(
  count: number,
  from: number,
  isWanted: (at: number) => boolean,
  geometries: DecodedArray | null,
  columns: readonly (readonly [string, DecodedArray | null])[],
): Generator<ParquetRow> {
  for (let at = 0; at < count; at += 1) {
    if (!isWanted(at)) continue;
    const values: ParquetRow['values'] = {};
    for (const [column, cells] of columns) values[column] = toValue(cells?.[at]);
    yield { row: from + at + 1, values, ...toGeometry(geometries?.[at]) };
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function toValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return textOf(value);
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    const found = 'bytes that are no character';
    throw new FormatError({ file: null, position: null, found, expected: 'text in UTF-8' }, { cause });
  }
}

function toGeometry(cell: unknown): Pick<ParquetRow, 'geometry' | 'geometryError'> {
  if (cell === null || cell === undefined) return { geometry: null, geometryError: null };
  if (!(cell instanceof Uint8Array)) {
    return { geometry: null, geometryError: `found a ${typeof cell}; expected the bytes of a geometry` };
  }
  try {
    return { geometry: decodeWkb(cell), geometryError: null };
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
async function checkMarks(
  handle: Awaited<ReturnType<typeof open>>,
  file: string,
  size: number,
): Promise<void> {
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
    if (cause instanceof FormatError || !(cause instanceof Error) || 'syscall' in cause) throw cause;
    const found = cause.message;
    throw new FormatError({ file, position, found, expected: 'a sound GeoParquet file' }, { cause });
  }
}
