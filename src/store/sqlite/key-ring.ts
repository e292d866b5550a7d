// Owns the answer to "whose secret is this?". It runs for every request, so the valid keys are held in memory by
// their digest, and the file is asked at most once a second whether any key has changed. The key of the configuration is
// held here alone. It changes no key itself.

import { timingSafeEqual } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import type { KeyRecord, Keys } from '../accounts.ts';
import type { AccountsDb } from './accounts-file.ts';
import { type HeldKey, hashHex, IS_STORED, KEY_COLUMNS, MAX_SECRET_LENGTH } from './key-records.ts';

/** A change made by any process is seen after this time at the latest. */
export const CHECK_INTERVAL_MS = 1000;

/** The digest as the bytes of its hexadecimal digits: what is compared in constant time. */
type Comparable = { readonly digits: Buffer; readonly record: KeyRecord };

const DIGITS = 64;

export class KeyRing implements Keys {
  readonly #readRevision: StatementSync;
  readonly #readKeys: StatementSync;
  readonly #configured: HeldKey | null;
  #held = new Map<string, Comparable>();
  /**
   * Secrets that were right, until any key changes: no more than there are keys. A map compares whole texts only where their
   * hashes, seeded anew for each process, agree: the time it takes does not tell how near a guess has come.
   */
  readonly #right = new Map<string, KeyRecord>();
  readonly #asked = Buffer.alloc(DIGITS);
  #revision: unknown;
  /** When the next replaced secret ends, by the calendar. */
  #ends = '';
  readonly #now: () => Date;
  #checkedAt_ms = Number.NEGATIVE_INFINITY;

  constructor(db: AccountsDb, configured: HeldKey | null = null, now: () => Date = () => new Date()) {
    this.#configured = configured;
    this.#now = now;
    this.#readRevision = db.prepare('SELECT revision FROM keys_revision');
    this.#readKeys = db.prepare(
      `SELECT ${KEY_COLUMNS}, hash, '9' AS until FROM keys WHERE revoked_at IS NULL AND ${IS_STORED} UNION ALL
       SELECT ${KEY_COLUMNS}, previous_hash, previous_until FROM keys WHERE revoked_at IS NULL AND previous_until > ?`,
    );
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
    if (!held || !timingSafeEqual(this.#asked, held.digits)) return undefined;
    this.#right.set(secret, held.record);
    return held.record;
  }

  #refresh(now_ms: number): void {
    // The revision is read before the keys: a change between the two reads only costs one more reading later.
    const revision = this.#readRevision.get()?.revision;
    const today = this.#now().toISOString();
    if (revision !== this.#revision || today >= this.#ends) {
      this.#ends = '9';
      const stored = this.#readKeys.all(today).map((row) => {
        const { hash, until, ...record } = row as KeyRecord & { hash: Uint8Array; until: string };
        if (until < this.#ends) this.#ends = until;
        return { digest: Buffer.from(hash).toString('hex'), record };
      });
      const all = this.#configured ? [...stored, this.#configured] : stored;
      this.#held = new Map(
        all.map(({ digest, record }) => [digest, { digits: Buffer.from(digest, 'latin1'), record }]),
      );
      this.#right.clear();
      this.#revision = revision;
    }
    this.#checkedAt_ms = now_ms;
  }
}
