// Content coding (RFC 9110 §8.4, §12.5.3): which one the client takes, and the ETag that goes with it. Runs on zlib's own
// threads, so that no other request waits. A client that sends no Accept-Encoding gets the bytes as they are.

import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { CacheRegistry } from '../service/snapshot/cache.ts';

/** What fits into one network packet (1,500 bytes less its own headers) arrives no sooner for being smaller. */
const LEAST_BYTES = 1_400;

/**
 * Brotli at 4 and gzip at 6 make a check of 21 kB into 4.2 kB in 0.4 ms of processor time each; a level more takes half
 * as long again and gains a twentieth.
 */
const BROTLI = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
};
const GZIP = { level: 6 };

/** In the order we prefer where the client does not care. */
const CODERS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, GZIP),
} as const;
export type Coding = keyof typeof CODERS;
const CODINGS = Object.keys(CODERS) as Coding[];

export const compressOnce = (body: Buffer, coding: Coding): Promise<Buffer> => CODERS[coding](body);

export type Compress = (body: Buffer, coding: Coding, is_cached: boolean) => Promise<Buffer>;

/** A body from the answer cache is sent again and again: its compressed forms are cached too, at a twentieth of the time. */
export function createCompressor(caches: CacheRegistry): Compress {
  const cache = caches.create<Buffer, Partial<Record<Coding, Buffer>>>({
    name: 'compressed_bodies',
    max_entries: MAX_ENTRIES,
    max_bytes: MAX_ENTRIES * ENTRY_BYTES,
    bytesOf: (coded, body) => body.length + Object.values(coded).reduce((sum, { length }) => sum + length, 0),
  });
  return async (body, coding, is_cached) => {
    if (!is_cached) return CODERS[coding](body);
    const known = cache.get(body);
    const bytes = known?.[coding] ?? (await CODERS[coding](body));
    if (!known?.[coding]) cache.set(body, { ...known, [coding]: bytes });
    return bytes;
  };
}

/** The answer cache holds about so many records. */
const MAX_ENTRIES = 1_000;
/** A record and its two compressed forms. */
const ENTRY_BYTES = 20_000;

/** By Accept-Encoding: the coding with the greatest weight; null for none, also where none of ours is acceptable. */
export function chooseCoding(
  accepted: string | undefined,
  length: number,
  among: readonly Coding[] = CODINGS,
): Coding | null {
  if (accepted === undefined || length < LEAST_BYTES) return null;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const rest = weights.get('*') ?? 0;
  const weightOf = (coding: Coding) => weights.get(coding) ?? rest;
  const [best] = among.toSorted((a, b) => weightOf(b) - weightOf(a));
  // Plain bytes are always acceptable; they are preferred only where the client says so.
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null;
}

/** Other bytes need another strong tag (RFC 9110 §8.8.3.3). A dot occurs in no tag of ours. */
export const codedTag = (etag: string, coding: Coding) => `${etag.slice(0, -1)}.${coding}"`;

/** If-None-Match without our codings: whichever bytes the client holds, they are as good as the plain ones. */
export const plainTags = (ifNoneMatch: string) => ifNoneMatch.replace(/\.(?:br|gzip)"/g, '"');

/** The tag of a 304: that of the bytes the client holds, so that a cache finds them by it. */
export function heldTag(ifNoneMatch: string, etag: string): string {
  if (ifNoneMatch === etag) return etag;
  const coded = CODINGS.map((coding) => codedTag(etag, coding));
  return [etag, ...coded].find((tag) => ifNoneMatch.includes(tag)) ?? etag;
}
