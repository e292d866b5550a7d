// Owns the usage table: what each key asked for, per day and operation, and what it was charged. An entry is on disk
// before its answer leaves. What one turn of the event loop records becomes one transaction, so the price of a commit
// is shared under load, and a lone request waits only for its own. It knows no billing rule and reads no clock.

import type { StatementSync } from 'node:sqlite';
import type { Ledger, Reservation, UsageEntry, UsageRow } from '../accounts.ts';
import { STATIC_KEY } from '../key-rules.ts';
import { checkMonth, findFault, UsageSums } from '../usage-sums.ts';
import { type AccountsDb, requireInPlace } from './accounts-file.ts';
import { requireKey } from './key-records.ts';
import { inTransaction } from './transaction.ts';

/** What is committed together: one sum per row of the table, and one promise that all its callers wait for. */
type Group = {
  readonly sums: UsageSums;
  readonly committed: PromiseWithResolvers<void>;
  readonly due: NodeJS.Immediate;
};

export class UsageLedger implements Ledger {
  readonly #db: AccountsDb;
  readonly #add: StatementSync;
  readonly #sumCharged: StatementSync;
  readonly #readUsage: StatementSync;
  readonly #readDataVersion: StatementSync;
  /** The month last asked for, per key: no more entries than keys with a quota. */
  readonly #months = new Map<string, { month: string; charged: number }>();
  /** Set aside by requests that are being answered, per key. */
  readonly #reserved = new Map<string, number>();
  #dataVersion: unknown;
  #group: Group | undefined;
  #closed = false;

  constructor(db: AccountsDb) {
    this.#db = db;
    this.#add = db.prepare(
      `INSERT INTO usage (key_id, day, operation, requests, cost, charged, refunded) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, cost = cost + excluded.cost,
         charged = charged + excluded.charged, refunded = refunded + excluded.refunded`,
    );
    this.#sumCharged = db.prepare(
      'SELECT coalesce(sum(charged), 0) AS charged FROM usage WHERE key_id = ? AND day BETWEEN ? AND ?',
    );
    this.#readUsage = db.prepare(
      'SELECT * FROM usage WHERE key_id = ? AND day BETWEEN ? AND ? ORDER BY day, operation',
    );
    this.#readDataVersion = db.prepare('PRAGMA data_version');
  }

  /** Resolves when the entry is committed. Rejects when it is not, and then nothing of it was counted. */
  record(entry: UsageEntry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the usage ledger is closed'));
    // Checked here, so that one bad entry does not spoil the group of the others.
    const fault = findFault(entry);
    if (fault) return Promise.reject(new RangeError(`usage entry: ${fault}`));
    this.#group ??= {
      sums: new UsageSums(),
      committed: Promise.withResolvers(),
      due: setImmediate(() => this.#commit()),
    };
    const { sums, committed } = this.#group;
    sums.add(entry);
    return committed.promise;
  }

  /** What a key was charged in a month ('YYYY-MM') by committed entries. Requests still being answered are not in it. */
  chargedThisMonth(key_id: string, month: string): number {
    const held = this.#months.get(key_id);
    if (held?.month === month) return held.charged;
    checkMonth(month);
    const charged = Number(this.#sumCharged.get(key_id, `${month}-01`, `${month}-31`)?.charged);
    this.#months.set(key_id, { month, charged });
    return charged;
  }

  usageOf(key_id: string, month: string): UsageEntry[] {
    checkMonth(month);
    return this.#readUsage.all(key_id, `${month}-01`, `${month}-31`) as UsageEntry[];
  }

  /** Of this process: what another one on the same file has set aside is not known here. */
  reserve(key_id: string, month: string, cost: number, quota: number): Reservation {
    const charged = this.chargedThisMonth(key_id, month);
    const reserved = this.#reserved.get(key_id) ?? 0;
    const left = Math.max(0, quota - charged - reserved);
    const granted = cost <= left;
    if (granted) this.#reserved.set(key_id, reserved + cost);
    return { granted, charged, left };
  }

  release(key_id: string, cost: number): void {
    const rest = (this.#reserved.get(key_id) ?? 0) - cost;
    if (rest > 0) this.#reserved.set(key_id, rest);
    else this.#reserved.delete(key_id);
  }

  /** Commits now what has been recorded so far. */
  async flush(): Promise<void> {
    const committed = this.#group?.committed.promise;
    this.#commit();
    await committed;
  }

  /** Commits the rest and refuses further entries. The database stays open: it belongs to whoever opened it. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
  }

  #commit(): void {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    clearImmediate(group.due);
    try {
      requireInPlace(this.#db);
      inTransaction(this.#db, () => this.#write(group));
    } catch (error) {
      group.committed.reject(new Error('the usage could not be written', { cause: error }));
      return;
    }
    for (const { key_id, day, charged } of group.sums.rows()) {
      const held = this.#months.get(key_id);
      if (held && day.startsWith(held.month)) held.charged += charged;
    }
    group.committed.resolve();
  }

  #write(group: Group): void {
    // Another process has written, perhaps usage too: the month sums are read again when they are next asked for.
    const version = this.#readDataVersion.get()?.data_version;
    if (version !== this.#dataVersion) this.#months.clear();
    this.#dataVersion = version;
    for (const sum of group.sums.rows()) {
      const { key_id, day, operation, requests, cost, charged, refunded } = sum;
      this.#add.run(key_id, day, operation, requests, cost, charged, refunded);
    }
  }
}

/** The usage of one key (name or id) or all, in one month ('YYYY-MM') or ever: a row per key, day and operation. */
export function usageTable(
  db: AccountsDb,
  filter: { readonly key?: string; readonly month?: string } = {},
): UsageRow[] {
  const { key, month } = filter;
  if (month !== undefined) checkMonth(month);
  if (key !== undefined && key !== STATIC_KEY) requireKey(db, key);
  return db
    .prepare(
      `SELECT usage.*, keys.name FROM usage LEFT JOIN keys ON keys.id = usage.key_id
       WHERE (?1 IS NULL OR ?1 IN (key_id, keys.name)) AND (?2 IS NULL OR substr(day, 1, 7) = ?2)
       ORDER BY coalesce(keys.name, key_id), key_id, day, operation`,
    )
    .all(key ?? null, month ?? null) as UsageRow[];
}
