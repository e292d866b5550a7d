// Owns the API keys: making, listing, limiting, rotating and revoking them. A secret is shown once, when it is made; only its
// SHA-256 is stored (it is random, so it needs no slow hash). Keys are never deleted: their usage keeps its name.
// Finding the key of a request is the business of key-ring.ts.

import { randomBytes } from 'node:crypto';
import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import type { ConfiguredKey, KeyLimits, KeyRecord, ListedKey, Rotation } from '../accounts.ts';
import {
  alreadyStored,
  checkLimits,
  draftKey,
  type HeldKey,
  hashSecret,
  heldConfigured,
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
  unknownKey,
} from '../key-rules.ts';
import type { AccountsDb } from './accounts-file.ts';
import { inTransaction } from './transaction.ts';

export function createKey(
  db: AccountsDb,
  asked: { readonly name: string } & Partial<KeyLimits>,
  now: Date,
): { id: string; secret: string } {
  const { id, name, secret, limits } = draftKey(asked);
  inTransaction(db, () => {
    refuseTaken(name, lookUp(db, name));
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

/** Gives the key a new secret, shown once. The one before stays valid until the given moment; one before that is not (refuseRotation). */
export function rotateKey(
  db: AccountsDb,
  nameOrId: string,
  how: Rotation,
  now: Date,
): { id: string; secret: string } {
  const secret = makeSecret();
  const { previous_until } = how;
  return inTransaction(db, () => {
    const { id } = requireChangeableKey(db, nameOrId);
    for (const key of listKeys(db)) if (key.id === id) refuseRotation(key, how, now);
    const isKept = previous_until > now;
    db.prepare(
      'UPDATE keys SET previous_hash = iif(?, hash, NULL), previous_until = ?, hash = ? WHERE id = ?',
    ).run(isKept ? 1 : 0, isKept ? previous_until.toISOString() : null, hashSecret(secret), id);
    return { id, secret };
  });
}

/** It is written nowhere. Refused where the same secret is stored. */
export function configuredKey(db: AccountsDb, configured: ConfiguredKey, now: Date): HeldKey {
  const held = heldConfigured(configured, now);
  const owner = db
    .prepare(`SELECT name FROM keys WHERE unhex(?) IN (hash, previous_hash) AND ${IS_STORED}`)
    .get(held.digest);
  if (owner) throw alreadyStored(owner.name);
  return held;
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

/** Every stored key, revoked ones too, by name and age. */
export function listKeys(db: AccountsDb): ListedKey[] {
  const query = `SELECT ${LISTED_COLUMNS} FROM keys WHERE ${IS_STORED} ORDER BY name, created_at, id`;
  return db.prepare(query).all() as ListedKey[];
}

/** The stored key of that name or id, revoked or not. */
export function requireKey(db: AccountsDb, nameOrId: string): KeyRecord {
  const key = lookUp(db, nameOrId);
  if (key) return key;
  throw unknownKey(nameOrId, listKeys(db));
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
    refuseRevoked(key);
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

function requireChangeableKey(db: AccountsDb, nameOrId: string): KeyRecord {
  refuseConfigured(nameOrId);
  return requireKey(db, nameOrId);
}

function lookUp(db: AccountsDb, nameOrId: string): KeyRecord | undefined {
  // Of several keys that have borne a name the valid one is meant, else the one that was revoked last.
  const query = `SELECT ${KEY_COLUMNS} FROM keys WHERE (name = ?1 OR id = ?1) AND ${IS_STORED}
    ORDER BY revoked_at IS NOT NULL, revoked_at DESC`;
  return db.prepare(query).get(nameOrId) as KeyRecord | undefined;
}
