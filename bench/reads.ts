// How near the reads come to a bare node:http server: the whole pipeline with keys, limits, usage on disk, logs and
// metrics, against a process that only sends the same bytes with the same headers. One row of READS a kind.

import { type Comparison, compareWithBare, record } from './compare.ts';
import { dataOf, drawDistinct, giveKey, type Place, SAMPLE_SIZE } from './data.ts';
import type { Ask } from './load.ts';
import { startMiedza } from './servers.ts';

/** Different requests of a kind; so many answers the bare server holds in memory. */
const REQUESTS = 1_000;
/** More than the server keeps of the questions it was asked last (src/service/snapshot/answer-cache.ts): each is answered anew. */
const FIRST_TIME = 12_000;

interface Read extends Omit<Comparison, 'name' | 'asks'> {
  path(place: Place, at: number): string;
  /** How many different parcels are asked for. */
  readonly parcels?: number;
  /** Sends the tag of the answer it was given before. */
  readonly conditional?: boolean;
}

const byId = ({ id }: Place) => `/v1/parcel?id=${id}`;

const READS = {
  parcel: { title: 'GET /v1/parcel?id=…, asked before', path: byId, status: 200, target: 0.45 },
  'first-time': {
    title: 'GET /v1/parcel?id=…, each asked for the first time',
    path: byId,
    status: 200,
    target: 0.25,
    parcels: FIRST_TIME,
    onceEach: true,
  },
  layer: {
    title: 'GET /v1/layer/pog?id=…',
    path: ({ id }) => `/v1/layer/pog?id=${id}`,
    status: 200,
    target: 0.5,
  },
  'not-modified': {
    title: 'GET /v1/parcel?id=…, not modified (304)',
    path: byId,
    status: 304,
    target: 0.55,
    conditional: true,
  },
  'not-found': {
    title: 'GET /v1/parcel?id=…, no such parcel (404)',
    path: ({ id }, at) => `/v1/parcel?id=${id.split('.').slice(0, 2).join('.')}.${9_000_000 + at}`,
    status: 404,
    target: null,
  },
  check: { title: 'GET /v1/check?id=…', path: ({ id }) => `/v1/check?id=${id}`, status: 200, target: 0.4 },
  point: {
    title: 'GET /v1/parcel?point=…',
    path: ({ lat, lng }) => `/v1/parcel?point=${lat},${lng}`,
    status: 200,
    target: 0.35,
  },
  radius: {
    title: 'GET /v1/search?id=…&radius_m=0, the neighbours',
    path: ({ id }) => `/v1/search?id=${id}&radius_m=0`,
    status: 200,
    target: 0.15,
  },
} satisfies Readonly<Record<string, Read>>;

type ReadKind = keyof typeof READS;

export const isReadKind = (word: string): word is ReadKind => Object.hasOwn(READS, word);
export const READ_KINDS = Object.keys(READS).filter(isReadKind);

export async function benchReads(kinds: readonly ReadKind[]): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const product = await startMiedza(data);
  try {
    for (const name of kinds) {
      const { path, parcels = REQUESTS, conditional = false, ...rest }: Read = READS[name];
      const plain = drawDistinct(data, parcels).map((place, at): Ask => ({ path: path(place, at), headers }));
      const asks = conditional ? await withTags(product.port, plain) : plain;
      await compareWithBare(product, data, { ...rest, name, asks });
    }
  } finally {
    await product.stop();
  }
}

async function withTags(port: number, asks: readonly Ask[]): Promise<Ask[]> {
  const tagged: Ask[] = [];
  for (const one of asks) {
    const { headers } = await record(port, one);
    const at = headers.findIndex((name) => name.toLowerCase() === 'etag');
    tagged.push({ ...one, headers: { ...one.headers, 'if-none-match': headers[at + 1] ?? '' } });
  }
  return tagged;
}
