// One request for one file: asks only for what changed, goes on where a transfer broke off, and checks what came.
// Whatever goes wrong is a Fault; whether to try again is the caller's to decide.

import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import packageJson from '../../../package.json' with { type: 'json' };
import { FormatError } from '../formats/format-error.ts';
import {
  dropPart,
  finishPart,
  isThere,
  partOf,
  recall,
  recallPart,
  startPart,
  type Version,
} from './download-state.ts';

/** What comes from outside, so that tests can steer it. A sleep with a signal is a watch, ended by the signal. */
export interface Network {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface DownloadOptions {
  /** Throws FormatError when the bytes are not what was asked for: services send their errors with status 200. */
  readonly check?: (path: string) => Promise<void>;
  /** Whether content of this hash was taken over already: then "unchanged" is enough though the bytes are gone. */
  readonly isKnown?: (sha256: string) => Promise<boolean>;
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

export interface Downloaded {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The server said that nothing changed since the last download; the file itself may have been deleted. */
  readonly unchanged: boolean;
}

const USER_AGENT = `${packageJson.name}/${packageJson.version} (register import)`;
export const TRIES = 6;
/** What is wrong in itself is asked for once more, for gateways have bad moments, and then believed. */
const TRIES_OF_WRONG_BYTES = 2;
/** Services that build their answer first are silent for a while. */
const ANSWER_WITHIN_MS = 180_000;
const IDLE_MS = 60_000;

/** One attempt that failed. `tries` is how often it may happen before it is final. */
export class Fault extends Error {
  readonly tries: number;
  readonly status: number | null;
  readonly wait_ms: number;

  constructor(
    said: string,
    { tries = TRIES, status = null as number | null, wait_ms = 0, cause = null as unknown } = {},
  ) {
    super(said, cause === null ? {} : { cause });
    this.tries = tries;
    this.status = status;
    this.wait_ms = wait_ms;
  }
}

export async function transfer(
  around: Network,
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const kept = recall(path, url);
  const known = kept && (isThere(path, kept) || (await options.isKnown?.(kept.sha256))) ? kept : null;
  const part = recallPart(path, url);
  const headers = new Headers({ 'user-agent': USER_AGENT });
  if (known?.etag) headers.set('if-none-match', known.etag);
  if (known?.last_modified) headers.set('if-modified-since', known.last_modified);
  if (part) {
    headers.set('range', `bytes=${part.bytes}-`);
    headers.set('if-range', part.confirm);
  }
  const stop = new AbortController();
  try {
    const request = orFault(
      around.fetch(url, { headers, redirect: 'follow', signal: stop.signal }),
      'no connection',
    );
    const response = await within(around, ANSWER_WITHIN_MS, 'no answer', request);
    if (response.status === 304 && known) {
      dropPart(path);
      return { path, sha256: known.sha256, bytes: known.bytes, unchanged: true };
    }
    const version = {
      url,
      etag: response.headers.get('etag'),
      last_modified: response.headers.get('last-modified'),
    };
    const start = await startOf(around, response, path, part?.bytes ?? 0);
    await receive(around, response, path, start, version, options);
    await checkPart(path, options);
    const { sha256, bytes } = await finishPart(path, version, new Date(around.now()).toISOString());
    return { path, sha256, bytes, unchanged: false };
  } finally {
    stop.abort();
  }
}

/** Where the bytes of this answer belong in the file; every other answer is a fault. */
async function startOf(
  around: Network,
  response: Response,
  path: string,
  partBytes: number,
): Promise<number> {
  const { status } = response;
  if (status === 200) return 0;
  if (status === 206 && partBytes > 0) {
    const range = response.headers.get('content-range') ?? '';
    const goesOn = Number(/^bytes (\d+)-/.exec(range)?.[1]) === partBytes;
    if (goesOn && !response.headers.has('content-encoding')) return partBytes;
    dropPart(path);
    throw new Fault(`asked to go on from byte ${partBytes}, got "${range}"`, { status });
  }
  if (status === 416) dropPart(path);
  const words = `${status} ${response.statusText}`.trim() + (await firstWords(around, response));
  const mayPass = status === 408 || status === 416 || status === 429 || status >= 500;
  if (!mayPass) throw new Fault(words, { status, tries: 1 });
  const wait_ms = retryAfterMs(response.headers.get('retry-after'), around.now());
  const asked = wait_ms > 0 ? ` (Retry-After: ${Math.ceil(wait_ms / 1000)} s)` : '';
  throw new Fault(words + asked, { status, wait_ms });
}

async function receive(
  around: Network,
  response: Response,
  path: string,
  start: number,
  version: Version,
  { onProgress }: DownloadOptions,
): Promise<void> {
  // The length of an answer that was packed for the way says nothing about the file, nor can one go on inside it.
  const isPacked = response.headers.has('content-encoding');
  const length = isPacked ? null : response.headers.get('content-length');
  const total = length === null ? null : start + Number(length);
  if (start === 0) {
    dropPart(path);
    if (!isPacked) startPart(path, version);
  }
  let bytes = start;
  const chunks = response.body?.getReader();
  // Written piece by piece and not through a stream: after a fault every byte that counts is on disk.
  await using file = await open(partOf(path), start === 0 ? 'w' : 'a');
  while (chunks) {
    const read = orFault(chunks.read(), `cut off after ${bytes} of ${total ?? 'an unknown number of'} bytes`);
    const { done, value } = await within(around, IDLE_MS, `no data after ${bytes} bytes`, read);
    if (done) break;
    await file.appendFile(value);
    bytes += value.length;
    onProgress?.(bytes, total);
  }
  if (total !== null && bytes < total) throw new Fault(`the body ended after ${bytes} of ${total} bytes`);
  if (total !== null && bytes > total) {
    dropPart(path);
    throw new Fault(`the body has ${bytes} bytes, ${total} were announced`);
  }
}

async function checkPart(path: string, { check }: DownloadOptions): Promise<void> {
  try {
    await check?.(partOf(path));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { found, expected } = error.problem;
    const size = statSync(partOf(path)).size;
    dropPart(path);
    const said = `the ${size} bytes that came are not usable: found ${found}; expected ${expected}`;
    throw new Fault(said, { tries: TRIES_OF_WRONG_BYTES, status: 200, cause: error });
  }
}

async function within<T>(around: Network, ms: number, what: string, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = around.sleep(ms, done.signal).then(() => {
    throw new Fault(`${what} for ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** What fetch throws says little ("fetch failed"); its cause says more. */
async function orFault<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = reason instanceof Error && 'code' in reason ? ` ${reason.code}` : '';
    throw new Fault(`${what} (${reason instanceof Error ? reason.message : String(reason)}${code})`, {
      cause: error,
    });
  }
}

/** Services explain a refusal in its body, in XML or HTML. */
async function firstWords(around: Network, response: Response): Promise<string> {
  const chunks = response.body?.getReader();
  if (!chunks) return '';
  const { value } = await within(around, IDLE_MS, 'no body', orFault(chunks.read(), 'cut off'));
  await chunks.cancel();
  const text = new TextDecoder().decode(value).replaceAll(/<[^>]*>/g, ' ');
  const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return words === '' ? '' : ` "${words}"`;
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(text: string | null, now: number): number {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
