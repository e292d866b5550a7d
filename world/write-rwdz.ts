// Writes building permits as the nightly archive of GUNB (RWDZ): the current layout of 31 columns, quoted, and the older
// one of 30 columns with "#" for what was decided before 2022. Every row names investor and designer (canaries.ts): none
// of it may ever leave the importer. Adds the faulty row of faults.ts.

import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeArchive } from './archive.ts';
import { CANARY_DESIGNER, CANARY_INVESTOR, CANARY_LICENCE } from './canaries.ts';
import { ADDED_SINCE } from './editions.ts';
import { FAULTY_PERMIT } from './faults.ts';
import type { Land } from './land.ts';
import { type ParcelReference, type Permit, permitsOf } from './permits.ts';
import type { Writer } from './writer.ts';

/** Misspelt and repeated as in the true header. The older layout lacks `numer_gunb`. */
export const RWDZ_COLUMNS = [
  ...['numer_urzad', 'numer_gunb', 'nazwa_organu', 'adres_organu', 'data_wplywu_wniosku'],
  ...['numer_decyzji_urzedu', 'data_wydania_decyzji', 'nazwa_inwestor', 'wojewodztwo', 'miasto', 'terc'],
  ...['cecha', 'cecha', 'ulica', 'ulica_dalej', 'nr_domu', 'rodzaj_inwestycji', 'kategoria'],
  ...['nazwa_zamierzenia_bud', 'nazwa_zam_budowlanego', 'kubatura', 'projektant_nazwisko', 'projektant_imie'],
  ...['projektant_numer_uprawnien', 'jednosta_numer_ew', 'obreb_numer', 'numer_dzialki'],
  ...['numer_arkusza_dzialki', 'jednostka_stara_numeracja_z_wniosku'],
  ...['stara_numeracja_obreb_z_wnioskiu', 'stara_numeracja_dzialka_z_wniosku'],
] as const;
const GUNB_COLUMN = RWDZ_COLUMNS.indexOf('numer_gunb');
const NEW_LAYOUT_SINCE = '2022-01-01';
const TOO_FEW = 9;

const OFFICES: Readonly<Record<string, readonly [code: string, name: string, address: string]>> = {
  '1418': ['PI', 'Starosta Powiatu Piaseczno', 'ul. Chyliczkowska 14, 05-500 Piaseczno'],
  '1438': ['ZY', 'Starosta Powiatu Żyrardów', 'ul. Limanowskiego 45, 96-300 Żyrardów'],
};

export const RWDZ_LAYOUTS = {
  current: {
    name: 'wynik_mazowieckie.csv',
    // A byte-order mark comes first, as in some of the true files.
    opening: '\uFEFF',
    write: (cells: readonly string[]) =>
      `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`,
  },
  older: {
    name: 'wynik_mazowieckie_2016_2021.csv',
    opening: '',
    write: (cells: readonly string[]) => `${cells.toSpliced(GUNB_COLUMN, 1).join('#')}\r\n`,
  },
} as const;

export function startRwdz(folder: string, land: Land): Writer {
  const open = ({ name, opening, write }: (typeof RWDZ_LAYOUTS)[keyof typeof RWDZ_LAYOUTS]) => {
    const path = join(folder, name);
    const handle = openSync(path, 'w');
    writeSync(handle, opening + write(RWDZ_COLUMNS));
    return { name, path, handle, add: (cells: readonly string[]) => writeSync(handle, write(cells)) };
  };
  const current = open(RWDZ_LAYOUTS.current);
  const older = open(RWDZ_LAYOUTS.older);
  let count = 0;
  let last: string[] = [];
  return {
    add({ parcels }) {
      const permits = permitsOf(land, parcels, count + 1);
      count += permits.length;
      for (const permit of permits) {
        if (land.edition === 'earlier' && permit.parcel.id === ADDED_SINCE.permits) continue;
        const file = permit.decided_on < NEW_LAYOUT_SINCE ? older : current;
        for (const reference of permit.references) {
          last = cellsOf(permit, reference);
          file.add(last);
        }
      }
    },
    async finish() {
      current.add(last.with(GUNB_COLUMN, FAULTY_PERMIT).slice(0, TOO_FEW));
      for (const { handle } of [current, older]) closeSync(handle);
      const archive = join(folder, 'wynik_mazowieckie.zip');
      await writeArchive(archive, { [current.name]: current, [older.name]: older });
      for (const { path } of [current, older]) await rm(path);
      return archive;
    },
  };
}

function cellsOf(permit: Permit, { unit, obreb, parcels, sheet }: ParcelReference): string[] {
  const { number, applied_on, decided_on, works, object, category, parcel } = permit;
  const { powiat, gmina } = parcel.obreb.unit;
  const [office, officeName, officeAddress] = OFFICES[powiat.code] ?? ['', '', ''];
  const year = applied_on.slice(0, 4);
  // In free text, too, people are named now and then.
  const owner = number % 5 === 0 ? ` – ${CANARY_INVESTOR}` : '';
  return [
    ...[`AB.6740.${number}.${year}`, `ST-MZ-${office}/WNIOSEK/${number}/${year}`, officeName, officeAddress],
    ...[`${applied_on} 00:00:00`, `Nr ${number}.${decided_on.slice(0, 4)}`, `${decided_on} 00:00:00`],
    ...[CANARY_INVESTOR, 'mazowieckie', parcel.obreb.name, gmina.code, '', '', '', '', ''],
    ...[object, category, works, `${works}${owner}`, String(300 + ((number * 37) % 900))],
    ...[CANARY_DESIGNER, CANARY_DESIGNER, CANARY_LICENCE, unit, obreb, parcels, sheet, '', '', ''],
  ];
}
