// What must not be kept, put into every text column of every file of the sample world: an owner, a land-register number, a number
// like PESEL, an address with its price. Columns that hold names may hold a person's; numbers are never kept, wherever they stand.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { datasetIn } from '../../src/data-folder.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { temporaryFolder, worldOf } from '../sample.ts';
import { zipFiles } from './bulk-file.ts';
import { load } from './load-file.ts';

const OWNER = 'Zenobia Wszędobylska';
const LAND_REGISTER = 'WA9X/00077777/7';
const PESEL = '02070803628';
const PRICE = '7654321.98';
const CANARIES = [OWNER, `KW ${LAND_REGISTER}`, `PESEL ${PESEL}`, `ul. Tajna 13 za ${PRICE} zł`] as const;

/** Where the register itself has names, free text may stand; what is in it cannot be told from them. */
const NAME_COLUMNS = new Set([
  'terc.name',
  'obreby.name',
  'boundaries.name',
  'addresses.locality',
  'addresses.street',
  'addresses.house_number',
  'addresses.postcode',
  'plans.name',
  'plans.number',
  'plans.resolution_url',
  'plan_areas.name',
  'evidence.attributes',
  'permits.kind',
  'permits.object_category',
]);

/** A folder with every text column of its files holding each canary somewhere. */
async function plant(world: string, into: string): Promise<number> {
  cpSync(world, into, { recursive: true });
  let planted = 0;
  for (const name of readdirSync(into)) {
    const path = join(into, name);
    if (name.endsWith('.zip')) {
      const parts = await unpackZip(path, mkdtempSync(join(temporaryFolder(), 'zip-')));
      for (const part of parts) planted += plantFile(part);
      await zipFiles(path, parts);
    } else if (name !== 'synthetic.json') planted += plantFile(path);
  }
  return planted;
}

function plantFile(path: string): number {
  if (extname(path) === '.gpkg') return plantTables(path);
  const text = readFileSync(path, 'utf8');
  const cells = /json$/.test(path)
    ? /("\w+"\s*:\s*")([^"\\]+)(?=")/g
    : /(<([\w:]+)[^<>]*>)([^<>\s][^<>]*)(?=<\/\2>)/g;
  const seen = new Map<string, number>();
  let planted = 0;
  const changed = text.replace(cells, (whole, open: string) => {
    const column = open.replace(/ .*/, '');
    const count = (seen.get(column) ?? 0) + 1;
    seen.set(column, count);
    // Not the first ones, which may describe the file; geometry and types are no text columns.
    const canary = count % 7 === 3 ? CANARIES[Math.floor(count / 7)] : undefined;
    if (canary === undefined || /pos|coordinates|type|srs|crs|Corner/i.test(column)) return whole;
    planted += 1;
    return open + canary;
  });
  writeFileSync(path, changed);
  return planted;
}

function plantTables(path: string): number {
  const db = new DatabaseSync(path);
  let planted = 0;
  for (const { table_name } of db
    .prepare("SELECT table_name FROM gpkg_contents WHERE data_type <> 'tiles'")
    .all()) {
    for (const { name, type } of db
      .prepare('SELECT name, type FROM pragma_table_info(?)')
      .all(String(table_name))) {
      if (!/TEXT|CHAR/i.test(String(type))) continue;
      for (const [at, canary] of CANARIES.entries()) {
        const { changes } = db
          .prepare(`UPDATE "${table_name}" SET "${name}" = ? WHERE rowid % 97 = ?`)
          .run(canary, 5 + 11 * at + (planted % 7));
        planted += Number(changes);
      }
    }
  }
  db.close();
  return planted;
}

function columnsWith(gpkg: string, text: string): string[] {
  const db = new DatabaseSync(gpkg, { readOnly: true });
  const columns = db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .all();
  const found = columns.filter(({ table, column }) =>
    db.prepare(`SELECT 1 FROM "${table}" WHERE instr(CAST("${column}" AS TEXT), ?) > 0 LIMIT 1`).get(text),
  );
  db.close();
  return found.map(({ table, column }) => `${table}.${column}`);
}

test('no number and no price of a person is kept, and a name only where names belong', async () => {
  const folder = temporaryFolder();
  const planted = await plant(await worldOf(1_000), join(folder, 'files'));
  assert.ok(planted > 500, `${planted} canaries`);
  const data = join(folder, 'data');
  const outcomes = await load(join(folder, 'files'), data, { allowLoss: true, compute: false });
  const published = outcomes.filter(({ outcome }) => outcome === 'published').length;
  assert.ok(
    published >= 12,
    outcomes.map((one) => `${one.file}: ${one.outcome} ${'reason' in one ? one.reason : ''}`).join('\n'),
  );
  for (const number of [LAND_REGISTER, PESEL])
    assert.deepEqual(columnsWith(datasetIn(data), number), [], number);
  for (const text of [OWNER, PRICE]) {
    const elsewhere = columnsWith(datasetIn(data), text).filter((column) => !NAME_COLUMNS.has(column));
    assert.deepEqual(elsewhere, [], text);
  }
});
