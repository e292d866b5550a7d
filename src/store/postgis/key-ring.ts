// Whose secret a request brings: the valid keys are held in memory and read anew when the database tells that any has changed.

import type { ConfiguredKey, KeyRecord, Keys } from '../accounts.ts';
import {
  alreadyStored,
  type HeldKey,
  HeldKeys,
  heldConfigured,
  IS_STORED,
  KEY_COLUMNS,
} from '../key-rules.ts';
import type { Link } from './link.ts';
import type { News } from './news.ts';

type HeldRow = KeyRecord & { readonly digest: string; readonly until: string };

export class PostgisKeyRing implements Keys {
  readonly #link: Link;
  readonly #configured: HeldKey | null;
  readonly #held = new HeldKeys();
  /** Null before the first reading and after one that failed. */
  #read: Promise<void> | null = null;
  #revision: number | null = null;

  /** When the next replaced secret ends, by the calendar. */
  #ends = '9';
  readonly #now: () => Date;

  constructor(link: Link, news: News, configured: ConfiguredKey | null, now: () => Date) {
    this.#now = now;
    this.#link = link;
    this.#configured = configured && heldConfigured(configured, now());
    news.onPrimary(({ keys }) => {
      if (keys === this.#revision && this.#now().toISOString() < this.#ends) return;
      // Requests go on with the keys of before until the new ones are there. A fault is met by the next look.
      void this.#refresh(keys).catch(() => undefined);
    });
  }

  async find(secret: string): Promise<KeyRecord | undefined> {
    this.#read ??= this.#refresh(null).catch((error: unknown) => {
      this.#read = null;
      throw error;
    });
    await this.#read;
    return this.#held.find(secret);
  }

  async #refresh(revision: number | null): Promise<void> {
    const rows: unknown[] = await this.#link.rows(
      `SELECT ${KEY_COLUMNS}, encode(hash, 'hex') AS digest, '9' AS until FROM keys WHERE revoked_at IS NULL AND ${IS_STORED}
       UNION ALL SELECT ${KEY_COLUMNS}, encode(previous_hash, 'hex'), previous_until FROM keys
         WHERE revoked_at IS NULL AND previous_until > $1`,
      [this.#now().toISOString()],
    );
    this.#ends = '9';
    const stored = rows.map((row): HeldKey => {
      const { digest, until, ...record } = row as HeldRow;
      if (until < this.#ends) this.#ends = until;
      return { digest, record };
    });
    const own = this.#configured;
    const owner = own && stored.find(({ digest }) => digest === own.digest);
    if (owner) throw alreadyStored(owner.record.name);
    this.#held.hold(own ? [...stored, own] : stored);
    // Read without knowing the revision: the next look reads once more.
    this.#revision = revision;
  }
}
