// A pasted list or a CSV file → what to ask for, line by line. One of the columns q, id or point counts where there is a header of
// that name; else the whole line, or the first column. Pure.

import type { AskedPlace } from './url-state.ts';

export const MOST_LINES = 1_000;

export interface ListedLine {
  readonly line: number;
  readonly text: string;
  readonly place: AskedPlace;
}

const ID_FORM = /^\d{6}_\d\.\d{4}\./;
const COLUMNS = ['id', 'q', 'point'] as const;
const DELIMITERS = [';', '\t', ','];

export function readList(text: string): ListedLine[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const [first = ''] = lines;
  const delimiter = DELIMITERS.find((one) => cellsOf(first, one).length > 1);
  const names = delimiter
    ? cellsOf(first, delimiter).map((name) => name.trim().toLowerCase())
    : [first.trim().toLowerCase()];
  const column = COLUMNS.find((name) => names.includes(name));
  const at = column ? names.indexOf(column) : 0;
  return lines.flatMap((whole, index): ListedLine[] => {
    if (column && index === 0) return [];
    // Addresses have commas of their own: without a header a line is one text.
    const cell = column && delimiter ? (cellsOf(whole, delimiter)[at] ?? '') : whole;
    const value = cell.trim().replace(/^"(.*)"$/, '$1');
    if (value === '') return [];
    return [{ line: index + 1, text: value, place: placeFor(column, value) }];
  });
}

function placeFor(column: (typeof COLUMNS)[number] | undefined, value: string): AskedPlace {
  if (column === 'id' || (!column && ID_FORM.test(value))) return { id: value };
  return column === 'point' ? { point: value } : { q: value };
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
