// Opening connections: one place for their settings. Every statement and every wait for a lock ends by itself. Statements that read
// partitions are planned with their values, since which ones they read follows from them; those of accounts are planned once.

import pg, { type Client, type ClientConfig } from 'pg';
import { StoreError } from '../reads.ts';

/** A longer one would be long past its answer. */
const STATEMENT_MS = 10_000;
const LOCK_MS = 2_000;
/** A transaction that nobody works in holds up vacuum, and may belong to a process that is gone. */
const IDLE_MS = 60_000;
const CONNECT_MS = 5_000;

const INT8 = 20;

/** Counts and references are far below 2^53. */
const TYPES: NonNullable<ClientConfig['types']> = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as NonNullable<ClientConfig['types']>['getTypeParser'],
};

/** Whether each statement is planned anew with its values, or once a connection. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

export function settingsOf(
  url: string,
  changes: ClientConfig = {},
  plans: PlanMode = 'force_custom_plan',
): ClientConfig {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  // What stands in the address would win over what is put together here.
  address.searchParams.delete('options');
  return {
    connectionString: address.href,
    application_name: `miedza ${process.pid}`,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: TYPES,
    options: `${own} -c plan_cache_mode=${plans} -c jit=off -c client_min_messages=warning`.trim(),
    ...changes,
  };
}

/** The database without its password, for messages. */
export function databaseName(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url);
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`;
}

export async function connect(url: string, changes: ClientConfig = {}): Promise<Client> {
  const client = new pg.Client(settingsOf(url, changes));
  // Whoever waits for an answer is told by that; a connection that is lost between two statements is met by the next.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw asStoreError(error, url);
  }
}

/** What PostgreSQL or the way to it is at fault for is told apart from bugs. */
export function asStoreError(error: unknown, url: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const isDatabase = error instanceof pg.DatabaseError || isLost(error);
  if (!isDatabase) return error;
  // Where a host name has several addresses and none answers, only the code says why.
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  return new StoreError(`${databaseName(url)}: ${reason}`, { cause: error });
}

/** The server ended the session, or cannot be reached, or begins to work just now. */
const ENDED = /^(57P0[123]|08|53300)/;
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    ENDED.test(code) ||
    UNREACHED.has(code) ||
    // node-postgres gives these no code.
    /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}
