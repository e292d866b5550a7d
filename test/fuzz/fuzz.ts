// The fuzz itself: sends the requests, judges every answer, and tells each failure with a line of curl.
// What must hold of any answer: no 5xx, the published schema, headers and billing as declared (spec §4.14).

import type { Envelope } from '../../src/contract/answers.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { openSqliteStore } from '../../src/store/sqlite/read-pool.ts';
import { type Client, type Received, startClient, TEST_KEY } from '../client.ts';
import { readQueries } from '../queries.ts';
import { shapesInBox } from '../shapes-in-box.ts';
import { operationsOf } from './contract.ts';
import type { Pool } from './draft.ts';
import { type FuzzRequest, makeRequest } from './generate.ts';

export interface FuzzPlan {
  readonly data: string;
  readonly seed: number;
  /** Numbers of the requests to make. */
  readonly from: number;
  readonly to: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzFailure {
  readonly number: number;
  readonly kind: string;
  readonly why: string;
  readonly curl: string;
}

export interface FuzzReport {
  /** "parcel valid 200" → how many. */
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly FuzzFailure[];
  readonly slowest: readonly { readonly number: number; readonly kind: string; readonly ms: number }[];
}

const AT_ONCE = 8;
const NO_LIMIT = { rate_per_s: 100_000, burst: 1_000_000, monthly_quota: null };

export async function fuzz(plan: FuzzPlan): Promise<FuzzReport> {
  const client = await startClient(plan.data, { static_limits: NO_LIMIT });
  try {
    return await sendAll(client, plan);
  } finally {
    await client.close();
  }
}

async function sendAll(client: Client, { data, seed, from, to, onProgress }: FuzzPlan): Promise<FuzzReport> {
  const document = JSON.parse((await client.send('GET', '/v1/openapi.json')).text);
  const operations = operationsOf(document);
  const pool = await poolOf(data);
  const counts = new Map<string, number>();
  const failures: FuzzFailure[] = [];
  const times: { number: number; kind: string; ms: number }[] = [];
  let next = from;
  const worker = async () => {
    for (let number = next++; number < to; number = next++) {
      const request = makeRequest(operations, pool, seed, number);
      const started = performance.now();
      const { http, fault } = await ask(client, request);
      times.push({ number, kind: `${request.operation} ${request.kind}`, ms: performance.now() - started });
      const name = `${request.operation} ${request.kind} ${http}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (fault !== null)
        failures.push({ number, kind: request.kind, why: fault, curl: curlOf(client.url, request) });
      onProgress?.(times.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { counts, failures, slowest: times.sort((a, b) => b.ms - a.ms).slice(0, 5) };
}

async function ask(client: Client, request: FuzzRequest): Promise<{ http: number; fault: string | null }> {
  const { method, path, headers, body } = request;
  try {
    // The client throws when the answer is not what the contract says.
    const received = await client.send(method, path, { headers, ...(body === null ? {} : { body }) });
    return { http: received.http, fault: faultOf(request, received) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { http: 0, fault: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** What each refusal must say of its price. */
const BILLING: Readonly<Record<number, Envelope['billing']['rule']>> = {
  400: 'free_invalid_input',
  401: 'free_unauthorized',
  404: 'refunded_not_found',
  405: 'free_invalid_input',
};

function faultOf({ expects, method }: FuzzRequest, { http, body, text }: Received): string | null {
  if (http >= 500) return `answered ${http}: ${text.slice(0, 500)}`;
  const isRefused = http === 400 || http === 401;
  if (expects === 'answer' && isRefused) return `a valid request was refused: ${body.error?.message}`;
  if (expects === 'refusal' && !isRefused) return `answered ${http} to what is not allowed`;
  if (http < 400 || method === 'HEAD') return null;
  const { cost, charged, refunded, rule } = body.billing;
  const due = BILLING[http];
  // Without a price there is nothing to give back.
  if (rule !== (cost === 0 && due?.startsWith('refunded') ? 'free_operation' : due))
    return `${http} has the billing rule ${rule}`;
  if (charged !== 0) return `${http} was charged ${charged}`;
  const back = rule.startsWith('refunded') ? cost : 0;
  return refunded === back ? null : `${http} gave back ${refunded} of ${cost}`;
}

async function poolOf(data: string): Promise<Pool> {
  const store = openSqliteStore(datasetIn(data));
  try {
    const all = await store.read((reads) => shapesInBox(reads, [0, 0, 1e7, 1e7]));
    const ids = [...all.keys()];
    const some = ids.sort().filter((_, at) => at % 37 === 0);
    const parcels = await store.read((reads) => reads.parcels(some));
    return {
      key: TEST_KEY,
      ids: [...some, '141803_2.0009.99999', '146501_1.0001.1', '020101_1.0001.1'],
      texts: readQueries()
        .map(({ text }) => text)
        .filter((text) => text.trim() !== '' && text.length <= 300),
      places: [...[...parcels.values()].map(({ centroid }) => centroid), [18.6, 54.4], [14.1, 49.1]],
      gminy: ['1418032', '1418043', '1438011', '1465011', '0201011', '9999999'],
    };
  } finally {
    await store.close();
  }
}

/** Short enough to be pasted; a long body is made again by its number. */
function curlOf(url: string, { method, path, headers, body }: FuzzRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const words = ['curl', '-i', '-X', method, quote(url + path)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', quote(`${name}: ${value}`));
  if (body !== null)
    words.push('--data-binary', body.length <= 2_000 ? quote(body) : `'… ${body.length} characters'`);
  return words.join(' ');
}
