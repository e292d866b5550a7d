// CSV as spreadsheets write and read it (RFC 4180): the separator found out, a byte order mark, quotes, line ends of both kinds. Cells of
// ours that a spreadsheet would take for a formula are made text. Knows no columns.

import { phraseOf } from '../../contract/language.ts';
import { TABLE_FAULTS, TABLE_HINTS } from '../../contract/table-sentences.ts';
import type { Cell } from '../../domain/plain-columns.ts';
import { invalidInput } from './outcome.ts';

export type Delimiter = ',' | ';';

export interface CsvLine {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Spreadsheets open UTF-8 as such only behind it. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The one that the header has more of outside quotes. */
export function findDelimiter(text: string): Delimiter {
  const [header = ''] = text
    .slice(0, LONGEST_HEADER)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

const LONGEST_HEADER = 20_000;

/** Blank lines are left out. Refuses what has more cells in a line than `most`, and a quote that is never closed. */
export function* parseCsv(text: string, delimiter: Delimiter, most: number): Generator<CsvLine> {
  const cell = delimiter === ',' ? CELL_BY_COMMA : CELL_BY_SEMICOLON;
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const begins = line;
    for (let isLast = false; !isLast; ) {
      cell.lastIndex = at;
      const match = cell.exec(text);
      if (!match) throw invalidInput(phraseOf(TABLE_FAULTS.openQuote, line), TABLE_HINTS.quotes);
      const [whole, quoted, bare, end] = match;
      cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
      if (cells.length > most)
        throw invalidInput(phraseOf(TABLE_FAULTS.manyCells, begins, most), TABLE_HINTS.fewerColumns);
      line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
      at += whole.length;
      isLast = end !== delimiter;
    }
    if (cells.some((text) => text.trim() !== '')) yield { line: begins, cells };
  }
}

/** A cell in quotes or bare, and what ends it. */
const cellPattern = (delimiter: Delimiter) =>
  new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r?\\n|\\r|$)`,
    'y',
  );
const CELL_BY_COMMA = cellPattern(',');
const CELL_BY_SEMICOLON = cellPattern(';');

/** As it was, quoted where it must be. */
export const textCell = (text: string): string =>
  /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** What a spreadsheet would work out (=, +, -, @) is made text by an apostrophe: names come from registers that anybody may write to. */
export const harmlessCell = (text: string): string => textCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** With `;` numbers have a decimal comma: where spreadsheets separate by it, a point would make a date or a text of them. */
export function cellText(cell: Cell, delimiter: Delimiter): string {
  if (cell === null) return '';
  if (typeof cell === 'number' && delimiter === ';') return String(cell).replace('.', ',');
  return typeof cell === 'string' ? harmlessCell(cell) : textCell(String(cell));
}
