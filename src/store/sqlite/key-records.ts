// Owns the API keys: making, listing, limiting, rotating and revoking them. A secret is shown once, when it is made; only its
// SHA-256 is stored (it is random, so it needs no slow hash). Keys are never deleted: their usage keeps its name.
// Finding the key of a request is the business of key-ring.ts.

import { hash, randomBytes } from 'node:crypto';
import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import type { KeyLimits, KeyRecord } from '../accounts.ts';
import { type AccountsDb, AccountsError } from './accounts-file.ts';
import { inTransaction } from './transaction.ts';

export const DEFAULT_LIMITS: KeyLimits = { rate_per_s: 50, burst: 100, monthly_quota: null };

/** Name and id of the key that comes from the configuration. No stored key has them. */
export const STATIC_KEY = 'static';

/** The configured key is not among the stored ones, even where an earlier version has written it to the file. */
export const IS_STORED = `id <> '${STATIC_KEY}'`;

/** A longer secret is nobody's: it is refused before any work is spent on it. */
export const MAX_SECRET_LENGTH = 256;

export const KEY_COLUMNS = 'id, name, rate_per_s, burst, monthly_quota, created_at, revoked_at';

const RATE_RANGE = { min: 0.001, max: 1_000_000 };
const MAX_BURST = 1_000_000;
/** The largest integer of a structured HTTP field (RFC 9651, 3.3.1): the quota is sent in one. */
const MAX_QUOTA = 999_999_999_999_999;
const NAME_FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;
/** What a client can send in a header without quoting. */
const SECRET_FORM = /^[\x21-\x7e]+$/;

export function createKey(
  db: AccountsDb,
  asked: { readonly name: string } & Partial<KeyLimits>,
  now: Date,
): { id: string; secret: string } {
  const { name, ...askedLimits } = asked;
  if (!NAME_FORM.test(name) || name === STATIC_KEY) {
    throw new AccountsError(
      `${JSON.stringify(name)} cannot be the name of a key: 1 to 64 letters, digits, spaces and . _ @ - ` +
        `beginning with a letter or digit, and not "${STATIC_KEY}"`,
    );
  }
  const limits = checkLimits({ ...DEFAULT_LIMITS, ...askedLimits });
  const id = `key_${randomBytes(6).toString('hex')}`;
  const secret = makeSecret();
  inTransaction(db, () => {
    const taken = lookUp(db, name);
    // The name of a revoked key is free again; an id is never.
    if (taken && (taken.revoked_at === null || taken.id === name)) {
      throw new AccountsError(
        `a key "${name}" exists already (${taken.id}): choose another name, or revoke it first`,
      );
    }
    db.prepare(`INSERT INTO keys (${KEY_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, NULL, ?)`).run(
      id,
      name,
      limits.rate_per_s,
      limits.burst,
      limits.monthly_quota,
      now.toISOString(),
      hashSecret(secret),
    );
  });
  return { id, secret };
}

const makeSecret = () => `mdz_${randomBytes(24).toString('base64url')}`;

/** Gives the key a new secret, shown once. The one before stays valid until the given moment; one before that is not. */
export function rotateKey(
  db: AccountsDb,
  nameOrId: string,
  previous_until: Date,
  now: Date,
): { id: string; secret: string } {
  const secret = makeSecret();
  return inTransaction(db, () => {
    const { id, name, revoked_at } = requireChangeableKey(db, nameOrId);
    if (revoked_at !== null)
      throw new AccountsError(`the key "${name}" is revoked since ${revoked_at}: make a new one`);
    if (id.includes(':'))
      throw new AccountsError(`"${name}" is recognised without a secret: there is none to rotate`);
    const isKept = previous_until > now;
    db.prepare(
      'UPDATE keys SET previous_hash = iif(?, hash, NULL), previous_until = ?, hash = ? WHERE id = ?',
    ).run(isKept ? 1 : 0, isKept ? previous_until.toISOString() : null, hashSecret(secret), id);
    return { id, secret };
  });
}

/** A key and the digest of its secret, in hexadecimal digits. */
export type HeldKey = { readonly digest: string; readonly record: KeyRecord };

/**
 * The key of the configuration, for the ring of the server that was started with it. It is written nowhere: servers on one
 * folder may be configured differently, and none may take away the key of another.
 */
export function configuredKey(db: AccountsDb, secret: string, limits: KeyLimits, now: Date): HeldKey {
  // The message must not repeat the secret: it ends in a log.
  if (secret.length > MAX_SECRET_LENGTH || !SECRET_FORM.test(secret)) {
    throw new AccountsError(
      `the configured key must be 1 to ${MAX_SECRET_LENGTH} visible ASCII characters without spaces`,
    );
  }
  const digest = hashHex(secret);
  const owner = db
    .prepare(`SELECT name FROM keys WHERE unhex(?) IN (hash, previous_hash) AND ${IS_STORED}`)
    .get(digest);
  if (owner) throw new AccountsError(`the configured key is already stored under the name "${owner.name}"`);
  const created_at = now.toISOString();
  const record = { id: STATIC_KEY, name: STATIC_KEY, ...checkLimits(limits), created_at, revoked_at: null };
  return { digest, record };
}

/**
 * Whoever is recognised without a secret: the subject of an access token, the user of this machine. The row gives it
 * limits, usage and a way to be revoked; its hash is that of no secret. The colon keeps its id apart from names of keys.
 * Nothing for one that was revoked.
 */
export function admitWithoutSecret(
  db: AccountsDb,
  id: `${string}:${string}`,
  limits: KeyLimits,
  now: Date,
): KeyRecord | undefined {
  const known = lookUp(db, id);
  if (known) return known.revoked_at === null ? known : undefined;
  const { rate_per_s, burst, monthly_quota } = checkLimits(limits);
  db.prepare(
    `INSERT INTO keys (${KEY_COLUMNS}, hash) VALUES (?1, ?1, ?2, ?3, ?4, ?5, NULL, ?6) ON CONFLICT DO NOTHING`,
  ).run(id, rate_per_s, burst, monthly_quota, now.toISOString(), randomBytes(32));
  return lookUp(db, id);
}

/** What the page may ask for, for each address that it is read from: a list of a thousand texts, then some clicks a second. */
export const PAGE_LIMITS: KeyLimits = { rate_per_s: 20, burst: 1_500, monthly_quota: null };

const PAGE_KEY_NAME = `${PAGE_KEY_PREFIX}web`;

/**
 * The key that the page hands to everybody who opens it: no secret, so that it can be told by its id, which each process reads
 * from the same file. Undefined where it was revoked.
 */
export function pageKey(db: AccountsDb, now: Date): string | undefined {
  const known = lookUp(db, PAGE_KEY_NAME);
  if (known) return known.revoked_at === null ? publicSecret(known.id) : undefined;
  const id = `${PAGE_KEY_PREFIX}${randomBytes(9).toString('base64url')}`;
  const { rate_per_s, burst, monthly_quota } = PAGE_LIMITS;
  db.prepare(
    `INSERT INTO keys (${KEY_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, NULL, ?) ON CONFLICT DO NOTHING`,
  ).run(id, PAGE_KEY_NAME, rate_per_s, burst, monthly_quota, now.toISOString(), hashSecret(publicSecret(id)));
  return pageKey(db, now);
}

const publicSecret = (id: string) => `pub_${id.slice(PAGE_KEY_PREFIX.length)}`;

/** `previous_until`: how long the secret before the current one is valid. */
export type ListedKey = KeyRecord & { readonly previous_until: string | null };

/** Every stored key, revoked ones too, by name and age. */
export function listKeys(db: AccountsDb): ListedKey[] {
  const query = `SELECT ${KEY_COLUMNS}, previous_until FROM keys WHERE ${IS_STORED} ORDER BY name, created_at, id`;
  return db.prepare(query).all() as ListedKey[];
}

/** The stored key of that name or id, revoked or not. */
export function requireKey(db: AccountsDb, nameOrId: string): KeyRecord {
  const key = lookUp(db, nameOrId);
  if (key) return key;
  const names = listKeys(db).map((known) => known.name);
  const known = names.length > 0 ? `known keys: ${names.join(', ')}` : 'there are no keys yet';
  throw new AccountsError(`no key ${JSON.stringify(nameOrId)}; ${known}`);
}

/** Revoking twice keeps the first moment. */
export function revokeKey(db: AccountsDb, nameOrId: string, now: Date): KeyRecord {
  const { id } = requireChangeableKey(db, nameOrId);
  db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(now.toISOString(), id);
  return requireKey(db, id);
}

/** Changes the limits that are given and keeps the others. */
export function limitKey(db: AccountsDb, nameOrId: string, changes: Partial<KeyLimits>): KeyRecord {
  return inTransaction(db, () => {
    const key = requireChangeableKey(db, nameOrId);
    const { rate_per_s, burst, monthly_quota } = checkLimits({ ...key, ...changes });
    db.prepare('UPDATE keys SET rate_per_s = ?, burst = ?, monthly_quota = ? WHERE id = ?').run(
      rate_per_s,
      burst,
      monthly_quota,
      key.id,
    );
    return requireKey(db, key.id);
  });
}

export function hashSecret(secret: string): Buffer {
  return Buffer.from(hashHex(secret), 'hex');
}

/** As text it is made in a quarter of the time. */
export function hashHex(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function requireChangeableKey(db: AccountsDb, nameOrId: string): KeyRecord {
  if (nameOrId === STATIC_KEY) {
    throw new AccountsError(
      `the key "${STATIC_KEY}" comes from the configuration: change or remove it there`,
    );
  }
  return requireKey(db, nameOrId);
}

function lookUp(db: AccountsDb, nameOrId: string): KeyRecord | undefined {
  // Of several keys that have borne a name the valid one is meant, else the one that was revoked last.
  const query = `SELECT ${KEY_COLUMNS} FROM keys WHERE (name = ?1 OR id = ?1) AND ${IS_STORED}
    ORDER BY revoked_at IS NOT NULL, revoked_at DESC`;
  return db.prepare(query).get(nameOrId) as KeyRecord | undefined;
}

function checkLimits(limits: KeyLimits): KeyLimits {
  const { rate_per_s, burst, monthly_quota } = limits;
  if (!(rate_per_s >= RATE_RANGE.min && rate_per_s <= RATE_RANGE.max)) {
    throw new AccountsError(`rate_per_s is ${rate_per_s}; allowed: ${RATE_RANGE.min} to ${RATE_RANGE.max}`);
  }
  if (!Number.isInteger(burst) || burst < 1 || burst > MAX_BURST) {
    throw new AccountsError(`burst is ${burst}; allowed: a whole number from 1 to ${MAX_BURST}`);
  }
  if (
    monthly_quota !== null &&
    (!Number.isInteger(monthly_quota) || monthly_quota < 1 || monthly_quota > MAX_QUOTA)
  ) {
    throw new AccountsError(
      `monthly_quota is ${monthly_quota}; allowed: a whole number from 1 to ${MAX_QUOTA}, or none`,
    );
  }
  return limits;
}
