// RCN, the register of property prices: the national bulk GeoPackage of a powiat, GeoParquet of a voivodeship,
// answers of its WFS, or GML from the office of a powiat. What is kept
// of a transaction is a coarse price per square metre (rcn-sale.ts); nothing of it leads back to a parcel.

import { FormatError } from '../formats/format-error.ts';
import { filesOf, isParquet } from '../load-files.ts';
import { dayWritten, NewestDay } from '../newest-day.ts';
import {
  type FileFacts,
  issueAt,
  type LoadPart,
  type PlacesOfLoad,
  type ReadItem,
  type Recipe,
} from '../recipe.ts';
import { areMany } from '../strays.ts';
import { RcnAnswers, readRcnGml } from './rcn-gml.ts';
import { Sales, toComparables } from './rcn-sale.ts';
import { powiatyInRcn, readRcnGpkg, readRcnParquet } from './rcn-table.ts';

export const rcn: Recipe = {
  source: 'rcn',
  claims: /^(\d{1,4}_transakcje_ceny.*|.*rcn.*)\.(gpkg|parquet|gml|xml|zip)$/i,
  names: [
    '{powiat}_transakcje_ceny.gpkg.zip',
    '{powiat}_transakcje_ceny.gpkg',
    '{voivodeship}_transakcje_ceny_dzialki.parquet',
    'RCN_{powiat}.gml',
  ],
  files: /\.(gpkg|parquet|gml|xml)$/i,
  reads:
    'RCN prices of land: bulk GeoPackage (1418_transakcje_ceny.gpkg.zip), GeoParquet (14_transakcje_ceny_dzialki.parquet), WFS answers or GML (RCN_08_09_2026.gml)',
  may_hold_forbidden: true,
  may_be_empty: false,
  read: readRcn,
  partsOf: powiatyInRcn,
};

async function* readRcn(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  _places?: PlacesOfLoad,
  part?: LoadPart,
): AsyncGenerator<ReadItem, FileFacts> {
  const sales = new Sales();
  const covered = new Set<string>();
  const answers = new RcnAnswers();
  const files = filesOf(paths, rcn, name);
  const take = async (file: string, read: () => Promise<void> | void) => {
    const before = countByPowiat(sales);
    await read();
    const powiat = powiatOf(file, before, countByPowiat(sales));
    if (powiat !== null) covered.add(powiat);
  };
  for (const file of files.filter(({ path }) => !isParquet(path))) {
    const lastDay = dayWritten(file.path);
    await take(file.path, () =>
      /\.gpkg$/i.test(file.path)
        ? readRcnGpkg(file, sales, lastDay)
        : readRcnGml(file, sales, lastDay, answers),
    );
  }
  answers.settle(sales);
  const tables = files.filter(({ path }) => isParquet(path));
  if (tables.length > 0) await take(name, () => readRcnParquet(tables, sales, part));
  const newest = new NewestDay();
  for (const { day } of sales.all()) newest.add(day);
  const powiaty = [...covered].sort();
  yield* toComparables(sales, powiaty, newest.day);
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

/**
 * The powiat that a file covers, by the ids of what was sold: names of files are free. Null where none has one. Transactions
 * of others are left out; with many of them the file is none of a powiat.
 */
function powiatOf(file: string, before: Counts, after: Counts): string | null {
  const counts = [...after]
    .map(([powiat, count]) => ({ powiat, count: count - (before.get(powiat) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const [most] = counts;
  if (!most || !areMany(all - most.count, all)) return most?.powiat ?? null;
  const found = `transactions of ${counts.map(({ powiat, count }) => `${powiat} (${count})`).join(', ')}`;
  throw new FormatError({ file, position: null, found, expected: 'a file of one powiat' });
}
