// The accounts in the database behind the port: keys, limits and usage that many servers share.

import type { ConfiguredKey } from '../accounts.ts';
import type { OpenedAccounts } from '../opened-accounts.ts';
import { ensurePageKey, keyBook } from './key-records.ts';
import { PostgisKeyRing } from './key-ring.ts';
import { PostgisLedger } from './ledger.ts';
import { Link } from './link.ts';
import type { News } from './news.ts';
import { openPostgisLimiter } from './rate-limiter.ts';
import { PostgisStreamSeats } from './stream-seats.ts';
import { PostgisSubscriptions } from './subscription-records.ts';

/** `news` stays the caller's to close. Limits and usage have a connection each: neither waits for the other. */
export function openPostgisAccounts(
  url: string,
  news: News,
  configured: ConfiguredKey | null = null,
  now: () => Date = () => new Date(),
): OpenedAccounts {
  const [written, leased] = [new Link(url), new Link(url)];
  const ledger = new PostgisLedger(written);
  const limiter = openPostgisLimiter(leased);
  return {
    keys: new PostgisKeyRing(leased, news, configured, now),
    limiter,
    ledger,
    book: keyBook(leased),
    subscriptions: new PostgisSubscriptions(leased),
    streams: new PostgisStreamSeats(leased),
    pageKey: (at) => ensurePageKey(leased, at),
    async probe() {
      await written.rows("UPDATE meta SET value = value WHERE key = 'keys' AND false");
    },
    async close() {
      await ledger.close();
      await limiter.close();
      await Promise.all([written.close(), leased.close()]);
    },
  };
}

/** Keys and usage alone, for the command line. */
export function openKeyBook(url: string) {
  const link = new Link(url);
  return { book: keyBook(link), close: () => link.close() };
}
