// ESRI shapefile → rows, one at a time: shapes from the .shp, values from the .dbf, the coordinate system from the
// .prj. The .shx is used where it is there, since editors leave dead records behind; without it the records must
// follow each other. A file cut short is refused before its first row. Knows no layer and no register.

import { readFileSync } from 'node:fs';
import type { Box, Geometry } from '../../domain/geometry/types.ts';
import { type DbfValue, openDbf } from './dbf.ts';
import { FileWindow } from './file-window.ts';
import { FormatError } from './format-error.ts';
import { besideOf } from './shp-files.ts';
import { decodeShape, READABLE_TYPES } from './shp-geometry.ts';

export interface ShpRow {
  /** Counted from 1. */
  readonly row: number;
  /** By the names that were asked for. */
  readonly values: Record<string, DbfValue>;
  readonly geometry: Geometry | null;
  /** Why the geometry could not be read; the row's values are still good. */
  readonly geometryError: string | null;
}

export interface Shp extends Disposable {
  /** The text of the .prj; null where there is none. */
  readonly crs: string | null;
  readonly count: number;
  readonly bounds: Box;
  readonly columns: readonly string[];
  /** The day its table was last written. */
  readonly written_on: string | null;
  /** Rows marked as deleted are left out. Column names match in any case; a column that is missing gives null. */
  rows(columns: readonly string[]): Iterable<ShpRow>;
  close(): void;
}

const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const INDEX_BYTES = 8;
const FILE_CODE = 9994;
/** Lengths are given in 16-bit words. */
const WORD = 2;
/** The border of the country at full resolution takes some tens of MB; a length beyond is a damaged one. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

export function openShp(shpPath: string): Shp {
  using files = new DisposableStack();
  const shp = files.use(new FileWindow(shpPath));
  const header = readHeader(shp);
  const dbf = files.use(openDbf(demand(shpPath, 'dbf')));
  const shxPath = besideOf(shpPath, 'shx');
  const shx = shxPath === null ? null : files.use(new FileWindow(shxPath));
  if (shx !== null) {
    const indexed = (readHeader(shx).end - HEADER_BYTES) / INDEX_BYTES;
    if (indexed !== dbf.count)
      throw refuse(shx, 'header', `${indexed} records`, `${dbf.count} as in the .dbf`);
  }
  const prj = besideOf(shpPath, 'prj');
  const opened = files.move();
  const close = () => opened.dispose();
  return {
    crs: prj === null ? null : readFileSync(prj, 'utf8').trim(),
    count: dbf.count,
    bounds: header.bounds,
    columns: dbf.columns,
    written_on: dbf.written_on,
    *rows(columns) {
      const valuesOf = dbf.reader(columns);
      const records =
        shx === null ? readInOrder(shp, header.end, dbf.count) : readByIndex(shp, shx, dbf.count);
      for (const { row, content } of records) {
        const values = valuesOf(row);
        if (values !== null) yield { row, values, ...toGeometry(content, header.type) };
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}

interface Header {
  readonly end: number;
  readonly type: number;
  readonly bounds: Box;
}

/** The .shx has the same header as the .shp. */
function readHeader(file: FileWindow): Header {
  const bytes = file.bytes(0, HEADER_BYTES);
  if (bytes.readInt32BE(0) !== FILE_CODE) {
    throw refuse(file, 'byte 0', `the file code ${bytes.readInt32BE(0)}`, `${FILE_CODE}, a shapefile`);
  }
  const end = bytes.readInt32BE(24) * WORD;
  if (end < HEADER_BYTES || end > file.size) throw refuse(file, null, `${file.size} bytes`, `${end} bytes`);
  const type = bytes.readInt32LE(32);
  if (!READABLE_TYPES.includes(type)) {
    throw refuse(
      file,
      'byte 32',
      `shape type ${type}`,
      `points, lines or polygons (${READABLE_TYPES.join(', ')})`,
    );
  }
  const side = (i: number) => bytes.readDoubleLE(36 + 8 * i);
  return { end, type, bounds: [side(0), side(1), side(2), side(3)] };
}

interface RawRecord {
  readonly row: number;
  readonly content: Buffer;
}

function* readByIndex(shp: FileWindow, shx: FileWindow, count: number): Generator<RawRecord> {
  for (let row = 1; row <= count; row++) {
    const entry = shx.bytes(HEADER_BYTES + (row - 1) * INDEX_BYTES, INDEX_BYTES);
    const [offset, length] = [entry.readInt32BE(0) * WORD, entry.readInt32BE(4) * WORD];
    if (offset < HEADER_BYTES)
      throw refuse(shx, `record ${row}`, `offset ${offset}`, `${HEADER_BYTES} or more`);
    const written = lengthAt(shp, offset, row);
    if (written !== length)
      throw refuse(shp, `record ${row}`, `${written} bytes`, `${length} as in the .shx`);
    yield { row, content: shp.bytes(offset + RECORD_HEADER_BYTES, length) };
  }
}

function* readInOrder(shp: FileWindow, end: number, count: number): Generator<RawRecord> {
  let offset = HEADER_BYTES;
  for (let row = 1; row <= count; row++) {
    if (offset >= end) throw refuse(shp, `byte ${offset}`, `${row - 1} records`, `${count} as in the .dbf`);
    const number = shp.bytes(offset, RECORD_HEADER_BYTES).readInt32BE(0);
    if (number !== row) throw refuse(shp, `byte ${offset}`, `record number ${number}`, String(row));
    const length = lengthAt(shp, offset, row);
    yield { row, content: shp.bytes(offset + RECORD_HEADER_BYTES, length) };
    offset += RECORD_HEADER_BYTES + length;
  }
  if (offset !== end) throw refuse(shp, `byte ${offset}`, 'more records', `${count} as in the .dbf`);
}

function lengthAt(shp: FileWindow, offset: number, row: number): number {
  const length = shp.bytes(offset, RECORD_HEADER_BYTES).readInt32BE(4) * WORD;
  if (length >= 4 && length <= MAX_RECORD_BYTES) return length;
  throw refuse(
    shp,
    `record ${row}, byte ${offset}`,
    `a length of ${length}`,
    `4 to ${MAX_RECORD_BYTES} bytes`,
  );
}

function toGeometry(content: Buffer, fileType: number): Pick<ShpRow, 'geometry' | 'geometryError'> {
  const type = content.readInt32LE(0);
  if (type !== 0 && type !== fileType) {
    return { geometry: null, geometryError: `found shape type ${type}; expected ${fileType} as in the file` };
  }
  try {
    return { geometry: decodeShape(content), geometryError: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { geometry: null, geometryError: error.message };
  }
}

function demand(shpPath: string, ending: string): string {
  const path = besideOf(shpPath, ending);
  if (path !== null) return path;
  const expected = `a .${ending} of the same name beside it`;
  throw new FormatError({ file: shpPath, position: null, found: 'the .shp alone', expected });
}

function refuse(file: FileWindow, position: string | null, found: string, expected: string): FormatError {
  return new FormatError({ file: file.path, position, found, expected });
}
