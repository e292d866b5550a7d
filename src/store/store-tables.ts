// The tables of a store as they are moved from one to another: names and columns are the same everywhere, and so is the digest of
// their rows. What only serves to find rows (indexes, partitions, folded addresses) is made anew by whoever receives them.

import { createHash } from 'node:crypto';

type Kind = 'text' | 'float8' | 'bigint' | 'integer' | 'bytea';
export type MovedColumn = readonly [name: string, kind: Kind];
export type MovedCell = string | number | null | Uint8Array;
export type MovedRow = readonly MovedCell[];

const texts = (...names: string[]): MovedColumn[] => names.map((name) => [name, 'text']);
const numbers = (kind: Kind, ...names: string[]): MovedColumn[] => names.map((name) => [name, kind]);
const FID: MovedColumn = ['fid', 'bigint'];
const GEOM: MovedColumn = ['geom', 'bytea'];

/** Of the dataset, in the order in which they are moved. */
export const DATASET_TABLES = {
  meta: texts('key', 'value'),
  terc: [FID, ...texts('code', 'name', 'kind')],
  obreby: texts('id', 'name'),
  boundaries: [FID, ...texts('code', 'level', 'name'), GEOM],
  parcels: [
    FID,
    ...texts('id'),
    ...numbers('float8', 'area_official_m2', 'area_geometry_m2', 'lng', 'lat'),
    ...texts('record_hash', 'hash', 'obreb_id', 'number', 'land_use', 'facts'),
    GEOM,
  ],
  evidence: [
    FID,
    ...texts('source', 'role', 'key'),
    ...numbers('integer', 'piece'),
    ...texts('place', 'version', 'hash', 'attributes'),
    GEOM,
  ],
  permits: [
    FID,
    ...texts('place', 'permit_id', 'parcel_id', 'kind', 'decision_date', 'object_category'),
    ...numbers('float8', 'x', 'y'),
  ],
  plans: [
    FID,
    ...texts(
      'source',
      'plan_id',
      'kind',
      'gmina6',
      'title',
      'process',
      'effective_from',
      'effective_to',
      'adopted_on',
    ),
    ...texts('resolution_url'),
    ...numbers('integer', 'lacks_zones', 'lacks_ouz'),
  ],
  mpzp_cover: [...texts('gmina6', 'since'), ...numbers('float8', 'pct')],
  computed: texts('layer', 'powiat', 'at'),
  awaited: texts('id', 'known'),
  sources: [
    ...texts('source', 'scope', 'as_of', 'last_success_at', 'file_sha256'),
    ...numbers('integer', 'rows', 'synthetic'),
    ...texts('publishes', 'observed_since'),
  ],
  runs: [
    ...numbers('integer', 'run'),
    ...texts('source', 'file', 'sha256'),
    ...numbers('integer', 'synthetic'),
    ...texts('started_at', 'finished_at', 'outcome', 'reason'),
    ...numbers('integer', 'rows', 'issues'),
  ],
  issues: [
    ...numbers('bigint', 'issue'),
    ...numbers('integer', 'run'),
    ...texts('position', 'field', 'kind', 'value', 'message'),
  ],
  events: [
    ...numbers('bigint', 'seq'),
    ...texts(
      'event',
      'subject',
      'place',
      'layer',
      'before',
      'after',
      'as_of',
      'detected_at',
      'source',
      'scope',
    ),
  ],
} as const satisfies Readonly<Record<string, readonly MovedColumn[]>>;

export const ACCOUNT_TABLES = {
  keys: [
    ...texts('id', 'name'),
    ...numbers('bytea', 'hash', 'previous_hash'),
    ...texts('previous_until'),
    ...numbers('float8', 'rate_per_s'),
    ...numbers('integer', 'burst'),
    ...numbers('bigint', 'monthly_quota'),
    ...texts('created_at', 'revoked_at'),
  ],
  subscriptions: [
    ...texts('id', 'key_id', 'url', 'target', 'types', 'secret', 'created_at'),
    ...numbers('bigint', 'sent_seq'),
    ...texts('held_parcels', 'failing_since'),
    ...numbers('integer', 'attempts'),
    ...texts('next_attempt'),
    ...numbers('integer', 'disabled'),
    ...texts('last_delivery', 'last_error'),
  ],
  usage: [
    ...texts('key_id', 'day', 'operation'),
    ...numbers('bigint', 'requests', 'cost', 'charged', 'refunded'),
  ],
} as const satisfies Readonly<Record<string, readonly MovedColumn[]>>;

export const MOVED_TABLES: Readonly<Record<string, readonly MovedColumn[]>> = {
  ...DATASET_TABLES,
  ...ACCOUNT_TABLES,
};

/** What of the table meta belongs to the dataset and not to its back end. */
export const MOVED_META = ['version', 'calendar_day'];

/** A store whose tables are read as they were at one moment. */
export interface TableSource {
  pages(table: string): AsyncIterable<readonly MovedRow[]>;
  close(): Promise<void>;
}

/** An empty store that takes the tables of another. Nothing is served before `finish`. */
export interface TableTarget {
  add(table: string, rows: readonly MovedRow[]): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The same for the same rows in any order. */
export class TableDigest {
  rows = 0;
  #sum = 0n;

  add(rows: readonly MovedRow[]): void {
    this.rows += rows.length;
    for (const row of rows) this.#sum += hashOf(row);
  }

  get hex(): string {
    return (this.#sum % (1n << 128n)).toString(16).padStart(32, '0');
  }
}

function hashOf(row: MovedRow): bigint {
  const hash = createHash('sha256');
  for (const cell of row) {
    if (cell instanceof Uint8Array) hash.update('b').update(cell);
    else hash.update(JSON.stringify(cell));
    hash.update('\n');
  }
  return hash.digest().readBigUInt64BE(0);
}

/** Copies every table, then reads the copy: each table's rows and digest, and whether the copy has the same. */
export async function copyTables(
  from: TableSource,
  to: TableTarget,
  readCopy: () => Promise<TableSource>,
  onTable: (table: string, rows: number, digest: string) => void,
): Promise<void> {
  const digests = new Map<string, TableDigest>();
  for (const table of Object.keys(MOVED_TABLES)) {
    const digest = new TableDigest();
    for await (const rows of from.pages(table)) {
      digest.add(rows);
      await to.add(table, rows);
    }
    digests.set(table, digest);
  }
  await to.finish();
  const copy = await readCopy();
  try {
    for (const [table, { rows, hex }] of digests) {
      const copied = new TableDigest();
      for await (const page of copy.pages(table)) copied.add(page);
      if (copied.hex !== hex)
        throw new Error(
          `the copy of ${table} differs: ${copied.rows} rows of ${rows}, digest ${copied.hex}, not ${hex}`,
        );
      onTable(table, rows, hex);
    }
  } finally {
    await copy.close();
  }
}
