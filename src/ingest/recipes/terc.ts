// TERC, the register of territorial units (GUS): the full file, in XML or CSV. Codes are strings with leading zeros.

import { basename } from 'node:path';
import { openCsv } from '../formats/csv.ts';
import { FormatError } from '../formats/format-error.ts';
import { readElements, textOf } from '../formats/xml.ts';
import { filesOf, type LoadFile } from '../load-files.ts';
import { NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, passedOver, type ReadItem, type Recipe } from '../recipe.ts';

export const terc: Recipe = {
  source: 'terc',
  claims: /^TERC.*\.(xml|csv|zip)$/i,
  names: ['TERC_Urzedowy_{day}.zip', 'TERC_Urzedowy_{day}.xml', 'TERC_Urzedowy_{day}.csv'],
  files: /\.(xml|csv)$/i,
  reads: 'TERC of GUS, full file in XML or CSV',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readTerc,
};

/** An archive of eTeryt holds the register twice, as XML and as CSV: the same rows, so one of them is read. */
async function* readTerc(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const newest = new NewestDay();
  const files = filesOf(paths, terc, name);
  const [first] = files.toSorted((a, b) => Number(isCsv(a)) - Number(isCsv(b)));
  const isTwin = (file: LoadFile) => first !== undefined && !isCsv(first) && isCsv(file);
  // Told before anything is read: where the other is broken, this is the one to try.
  for (const { path } of files.filter(isTwin)) {
    yield passedOver('archive', `${basename(path)}, the same register as ${basename(first?.path ?? '')}`);
  }
  for (const file of files.filter((each) => !isTwin(each))) {
    yield* isCsv(file) ? readCsv(file, newest) : readXml(file, newest);
  }
  return { as_of: newest.day, scopes: [''] };
}

const isCsv = ({ path }: LoadFile) => /\.csv$/i.test(path);

async function* readXml({ path, at }: LoadFile, newest: NewestDay): AsyncGenerator<ReadItem> {
  let isTerc = false;
  for await (const element of readElements(
    path,
    (name) => name === 'row' || (name === 'catalog' && 'start'),
  )) {
    if (element.name === 'catalog') {
      isTerc = element.attributes.name === 'TERC';
      newest.add(element.attributes.date);
      continue;
    }
    yield toUnit(at(`line ${element.line}`), (name) => textOf(element, name));
  }
  if (isTerc) return;
  const expected = '<catalog name="TERC">';
  throw new FormatError({ file: path, position: null, found: 'no catalog of that name', expected });
}

async function* readCsv({ path, at }: LoadFile, newest: NewestDay): AsyncGenerator<ReadItem> {
  const { header, rows } = await openCsv(path);
  const columns = new Map(header.map((name, i) => [name.trim().toUpperCase(), i]));
  const missing = ['WOJ', 'POW', 'GMI', 'RODZ', 'NAZWA'].filter((name) => !columns.has(name));
  if (missing.length > 0) {
    await rows.return(undefined);
    const found = `the columns ${header.join(' ')}`;
    throw new FormatError({ file: path, position: 'line 1', found, expected: `also ${missing.join(' ')}` });
  }
  for await (const { line, values } of rows) {
    const position = at(`line ${line}`);
    if (values.length !== header.length) {
      const message = `the row has ${values.length} cells, the header ${header.length}`;
      yield issueAt(position, 'bad_row', message, undefined, values.join(';'));
      continue;
    }
    const cell = (name: string) => values[columns.get(name) ?? -1]?.trim() || null;
    newest.add(cell('STAN_NA'));
    yield toUnit(position, cell);
  }
}

function toUnit(position: string, cellOf: (column: string) => string | null): ReadItem {
  const code = ['WOJ', 'POW', 'GMI', 'RODZ'].map((column) => cellOf(column) ?? '').join('');
  const name = cellOf('NAZWA');
  if (!/^\d{2}(\d{2}(\d{3})?)?$/.test(code) || name === null) {
    const message = 'a unit needs a code of 2, 4 or 7 digits and a name';
    return issueAt(position, 'bad_unit', message, 'WOJ POW GMI RODZ', code);
  }
  // Some variants of the file call the column NAZDOD.
  const kind = cellOf('NAZWA_DOD') ?? cellOf('NAZDOD') ?? '';
  return { row: { kind: 'terc', row: { code, name, kind } }, position };
}
