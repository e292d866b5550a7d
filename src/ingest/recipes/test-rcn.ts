// For the tests of prices: a GeoPackage of RCN as the national export has it, with what must never be kept in place.

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../domain/geometry/types.ts';
import { encodeGeoPackageGeometry } from '../../domain/geometry/wkb.ts';

export const PRICE_CANARIES = [
  'Kanarek Notariusz',
  'Kanarek Sprzedający',
  'Kanarek Kupujący',
  'Kanarkowa 7',
  '141803_2.0099.77',
];
const [NOTARY, SELLER, BUYER, ADDRESS, PARCEL_ID] = PRICE_CANARIES;

export type RcnRow = Partial<Record<(typeof COLUMNS)[number], string | number | null>> & {
  /** Lower left corner and side of a square parcel; none for a row without geometry. */
  readonly at?: Position | null;
  readonly side_m?: number;
};

const COLUMNS = [
  'serwis_rcn',
  'teryt',
  'tran_przestrzen_nazw',
  'tran_lokalny_id_iip',
  'tran_wersja_id',
  'tran_oznaczenie_trans',
  'tran_rodzaj_trans',
  'tran_rodzaj_rynku',
  'tran_sprzedajacy',
  'tran_kupujacy',
  'tran_cena_brutto',
  'tran_vat',
  'dok_oznaczenie',
  'dok_data',
  'dok_tworca',
  'nier_rodzaj',
  'nier_prawo',
  'nier_udzial',
  'nier_pow_gruntu',
  'nier_cena_brutto',
  'nier_vat',
  'dzi_id_dzialki',
  'dzi_nr_dzialki',
  'dzi_przezn_wmpzp',
  'dzi_pow_ewid',
  'dzi_sposob_uzyt',
  'dzi_cena_brutto',
  'dzi_vat',
  'dzi_adres',
] as const;

/** What a row holds unless a test says otherwise, with all that must not be kept. */
export const PLAIN: RcnRow = {
  teryt: '1418',
  tran_przestrzen_nazw: 'PL.PZGiK.1418.RCN',
  tran_wersja_id: '2026-01-01T00-00-00',
  tran_rodzaj_trans: 'wolnyRynek',
  tran_sprzedajacy: SELLER ?? '',
  tran_kupujacy: BUYER ?? '',
  dok_data: '2026-05-06T00:00:00',
  dok_tworca: NOTARY ?? '',
  nier_rodzaj: 'nieruchomoscGruntowaNiezabudowana',
  nier_udzial: '1/1',
  dzi_id_dzialki: PARCEL_ID ?? '',
  dzi_adres: ADDRESS ?? '',
};

/** `others` are transactions with a building, by local id and version. */
export function writeRcnGpkg(path: string, rows: readonly RcnRow[], others: readonly RcnRow[] = []): void {
  rmSync(path, { force: true });
  const db = new DatabaseSync(path);
  const columns = COLUMNS.map((name) => `${name} TEXT`).join(', ');
  db.exec(`CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    CREATE TABLE transakcje_dzialki (fid INTEGER PRIMARY KEY, geom BLOB, ${columns});
    CREATE TABLE transakcje_budynki (fid INTEGER PRIMARY KEY, geom BLOB, ${columns});
    INSERT INTO gpkg_contents VALUES ('transakcje_dzialki', 'features', 2180), ('transakcje_budynki', 'features', 2180);
    INSERT INTO gpkg_geometry_columns VALUES ('transakcje_dzialki', 'geom', 2180), ('transakcje_budynki', 'geom', 2180);
    BEGIN`);
  const fill = (table: string, all: readonly RcnRow[]) => {
    const insert = db.prepare(
      `INSERT INTO ${table} (geom, ${COLUMNS.join(', ')}) VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`,
    );
    for (const row of all) {
      const whole = { ...PLAIN, ...row };
      insert.run(
        row.at ? square(row.at, row.side_m ?? 10) : null,
        ...COLUMNS.map((name) => whole[name] ?? null),
      );
    }
  };
  fill('transakcje_dzialki', rows);
  fill('transakcje_budynki', others);
  db.exec('COMMIT');
  db.close();
}

function square([x, y]: Position, side: number): Uint8Array {
  const ring: Position[] = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
  return encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates: [[ring]] }, 2180);
}
