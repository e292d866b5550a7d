// RCN, the register of property prices: the national bulk GeoPackage of a powiat, or GML from its own office. What is kept
// of a transaction is a coarse price per square metre (rcn-sale.ts); nothing of it leads back to a parcel.

import { FormatError } from '../formats/format-error.ts';
import { filesOf } from '../load-files.ts';
import { dayWritten, NewestDay } from '../newest-day.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { readRcnGml } from './rcn-gml.ts';
import { readRcnGpkg } from './rcn-gpkg.ts';
import { Sales, toComparables } from './rcn-sale.ts';

export const rcn: Recipe = {
  source: 'rcn',
  claims: /^(\d{4}_transakcje_ceny.*|.*rcn.*)\.(gpkg|gml|xml|zip)$/i,
  reads: 'RCN prices of land: bulk GeoPackage (1418_transakcje_ceny.gpkg.zip) or GML (RCN_08_09_2026.gml)',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readRcn,
};

async function* readRcn(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const sales = new Sales();
  const covered = new Set<string>();
  for (const file of filesOf(paths, /\.(gpkg|gml|xml)$/i, name)) {
    const before = countByPowiat(sales);
    const lastDay = dayWritten(file.path);
    if (/\.gpkg$/i.test(file.path)) readRcnGpkg(file, sales, lastDay);
    else await readRcnGml(file, sales, lastDay);
    const powiat = powiatOf(file.path, before, countByPowiat(sales));
    if (powiat !== null) covered.add(powiat);
  }
  const newest = new NewestDay();
  for (const { day } of sales.all()) newest.add(day);
  const powiaty = [...covered].sort();
  yield* toComparables(sales.all(), powiaty, newest.day);
  if (sales.unnamed > 0) {
    yield issueAt('whole file', 'missing_id', `${sales.unnamed} rows belong to no transaction`);
  }
  return { as_of: newest.day, scopes: powiaty };
}

type Counts = ReadonlyMap<string, number>;

function countByPowiat(sales: Sales): Counts {
  const counts = new Map<string, number>();
  for (const { powiat } of sales.all())
    if (powiat !== null) counts.set(powiat, (counts.get(powiat) ?? 0) + 1);
  return counts;
}

/** So many transactions of other powiaty are slips of the pen: they are left out. With more, the file is none of a powiat. */
const STRAY_SHARE = 0.05;

/** The powiat that a file covers, by the ids of what was sold: names of files are free. Null where none has one. */
function powiatOf(file: string, before: Counts, after: Counts): string | null {
  const counts = [...after]
    .map(([powiat, count]) => ({ powiat, count: count - (before.get(powiat) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const [most] = counts;
  if (!most || most.count >= all * (1 - STRAY_SHARE)) return most?.powiat ?? null;
  const found = `transactions of ${counts.map(({ powiat, count }) => `${powiat} (${count})`).join(', ')}`;
  throw new FormatError({ file, position: null, found, expected: 'a file of one powiat' });
}
