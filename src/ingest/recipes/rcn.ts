// RCN, the register of property prices: the national bulk GeoPackage of a powiat, or GML from its own office. What is kept
// of a transaction is a coarse price per square metre (rcn-sale.ts); nothing of it leads back to a parcel.

import { filesOf } from '../load-files.ts';
import { dayWritten, NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { readRcnGml } from './rcn-gml.ts';
import { readRcnGpkg } from './rcn-gpkg.ts';
import { Sales, toComparables } from './rcn-sale.ts';

export const rcn: Recipe = {
  source: 'rcn',
  claims: /^(\d{4}_transakcje_ceny.*|.*rcn.*)\.(gpkg|gml|xml|zip)$/i,
  reads: 'RCN prices of land: bulk GeoPackage (1418_transakcje_ceny.gpkg.zip) or GML (1418_RCN.gml)',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readRcn,
};

async function* readRcn(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const sales = new Sales();
  for (const file of filesOf(paths, /\.(gpkg|gml|xml)$/i, name)) {
    const lastDay = dayWritten(file.path);
    if (/\.gpkg$/i.test(file.path)) readRcnGpkg(file, sales, lastDay);
    else await readRcnGml(file, sales, lastDay);
  }
  const newest = new NewestDay();
  for (const { day } of sales.all()) newest.add(day);
  const powiat = /(?<!\d)(\d{4})(?!\d)/.exec(name)?.[1] ?? null;
  const scopes = new Set(powiat === null ? [] : [powiat]);
  for (const item of toComparables(sales.all(), powiat, newest.day)) {
    if ('row' in item && item.row.kind === 'evidence') scopes.add(item.row.row.place);
    yield item;
  }
  if (sales.unnamed > 0) {
    yield issueAt('whole file', 'missing_id', `${sales.unnamed} rows belong to no transaction`);
  }
  return { as_of: newest.day, scopes: [...scopes].sort() };
}
