// A batch as a table: from the caller's CSV to the items of the batch, and from the rows of the answer back to CSV beside the
// caller's own columns (contract §13). What the columns of the answer are is encode-cells.ts.

import { phraseOf } from '../../contract/language.ts';
import { TABLE_FAULTS, TABLE_HINTS } from '../../contract/table-sentences.ts';
import type { Cell } from '../../domain/plain-columns.ts';
import type { AnswerBody } from '../snapshot/answer-body.ts';
import {
  BYTE_ORDER_MARK,
  type CsvLine,
  cellText,
  type Delimiter,
  type Dialect,
  findDialect,
  harmlessCell,
  isBlank,
  parseCsv,
  textCell,
} from './csv-text.ts';
import { invalidInput, type ServiceError } from './outcome.ts';

const TARGETS = ['q', 'id', 'point'] as const;
const MOST_COLUMNS = 200;
/** Characters of what arrived that a message shows. */
const SHOWN = 60;

export interface BatchTable {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  readonly rows: readonly CsvLine[];
  /** A row that cannot be read is its own fault; the others are answered. */
  readonly items: readonly (object | ServiceError)[];
}

/** The header must have one of q, id and point, or lat and lng; of several each row fills one. */
export function readBatchTable(text: string, most_rows = Infinity, separator?: Delimiter): BatchTable {
  const dialect = findDialect(text, separator);
  const { first, rows } = takeLines(text, dialect, most_rows);
  if (!first) throw invalidInput(TABLE_FAULTS.empty, TABLE_HINTS.headerAndLines);
  if (first.fault) throw first.fault;
  const header = first.cells;
  const names = header.map((cell) => cell.trim().toLowerCase());
  const columns = TARGETS.flatMap((name) =>
    names.flatMap((other, at) => (other === name ? [{ name, at }] : [])),
  );
  const [column, ...others] = columns;
  const degrees = column ? null : degreesIn(names);
  if (!column && !degrees)
    throw invalidInput(
      phraseOf(TABLE_FAULTS.noColumn, header.slice(0, 20).join(', ').slice(0, 200)),
      TABLE_HINTS.nameColumn,
    );
  if (others.some(({ name }, at) => name === columns[at]?.name))
    throw invalidInput(TABLE_FAULTS.columnTwice, TABLE_HINTS.oneColumn);
  const items = rows.map((row): object | ServiceError => {
    const { line, cells, fault } = row;
    if (fault) return fault;
    if (isBlank(row)) return invalidInput(phraseOf(TABLE_FAULTS.blankLine, line), TABLE_HINTS.fillLine);
    const beyond = cells.slice(header.length).filter((cell) => cell.trim() !== '');
    if (beyond.length > 0)
      return invalidInput(
        phraseOf(TABLE_FAULTS.cells, line, cells.length, header.length, beyond.join(', ').slice(0, SHOWN)),
        TABLE_HINTS.quoteSeparators,
      );
    if (degrees) return pointIn(degrees.map((at) => cells[at] ?? ''));
    const filled = columns.map(({ name, at }) => [name, cells[at]?.trim() ?? '']).filter(([, cell]) => cell);
    return Object.fromEntries(filled);
  });
  if (items.length === 0) throw invalidInput(TABLE_FAULTS.noRows, TABLE_HINTS.lines);
  return { delimiter: dialect.delimiter, header, rows, items };
}

/** Where lat and lng stand; null where the header has not both, or one twice. Beside a column that names the parcel they are facts about it, as in our answers. */
function degreesIn(names: readonly string[]): number[] | null {
  const found = ['lat', 'lng'].map((name) => names.flatMap((other, at) => (other === name ? [at] : [])));
  return found.every((places) => places.length === 1) ? found.flat() : null;
}

/** Spreadsheets that separate by semicolons write degrees with a comma. */
function pointIn(degrees: readonly string[]): object {
  const [lat, lng] = degrees.map((cell) => cell.trim().replace(',', '.'));
  return lat || lng ? { point: `${lat},${lng}` } : {};
}

/** The header and the rows behind it, blank ones too: a row of the answer stands where it stands in the caller's table. */
function takeLines(text: string, dialect: Dialect, most_rows: number) {
  let first: CsvLine | undefined;
  const rows: CsvLine[] = [];
  let count = 0;
  for (const line of parseCsv(text, dialect, MOST_COLUMNS)) {
    if (first) {
      count += 1;
      if (count <= most_rows) rows.push(line);
    } else if (line.fault || !isBlank(line)) first = line;
  }
  if (count > most_rows)
    throw invalidInput(phraseOf(TABLE_FAULTS.manyRows, count, most_rows), TABLE_HINTS.inParts);
  return { first, rows };
}

/** Of items that came as JSON: what they were asked by. */
export function tableOfItems(items: readonly unknown[]): BatchTable {
  const cellOf = (item: unknown, name: string): string => {
    const value = item !== null && typeof item === 'object' ? Object.entries(item) : [];
    const [, found = ''] = value.find(([key]) => key === name) ?? [];
    return typeof found === 'string' ? found : JSON.stringify(found);
  };
  const header = ['ref', ...TARGETS].filter((name) => items.some((item) => cellOf(item, name) !== ''));
  const rows = items.map((item, at) => ({
    line: at + 2,
    cells: header.map((name) => cellOf(item, name)),
    text: '',
  }));
  return { delimiter: ',', header, rows, items: [] };
}

/** The body of an answer in the format csv, as CSV: the caller's columns as they came, then ours. */
export function writeTable(table: BatchTable, body: AnswerBody, isTheirs: boolean): Buffer[] {
  const { delimiter, header, rows } = table;
  // What has been in a spreadsheet stays as it is; what comes to one for the first time is made harmless.
  const ownCell = isTheirs ? textCell : harmlessCell;
  const [names, ...answers] = [body].flat();
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  const ours = cellsIn(names).map((name) => freeName(String(name), taken));
  const write = (own: readonly string[], told: readonly Cell[]) => {
    const kept = header.map((_, at) => ownCell(own[at] ?? '', delimiter));
    return Buffer.from(`${[...kept, ...told.map((cell) => cellText(cell, delimiter))].join(delimiter)}\r\n`);
  };
  return [
    Buffer.from(BYTE_ORDER_MARK),
    write(header, ours),
    ...answers.map((answer, at) => write(rows[at]?.cells ?? [], cellsIn(answer))),
  ];
}

/** No column twice: a program that reads the table by its names would take one for the other. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let free = `miedza_${name}`;
  for (let at = 2; taken.has(free); at += 1) free = `miedza_${name}_${at}`;
  return free;
}

const cellsIn = (piece: Buffer | undefined): Cell[] => JSON.parse(piece?.toString() ?? '[]');
