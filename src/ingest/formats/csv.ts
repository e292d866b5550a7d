// CSV of official exports → rows of cells with their lines, by RFC 4180 and what exports make of it: a
// separator to be found out, a byte order mark, line ends of both kinds, a last line without one. Knows no
// columns; whether a row has as many cells as the header is the caller's to judge. A file cut short shows only if
// the cut leaves a quote open or cells missing: the format has no other end mark than the zip it comes in.

import { FormatError } from './format-error.ts';
import { type ByteSource, decodeText, sourceName } from './text-source.ts';

const SEPARATORS = [';', '#', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface CsvOptions {
  /** Found out from the header line when absent. */
  readonly separator?: Separator | undefined;
  /** UTF-8 when absent. */
  readonly encoding?: string | undefined;
}

export interface CsvRow {
  /** Where the row begins, counted from 1; the header is usually line 1. */
  readonly line: number;
  readonly values: string[];
}

export interface CsvDocument {
  readonly header: string[];
  readonly rows: AsyncGenerator<CsvRow>;
}

/** No official row comes near; a quote that is never closed must not swallow the file into memory. */
const MAX_ROW_CHARS = 1_000_000;

/** Read `rows` to the end, or leave the loop: either closes the file. */
export async function openCsv(source: ByteSource, options: CsvOptions = {}): Promise<CsvDocument> {
  const rows = readCsv(source, options);
  const { value: header } = await rows.next();
  if (header === undefined) {
    const expected = 'a header line';
    throw new FormatError({ file: sourceName(source), position: 'line 1', found: 'nothing', expected });
  }
  return { header: header.values, rows };
}

/** The header is the first row. Blank lines are left out. */
export async function* readCsv(source: ByteSource, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  const file = sourceName(source);
  let { separator } = options;
  let columns: number | null = null;
  let line = 1;
  let rest = '';

  /** The rows that are whole in `rest`; what is left of it waits for more text. */
  function* takeRows(isEnd: boolean): Generator<CsvRow> {
    if (rest === '' || (separator === undefined && !isEnd && !rest.includes('\n'))) return;
    separator ??= findSeparator(rest, file);
    let start = 0;
    while (start < rest.length) {
      const row = parseRow(rest, start, separator, isEnd, { file, line });
      if (row === null) break;
      const { values, end, lines } = row;
      if (values.length > 1 || values[0] !== '') {
        columns ??= values.length;
        if (end > rest.length && values.length < columns) {
          const found = `the end of the file after cell ${values.length}`;
          throw new FormatError({ file, position: `line ${line}`, found, expected: `${columns} cells` });
        }
        yield { line, values };
      }
      line += lines;
      start = end;
    }
    rest = rest.slice(start);
  }

  for await (const text of decodeText(source, () => options.encoding ?? 'utf-8')) {
    rest += text;
    yield* takeRows(false);
    if (rest.length > MAX_ROW_CHARS) {
      const found = `${rest.length} characters without the end of the row (a quote left open?)`;
      throw new FormatError({ file, position: `line ${line}`, found, expected: `at most ${MAX_ROW_CHARS}` });
    }
  }
  yield* takeRows(true);
}

/** The separator that occurs most outside quotes; a line with none is no CSV of ours (a web page, an error). */
function findSeparator(text: string, file: string): Separator {
  const header = text.slice(0, text.includes('\n') ? text.indexOf('\n') : undefined);
  const bare = header.replaceAll(/"[^"]*"/g, '');
  let best: Separator | null = null;
  let most = 0;
  for (const separator of SEPARATORS) {
    const count = bare.split(separator).length - 1;
    if (count > most) [best, most] = [separator, count];
  }
  if (best !== null) return best;
  const found = `the header "${header.slice(0, 80)}"`;
  throw new FormatError({ file, position: 'line 1', found, expected: 'cells separated by ; # , or tab' });
}

interface ParsedRow {
  readonly values: string[];
  /** Where the next row starts; beyond the text when the row ended with the file and not with its line. */
  readonly end: number;
  readonly lines: number;
}

/** Null when the row goes on beyond the text. */
function parseRow(
  text: string,
  start: number,
  separator: Separator,
  isEnd: boolean,
  where: { readonly file: string; readonly line: number },
): ParsedRow | null {
  const values: string[] = [];
  let lines = 1;
  let at = start;
  for (;;) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? closingQuote(text, at + 1) : null;
    if (close === -1) {
      if (!isEnd) return null;
      const position = `line ${where.line + lines - 1}`;
      throw new FormatError({
        file: where.file,
        position,
        found: 'a quote left open',
        expected: 'its close',
      });
    }
    const bareStart = close === null ? at : close + 1;
    const next = cellEnd(text, bareStart, separator);
    if (next === text.length && !isEnd) return null;
    const isLast = text[next] !== separator;
    const end = isLast && next > bareStart && text[next - 1] === '\r' ? next - 1 : next;

    if (close === null) {
      values.push(text.slice(at, end));
    } else {
      const inside = text.slice(at + 1, close);
      const newlines = inside.split('\n').length - 1;
      if (end === bareStart) {
        values.push(inside.replaceAll('""', '"'));
      } else if (newlines === 0) {
        // Not quoted after all: a name such as "DOM" sp. z o.o., written by an export that does not quote.
        values.push(text.slice(at, end));
      } else {
        const position = `line ${where.line + lines - 1 + newlines}`;
        const found = `"${text.slice(bareStart, Math.min(end, bareStart + 40))}" after a closing quote`;
        throw new FormatError({ file: where.file, position, found, expected: 'the end of the cell' });
      }
      lines += newlines;
    }
    at = next + 1;
    if (isLast) return { values, end: at, lines };
  }
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** The separator or line end that ends the cell, or the end of the text. */
function cellEnd(text: string, from: number, separator: Separator): number {
  const line = text.indexOf('\n', from);
  const stop = line === -1 ? text.length : line;
  const at = text.indexOf(separator, from);
  return at === -1 || at > stop ? stop : at;
}
