// A database, table by table: read as it is at one moment, or made of the tables of another store. Partitions are filled beside
// their tables and attached at the end, when their indexes are built at once.

import { partitionOf } from '../../domain/places/parcel-id.ts';
import { foldAddress } from '../folded-address.ts';
import { StoreError } from '../reads.ts';
import { seekPages } from '../row-pages.ts';
import { outlineOf } from '../rows.ts';
import {
  MOVED_META,
  MOVED_TABLES,
  type MovedCell,
  type MovedColumn,
  type MovedRow,
  type TableSource,
  type TableTarget,
} from '../store-tables.ts';
import { requireSchema } from './migrate.ts';
import { CHANNEL } from './news.ts';
import { databaseName } from './open.ts';
import { partitionOfPlace, partitionTable, SQUARES } from './partition-ground.ts';
import { type CellColumn, Session } from './session.ts';

const PARTED = ['parcels', 'evidence'];
/** By what pages of a table follow each other. */
const KEYS: Readonly<Record<string, string>> = {
  meta: 'key',
  obreby: 'id',
  awaited: 'id',
  runs: 'run',
  issues: 'issue',
  events: 'seq',
  keys: 'id',
  subscriptions: 'id',
};

async function openKnown(url: string): Promise<Session> {
  const session = await Session.open(url);
  try {
    await requireSchema(session.client, url);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

export async function openPostgisSource(url: string): Promise<TableSource> {
  const session = await openKnown(url);
  await session.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');

  async function* pagesOf(table: string, columns: readonly MovedColumn[], part: string | null) {
    const names = columns.map(([name]) => name);
    const key = KEYS[table] ?? (names.includes('fid') ? 'fid' : null);
    const where = [
      ...(table === 'meta' ? [`key IN (${MOVED_META.map((name) => `'${name}'`).join(', ')})`] : []),
      ...(part === null ? [] : [`part = '${part}'`]),
    ];
    // Small, and without a key of one column.
    if (key === null) {
      yield await session.cells<MovedCell[]>(`SELECT ${names.join(', ')} FROM ${table}`);
      return;
    }
    const at = names.indexOf(key);
    const isNumber = columns[at]?.[1] !== 'text';
    const narrowed = [...where, `${key} > $1`].join(' AND ');
    yield* seekPages<MovedCell[], MovedCell>(
      (after, limit) =>
        session.cells(`SELECT ${names.join(', ')} FROM ${table} WHERE ${narrowed} ORDER BY ${key} LIMIT $2`, [
          after,
          limit,
        ]),
      isNumber ? -1 : '',
      (row) => row[at] ?? null,
    );
  }

  return {
    async *pages(table) {
      const columns = MOVED_TABLES[table] ?? [];
      if (!PARTED.includes(table)) return yield* pagesOf(table, columns, null);
      const parts = await session.cells<[string]>('SELECT part FROM partitions WHERE kind = $1', [table]);
      for (const [part] of parts) yield* pagesOf(table, columns, part);
    },
    close: () => session.close(),
  };
}

/** Refuses a database that holds a dataset or keys. */
export async function openPostgisTarget(url: string): Promise<TableTarget> {
  const session = await openKnown(url);
  const held = await session.number('SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM keys)');
  if (held > 0) {
    await session.close();
    throw new StoreError(`${databaseName(url)} holds a dataset or keys already; copy into an empty one`);
  }
  await session.exec('BEGIN');
  const partitions = new Map<string, { readonly kind: string; readonly part: string }>();

  async function addParted(
    kind: string,
    part: string,
    columns: readonly CellColumn[],
    rows: readonly MovedRow[],
  ) {
    const table = partitionTable(kind, part);
    if (!partitions.has(table)) {
      await session.exec(`CREATE TABLE ${table} (LIKE ${kind} INCLUDING DEFAULTS)`);
      partitions.set(table, { kind, part });
    }
    await session.insertNew(table, columns, rows);
  }

  return {
    async add(table, rows) {
      const columns = MOVED_TABLES[table] ?? [];
      const at = (name: string) => columns.findIndex(([own]) => own === name);
      if (table === 'meta') {
        for (const row of rows)
          await session.rows('INSERT INTO meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2', [
            ...row,
          ]);
        return;
      }
      const isShaped = at('geom') >= 0;
      const all: CellColumn[] = [...columns, ...(isShaped ? BOX : [])];
      const cells = (row: MovedRow): MovedRow =>
        isShaped ? [...row, ...outlineOf(row[at('geom')] as Uint8Array).box] : row;
      if (!PARTED.includes(table)) {
        await session.insertNew(table, all, rows.map(cells));
        return;
      }
      const partOfRow = (row: MovedRow) =>
        table === 'parcels' ? partitionOf(String(row[at('id')])) : partitionOfPlace(String(row[at('place')]));
      for (const [part, some] of Map.groupBy(rows, partOfRow))
        await addParted(
          table,
          part,
          [...all, ['part', 'text']],
          some.map((row) => [...cells(row), part]),
        );
      if (table === 'evidence') await addAddresses(rows.filter((row) => row[at('role')] === 'address'));
    },
    async finish() {
      for (const [table, { kind, part }] of partitions) {
        await session.exec(
          `ALTER TABLE ${kind} ATTACH PARTITION ${table} FOR VALUES IN ('${part}'); ANALYZE ${table};
           INSERT INTO partitions VALUES ('${kind}', '${part}');
           INSERT INTO ground SELECT DISTINCT ${kind === 'parcels' ? "'parcels'" : 'role'}, part, x, y FROM ${table}, ${SQUARES}
             ON CONFLICT DO NOTHING;
           UPDATE counters SET newest = greatest(newest, (SELECT coalesce(max(fid), 0) FROM ${table})) WHERE kind = '${kind}'`,
        );
      }
      for (const kind of ['boundaries', 'terc', 'plans', 'permits'])
        await session.exec(
          `UPDATE counters SET newest = (SELECT coalesce(max(fid), 0) FROM ${kind}) WHERE kind = '${kind}'`,
        );
      await session.exec(`
        UPDATE counters SET newest = (SELECT coalesce(max(seq), 0) FROM events) WHERE kind = 'events';
        SELECT setval(pg_get_serial_sequence('runs', 'run'), (SELECT coalesce(max(run), 0) + 1 FROM runs), false);
        SELECT setval(pg_get_serial_sequence('issues', 'issue'), (SELECT coalesce(max(issue), 0) + 1 FROM issues), false);
        UPDATE meta SET value = (value::bigint + 1)::text WHERE key IN ('ground', 'keys');
        UPDATE meta SET value = gen_random_uuid()::text WHERE key = 'born';
        SELECT pg_notify('${CHANNEL}', current_schema() || ' version');
        COMMIT; ANALYZE`);
    },
    close: () => session.close(),
  };

  async function addAddresses(rows: readonly MovedRow[]): Promise<void> {
    const columns = MOVED_TABLES.evidence ?? [];
    const at = (name: string) => columns.findIndex(([own]) => own === name);
    await session.insertNew(
      'addresses',
      ADDRESS,
      rows.map((row) => {
        const attributes = String(row[at('attributes')]);
        return [
          row[at('fid')] ?? null,
          row[at('place')] ?? null,
          ...foldAddress(attributes),
          attributes,
          row[at('geom')] ?? null,
        ];
      }),
    );
  }
}

const BOX: readonly CellColumn[] = [
  ['minx', 'float8'],
  ['miny', 'float8'],
  ['maxx', 'float8'],
  ['maxy', 'float8'],
];
const ADDRESS: readonly CellColumn[] = [
  ['fid', 'bigint'],
  ['gmina', 'text'],
  ['locality', 'text'],
  ['street', 'text'],
  ['number', 'text'],
  ['attributes', 'text'],
  ['geom', 'bytea'],
];
