// Writes sales of land as the national bulk file of the register of prices (RCN): {TERYT4}_transakcje_ceny.gpkg.zip with
// the table `transakcje_dzialki`. Every row names notary, seller and buyer (canaries.ts): none of it may ever leave the
// importer. Adds the faulty sale of faults.ts.

import { join } from 'node:path';
import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import { CANARY_BUYER, CANARY_DEED_REGISTER, CANARY_NOTARY, CANARY_SELLER } from './canaries.ts';
import { ADDED_SINCE } from './editions.ts';
import { groundAreaOf } from './egib-row.ts';
import { FAULTY_SALE } from './faults.ts';
import { createGeoPackage, type Row } from './geopackage.ts';
import { type Land, obrebyOf } from './land.ts';
import { boundsOf, outlineOf } from './outline.ts';
import type { Parcel } from './parcels.ts';
import { type Sale, salesOf } from './sales.ts';
import type { Writer } from './writer.ts';

const COLUMNS = {
  serwis_rcn: 'TEXT',
  teryt: 'TEXT',
  tran_przestrzen_nazw: 'TEXT',
  tran_lokalny_id_iip: 'TEXT',
  tran_wersja_id: 'TEXT',
  tran_oznaczenie_trans: 'TEXT',
  tran_rodzaj_trans: 'TEXT',
  tran_rodzaj_rynku: 'TEXT',
  tran_sprzedajacy: 'TEXT',
  tran_kupujacy: 'TEXT',
  tran_cena_brutto: 'REAL',
  tran_vat: 'REAL',
  dok_oznaczenie: 'TEXT',
  dok_data: 'TEXT',
  dok_tworca: 'TEXT',
  nier_rodzaj: 'TEXT',
  nier_prawo: 'TEXT',
  nier_udzial: 'TEXT',
  nier_pow_gruntu: 'REAL',
  nier_cena_brutto: 'REAL',
  nier_vat: 'REAL',
  dzi_id_dzialki: 'TEXT',
  dzi_nr_dzialki: 'TEXT',
  dzi_przezn_wmpzp: 'TEXT',
  dzi_pow_ewid: 'REAL',
  dzi_sposob_uzyt: 'TEXT',
  dzi_cena_brutto: 'REAL',
  dzi_vat: 'REAL',
  dzi_adres: 'TEXT',
} as const;

const EXPORTED_AT = '2026-11-07T04:00:00.000Z';
const VERSION = 'T10:00:00';
const M2_PER_HECTARE = 10_000;
/** Areas are in hectares here, in square metres elsewhere. */
const IN_HECTARES = '1418032';
const FAULTY_OBREB = '141803_2.0002';

const USES: Partial<Record<Parcel['kind'], string>> = {
  plot: 'gruntyZabudowaneIZurbanizowane',
  strip: 'gruntyOrne',
  wood: 'gruntyLesne',
};

export function startRcn(folder: string, land: Land, powiat: string): Writer {
  const extent = boundsOf(outlineOf(land, obrebyOf(land, powiat)));
  const file = join(folder, `${powiat}_transakcje_ceny.gpkg.zip`);
  const gpkg = createGeoPackage(file, extent, EXPORTED_AT);
  const addRow = gpkg.addLayer('transakcje_dzialki', COLUMNS);
  return {
    add({ obreb, parcels }) {
      for (const sale of salesOf(land, parcels)) {
        if (land.edition === 'earlier' && sale.parcels[0]?.id === ADDED_SINCE.sale) continue;
        for (const row of rowsOf(sale)) addRow(row);
      }
      const plot = parcels.find(({ kind }) => kind === 'plot');
      if (obreb.id === FAULTY_OBREB && plot !== undefined) addRow(faultyRow(plot));
    },
    finish: () => gpkg.pack(),
  };
}

/** A row for each parcel, and again for an older version of the sale. */
function rowsOf(sale: Sale): Row<typeof COLUMNS>[] {
  const now = sale.parcels.map((parcel) => rowOf(sale, parcel, sale.price_pln, `${sale.sold_on}${VERSION}`));
  const { former_price_pln } = sale;
  if (former_price_pln === null) return now;
  const before = sale.parcels.map((parcel) =>
    rowOf(sale, parcel, former_price_pln, `${sale.sold_on}T08:00:00`),
  );
  return [...now, ...before];
}

function rowOf(sale: Sale, parcel: Parcel, price_pln: number, version: string): Row<typeof COLUMNS> {
  const { obreb, kind } = parcel;
  const { powiat, gmina } = obreb.unit;
  const unit_m2 = gmina.code === IN_HECTARES ? M2_PER_HECTARE : 1;
  const areaOf = (its: Parcel) => Math.round(groundAreaOf(its)) / unit_m2;
  const wholeArea = sale.parcels.reduce((sum, its) => sum + areaOf(its), 0);
  const year = sale.sold_on.slice(0, 4);
  const isSingle = sale.parcels.length === 1;
  const case_number = Number.parseInt(sale.localId.slice(0, 4), 16);
  return {
    serwis_rcn: `https://rcn.example/${powiat.code}`,
    teryt: powiat.code,
    tran_przestrzen_nazw: `PL.PZGiK.${powiat.code}.RCN`,
    tran_lokalny_id_iip: sale.localId,
    tran_wersja_id: version,
    tran_oznaczenie_trans: `${powiat.code}-${year}-${case_number}`,
    tran_rodzaj_trans: sale.isFreeMarket ? 'wolnyRynek' : 'sprzedazPrzetargowa',
    tran_rodzaj_rynku: 'wtorny',
    tran_sprzedajacy: `osobaFizyczna: ${CANARY_SELLER}`,
    tran_kupujacy: `osobaFizyczna: ${CANARY_BUYER}`,
    tran_cena_brutto: price_pln,
    tran_vat: null,
    dok_oznaczenie: `Rep. A nr ${case_number}/${year}, KW ${CANARY_DEED_REGISTER}`,
    dok_data: sale.sold_on,
    dok_tworca: CANARY_NOTARY,
    nier_rodzaj: 'nieruchomoscGruntowaNiezabudowana',
    nier_prawo: 'wlasnosc',
    nier_udzial: sale.share,
    nier_pow_gruntu: Math.round(wholeArea * M2_PER_HECTARE) / M2_PER_HECTARE,
    nier_cena_brutto: sale.priced === 'property' ? price_pln : null,
    nier_vat: null,
    dzi_id_dzialki: parcel.id,
    dzi_nr_dzialki: parcel.number,
    dzi_przezn_wmpzp: null,
    dzi_pow_ewid: areaOf(parcel),
    dzi_sposob_uzyt: USES[kind] ?? null,
    dzi_cena_brutto: isSingle && sale.priced === 'parcel' ? price_pln : null,
    dzi_vat: null,
    dzi_adres: sale.address,
    geom: parcel.geometry,
  };
}

/** A parcel of no extent: all its corners lie on one edge. */
function faultyRow(parcel: Parcel): Row<typeof COLUMNS> {
  const sale: Sale = {
    localId: FAULTY_SALE,
    sold_on: '2026-05-05',
    isFreeMarket: true,
    share: '1/1',
    price_pln: 111_000,
    priced: 'parcel',
    address: null,
    parcels: [parcel],
    former_price_pln: null,
  };
  const [from = [0, 0], to = [0, 0]] = parcel.geometry[0]?.[0] ?? [];
  const flat: MultiPolygon = [[[from, to, from, from]]];
  return {
    ...rowOf(sale, parcel, sale.price_pln, `2026-05-05${VERSION}`),
    dzi_pow_ewid: 0,
    nier_pow_gruntu: 0,
    geom: flat,
  };
}
