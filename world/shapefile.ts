// Encodes shapefiles as the GDOŚ service packs them (ESRI Shapefile Technical Description, dBase III): .shp, .shx, .dbf
// in windows-1250 without a .cpg, .prj. Small layers, held in memory. Knows no register.

import type { Box, Position } from '../src/domain/geometry/types.ts';
import { PL1992_WKT } from './geopackage.ts';
import { boundsOf } from './outline.ts';

export interface Field {
  readonly name: string;
  readonly type: 'C' | 'N';
  readonly length: number;
}

/** Rings of a polygon in the order of the format (outer rings turn right), or one position of a point. */
export type Shape = readonly (readonly Position[])[];

export interface ShapeRow {
  readonly shape: Shape;
  /** Text or bytes as they shall lie in the file; absent cells are empty. */
  readonly cells: Readonly<Record<string, string | Uint8Array | null>>;
}

const SHAPE_TYPES = { Point: 1, Polygon: 5 } as const;
const HEADER_BYTES = 100;
const FILE_CODE = 9994;
const VERSION = 1000;
/** Lengths are given in 16-bit words. */
const WORD = 2;
const FIELD_BYTES = 32;
/** The day a table was changed last, as dBase writes it: years after 1900, month, day. */
const CHANGED_ON = [126, 11, 9];

/** The files of a shapefile by their endings. */
export function encodeShapefile(
  type: keyof typeof SHAPE_TYPES,
  fields: readonly Field[],
  rows: readonly ShapeRow[],
): Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer> {
  const box: Box = rows.length === 0 ? [0, 0, 0, 0] : boundsOf(rows.map(({ shape }) => shape));
  const contents = rows.map(({ shape }) => encodeShape(SHAPE_TYPES[type], shape));
  const records: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = HEADER_BYTES;
  for (const [at, content] of contents.entries()) {
    records.push(bigEndian(at + 1, content.length / WORD), content);
    index.push(bigEndian(offset / WORD, content.length / WORD));
    offset += 8 + content.length;
  }
  return {
    shp: withHeader(SHAPE_TYPES[type], box, records),
    shx: withHeader(SHAPE_TYPES[type], box, index),
    dbf: encodeTable(fields, rows),
    prj: Buffer.from(PL1992_WKT),
  };
}

function withHeader(type: number, box: Box, parts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const bytes = parts.reduce((sum, part) => sum + part.length, HEADER_BYTES);
  header.writeInt32BE(FILE_CODE, 0);
  header.writeInt32BE(bytes / WORD, 24);
  header.writeInt32LE(VERSION, 28);
  header.writeInt32LE(type, 32);
  doubles(...box).copy(header, 36);
  return Buffer.concat([header, ...parts]);
}

function encodeShape(type: number, shape: Shape): Buffer {
  const positions = shape.flat();
  if (type === SHAPE_TYPES.Point)
    return Buffer.concat([littleEndian(type), doubles(...(positions[0] ?? []))]);
  let count = 0;
  const starts = shape.map((ring) => {
    count += ring.length;
    return count - ring.length;
  });
  return Buffer.concat([
    littleEndian(type),
    doubles(...boundsOf([shape])),
    littleEndian(shape.length, positions.length, ...starts),
    doubles(...positions.flat()),
  ]);
}

function encodeTable(fields: readonly Field[], rows: readonly ShapeRow[]): Buffer {
  const rowBytes = fields.reduce((sum, { length }) => sum + length, 1);
  const header = Buffer.alloc(FIELD_BYTES);
  header.set([3, ...CHANGED_ON]);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(FIELD_BYTES * (fields.length + 1) + 1, 8);
  header.writeUInt16LE(rowBytes, 10);
  const descriptions = fields.map(({ name, type, length }) => {
    const field = Buffer.alloc(FIELD_BYTES);
    field.write(name, 0, 'latin1');
    field.write(type, 11, 'latin1');
    field.writeUInt8(length, 16);
    return field;
  });
  const cells = rows.flatMap((row) => [Buffer.from(' '), ...fields.map((field) => encodeCell(field, row))]);
  return Buffer.concat([header, ...descriptions, Buffer.of(0x0d), ...cells, Buffer.of(0x1a)]);
}

/** Numbers stand on the right, text on the left. */
function encodeCell({ name, type, length }: Field, { cells }: ShapeRow): Buffer {
  const value = cells[name] ?? '';
  const bytes = typeof value === 'string' ? encodeWindows1250(value) : value;
  if (bytes.length > length) throw new RangeError(`${name}: ${bytes.length} bytes, allowed are ${length}`);
  const cell = Buffer.alloc(length, ' ');
  cell.set(bytes, type === 'N' ? length - bytes.length : 0);
  return cell;
}

const BYTE_OF_LETTER: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
);

function encodeWindows1250(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const byte = BYTE_OF_LETTER.get(letter);
    if (byte === undefined) throw new RangeError(`windows-1250 has no ${letter}`);
    return byte;
  });
}

function bigEndian(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) buffer.writeInt32BE(number, 4 * at);
  return buffer;
}

function littleEndian(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) buffer.writeInt32LE(number, 4 * at);
  return buffer;
}

function doubles(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(8 * numbers.length);
  for (const [at, number] of numbers.entries()) buffer.writeDoubleLE(number, 8 * at);
  return buffer;
}
