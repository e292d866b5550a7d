// What is wrong with a table of parcels or an area, and what to do about it, one entry a sentence.

import { bilingual, sentence } from './language.ts';

export const TABLE_FAULTS = {
  empty: bilingual('the table is empty', 'tabela jest pusta'),
  noColumn: sentence(
    (header: string) => `the header of the table has none of q, id and point; got ${header}`,
    (header) => `nagłówek tabeli nie ma żadnej z kolumn q, id, point; otrzymano: ${header}`,
  ),
  columnTwice: bilingual(
    'the header of the table has a column twice',
    'nagłówek tabeli ma tę samą kolumnę dwa razy',
  ),
  cells: sentence(
    (line: number, cells: number, header: number, beyond: string) =>
      `line ${line} of the table has ${cells} cells, the header ${header}; beyond it came "${beyond}"`,
    (line, cells, header, beyond) =>
      `wiersz ${line} tabeli ma komórek: ${cells}, nagłówek: ${header}; poza nim otrzymano: "${beyond}"`,
  ),
  noRows: bilingual('the table has a header and no rows', 'tabela ma nagłówek i żadnych wierszy'),
  openQuote: sentence(
    (line: number, got: string) =>
      `line ${line} of the table has a quote that is not closed, or text behind one, got ${got}`,
    (line, got) =>
      `wiersz ${line} tabeli ma niezamknięty cudzysłów albo tekst za cudzysłowem, otrzymano: ${got}`,
  ),
  blankLine: sentence(
    (line: number) => `line ${line} of the table is empty`,
    (line) => `wiersz ${line} tabeli jest pusty`,
  ),
  manyCells: sentence(
    (line: number, most: number) => `line ${line} of the table has more than ${most} cells`,
    (line, most) => `wiersz ${line} tabeli ma więcej niż ${most} komórek`,
  ),
  manyRows: sentence(
    (rows: number, most: number) => `the table has ${rows} rows; at most ${most} are answered at once`,
    (rows, most) => `tabela ma wierszy: ${rows}; naraz można zapytać najwyżej o ${most}`,
  ),
  separator: sentence(
    (got: string) =>
      `the first line of the table names "${got}" as separator; it must be a comma, a semicolon or a tab`,
    (got) =>
      `pierwszy wiersz tabeli podaje separator "${got}"; może nim być przecinek, średnik lub tabulator`,
  ),
  spread: sentence(
    (most: number) => `the area is spread over more than ${most} squares with sides of about 300 m`,
    (most) => `obszar rozciąga się na więcej niż ${most} kwadratów o boku około 300 m`,
  ),
} as const;

export const TABLE_HINTS = {
  headerAndLines: bilingual(
    'Send a header line and a line for each parcel.',
    'Należy wysłać wiersz nagłówka i po wierszu na działkę.',
  ),
  nameColumn: bilingual(
    'Name the column that says which parcel is meant q, id or point, or two columns lat and lng.',
    'Kolumnę wskazującą działkę należy nazwać q, id lub point albo dwie kolumny lat i lng.',
  ),
  oneColumn: bilingual('Name one column q, id or point.', 'Jedną kolumnę należy nazwać q, id lub point.'),
  quoteSeparators: bilingual(
    'Put cells that hold the separator into quotes.',
    'Komórki zawierające separator należy ująć w cudzysłów.',
  ),
  inParts: bilingual(
    'Send it in parts, each with the header, or let "miedza get batch FILE.csv" do so.',
    'Należy wysłać ją w częściach, każdą z nagłówkiem, albo użyć "miedza get batch PLIK.csv".',
  ),
  fillLine: bilingual(
    'Say in it which parcel is meant, or take it out.',
    'Należy w nim wskazać działkę albo go usunąć.',
  ),
  lines: bilingual('Send a line for each parcel.', 'Należy wysłać po wierszu na działkę.'),
  quotes: bilingual(
    'Put cells with quotes, separators or line ends into quotes, and double the quotes inside.',
    'Komórki z cudzysłowami, separatorami lub końcami wierszy należy ująć w cudzysłów, a cudzysłowy wewnątrz podwoić.',
  ),
  separators: bilingual(
    'Save the table as CSV, separated by comma, semicolon or tab.',
    'Tabelę należy zapisać jako CSV z przecinkiem, średnikiem lub tabulatorem.',
  ),
  fewerColumns: bilingual('Send fewer columns.', 'Należy wysłać mniej kolumn.'),
  splitArea: bilingual(
    'Split a long or scattered area into several, and ask for each.',
    'Długi lub rozproszony obszar należy podzielić na kilka i pytać o każdy.',
  ),
} as const;
