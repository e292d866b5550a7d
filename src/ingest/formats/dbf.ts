// dBase III tables (.dbf), the attributes of a shapefile → values by row. Only the columns that are named are
// decoded. Text is in what the .cpg beside the file says, else its language driver byte, else windows-1250, the
// code page of Polish registers, which mostly ship neither. Knows nothing of shapes.

import { readFileSync } from 'node:fs';
import { plausibleDay } from '../newest-day.ts';
import { FileWindow } from './file-window.ts';
import { FormatError } from './format-error.ts';
import { besideOf } from './shp-files.ts';

export type DbfValue = string | number | null;

export interface Dbf extends Disposable {
  readonly count: number;
  readonly columns: readonly string[];
  /** The day the table was last written, as its header says it; null where that cannot be. */
  readonly written_on: string | null;
  /**
   * Reads one row, counted from 1; null when it is marked as deleted. Column names match in any case; a column that
   * the table lacks gives null.
   */
  reader(columns: readonly string[]): (row: number) => Record<string, DbfValue> | null;
  /** How many rows are marked as deleted. */
  countDeleted(): number;
  close(): void;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

const FIELD_BYTES = 32;
const FIELDS_END = 0x0d;
const DELETED = 0x2a;
const LAST_DAY = '9999-12-31';

export function openDbf(path: string): Dbf {
  const file = new FileWindow(path);
  try {
    const header = file.bytes(0, FIELD_BYTES);
    const count = header.readUInt32LE(4);
    const headerBytes = header.readUInt16LE(8);
    const rowBytes = header.readUInt16LE(10);
    const decoder = openDecoder(path, header.readUInt8(29));
    const fields = readFields(file, headerBytes, rowBytes);
    if (file.size < headerBytes + count * rowBytes) {
      const expected = `${count} rows of ${rowBytes} bytes after ${headerBytes}`;
      throw refuse(path, null, `${file.size} bytes`, expected);
    }
    return {
      count,
      columns: fields.map((field) => field.name),
      written_on: plausibleDay(dayIn(header), LAST_DAY),
      reader(columns) {
        const asked = columns.map((column) => [column, findField(fields, column, path)] as const);
        return (row) => {
          const bytes = file.bytes(headerBytes + (row - 1) * rowBytes, rowBytes);
          if (bytes[0] === DELETED) return null;
          const cellOf = (field: Field): DbfValue => {
            const cell = bytes.subarray(field.start, field.start + field.length);
            return toValue(field.type, decodeCell(decoder, cell, path, `row ${row}, ${field.name}`));
          };
          return Object.fromEntries(asked.map(([column, field]) => [column, field ? cellOf(field) : null]));
        };
      },
      countDeleted() {
        let deleted = 0;
        for (let row = 0; row < count; row++) {
          if (file.bytes(headerBytes + row * rowBytes, 1)[0] === DELETED) deleted += 1;
        }
        return deleted;
      },
      close: () => file.close(),
      [Symbol.dispose]: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Years are counted from 1900. */
function dayIn(header: Buffer): string {
  const [year = 0, month = 0, day = 0] = header.subarray(1, 4);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${1900 + year}-${two(month)}-${two(day)}`;
}

function readFields(file: FileWindow, headerBytes: number, rowBytes: number): Field[] {
  const fields: Field[] = [];
  // The first byte of a row is its deletion mark.
  let start = 1;
  for (let at = FIELD_BYTES; at + FIELD_BYTES < headerBytes; at += FIELD_BYTES) {
    if (file.bytes(at, 1)[0] === FIELDS_END) break;
    const bytes = file.bytes(at, FIELD_BYTES);
    const name = bytes.toString('latin1', 0, 11).split('\0')[0]?.trim() ?? '';
    fields.push({ name, type: bytes.toString('latin1', 11, 12), start, length: bytes.readUInt8(16) });
    start += bytes.readUInt8(16);
  }
  if (fields.length > 0 && start === rowBytes) return fields;
  const found = `${fields.length} columns of ${start} bytes together`;
  throw refuse(file.path, 'header', found, `columns that fill a row of ${rowBytes} bytes`);
}

function findField(fields: readonly Field[], column: string, path: string): Field | undefined {
  const field = fields.find((candidate) => candidate.name.toLowerCase() === column.toLowerCase());
  if (field === undefined || 'CNFDL'.includes(field.type)) return field;
  throw refuse(path, `column ${field.name}`, `type ${field.type}`, 'one of C, N, F, D, L');
}

/** Blank is null: the format has no other way to say it. */
function toValue(type: string, padded: string): DbfValue {
  const text = padded.replaceAll('\0', ' ').trim();
  if (text === '') return null;
  if (type === 'N' || type === 'F') {
    // Stars stand for a number that did not fit the column.
    if (text.startsWith('*')) return null;
    const number = Number(text);
    const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
    return isExact ? number : text;
  }
  if (type === 'D') {
    const day = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
    if (day === null) return text;
    return day[1] === '0000' ? null : `${day[1]}-${day[2]}-${day[3]}`;
  }
  if (type === 'L') return /^[TY]$/i.test(text) ? 1 : /^[FN]$/i.test(text) ? 0 : null;
  return text;
}

function decodeCell(decoder: TextDecoder, cell: Buffer, path: string, position: string): string {
  try {
    return decoder.decode(cell);
  } catch {
    // A text cut to the width of its column may end within a character: streaming leaves out just that.
    try {
      return new TextDecoder(decoder.encoding, { fatal: true }).decode(cell, { stream: true });
    } catch (cause) {
      const expected = `text in ${decoder.encoding}`;
      throw new FormatError(
        { file: path, position, found: 'bytes that are no character', expected },
        { cause },
      );
    }
  }
}

const DEFAULT_ENCODING = 'windows-1250';
/** Language drivers (dBase IV and ESRI); 0x57 is "the ANSI code page of the system", in Poland 1250. */
const LANGUAGE_DRIVERS: Readonly<Record<number, string>> = {
  0: DEFAULT_ENCODING,
  3: 'windows-1252',
  87: 'windows-1250',
  200: 'windows-1250',
  201: 'windows-1251',
};

function openDecoder(path: string, driver: number): TextDecoder {
  const cpg = besideOf(path, 'cpg');
  const named = cpg === null ? '' : readFileSync(cpg, 'latin1').trim();
  const encoding = named === '' ? LANGUAGE_DRIVERS[driver] : labelOf(named);
  if (encoding === undefined) {
    const expected = 'windows-1250, 1251 or 1252; a .cpg file beside it may name the encoding';
    throw refuse(path, 'byte 29', `the language driver ${driver}`, expected);
  }
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw refuse(cpg ?? path, null, `the encoding "${named}"`, 'one such as UTF-8, 1250 or ISO-8859-2');
  }
}

/** Code pages are written as 1250, CP1250, ANSI 1250, 65001, 88592 … */
function labelOf(named: string): string {
  const digits = named.replaceAll(/\D/g, '');
  if (/^125\d$/.test(digits)) return `windows-${digits}`;
  if (/^8859\d{1,2}$/.test(digits)) return `iso-8859-${digits.slice(4)}`;
  return digits === '65001' ? 'utf-8' : named;
}

function refuse(file: string, position: string | null, found: string, expected: string): FormatError {
  return new FormatError({ file, position, found, expected });
}
