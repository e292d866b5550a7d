// RCN in GML (RCN_1.4, and answers of its WFS): transactions, documents, properties and parcels side by side, tied by references that have no #
// and may lead out of the file. Only the elements named here are read: parties, notaries, addresses never are, and of
// the id of a parcel the powiat alone.

import { basename } from 'node:path';
import { type GmlFeature, openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import type { LoadFile } from '../load-files.ts';
import { plausibleDay } from '../newest-day.ts';
import { groundOf, moneyOf, powiatIn, type Sale, type Sales, type SoldGround } from './rcn-sale.ts';
import { type SaleRow, SOLD_BESIDE_LAND, takeOther, takeParcel } from './rcn-table.ts';
import { type RcnTable, rcnRowOf, rcnTableOf } from './rcn-wfs.ts';

interface Property {
  readonly kind: string | null;
  readonly share: string | null;
  readonly price: number | null;
  readonly parcels: readonly string[];
  readonly others: number;
}

interface Parcel {
  readonly powiat: string | null;
  readonly price: number | null;
  readonly ground: SoldGround | string;
}

interface Transaction {
  readonly sale: Omit<Sale, 'powiat' | 'day'>;
  readonly document: string | null;
  readonly properties: readonly string[];
}

/** What answers of the service have brought of its tables; a load has several of them, in any order. */
export class RcnAnswers {
  readonly tables = new Set<string>();
  readonly #others: SaleRow[] = [];

  take(feature: GmlFeature, table: RcnTable, position: string, sales: Sales, lastDay: string): void {
    this.tables.add(table);
    const row = rcnRowOf(feature, table);
    if (table === 'dzialki') takeParcel(row, row.epsg, position, sales, lastDay);
    else this.#others.push({ ...row, geometry: null });
  }

  /** Once all land is known, whatever else was sold with it. */
  settle(sales: Sales): void {
    for (const row of this.#others) takeOther(row, sales);
    if (this.tables.has('dzialki'))
      sales.knowsOthers &&= SOLD_BESIDE_LAND.every((name) => this.tables.has(name));
  }
}

export async function readRcnGml(
  { path, at }: LoadFile,
  sales: Sales,
  lastDay: string,
  answers: RcnAnswers,
): Promise<void> {
  // An answer without a feature is one of its table, too.
  for (const name of SOLD_BESIDE_LAND)
    if (basename(path).toLowerCase().includes(name)) answers.tables.add(name);
  const transactions: Transaction[] = [];
  const documents = new Map<string, string | null>();
  const properties = new Map<string, Property>();
  const parcels = new Map<string, Parcel>();
  const { features } = await openGml(path);
  for await (const feature of features) {
    const { type, id, element, line } = feature;
    const table = rcnTableOf(feature);
    if (table !== null) answers.take(feature, table, at(`line ${line}`), sales, lastDay);
    else if (type === 'RCN_Transakcja') {
      const transaction = toTransaction(element, at(`line ${line}`));
      if (transaction) transactions.push(transaction);
      else sales.unnamed += 1;
    } else if (id === null) continue;
    else if (type === 'RCN_Dokument') {
      documents.set(id, plausibleDay(textOf(element, 'dataSporzadzeniaDokumentu'), lastDay));
    } else if (type === 'RCN_Nieruchomosc') properties.set(id, toProperty(element));
    else if (type === 'RCN_Dzialka') parcels.set(id, toParcel(element));
  }
  for (const transaction of transactions) {
    const day = documents.get(transaction.document ?? '') ?? null;
    const sale = sales.open({ ...transaction.sale, powiat: null, day });
    // Opened before: the file repeats the transaction.
    if (sale && sale.parcels.length + sale.others === 0) fill(sale, transaction, properties, parcels);
  }
}

function fill(
  sale: Sale,
  transaction: Transaction,
  properties: ReadonlyMap<string, Property>,
  parcels: ReadonlyMap<string, Parcel>,
): void {
  for (const name of transaction.properties) {
    const property = properties.get(name);
    if (!property) {
      // It is sold all the same, though nothing is known of it.
      sale.others += 1;
      continue;
    }
    sale.others += property.others;
    for (const reference of property.parcels) {
      const parcel = parcels.get(reference);
      if (!parcel) {
        sale.others += 1;
        continue;
      }
      sale.powiat ??= parcel.powiat;
      const { kind, share, price: property_price } = property;
      sale.parcels.push({
        property: name,
        kind,
        share,
        property_price,
        price: parcel.price,
        ground: parcel.ground,
      });
    }
  }
}

function toTransaction(element: XmlElement, position: string): Transaction | null {
  const part = (name: string) => textOf(element, 'IdRCN', 'RCN_IdentyfikatorIIP', name);
  const local = part('lokalnyId');
  if (local === null) return null;
  return {
    sale: {
      position,
      id: `${part('przestrzenNazw') ?? ''}/${local}`,
      version: part('wersjaId') ?? '',
      market: textOf(element, 'rodzajTransakcji'),
      price: moneyOf(textOf(element, 'cenaTransakcjiBrutto')),
      parcels: [],
      others: 0,
    },
    document: referencesIn(element, 'podstawaPrawna')[0] ?? null,
    properties: referencesIn(element, 'nieruchomosc'),
  };
}

function toProperty(element: XmlElement): Property {
  return {
    kind: textOf(element, 'rodzajNieruchomosci'),
    share: textOf(element, 'udzialWPrawieDoNieruchomosci'),
    price: moneyOf(textOf(element, 'cenaNieruchomosciBrutto')),
    parcels: referencesIn(element, 'dzialka'),
    others: childrenOf(element, 'budynek').length + childrenOf(element, 'lokal').length,
  };
}

function toParcel(element: XmlElement): Parcel {
  return {
    powiat: powiatIn(textOf(element, 'idDzialki')),
    price: moneyOf(textOf(element, 'cenaDzialkiEwidencyjnejBrutto')),
    ground: groundIn(childOf(element, 'geometria')),
  };
}

/** RCN has northing first where srsName leaves it open. */
function groundIn(element: XmlElement | undefined): SoldGround | string {
  const { geometry, epsg, fault } = element ? gmlShapeOf(element, 'yx') : NO_SHAPE;
  if (fault !== null) return 'unreadable_geometry';
  return geometry === null ? 'empty_geometry' : groundOf(geometry, epsg);
}

const NO_SHAPE = { geometry: null, epsg: null, fault: null };

function referencesIn(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap(({ attributes }) =>
    attributes.href === undefined ? [] : [attributes.href.replace(/^#/, '')],
  );
}
