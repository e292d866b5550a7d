// When a failed delivery is tried again: soon at first, then ever more seldom, for three days (Standard Webhooks).

const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;

const WAITS_MS = [5 * S, 30 * S, 2 * MIN, 10 * MIN, 30 * MIN, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR] as const;
/** After the last one, every so often. */
const LAST_WAIT_MS = 12 * HOUR;
/** How long a receiver may fail before its subscription is disabled. */
const GIVE_UP_MS = 72 * HOUR;

/** Null: it has failed for too long. `attempts`: how many have failed, one at least. */
export function nextAttempt(attempts: number, failing_since: Date, now: Date): Date | null {
  if (now.getTime() - failing_since.getTime() >= GIVE_UP_MS) return null;
  const wait_ms = WAITS_MS[attempts - 1] ?? LAST_WAIT_MS;
  // The last one is not put off beyond the end.
  return new Date(Math.min(now.getTime() + wait_ms, failing_since.getTime() + GIVE_UP_MS));
}
