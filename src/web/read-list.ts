// A pasted list or a CSV file → what to ask for, line by line. Where a header names columns q, id, point, or lat and lng, each row is
// asked by the one it fills; a list without a header is asked by whole lines. Pure.

import type { AskedPlace } from './url-state.ts';

export const MOST_LINES = 1_000;

export interface ListedLine {
  readonly line: number;
  readonly text: string;
  readonly place: AskedPlace;
}

export interface ReadList {
  readonly lines: readonly ListedLine[];
  /** The header of a table in which no column can be asked by; nothing of it is. */
  readonly unknown_header: string | null;
}

const ID_FORM = /^\d{6}_\d\.\d{4}\./;
const DELIMITERS = [';', '\t', ','];

export function readList(text: string): ReadList {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const [first = '', second = ''] = lines;
  const delimiter = DELIMITERS.find((one) => cellsOf(first, one).length > 1) ?? '\t';
  const names = cellsOf(first, delimiter).map((name) => name.trim().toLowerCase());
  const isTable = PLACE_COLUMNS.some(({ columns }) => columns.every((name) => names.includes(name)));
  // Addresses have commas of their own: only other delimiters, alike in two lines, make a table of what has no known header.
  const width = cellsOf(second, delimiter).length;
  if (!isTable && delimiter !== ',' && width > 1 && width === names.length)
    return { lines: [], unknown_header: first.trim() };
  const read = (whole: string, index: number): ListedLine[] => {
    if (isTable && index === 0) return [];
    const cells = isTable ? cellsOf(whole, delimiter).map((cell) => cell.trim()) : [];
    const place = isTable ? placeInRow(names, cells) : placeInLine(whole);
    return place ? [{ line: index + 1, text: Object.values(place).join(), place }] : [];
  };
  return { lines: lines.flatMap(read), unknown_header: null };
}

/** The most exact first, where a row fills several. */
const PLACE_COLUMNS: readonly {
  readonly columns: readonly string[];
  readonly placeOf: (...cells: string[]) => AskedPlace;
}[] = [
  { columns: ['id'], placeOf: (id = '') => ({ id }) },
  { columns: ['q'], placeOf: (q = '') => ({ q }) },
  { columns: ['point'], placeOf: (point = '') => ({ point }) },
  { columns: ['lat', 'lng'], placeOf: (...degrees) => ({ point: degrees.join() }) },
];

function placeInRow(names: readonly string[], cells: readonly string[]): AskedPlace | null {
  for (const { columns, placeOf } of PLACE_COLUMNS) {
    const filled = columns.map((name) => cells[names.indexOf(name)] ?? '');
    if (filled.every((cell) => cell !== '')) return placeOf(...filled);
  }
  return null;
}

function placeInLine(whole: string): AskedPlace | null {
  const value = whole.trim().replace(/^"(.*)"$/, '$1');
  if (value === '') return null;
  return ID_FORM.test(value) ? { id: value } : { q: value };
}

/** UTF-8, or what Polish spreadsheets save where nobody chooses; null where it is no text. */
export function decodeList(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

/** Cells of one line; a quoted cell may hold the delimiter and doubled quotes. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

/** RFC 4180. What a spreadsheet would take for a formula is made a text. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
