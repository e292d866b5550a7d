// All that a server needs of accounts, opened: keys, limits and usage, what operators do with them, and who watches what.

import type { AccountBook, Accounts } from './accounts.ts';
import type { StreamSeats, Subscriptions } from './watches.ts';

export interface OpenedAccounts extends Accounts {
  readonly book: AccountBook;
  readonly subscriptions: Subscriptions;
  readonly streams: StreamSeats;
  /** The key that the page hands to everybody who opens it; undefined where it was revoked. */
  pageKey(now: Date): string | undefined;
  /** Throws while nothing can be written. */
  probe(): Promise<void>;
  /** What was recorded is written first. */
  close(): Promise<void>;
}
