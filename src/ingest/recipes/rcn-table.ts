// RCN as tables, in GeoPackage or GeoParquet: one row a parcel, building or flat, each with the transaction and the property
// it belongs to. Only the columns named here leave the file: parties, notaries and addresses never do, and of the id of a
// parcel the powiat alone.

import { basename } from 'node:path';
import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';
import { FormatError } from '../formats/format-error.ts';
import { type GpkgRow, openGpkg } from '../formats/gpkg.ts';
import { isParquet, type LoadFile } from '../load-files.ts';
import { dayWritten, plausibleDay } from '../newest-day.ts';
import type { LoadPart, PowiatyInFile } from '../recipe.ts';
import { wordOf } from './egib-parcel.ts';
import { openTable, partFilter, powiatyIn } from './parquet-table.ts';
import { groundOf, moneyOf, powiatIn, type Sales, type SoldGround, type SoldParcel } from './rcn-sale.ts';

export const TRANSACTION_COLUMNS = ['tran_przestrzen_nazw', 'tran_lokalny_id_iip', 'tran_wersja_id'] as const;
const PARCEL_ID = 'dzi_id_dzialki';
export const SOLD_PARCEL_COLUMNS = [
  ...TRANSACTION_COLUMNS,
  'teryt',
  PARCEL_ID,
  'tran_rodzaj_trans',
  'tran_cena_brutto',
  'dok_data',
  'nier_rodzaj',
  'nier_prawo',
  'nier_udzial',
  'nier_pow_gruntu',
  'nier_cena_brutto',
  'dzi_cena_brutto',
] as const;

export function readRcnGpkg({ path, at }: LoadFile, sales: Sales, lastDay: string): void {
  using gpkg = openGpkg(path);
  const layers = gpkg.layers();
  const parcels = layers.find(({ name }) => /^(transakcje_)?dzialki$/i.test(name));
  if (!parcels) {
    const found = `the layers ${layers.map(({ name }) => name).join(', ') || 'none'}`;
    throw new FormatError({ file: path, position: null, found, expected: 'a layer transakcje_dzialki' });
  }
  const epsg = epsgOf(`EPSG:${parcels.srsId}`);
  for (const row of gpkg.rows(parcels.name, SOLD_PARCEL_COLUMNS))
    takeParcel(row, epsg, at(`row ${row.row}`), sales, lastDay);
  for (const { name } of layers.filter(({ name }) => /(budynki|lokale)$/i.test(name))) {
    for (const row of gpkg.rows(name, TRANSACTION_COLUMNS)) takeOther(row, sales);
  }
}

/** What was sold beside land is in tables of its own; without them a price of the whole is not that of the land. */
export const SOLD_BESIDE_LAND = ['budynki', 'lokale'] as const;

export async function readRcnParquet(
  files: readonly LoadFile[],
  sales: Sales,
  part: LoadPart | undefined,
): Promise<void> {
  const ofTable = (name: string) => files.filter(({ path }) => basename(path).toLowerCase().includes(name));
  sales.knowsOthers &&= SOLD_BESIDE_LAND.every((name) => ofTable(name).length > 0);
  for (const { path, at } of ofTable('dzialki')) {
    await using table = await openTable(path, [PARCEL_ID, 'tran_lokalny_id_iip']);
    const lastDay = dayWritten(path);
    for await (const rows of table.pages(SOLD_PARCEL_COLUMNS, partFilter(table, part, PARCEL_ID))) {
      for (const row of rows) takeParcel(row, table.epsg, at(`row ${row.row}`), sales, lastDay);
    }
  }
  for (const { path } of SOLD_BESIDE_LAND.flatMap(ofTable)) {
    await using table = await openTable(path, ['tran_lokalny_id_iip']);
    for await (const rows of table.pages(TRANSACTION_COLUMNS)) for (const row of rows) takeOther(row, sales);
  }
}

export const powiatyInRcn = (paths: readonly string[]): Promise<PowiatyInFile> =>
  powiatyIn(
    paths.filter((path) => isParquet(path) && /dzialki/i.test(basename(path))),
    PARCEL_ID,
  );

/** A row of a table, whatever the format, with its coordinate system. */
export type SaleRow = GpkgRow & { readonly epsg: Epsg | null };

export function takeParcel(
  row: GpkgRow,
  epsg: Epsg | null,
  position: string,
  sales: Sales,
  lastDay: string,
): void {
  const text = textIn(row);
  const { id, version } = idOf(text);
  if (id === null) {
    sales.unnamed += 1;
    return;
  }
  const sale = sales.open({
    position,
    id,
    version,
    powiat: powiatIn(text(PARCEL_ID)) ?? powiatIn(text('teryt')),
    market: text('tran_rodzaj_trans'),
    day: plausibleDay(text('dok_data'), lastDay),
    price: moneyOf(text('tran_cena_brutto')),
    parcels: [],
    others: 0,
  });
  const ground = row.geometryError === null ? groundOf(row.geometry, epsg) : 'unreadable_geometry';
  if (sale && !isRepeated(sale.parcels, ground)) sale.parcels.push(soldParcel(text, ground));
}

export function takeOther(row: GpkgRow, sales: Sales): void {
  const { id, version } = idOf(textIn(row));
  const sale = id === null ? null : sales.find(id, version);
  if (sale) sale.others += 1;
}

type Text = (column: string) => string | null;

const textIn =
  ({ values }: GpkgRow): Text =>
  (column) =>
    wordOf(values[column]);

function idOf(text: Text): { id: string | null; version: string } {
  const local = text('tran_lokalny_id_iip');
  const id = local === null ? null : `${text('tran_przestrzen_nazw') ?? ''}/${local}`;
  return { id, version: text('tran_wersja_id') ?? '' };
}

/** A property has no id here: parcels that agree in all that is said of it are taken for one, which uses less, not more. */
function soldParcel(text: Text, ground: SoldGround | string): SoldParcel {
  const said = ['nier_rodzaj', 'nier_prawo', 'nier_udzial', 'nier_pow_gruntu', 'nier_cena_brutto'].map(text);
  return {
    property: said.join('|'),
    kind: text('nier_rodzaj'),
    share: text('nier_udzial'),
    property_price: moneyOf(text('nier_cena_brutto')),
    price: moneyOf(text('dzi_cena_brutto')),
    ground,
  };
}

/** Exports double rows: the same ground is sold once in a transaction. */
function isRepeated(parcels: readonly SoldParcel[], ground: SoldGround | string): boolean {
  return parcels.some(
    (other) =>
      typeof other.ground !== 'string' &&
      typeof ground !== 'string' &&
      other.ground.area_m2 === ground.area_m2 &&
      other.ground.point[0] === ground.point[0] &&
      other.ground.point[1] === ground.point[1],
  );
}
