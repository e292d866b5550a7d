// Owns what keys used, in the database: an entry is committed before its answer leaves. What gathers while one commit is under
// way becomes the next, so that many requests share the price of one. Quotas are leased: charges and leases of all servers
// together never exceed one. It knows no billing rule and reads no calendar.

import { randomUUID } from 'node:crypto';
import type { Ledger, Reservation, UsageEntry } from '../accounts.ts';
import { checkMonth, findFault, UsageSums } from '../usage-sums.ts';
import type { Link } from './link.ts';

/** A server that says nothing for so long holds nothing any more; it renews long before. */
const LEASE_S = 30;
const RENEW_MS = 15_000;
/** Of the quota, and of what is left of it: how much is leased beyond what is asked for. */
const SLICE_OF_QUOTA = 1 / 1_000;
const SLICE_OF_REST = 1 / 20;

interface Group {
  readonly sums: UsageSums;
  readonly committed: PromiseWithResolvers<void>;
}

/** What this server has leased of a key's quota in a month. */
interface Lease {
  readonly month: string;
  credits: number;
  /** Set aside by requests that are being answered. */
  reserved: number;
  charged: number;
  elsewhere: number;
  renewed_ms: number;
  asking: Promise<unknown>;
}

const ADD = `WITH told AS (
    INSERT INTO usage SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
    ON CONFLICT (key_id, day, operation) DO UPDATE SET requests = usage.requests + excluded.requests,
      cost = usage.cost + excluded.cost, charged = usage.charged + excluded.charged,
      refunded = usage.refunded + excluded.refunded)
  UPDATE quota_leases l SET credits = greatest(0, l.credits - w.charged), expires = clock_timestamp() + interval '${LEASE_S} s'
  FROM (SELECT key_id, month, sum(charged)::bigint AS charged
    FROM unnest($1::text[], $8::text[], $6::bigint[]) w(key_id, month, charged) GROUP BY key_id, month ORDER BY key_id) w
  WHERE l.key_id = w.key_id AND l.month = w.month AND l.server = $9`;

export class PostgisLedger implements Ledger {
  readonly #link: Link;
  readonly #server = randomUUID();
  readonly #leases = new Map<string, Lease>();
  #group: Group | null = null;
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(link: Link) {
    this.#link = link;
  }

  record(entry: UsageEntry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the usage ledger is closed'));
    // Checked here, so that one bad entry does not spoil the group of the others.
    const fault = findFault(entry);
    if (fault) return Promise.reject(new RangeError(`usage entry: ${fault}`));
    this.#group ??= { sums: new UsageSums(), committed: Promise.withResolvers() };
    const { sums, committed } = this.#group;
    sums.add(entry);
    this.#writing ??= this.#writeAll();
    return committed.promise;
  }

  /** Until nothing has gathered any more. */
  async #writeAll(): Promise<void> {
    // Requests of one turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let group = this.#group; group; group = this.#group) {
      this.#group = null;
      await this.#write(group);
    }
    this.#writing = null;
  }

  async #write({ sums, committed }: Group): Promise<void> {
    // In one order everywhere: servers that write the same rows wait for each other and not in a circle.
    const rows = [...sums.rows()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    const list = (of: (entry: UsageEntry) => unknown) => rows.map(of);
    try {
      await this.#link.rows(ADD, [
        list(({ key_id }) => key_id),
        list(({ day }) => day),
        list(({ operation }) => operation),
        list(({ requests }) => requests),
        list(({ cost }) => cost),
        list(({ charged }) => charged),
        list(({ refunded }) => refunded),
        list(({ day }) => day.slice(0, 7)),
        this.#server,
      ]);
    } catch (error) {
      committed.reject(error);
      return;
    }
    for (const { key_id, day, charged } of rows) {
      const lease = this.#leases.get(key_id);
      if (lease?.month !== day.slice(0, 7)) continue;
      lease.credits = Math.max(0, lease.credits - charged);
      lease.charged += charged;
      lease.renewed_ms = performance.now();
    }
    committed.resolve();
  }

  async chargedThisMonth(key_id: string, month: string): Promise<number> {
    const lease = this.#leases.get(key_id);
    if (lease?.month === month && performance.now() - lease.renewed_ms < RENEW_MS) return lease.charged;
    checkMonth(month);
    const [row] = await this.#link.rows(
      'SELECT coalesce(sum(charged), 0)::bigint AS charged FROM usage WHERE key_id = $1 AND day BETWEEN $2 AND $3',
      [key_id, `${month}-01`, `${month}-31`],
    );
    return Number(row?.charged);
  }

  async usageOf(key_id: string, month: string): Promise<readonly UsageEntry[]> {
    checkMonth(month);
    const rows: unknown[] = await this.#link.rows(
      'SELECT * FROM usage WHERE key_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, operation',
      [key_id, `${month}-01`, `${month}-31`],
    );
    return rows as UsageEntry[];
  }

  async reserve(key_id: string, month: string, cost: number, quota: number): Promise<Reservation> {
    const lease = this.#leaseOf(key_id, month);
    const isEnough = () =>
      lease.reserved + cost <= lease.credits && performance.now() - lease.renewed_ms < RENEW_MS;
    if (!isEnough()) {
      const asked = lease.asking.then(() => (isEnough() ? undefined : this.#ask(key_id, lease, cost, quota)));
      lease.asking = asked.catch(() => undefined);
      await asked;
    }
    const { charged } = lease;
    const left = Math.max(0, quota - charged - lease.elsewhere - lease.reserved);
    const granted = lease.reserved + cost <= lease.credits;
    if (granted) lease.reserved += cost;
    return { granted, charged, left };
  }

  async #ask(key_id: string, lease: Lease, cost: number, quota: number): Promise<void> {
    const rest = Math.max(0, quota - lease.charged);
    const slice = Math.floor(Math.min(quota * SLICE_OF_QUOTA, rest * SLICE_OF_REST));
    const [row] = await this.#link.rows('SELECT * FROM lease_quota($1, $2, $3, $4, $5, $6)', [
      key_id,
      lease.month,
      this.#server,
      lease.reserved + cost + slice,
      quota,
      `${LEASE_S} s`,
    ]);
    lease.credits = Number(row?.credits);
    lease.charged = Number(row?.charged);
    lease.elsewhere = Number(row?.elsewhere);
    lease.renewed_ms = performance.now();
  }

  #leaseOf(key_id: string, month: string): Lease {
    let lease = this.#leases.get(key_id);
    if (lease?.month !== month) {
      checkMonth(month);
      const nothing = { credits: 0, reserved: 0, charged: 0, elsewhere: 0 };
      lease = { month, ...nothing, renewed_ms: Number.NEGATIVE_INFINITY, asking: Promise.resolve() };
      this.#leases.set(key_id, lease);
    }
    return lease;
  }

  release(key_id: string, cost: number): void {
    const lease = this.#leases.get(key_id);
    if (lease) lease.reserved = Math.max(0, lease.reserved - cost);
  }

  /** Commits the rest, refuses further entries and gives back what is leased. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    if (this.#leases.size > 0)
      await this.#link.rows('DELETE FROM quota_leases WHERE server = $1', [this.#server]);
  }
}

const orderOf = ({ key_id, day, operation }: UsageEntry): string => `${key_id} ${day} ${operation}`;
