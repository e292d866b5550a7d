// Writes small shapefiles for tests, by the ESRI Technical Description and the dBase III layout: what a good writer
// makes, and on request what careless ones do.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../../domain/geometry/types.ts';

export interface DbfColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

export interface ShapefileContent {
  readonly name: string;
  readonly type: number;
  /** Null for a null shape; a single part of one position for a point. */
  readonly shapes: readonly (readonly (readonly Position[])[] | null)[];
  readonly columns: readonly DbfColumn[];
  /** Cells as they lie in the file; they are padded with spaces. */
  readonly rows: readonly (readonly (string | Buffer)[])[];
  /** Rows to mark as deleted, counted from 1. */
  readonly deleted?: readonly number[];
  readonly prj?: string;
  readonly cpg?: string;
  readonly driver?: number;
  /** Bytes of the header: years since 1900, month, day. */
  readonly written?: readonly [number, number, number];
  readonly withoutIndex?: boolean;
}

/** The path of the .shp. */
export function writeShapefile(folder: string, content: ShapefileContent): string {
  const path = (ending: string) => join(folder, `${content.name}.${ending}`);
  const records = content.shapes.map((shape) => encodeShape(content.type, shape));
  const index: Buffer[] = [];
  const body: Buffer[] = [];
  let offset = 100;
  for (const [i, record] of records.entries()) {
    body.push(bigEndian(i + 1, record.length / 2), record);
    index.push(bigEndian(offset / 2, record.length / 2));
    offset += 8 + record.length;
  }
  const box = boxOf(content.shapes.flatMap((shape) => shape?.flat() ?? []));
  writeFileSync(path('shp'), Buffer.concat([header(content.type, offset, box), ...body]));
  const shxBytes = 100 + 8 * records.length;
  if (!content.withoutIndex) {
    writeFileSync(path('shx'), Buffer.concat([header(content.type, shxBytes, box), ...index]));
  }
  writeFileSync(path('dbf'), encodeDbf(content));
  if (content.prj !== undefined) writeFileSync(path('prj'), content.prj);
  if (content.cpg !== undefined) writeFileSync(path('cpg'), content.cpg);
  return path('shp');
}

function header(type: number, bytes: number, box: readonly number[]): Buffer {
  const buffer = Buffer.alloc(100);
  buffer.writeInt32BE(9994, 0);
  buffer.writeInt32BE(bytes / 2, 24);
  buffer.writeInt32LE(1000, 28);
  buffer.writeInt32LE(type, 32);
  for (const [i, side] of box.entries()) buffer.writeDoubleLE(side, 36 + 8 * i);
  return buffer;
}

function bigEndian(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * numbers.length);
  for (const [i, number] of numbers.entries()) buffer.writeInt32BE(number, 4 * i);
  return buffer;
}

function littleEndian(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * numbers.length);
  for (const [i, number] of numbers.entries()) buffer.writeInt32LE(number, 4 * i);
  return buffer;
}

function doubles(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(8 * numbers.length);
  for (const [i, number] of numbers.entries()) buffer.writeDoubleLE(number, 8 * i);
  return buffer;
}

/** Types of 10 and more have Z and M, those of 20 and more M alone: filled with what must not be read. */
function encodeShape(type: number, shape: ShapefileContent['shapes'][number]): Buffer {
  if (shape === null) return littleEndian(0);
  const positions = shape.flat();
  const isPoint = type % 10 === 1;
  const extra = type >= 20 ? 1 : type >= 10 ? 2 : 0;
  const extras = Array.from({ length: extra }, () =>
    isPoint ? doubles(77) : doubles(77, 88, ...positions.map(() => 77)),
  );
  if (isPoint) return Buffer.concat([littleEndian(type), doubles(...(positions[0] ?? [])), ...extras]);
  let start = 0;
  const starts = shape.map((part) => {
    start += part.length;
    return start - part.length;
  });
  return Buffer.concat([
    littleEndian(type),
    doubles(...boxOf(positions)),
    littleEndian(shape.length, positions.length, ...starts),
    doubles(...positions.flat()),
    ...extras,
  ]);
}

function boxOf(positions: readonly Position[]): number[] {
  if (positions.length === 0) return [0, 0, 0, 0];
  const [xs, ys] = [positions.map((position) => position[0]), positions.map((position) => position[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function encodeDbf({
  columns,
  rows,
  deleted = [],
  driver = 0,
  written = [0, 0, 0],
}: ShapefileContent): Buffer {
  const rowBytes = 1 + columns.reduce((sum, column) => sum + column.length, 0);
  const start = Buffer.alloc(32);
  start.set([3, ...written]);
  start.writeUInt32LE(rows.length, 4);
  start.writeUInt16LE(32 * (columns.length + 1) + 1, 8);
  start.writeUInt16LE(rowBytes, 10);
  start.writeUInt8(driver, 29);
  const fields = columns.map(({ name, type, length }) => {
    const field = Buffer.alloc(32);
    field.write(name, 0, 'latin1');
    field.write(type, 11, 'latin1');
    field.writeUInt8(length, 16);
    return field;
  });
  const cells = rows.map((row, i) => {
    const bytes = Buffer.alloc(rowBytes, ' ');
    bytes.write(deleted.includes(i + 1) ? '*' : ' ', 0);
    let at = 1;
    for (const [j, { length }] of columns.entries()) {
      const cell = row[j] ?? '';
      (typeof cell === 'string' ? Buffer.from(cell, 'latin1') : cell).copy(bytes, at, 0, length);
      at += length;
    }
    return bytes;
  });
  return Buffer.concat([start, ...fields, Buffer.of(0x0d), ...cells, Buffer.of(0x1a)]);
}
