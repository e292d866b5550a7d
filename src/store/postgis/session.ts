// One connection of the writing side: statements in turn, rows in pages. Knows no table.

import type { Client } from 'pg';
import type { Row } from '../rows.ts';
import type { Pages } from '../writer.ts';
import { connect } from './open.ts';

/** A load works for minutes; a statement of it that takes longer than this hangs. */
const STATEMENT_MS = 600_000;
/** Others publish before: seconds. */
const LOCK_MS = 120_000;

export type SqlCell = string | number | boolean | null | Uint8Array;
/** Name and type of a column that rows are inserted by. */
export type CellColumn = readonly [
  name: string,
  type: 'text' | 'float8' | 'bigint' | 'integer' | 'boolean' | 'bytea',
];

export class Session {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async open(url: string): Promise<Session> {
    const limits = { statement_timeout: STATEMENT_MS, lock_timeout: LOCK_MS };
    // Between two pages of a publish answers are worked out, which may take long.
    return new Session(await connect(url, { ...limits, idle_in_transaction_session_timeout: STATEMENT_MS }));
  }

  async rows(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query(sql, [...values])).rows;
  }

  /** Rows as arrays cost half of rows as objects. */
  async cells<Cells extends readonly unknown[]>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Cells[]> {
    const { rows } = await this.client.query({ text: sql, values: [...values], rowMode: 'array' });
    const cells: unknown[] = rows;
    return cells as Cells[];
  }

  async number(sql: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.cells<[unknown]>(sql, values);
    return Number(row?.[0]);
  }

  /** Several statements at once, without values. */
  async exec(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  /** The first cells of the rows that were new: those whose key is there already are passed over. */
  async insertNew(
    table: string,
    columns: readonly CellColumn[],
    rows: readonly (readonly SqlCell[])[],
  ): Promise<number[]> {
    if (rows.length === 0) return [];
    const lists = columns.map((_, at) => rows.map((row) => cellOf(row[at] ?? null)));
    const names = columns.map(([name]) => name).join(', ');
    const marks = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ');
    const found = await this.cells<[number]>(
      `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${marks}) ON CONFLICT DO NOTHING RETURNING ${columns[0]?.[0]}`,
      lists,
    );
    return found.map(([first]) => first);
  }

  /** All of `work` or nothing of it. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.exec('BEGIN');
    try {
      const result = await work();
      await this.exec('COMMIT');
      return result;
    } catch (error) {
      // A lost connection has rolled back by itself: the first error says why.
      await this.exec('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** PostgreSQL keeps no text with a zero character. */
const cellOf = (cell: SqlCell): SqlCell | Buffer => {
  if (typeof cell === 'string') return cell.includes('\0') ? cell.replaceAll('\0', '\u{fffd}') : cell;
  return cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength) : cell;
};

export async function* mapPages<R, T>(pages: Pages<R>, read: (row: R) => T): AsyncGenerator<T[]> {
  for await (const page of pages) yield page.map(read);
}
