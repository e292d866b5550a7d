// The files of a data folder, table by table: read as they are at one moment, or made of the tables of another store.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldAddress } from '../folded-address.ts';
import { StoreError } from '../reads.ts';
import { outlineOf } from '../rows.ts';
import {
  ACCOUNT_TABLES,
  MOVED_META,
  MOVED_TABLES,
  type MovedCell,
  type TableSource,
  type TableTarget,
} from '../store-tables.ts';
import { openAccounts } from './accounts-file.ts';
import { openForReading, openForWriting } from './open.ts';
import { walkPages } from './pages.ts';

interface Files {
  readonly dataset: string;
  readonly accounts: string;
}

/** Where columns stand otherwise than under their own names. */
const FROM: Readonly<Record<string, string>> = {
  parcels: 'parcels LEFT JOIN parcel_facts USING (fid)',
  meta: `meta WHERE key IN (${MOVED_META.map((key) => `'${key}'`).join(', ')})`,
  keys: "keys WHERE id <> 'static'",
};
const IMPLICIT_FID = new Set(['terc', 'plans']);

const columnOf = (table: string, name: string) =>
  name === 'fid' && IMPLICIT_FID.has(table) ? 'rowid AS fid' : name;

export function openSqliteSource({ dataset, accounts }: Files): TableSource {
  const facts = openForReading(dataset);
  facts.exec('BEGIN');
  const keys = existsSync(accounts) ? new DatabaseSync(accounts, { readOnly: true }) : null;
  keys?.exec('BEGIN');
  return {
    async *pages(table) {
      const db = table in ACCOUNT_TABLES ? keys : facts;
      if (!db) return;
      const columns = (MOVED_TABLES[table] ?? []).map(([name]) => columnOf(table, name));
      const statement = db.prepare(`SELECT ${columns.join(', ')} FROM ${FROM[table] ?? table}`);
      statement.setReturnArrays(true);
      const rows: unknown = statement.iterate();
      yield* walkPages(rows as Iterable<MovedCell[]>, (row) => row);
    },
    async close() {
      facts.close();
      keys?.close();
    },
  };
}

/** Refuses a folder that has a dataset or accounts. */
export function openSqliteTarget({ dataset, accounts }: Files): TableTarget {
  for (const path of [dataset, accounts])
    if (existsSync(path)) throw new StoreError(`${path} is there already; copy into a folder without it`);
  mkdirSync(dirname(dataset), { recursive: true });
  const facts = openForWriting(dataset);
  const keys = openAccounts(accounts);
  for (const db of [facts, keys]) db.exec('BEGIN IMMEDIATE');
  const statements = new Map<string, StatementSync>();
  const prepare = (db: DatabaseSync, sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');

  function addShape(table: string, fid: MovedCell, geom: MovedCell): void {
    const [minX, minY, maxX, maxY] = outlineOf(geom as Uint8Array).box;
    prepare(facts, `INSERT INTO rtree_${table}_geom VALUES (?, ?, ?, ?, ?)`).run(fid, minX, maxX, minY, maxY);
  }

  return {
    async add(table, rows) {
      const columns = (MOVED_TABLES[table] ?? []).map(([name]) => name);
      const isOwn = (name: string) => !(table === 'parcels' && name === 'facts');
      const names = columns.filter(isOwn).map((name) => (columnOf(table, name) === name ? name : 'rowid'));
      const db = table in ACCOUNT_TABLES ? keys : facts;
      const insert = prepare(
        db,
        `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${marks(names.length)})`,
      );
      for (const row of rows) {
        const cell = (name: string): MovedCell => row[columns.indexOf(name)] ?? null;
        insert.run(...row.filter((_, at) => isOwn(columns[at] ?? '')));
        if (columns.includes('geom')) addShape(table, cell('fid'), cell('geom'));
        if (table === 'parcels' && cell('facts') !== null)
          prepare(facts, 'INSERT INTO parcel_facts VALUES (?, ?)').run(cell('fid'), cell('facts'));
        if (table === 'permits' && cell('x') !== null)
          prepare(facts, 'INSERT INTO rtree_permits VALUES (?1, ?2, ?2, ?3, ?3)').run(
            cell('fid'),
            cell('x'),
            cell('y'),
          );
        if (table === 'evidence' && cell('role') === 'address')
          prepare(facts, 'INSERT INTO addresses VALUES (?, ?, ?, ?, ?)').run(
            cell('fid'),
            cell('place'),
            ...foldAddress(String(cell('attributes'))),
          );
      }
    },
    async finish() {
      for (const table of ['parcels', 'boundaries', 'evidence'])
        facts.exec(`UPDATE gpkg_contents SET (min_x, max_x, min_y, max_y) =
          (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM rtree_${table}_geom) WHERE table_name = '${table}'`);
      for (const db of [facts, keys]) db.exec('COMMIT');
    },
    async close() {
      // Without a finish nothing stays but an empty dataset.
      facts.close();
      keys.close();
    },
  };
}
