// One small request to a service, to see how it answers: once, in turn with the others of its host, and never more than a
// few megabytes. Nothing is tried again or kept: what is loaded comes by download.ts. A host that gave no answer once is not asked
// again: each of its requests would wait as long.

import packageJson from '../../../package.json' with { type: 'json' };
import type { Network } from './transfer.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The body went on beyond what is read. */
  readonly is_cut: boolean;
}

/** Throws an Error in words of its own where no answer came. */
export type Ask = (url: string, options?: { readonly head_bytes?: number }) => Promise<Answered>;

const USER_AGENT = `${packageJson.name}/${packageJson.version} (register probe)`;
const WITHIN_MS = 30_000;
const PAUSE_MS = 1_000;
/** One feature of a flood map may have 150,000 vertices. */
const MOST_BYTES = 20_000_000;

export function createAsk({ fetch, now, sleep }: Pick<Network, 'fetch' | 'now' | 'sleep'>): Ask {
  const freeAt = new Map<string, number>();
  const silent = new Map<string, string>();
  return async (url, { head_bytes } = {}) => {
    const { host } = new URL(url);
    const before = silent.get(host);
    if (before !== undefined) throw new Error(`not asked, for ${host} gave no answer before: ${before}`);
    const pause_ms = (freeAt.get(host) ?? 0) - now();
    if (pause_ms > 0) await sleep(pause_ms);
    const most = head_bytes ?? MOST_BYTES;
    try {
      const response = await fetch(url, {
        headers: {
          'user-agent': USER_AGENT,
          ...(head_bytes === undefined ? {} : { range: `bytes=0-${head_bytes - 1}` }),
        },
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      const { body, is_cut } = await readBody(response, most);
      return { status: response.status, headers: response.headers, body, is_cut };
    } catch (error) {
      silent.set(host, reasonOf(error));
      throw new Error(reasonOf(error), { cause: error });
    } finally {
      freeAt.set(host, now() + PAUSE_MS);
    }
  };
}

async function readBody(response: Response, most: number): Promise<Pick<Answered, 'body' | 'is_cut'>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    if (bytes <= most) continue;
    await reader.cancel();
    return { body: Buffer.concat(pieces).subarray(0, most), is_cut: true };
  }
  return { body: Buffer.concat(pieces), is_cut: false };
}

/** What fetch throws says little ("fetch failed"); its cause says more. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${WITHIN_MS / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? ` ${cause.code}` : '';
  return `no connection (${cause instanceof Error ? cause.message : String(cause)}${code})`;
}
