// The layouts of the RWDZ export: which columns are read, by which of their spellings. What is not named here is dropped
// with the row as it passes: investors, designers, addresses and the free text that may name them.

import { FormatError } from '../formats/format-error.ts';

export type Column =
  | 'number'
  | 'office_number'
  | 'decision_number'
  | 'office'
  | 'filed'
  | 'decided'
  | 'works'
  | 'object'
  | 'category'
  | 'voivodeship'
  | 'unit'
  | 'obreb'
  | 'parcel'
  | 'sheet'
  | 'old_unit'
  | 'old_obreb'
  | 'old_parcel';

export type Cells = { readonly [C in Column]: string | null };

export interface Layout {
  readonly kind: 'decisions' | 'notifications';
  /** The wanted cells of a row; null where the layout has no such column. */
  pick(values: readonly string[]): Cells;
}

type Spellings = { readonly [C in Column]?: readonly string[] };

/** The export misspells "jednosta" and "wnioskiu"; corrected copies are about. numer_gunb came later. */
const DECISIONS: Spellings = {
  number: ['numer_gunb'],
  office_number: ['numer_urzad'],
  decision_number: ['numer_decyzji_urzedu'],
  office: ['nazwa_organu'],
  filed: ['data_wplywu_wniosku'],
  decided: ['data_wydania_decyzji'],
  works: ['nazwa_zamierzenia_bud'],
  object: ['rodzaj_inwestycji'],
  category: ['kategoria'],
  unit: ['jednosta_numer_ew', 'jednostka_numer_ew'],
  obreb: ['obreb_numer'],
  parcel: ['numer_dzialki'],
  sheet: ['numer_arkusza_dzialki'],
  old_unit: ['jednostka_stara_numeracja_z_wniosku'],
  old_obreb: ['stara_numeracja_obreb_z_wnioskiu', 'stara_numeracja_obreb_z_wniosku'],
  old_parcel: ['stara_numeracja_dzialka_z_wniosku'],
};

const NOTIFICATIONS: Spellings = {
  number: ['numer_ewidencyjny_system'],
  office_number: ['numer_ewidencyjny_urzad'],
  office: ['nazwa_organu'],
  filed: ['data_wplywu_wniosku_do_urzedu'],
  works: ['rodzaj_zam_budowlanego'],
  category: ['kategoria'],
  voivodeship: ['wojewodztwo_objekt', 'wojewodztwo_obiekt'],
  unit: ['jednostki_numer'],
  obreb: ['obreb_numer'],
  parcel: ['numer_dzialki'],
  sheet: ['numer_arkusza_dzialki'],
};

const NEEDED: readonly Column[] = ['office_number', 'office', 'works', 'unit', 'obreb', 'parcel'];
const COLUMNS = Object.keys({ ...DECISIONS, ...NOTIFICATIONS }) as Column[];

export function layoutOf(header: readonly string[], file: string): Layout {
  const names = header.map((name) => name.trim().toLowerCase());
  const kind = names.includes('numer_ewidencyjny_system') ? 'notifications' : 'decisions';
  const spellings = kind === 'notifications' ? NOTIFICATIONS : DECISIONS;
  // The first of its name: the header repeats "cecha", and might repeat another.
  const at = (column: Column) =>
    (spellings[column] ?? []).map((name) => names.indexOf(name)).find((index) => index >= 0);
  const missing = NEEDED.filter((column) => at(column) === undefined);
  if (missing.length > 0) {
    // Not what they are called: a file that lost its header begins with a row, and that may name someone.
    const found = `${names.length} columns`;
    const expected = `also ${missing.map((column) => spellings[column]?.[0]).join(' ')}`;
    throw new FormatError({ file, position: 'line 1', found, expected });
  }
  const places = COLUMNS.map((column) => [column, at(column)] as const);
  return {
    kind,
    pick: (values) =>
      Object.fromEntries(
        places.map(([column, index]) => [column, wordOf(index === undefined ? undefined : values[index])]),
      ) as Cells,
  };
}

const wordOf = (cell: string | undefined): string | null => cell?.trim() || null;
