// One column of some rows of a Parquet file, decoded. The library believes what the pages say: one changed byte may make it run
// without end or fill all memory, so this is called in a thread of its own (parquet-thread.ts). Knows no geometry.

import { type FileHandle, open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { FormatError } from './format-error.ts';

export interface ColumnRequest {
  readonly path: string;
  readonly column: string;
  /** Rows, counted from 0; `to` is the first that is not wanted. */
  readonly from: number;
  readonly to: number;
  readonly as: 'values' | 'bytes';
}

export type ParquetCell = string | number | null;

/** All cells one after the other, where each ends; one as long as nothing is null where `isNull` says so. */
export interface ByteCells {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly isNull: Uint8Array;
}

/**
 * Each value once, and for every row which of them it has: names and classes repeat, and texts are copied between threads. Where most
 * are different, as ids are, the values are those of the rows in their order.
 */
export interface ValueCells {
  readonly values: readonly ParquetCell[];
  readonly at: Uint32Array | null;
}

export type ColumnCells = { readonly values: ValueCells } | { readonly cells: ByteCells };

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

export interface ParquetFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly buffer: AsyncBuffer;
}

export async function openParquetFile(path: string): Promise<ParquetFile> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const buffer = {
    byteLength: size,
    // Nothing where the file has no such bytes: the library starts several reads at once and a rejection of one that it
    // does not wait for would end the process. It then misses the bytes and says so.
    async slice(start: number, end = size) {
      const isWithin = start >= 0 && start <= end && end <= size;
      const bytes = new ArrayBuffer(isWithin ? end - start : 0);
      if (isWithin) await handle.read(new Uint8Array(bytes), 0, end - start, start);
      return bytes;
    },
  };
  return { handle, size, buffer };
}

export const readMetadata = ({ buffer }: ParquetFile): Promise<FileMetaData> =>
  parquetMetadataAsync(buffer, { geoparquet: false });

export async function decodeColumn(
  file: ParquetFile,
  metadata: FileMetaData,
  { column, from, to, as }: ColumnRequest,
): Promise<ColumnCells> {
  const scan = await parquetScan({
    file: file.buffer,
    metadata,
    columns: [column],
    rowStart: from,
    rowEnd: to,
    compressors: CODECS,
    utf8: false,
    geoparquet: false,
    parsers: PARSERS,
  });
  const found = await scan.readColumn({ column, rowStart: from, rowEnd: to });
  if (found.length !== to - from) {
    throw new Error(`${found.length} values of ${column} for ${to - from} rows`);
  }
  if (as === 'bytes') return { cells: joinCells(found) };
  return { values: numberCells(found) };
}

/** So many rows tell whether values repeat. */
const TELLING_ROWS = 1_000;

/** The library gives the same object for each row that refers to one entry of a dictionary. */
function numberCells(found: DecodedArray): ValueCells {
  const first = found.slice(0, TELLING_ROWS);
  if (new Set<unknown>(first).size > first.length / 2) {
    return { values: Array.from<unknown, ParquetCell>(found, toCell), at: null };
  }
  const values: ParquetCell[] = [];
  const numbers = new Map<unknown, number>();
  const at = new Uint32Array(found.length);
  for (let row = 0; row < found.length; row += 1) {
    const cell: unknown = found[row] ?? null;
    let number = numbers.get(cell);
    if (number === undefined) {
      number = values.push(toCell(cell)) - 1;
      numbers.set(cell, number);
    }
    at[row] = number;
  }
  return { values, at };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function toCell(value: unknown): ParquetCell {
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

/** One block is handed from thread to thread; so many small ones would be copied with all that they are cut from. */
function joinCells(found: DecodedArray): ByteCells {
  const isNull = new Uint8Array(found.length);
  const ends = new Uint32Array(found.length);
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const [at, cell] of Array.from<unknown>(found).entries()) {
    if (cell === null || cell === undefined) isNull[at] = 1;
    else if (!(cell instanceof Uint8Array)) {
      throw new Error(`a ${typeof cell} where the bytes of a geometry are expected`);
    } else {
      parts.push(cell);
      end += cell.length;
    }
    ends[at] = end;
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), ends, isNull };
}
