// One transaction of readers, and the connection it runs on. Readers of one moment share it: to begin, ask for the version and
// end costs as much as a small read. All statements see one version (repeatable read), also on a replica that lags.

import pg, { type Client } from 'pg';
import { StoreError } from '../reads.ts';
import type { Row } from '../rows.ts';
import { databaseName, isLost, type PlanMode, settingsOf } from './open.ts';
import type { Values } from './snapshot.ts';

/** What a database says of its dataset. */
export interface DatasetState {
  readonly version: number;
  /** Counts changes of the ground that partitions cover. */
  readonly ground: number;
  /** Counts changes of keys. */
  readonly keys: number;
  /** Which dataset it is: another one may bear the same version. */
  readonly born: string;
}

export const STATE_QUERY = `SELECT max(value) FILTER (WHERE key = 'version')::bigint AS version,
  max(value) FILTER (WHERE key = 'ground')::bigint AS ground, max(value) FILTER (WHERE key = 'keys')::bigint AS keys,
  max(value) FILTER (WHERE key = 'born') AS born FROM meta`;

export const stateFrom = (row: Row | undefined): DatasetState => ({
  version: Number(row?.version),
  ground: Number(row?.ground),
  keys: Number(row?.keys),
  born: String(row?.born),
});

/** Of a request, which nobody waits for much longer. */
const STATEMENT_MS = 5_000;

/** A statement is parsed once a connection; its name is short. */
const NAMES = new Map<string, string>();
export function nameOf(sql: string): string {
  let name = NAMES.get(sql);
  if (name === undefined) {
    name = `m${NAMES.size}`;
    NAMES.set(sql, name);
  }
  return name;
}

/** PostgreSQL keeps no text with this character, so none can be found by it. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;

/**
 * Told to whoever read in a transaction that a statement of another one ended; the cause is what that one met. Statements sent
 * behind it fail in ways of their own: the transaction is aborted, or one that was to be prepared by it is not there.
 */
export class TurnOver extends Error {
  constructor(cause: unknown) {
    super('another statement ended the transaction', { cause });
  }
}

export class Turn {
  readonly client: Client;
  readonly state: Promise<DatasetState>;
  readonly begun_ms = performance.now();
  readers = 0;
  /** Set by the first statement that failed: the transaction is over for everybody in it. */
  fault: unknown;

  constructor(client: Client) {
    this.client = client;
    const begun = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Both are sent at once; the second fails where the first does.
    begun.catch((error: unknown) => this.#fail(error));
    this.state = this.#send(STATE_QUERY, []).then(({ rows }) => stateFrom(rows[0] as Row | undefined));
    this.state.catch(() => undefined);
  }

  async cells<Cells extends readonly unknown[]>(sql: string, values: Values): Promise<Cells[]> {
    const { rows } = await this.#send(sql, values, 'array');
    return rows as Cells[];
  }

  async rows(sql: string, values: Values): Promise<Row[]> {
    return (await this.#send(sql, values)).rows as Row[];
  }

  async #send(text: string, values: Values, rowMode?: 'array'): Promise<{ rows: unknown[] }> {
    const query = { name: nameOf(text), text, values: values.map(withoutNul) };
    try {
      if (rowMode === undefined) return await this.client.query(query);
      return await this.client.query({ ...query, rowMode });
    } catch (error) {
      if (this.fault !== undefined) throw new TurnOver(this.fault);
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.fault ??= error;
  }

  /** Nobody waits for the end: what is sent next on the connection comes behind it. */
  end(): void {
    this.client.query(this.fault === undefined ? 'COMMIT' : 'ROLLBACK').catch(() => undefined);
  }

  get isConnected(): boolean {
    return !isLost(this.fault);
  }
}

/** The database ends a statement by itself; whoever hears nothing for longer has lost the way to it, or its machine stands still. */
const SILENCE_MS = STATEMENT_MS + 1_000;

/** For so long a database that said nothing is not asked again: a request reads, counts and records, and would wait for each. */
const REST_MS = 2_000;
const resting = new Map<string, number>();

/** To be told of every fault of a connection. */
export function noteSilence(url: string, error: unknown): void {
  const isSilence = error instanceof Error && /^(Query read timeout|timeout expired)/.test(error.message);
  if (isSilence) resting.set(url, performance.now() + REST_MS);
}

export function refuseWhileSilent(url: string): void {
  if (performance.now() >= (resting.get(url) ?? 0)) return;
  const fault = new StoreError(`${databaseName(url)} does not answer`);
  fault.retry_after_s = REST_MS / 1_000;
  throw fault;
}

export async function connectPipelined(url: string, plans?: PlanMode): Promise<Client> {
  const limits = { statement_timeout: STATEMENT_MS, query_timeout: SILENCE_MS };
  const client = new pg.Client({ ...settingsOf(url, limits, plans), pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
