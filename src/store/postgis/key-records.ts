// Owns the API keys in the database: making, listing, limiting and revoking them, and what they used. What holds for keys in
// every back end is key-rules.ts.

import { randomBytes } from 'node:crypto';
import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import type { AccountBook, KeyRecord, ListedKey, UsageRow } from '../accounts.ts';
import {
  checkLimits,
  draftKey,
  hashSecret,
  IS_STORED,
  KEY_COLUMNS,
  LISTED_COLUMNS,
  makeSecret,
  PAGE_KEY_NAME,
  PAGE_LIMITS,
  publicSecret,
  refuseConfigured,
  refuseRevoked,
  refuseRotation,
  refuseTaken,
  STATIC_KEY,
  unknownKey,
} from '../key-rules.ts';
import { checkMonth } from '../usage-sums.ts';
import type { Link } from './link.ts';

const INSERT = `INSERT INTO keys (${KEY_COLUMNS}, hash) VALUES ($1, $2, $3, $4, $5, $6, NULL, $7) ON CONFLICT DO NOTHING RETURNING id`;

export function keyBook(link: Link): AccountBook {
  const read = async (sql: string, values: readonly unknown[] = []): Promise<KeyRecord[]> => {
    const rows: unknown[] = await link.rows(sql, values);
    return rows as KeyRecord[];
  };
  const list = async (): Promise<ListedKey[]> => {
    const rows: unknown[] = await link.rows(
      `SELECT ${LISTED_COLUMNS} FROM keys WHERE ${IS_STORED} ORDER BY name, created_at, id`,
    );
    return rows as ListedKey[];
  };
  async function lookUp(nameOrId: string): Promise<KeyRecord | undefined> {
    const [key] = await read(
      `SELECT ${KEY_COLUMNS} FROM keys WHERE (name = $1 OR id = $1) AND ${IS_STORED}
         ORDER BY revoked_at IS NOT NULL, revoked_at DESC LIMIT 1`,
      [nameOrId],
    );
    return key;
  }
  async function requireKey(nameOrId: string): Promise<KeyRecord> {
    const key = await lookUp(nameOrId);
    if (!key) throw unknownKey(nameOrId, await list());
    return key;
  }

  return {
    list,
    async create(asked, now) {
      const { id, name, secret, limits } = draftKey(asked);
      const { rate_per_s, burst, monthly_quota } = limits;
      const cells = [id, name, rate_per_s, burst, monthly_quota, now.toISOString(), hashSecret(secret)];
      refuseTaken(name, await lookUp(name));
      // Another process may have made one of that name in between.
      if ((await link.rows(INSERT, cells)).length === 0) refuseTaken(name, await lookUp(name));
      return { id, secret };
    },
    async limit(nameOrId, changes) {
      refuseConfigured(nameOrId);
      const key = await requireKey(nameOrId);
      refuseRevoked(key);
      const { rate_per_s, burst, monthly_quota } = checkLimits({ ...key, ...changes });
      await link.rows('UPDATE keys SET rate_per_s = $2, burst = $3, monthly_quota = $4 WHERE id = $1', [
        key.id,
        rate_per_s,
        burst,
        monthly_quota,
      ]);
      return requireKey(key.id);
    },
    async rotate(nameOrId, how, now) {
      refuseConfigured(nameOrId);
      const key = await requireKey(nameOrId);
      for (const held of await list()) if (held.id === key.id) refuseRotation(held, how, now);
      const { previous_until } = how;
      const secret = makeSecret();
      const isKept = previous_until > now;
      await link.rows(
        'UPDATE keys SET previous_hash = CASE WHEN $2 THEN hash END, previous_until = $3, hash = $4 WHERE id = $1',
        [key.id, isKept, isKept ? previous_until.toISOString() : null, hashSecret(secret)],
      );
      return { id: key.id, secret };
    },
    async revoke(nameOrId, now) {
      refuseConfigured(nameOrId);
      const { id } = await requireKey(nameOrId);
      await link.rows('UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
        id,
        now.toISOString(),
      ]);
      return requireKey(id);
    },
    async usage({ key, month }) {
      if (month !== undefined) checkMonth(month);
      if (key !== undefined && key !== STATIC_KEY) await requireKey(key);
      const rows: unknown[] = await link.rows(
        `SELECT usage.*, keys.name FROM usage LEFT JOIN keys ON keys.id = usage.key_id
         WHERE ($1::text IS NULL OR $1 IN (key_id, keys.name)) AND ($2::text IS NULL OR substr(day, 1, 7) = $2)
         ORDER BY coalesce(keys.name, key_id), key_id, day, operation`,
        [key ?? null, month ?? null],
      );
      return rows as UsageRow[];
    },
    async admit(id, limits, now) {
      const known = await lookUp(id);
      if (known) return known.revoked_at === null ? known : undefined;
      const { rate_per_s, burst, monthly_quota } = checkLimits(limits);
      await link.rows(INSERT, [id, id, rate_per_s, burst, monthly_quota, now.toISOString(), randomBytes(32)]);
      return lookUp(id);
    },
  };
}

/** One for all servers: it is handed to everybody, so it may be told by a name that all of them know. */
const SHARED_PAGE_KEY = `${PAGE_KEY_PREFIX}shared`;

/** The row is made when it is not there. Where it was revoked the page is served, and its requests are refused. */
export function ensurePageKey(link: Link, now: Date): string {
  const { rate_per_s, burst, monthly_quota } = PAGE_LIMITS;
  const secret = publicSecret(SHARED_PAGE_KEY);
  const cells = [
    SHARED_PAGE_KEY,
    PAGE_KEY_NAME,
    rate_per_s,
    burst,
    monthly_quota,
    now.toISOString(),
    hashSecret(secret),
  ];
  // A database that cannot be reached now is met by the first request; the next server to start makes the row.
  void link.rows(INSERT, cells).catch(() => undefined);
  return secret;
}
