// One URL → one file, whatever goes wrong on the way: waits its turn at a host, tries again what may pass, and gives
// up with a message that says what was tried. One request is transfer.ts. Knows no source and no format.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dropPart, recallPart } from './download-state.ts';
import { type Downloaded, type DownloadOptions, Fault, type Network, TRIES, transfer } from './transfer.ts';

export type Download = (url: string, path: string, options?: DownloadOptions) => Promise<Downloaded>;

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly url: string;
  readonly status: number | null;

  constructor(url: string, status: number | null, message: string, options?: ErrorOptions) {
    super(`${shortened(url)}: ${message}`, options);
    this.url = url;
    this.status = status;
  }
}

/** The filter of a WFS and its namespaces are a thousand characters, behind which nobody finds the reason. */
const LONGEST_PARAMETER = 80;

const shortened = (url: string): string =>
  url.replaceAll(/([?&][^=&]*=)([^&]*)/g, (whole, name: string, value: string) =>
    value.length > LONGEST_PARAMETER ? `${name}…` : whole,
  );

const BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 60_000;
/** Longer than this a run should not wait: the next one asks again. */
const LONGEST_RETRY_AFTER_MS = 600_000;
/** Public offices' servers: one request at a time, and a breath after each. */
const PAUSE_MS = 1_000;

const LIVE: Network = {
  fetch,
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
};

export function createDownloader(around: Network = LIVE): Download {
  const inTurn = createTurns(around);
  return async (url, path, options = {}) => {
    mkdirSync(dirname(path), { recursive: true });
    const faults: Fault[] = [];
    while (true) {
      try {
        return await inTurn(new URL(url).host, () => transfer(around, url, path, options));
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        faults.push(fault);
        if (isFinal(fault, faults)) {
          const part = recallPart(path, url);
          if (!part) dropPart(path);
          throw new DownloadError(url, fault.status, summaryOf(faults, part?.bytes), { cause: fault.cause });
        }
        // Exponential backoff with full jitter.
        const longest = Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** (faults.length - 1));
        await around.sleep(Math.max(fault.wait_ms, around.random() * longest));
      }
    }
  };
}

/** What may pass is tried often, wrong bytes once more, a refusal never: each kind has its number. */
function isFinal(fault: Fault, all: readonly Fault[]): boolean {
  const alike = all.filter((other) => other.tries === fault.tries);
  return alike.length >= fault.tries || all.length >= TRIES || fault.wait_ms > LONGEST_RETRY_AFTER_MS;
}

/** Requests to one host follow one another, with a pause after each. */
function createTurns({ now, sleep }: Network) {
  const last = new Map<string, Promise<unknown>>();
  const freeAt = new Map<string, number>();
  return <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(host) ?? Promise.resolve()).then(async () => {
      const pause_ms = (freeAt.get(host) ?? 0) - now();
      if (pause_ms > 0) await sleep(pause_ms);
      try {
        return await work();
      } finally {
        freeAt.set(host, now() + PAUSE_MS);
      }
    });
    const settled = mine.catch(() => undefined);
    last.set(host, settled);
    return mine;
  };
}

function summaryOf(all: readonly Fault[], keptBytes: number | undefined): string {
  const counts = new Map<string, number>();
  for (const { message } of all) counts.set(message, (counts.get(message) ?? 0) + 1);
  const faults = [...counts]
    .map(([words, count]) => (count > 1 ? `${words} (${count} times)` : words))
    .join(', then ');
  const tried = all.length === 1 ? 'not tried again' : `given up after ${all.length} attempts`;
  const kept = keptBytes === undefined ? '' : `; ${keptBytes} bytes are kept for the next attempt`;
  return `${faults}; ${tried}${kept}`;
}
