// Owns the API keys: making, listing, limiting and revoking them. A secret is shown once, when it is made; only its SHA-256 is
// stored. What holds for keys in every back end is key-rules.ts; finding the key of a request is the business of key-ring.ts.

import { randomBytes } from 'node:crypto';
import type { ConfiguredKey, KeyLimits, KeyRecord } from '../accounts.ts';
import {
  alreadyStored,
  checkLimits,
  draftKey,
  type HeldKey,
  hashSecret,
  heldConfigured,
  IS_STORED,
  KEY_COLUMNS,
  nameTaken,
  refuseConfigured,
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
    const taken = lookUp(db, name);
    if (taken) throw nameTaken(taken);
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

/** It is written nowhere. Refused where the same secret is stored. */
export function configuredKey(db: AccountsDb, configured: ConfiguredKey, now: Date): HeldKey {
  const held = heldConfigured(configured, now);
  const owner = db.prepare(`SELECT name FROM keys WHERE hash = unhex(?) AND ${IS_STORED}`).get(held.digest);
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

/** Every stored key, revoked ones too, by name. */
export function listKeys(db: AccountsDb): KeyRecord[] {
  return db.prepare(`SELECT ${KEY_COLUMNS} FROM keys WHERE ${IS_STORED} ORDER BY name`).all() as KeyRecord[];
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
  const query = `SELECT ${KEY_COLUMNS} FROM keys WHERE (name = ?1 OR id = ?1) AND ${IS_STORED}`;
  return db.prepare(query).get(nameOrId) as KeyRecord | undefined;
}
