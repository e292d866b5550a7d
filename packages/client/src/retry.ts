// When to ask again and after how long. Knows HTTP statuses and Retry-After, nothing of operations.

/** Too many requests, and not available right now: both ask to come back (RFC 9110 §15.6.4, RFC 6585 §4). */
const PASSING = new Set([429, 503]);

/** Where the server names no time: half a second at most, then twice as long each time. */
const FIRST_WAIT_MS = 500;

/** At least this much is spread, so that clients told the same second do not come back together. */
const LEAST_JITTER_MS = 250;

export const isPassing = (http: number): boolean => PASSING.has(http);

/** `attempt` counts from 0; `random` is 0..1. */
export function waitBefore_ms(
  attempt: number,
  retryAfter: string | null,
  now_ms: number,
  random: number,
): number {
  const asked_ms = askedFor_ms(retryAfter, now_ms);
  if (asked_ms === null) return random * FIRST_WAIT_MS * 2 ** attempt;
  return asked_ms + random * Math.max(LEAST_JITTER_MS, asked_ms / 4);
}

/** Retry-After is seconds or a date; anything else is as if it were not there. */
function askedFor_ms(header: string | null, now_ms: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at_ms = / GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - now_ms);
}

/** Ends early, with the reason, when the signal aborts. */
export function sleep(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
