// Owns the answer to "whose secret is this?". It runs for every request, so the valid keys are held in memory by
// their digest, and the file is asked at most once a second whether any key has changed. The key of the configuration is
// held here alone. It changes no key itself.

import type { StatementSync } from 'node:sqlite';
import type { KeyRecord, Keys } from '../accounts.ts';
import { type HeldKey, HeldKeys, IS_STORED, KEY_COLUMNS } from '../key-rules.ts';
import type { AccountsDb } from './accounts-file.ts';

/** A change made by any process is seen after this time at the latest. */
export const CHECK_INTERVAL_MS = 1000;

export class KeyRing implements Keys {
  readonly #readRevision: StatementSync;
  readonly #readKeys: StatementSync;
  readonly #configured: HeldKey | null;
  readonly #held = new HeldKeys();
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
    if (now_ms - this.#checkedAt_ms >= CHECK_INTERVAL_MS) this.#refresh(now_ms);
    return this.#held.find(secret);
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
      this.#held.hold(this.#configured ? [...stored, this.#configured] : stored);
      this.#revision = revision;
    }
    this.#checkedAt_ms = now_ms;
  }
}
