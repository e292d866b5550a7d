// Owns the answer to "whose secret is this?". It runs for every request, so the valid keys are held in memory by
// their digest, and the file is asked at most once a second whether any key has changed. It changes no key itself.

import { timingSafeEqual } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import type { AccountsDb } from './accounts-db.ts';
import { hashHex, KEY_COLUMNS, type KeyRecord, MAX_SECRET_LENGTH } from './keys.ts';

/** A change made by any process is seen after this time at the latest. */
export const CHECK_INTERVAL_MS = 1000;

/** The digest is that of the secret, as the bytes of its hexadecimal digits. */
type HeldKey = { readonly digest: Buffer; readonly record: KeyRecord };

const DIGITS = 64;

export class KeyRing {
  readonly #readRevision: StatementSync;
  readonly #readKeys: StatementSync;
  #held = new Map<string, HeldKey>();
  /**
   * Secrets that were right: to digest one costs more than all the rest of a lookup. A map compares whole texts only where
   * their hashes, seeded anew for each process, agree: the time it takes does not tell how near a guess has come.
   */
  readonly #right = new Map<string, KeyRecord>();
  readonly #asked = Buffer.alloc(DIGITS);
  #revision: unknown;
  #checkedAt_ms = Number.NEGATIVE_INFINITY;

  constructor(db: AccountsDb) {
    this.#readRevision = db.prepare('SELECT revision FROM keys_revision');
    this.#readKeys = db.prepare(`SELECT ${KEY_COLUMNS}, hash FROM keys WHERE revoked_at IS NULL`);
  }

  /** The valid key with this secret. `now_ms` comes from a monotonic clock. */
  find(secret: string, now_ms = performance.now()): KeyRecord | undefined {
    if (secret.length > MAX_SECRET_LENGTH) return undefined;
    if (now_ms - this.#checkedAt_ms >= CHECK_INTERVAL_MS) this.#refresh(now_ms);
    const known = this.#right.get(secret);
    if (known) return known;
    const digest = hashHex(secret);
    const held = this.#held.get(digest);
    this.#asked.write(digest, 'latin1');
    if (!held || !timingSafeEqual(this.#asked, held.digest)) return undefined;
    this.#right.set(secret, held.record);
    return held.record;
  }

  #refresh(now_ms: number): void {
    // The revision is read before the keys: a change between the two reads only costs one more reading later.
    const revision = this.#readRevision.get()?.revision;
    if (revision !== this.#revision) {
      const held = new Map<string, HeldKey>();
      for (const row of this.#readKeys.all()) {
        const { hash, ...record } = row as KeyRecord & { hash: Uint8Array };
        const digest = Buffer.from(hash).toString('hex');
        held.set(digest, { digest: Buffer.from(digest, 'latin1'), record });
      }
      this.#held = held;
      this.#right.clear();
      this.#revision = revision;
    }
    this.#checkedAt_ms = now_ms;
  }
}
