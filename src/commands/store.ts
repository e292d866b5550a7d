// miedza store: the schema of a database, and moving a dataset with its keys from one store to another.

import { readConfig, storeUrlOf, UsageError } from '../config.ts';
import { accountsIn, datasetIn } from '../data-folder.ts';
import { migrateDatabase } from '../store/postgis/migrate.ts';
import { openPostgisSource, openPostgisTarget } from '../store/postgis/moved-tables.ts';
import { databaseName } from '../store/postgis/open.ts';
import { openSqliteSource, openSqliteTarget } from '../store/sqlite/moved-tables.ts';
import { copyTables, type TableSource, type TableTarget } from '../store/store-tables.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { table } from './table.ts';

export const store: Command = {
  summary: 'upgrade a PostgreSQL database, or copy a store to another',
  help: `miedza store migrate
miedza store copy --from STORE --to STORE

migrate makes or upgrades the tables in the database MIEDZA_STORE (postgres://…, with PostGIS). It may be run twice, and by two
machines at once; a database that a newer version of the program has written is refused.

copy moves everything (dataset, events, runs, keys and usage) into an empty store and compares every table of the copy with what was
read. A STORE is a data folder or a postgres://… address; a database must be migrated first.`,
  async run(words) {
    const flags = { ...DATA_OPTION, from: { type: 'string' }, to: { type: 'string' } } as const;
    const { values, positionals } = readFlags(words, flags, 1);
    const [action] = positionals;
    if (action === 'migrate') return migrate(readConfig(values).store);
    if (action === 'copy') return copy(values.from, values.to);
    throw new UsageError(`"${action ?? ''}" is not one of migrate, copy; see miedza store --help`);
  },
};

async function migrate(url: string | null): Promise<number> {
  if (url === null) throw new UsageError('say which database: MIEDZA_STORE=postgres://user@host/database');
  const steps = await migrateDatabase(url);
  for (const { from, to, name } of steps)
    process.stdout.write(`${databaseName(url)}: schema ${from} to ${to} (${name})\n`);
  if (steps.length === 0) process.stdout.write(`${databaseName(url)}: the schema is the current one\n`);
  return 0;
}

async function copy(from: string | undefined, to: string | undefined): Promise<number> {
  if (from === undefined || to === undefined) throw new UsageError('say --from STORE and --to STORE');
  const source = await openSource(from);
  const lines: string[][] = [];
  try {
    const target = await openTarget(to);
    try {
      await copyTables(
        source,
        target,
        () => openSource(to),
        (name, rows, digest) => lines.push([name, String(rows), digest]),
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  process.stdout.write(`${table(lines, ['table', 'rows', 'digest'])}\nThe copy has the same rows.\n`);
  return 0;
}

const isDatabase = (text: string) => /^postgres(ql)?:/.test(text);
const filesIn = (folder: string) => ({ dataset: datasetIn(folder), accounts: accountsIn(folder) });

async function openSource(text: string): Promise<TableSource> {
  return isDatabase(text) ? openPostgisSource(storeUrlOf('--from', text)) : openSqliteSource(filesIn(text));
}

async function openTarget(text: string): Promise<TableTarget> {
  return isDatabase(text) ? openPostgisTarget(storeUrlOf('--to', text)) : openSqliteTarget(filesIn(text));
}
