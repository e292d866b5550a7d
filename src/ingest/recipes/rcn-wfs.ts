// RCN as answers of its WFS (dzialki, budynki, lokale): the rows of the bulk tables as GML features, northing first as MapServer
// writes them. Of each only the columns that the tables give leave the file.

import type { GmlFeature } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { type SaleRow, SOLD_BESIDE_LAND, SOLD_PARCEL_COLUMNS, TRANSACTION_COLUMNS } from './rcn-table.ts';

export type RcnTable = 'dzialki' | (typeof SOLD_BESIDE_LAND)[number];

const TABLES: readonly string[] = ['dzialki', ...SOLD_BESIDE_LAND];

/** Null of a feature that is no row of a table. */
export function rcnTableOf({ type, element }: GmlFeature): RcnTable | null {
  const name = type.toLowerCase().replace(/^.*_/, '');
  const isRow = element.children.some((child) => /^tran_/i.test(child.name));
  return isRow && isTable(name) ? name : null;
}

const isTable = (name: string): name is RcnTable => TABLES.includes(name);

export function rcnRowOf({ element, line }: GmlFeature, table: RcnTable): SaleRow {
  const columns: readonly string[] = table === 'dzialki' ? SOLD_PARCEL_COLUMNS : TRANSACTION_COLUMNS;
  const values = Object.fromEntries(
    element.children.flatMap(({ name, text }) => {
      const column = name.toLowerCase();
      return columns.includes(column) ? [[column, text.trim()] as const] : [];
    }),
  );
  const { geometry, epsg, fault } = gmlShapeOf(element, 'yx');
  return { row: line, values, geometry, geometryError: fault, epsg };
}
