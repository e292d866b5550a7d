// CSV as spreadsheets write and read it (RFC 4180): the separator found out or named, a byte order mark, quotes, line ends of both kinds. Cells of
// ours that a spreadsheet would take for a formula are made text. Knows no columns.

import { phraseOf } from '../../contract/language.ts';
import { TABLE_FAULTS, TABLE_HINTS } from '../../contract/table-sentences.ts';
import type { Cell } from '../../domain/plain-columns.ts';
import { invalidInput, type ServiceError } from './outcome.ts';

/** Of as many of each in a header the first is meant. */
export const DELIMITERS = ['\t', ',', ';'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvLine {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it came, with its end. */
  readonly text: string;
  /** Why it cannot be read; the next line can. */
  readonly fault?: ServiceError;
}

/** Spreadsheets open UTF-8 as such only behind it. */
export const BYTE_ORDER_MARK = '\ufeff';

/** How a table is written: what separates its cells, and where its header begins. */
export interface Dialect {
  readonly delimiter: Delimiter;
  readonly starts_at: number;
  readonly first_line: number;
}

/** Excel's first line "sep=;" says the separator; without it, and unless it is known, it is the one that the header has most of outside quotes. */
export function findDialect(text: string, known?: Delimiter): Dialect {
  const [before = '', , named] = SEPARATOR_LINE.exec(text) ?? [];
  if (named !== undefined) {
    const delimiter = DELIMITERS.find((one) => one === named);
    if (delimiter === undefined)
      throw invalidInput(phraseOf(TABLE_FAULTS.separator, named), TABLE_HINTS.separators);
    return { delimiter, starts_at: before.length, first_line: 2 };
  }
  const [header = ''] = text
    .slice(0, LONGEST_HEADER)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const countOf = (delimiter: Delimiter) => header.split(delimiter).length;
  const found = DELIMITERS.filter((delimiter) => header.includes(delimiter));
  const [delimiter = ','] = found.toSorted((a, b) => countOf(b) - countOf(a));
  return {
    delimiter: known ?? delimiter,
    starts_at: text.startsWith(BYTE_ORDER_MARK) ? 1 : 0,
    first_line: 1,
  };
}

const SEPARATOR_LINE = /^\ufeff?("?)sep=(.)\1(?:\r\n|\n|\r|$)/i;
const LONGEST_HEADER = 20_000;

/**
 * Blank lines at the end are left out. A line with more cells than `most`, or with a quote that is never closed, has a fault; what comes
 * behind such a quote is read as lines again.
 */
export function* parseCsv(text: string, dialect: Dialect, most: number): Generator<CsvLine> {
  const { delimiter } = dialect;
  const cell = CELL_PATTERNS[delimiter];
  let at = dialect.starts_at;
  let line = dialect.first_line;
  // The header is read whatever it holds.
  const end_at = Math.max(endOfText(text), Math.min(at + 1, text.length));
  while (at < end_at) {
    const begins_at = at;
    const cells: string[] = [];
    const begins = line;
    let fault: ServiceError | undefined;
    for (let isLast = false; !isLast; ) {
      cell.lastIndex = at;
      const match = cell.exec(text);
      const [whole, quoted, bare = '', end] = match ?? restOfLine(text, at);
      if (!match)
        fault = invalidInput(
          phraseOf(TABLE_FAULTS.openQuote, line, bare.slice(0, SHOWN)),
          TABLE_HINTS.quotes,
        );
      if (cells.length < most) cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
      else fault ??= invalidInput(phraseOf(TABLE_FAULTS.manyCells, begins, most), TABLE_HINTS.fewerColumns);
      line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
      at += whole.length;
      isLast = end !== delimiter;
    }
    const own = { line: begins, cells, text: text.slice(begins_at, at) };
    yield fault ? { ...own, fault } : own;
  }
}

/** Characters of what arrived that a message shows. */
const SHOWN = 60;
const BLANK = new Set([' ', '\t', '\r', '\n', ...DELIMITERS]);

/** Where the last line ends that holds anything. */
function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && BLANK.has(text.charAt(end - 1))) end -= 1;
  return end;
}

export const isBlank = ({ cells }: Pick<CsvLine, 'cells'>): boolean =>
  cells.every((cell) => cell.trim() === '');

/** Of a cell that cannot be read, in place of a match: all that stands in its line. */
function restOfLine(text: string, at: number): [string, undefined, string, string] {
  const [whole = '', bare = '', end = ''] = /^([^\r\n]*)(\r\n|\n|\r|$)/.exec(text.slice(at)) ?? [];
  return [whole, undefined, bare, end];
}

/** A cell in quotes or bare, and what ends it. */
const cellPattern = (delimiter: Delimiter) =>
  new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)?)(${delimiter}|\\r?\\n|\\r|$)`,
    'y',
  );
const CELL_PATTERNS = { ',': cellPattern(','), ';': cellPattern(';'), '\t': cellPattern('\t') } as const;

/** As it was, quoted where it must be. */
export function textCell(text: string, delimiter: Delimiter): string {
  const isPlain = !/[",;\r\n]|^\s|\s$/.test(text) && !text.includes(delimiter);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** What a spreadsheet would work out (=, +, -, @) is made text by an apostrophe: names come from registers that anybody may write to. */
export const harmlessCell = (text: string, delimiter: Delimiter): string =>
  textCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text, delimiter);

/** With `;` numbers have a decimal comma: where spreadsheets separate by it, a point would make a date or a text of them. */
export function cellText(cell: Cell, delimiter: Delimiter): string {
  if (cell === null) return '';
  if (typeof cell === 'number' && delimiter === ';') return String(cell).replace('.', ',');
  return typeof cell === 'string' ? harmlessCell(cell, delimiter) : textCell(String(cell), delimiter);
}
