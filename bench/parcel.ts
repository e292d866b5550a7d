// How near GET /v1/parcel comes to a bare node:http server: the whole pipeline with keys, limits, usage on disk, logs
// and metrics, against a process that only sends the same bytes with the same headers.

import { writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RecordedAnswer } from './bare-server.ts';
import { dataOf, drawParcels, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, type LoadResult, load } from './load.ts';
import { type RunningServer, startBare, startMiedza } from './servers.ts';

const CONNECTIONS = 64;
const ROUNDS = 9;
const ROUND_MS = 2_000;
const WARM_UP_MS = 3_000;
/** Different requests; so many answers the bare server holds in memory. */
const REQUESTS = 2_000;
const TARGET = 0.4;
/** A busier generator could hide the difference between the two servers. */
const BUSY_LIMIT = 0.95;

export async function benchParcel(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const parcels = drawParcels(data, REQUESTS);
  const product = await startMiedza(data);
  try {
    const found = parcels.map(({ id }) => ({ path: `/v1/parcel?id=${id}`, headers }));
    await compare('200', 200, product, data, found);
    const tags = await Promise.all(found.map((one) => record(product.port, one).then(etagOf)));
    const known = found.map((one, at) => ({
      ...one,
      headers: { ...headers, 'if-none-match': tags[at] ?? '' },
    }));
    await compare('304', 304, product, data, known);
    const absent = parcels.map(({ id }, at) => ({
      path: `/v1/parcel?id=${id.split('.').slice(0, 2).join('.')}.${9_000_000 + at}`,
      headers,
    }));
    await compare('404', 404, product, data, absent);
  } finally {
    await product.stop();
  }
}

async function compare(
  name: string,
  status: number,
  product: RunningServer,
  data: string,
  asks: readonly Ask[],
): Promise<void> {
  const recording = join(data, `recording-${name}.json`);
  const answers: RecordedAnswer[] = [];
  for (const one of asks) answers.push(await record(product.port, one));
  writeFileSync(recording, JSON.stringify(answers));
  const bare = await startBare(recording);
  const run = (server: RunningServer, duration_ms: number) =>
    load({ port: server.port, asks, connections: CONNECTIONS, status, duration_ms });
  const rounds: Round[] = [];
  try {
    for (const server of [product, bare]) await run(server, WARM_UP_MS);
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  ${name}: round ${round} of ${ROUNDS}\n`);
      const cpu = [product.cpu_s(), bare.cpu_s()] as const;
      const ours = await run(product, ROUND_MS);
      const theirs = await run(bare, ROUND_MS);
      rounds.push({
        ours,
        theirs,
        cpu_ours: (product.cpu_s() - cpu[0]) / ours.requests,
        cpu_theirs: (bare.cpu_s() - cpu[1]) / theirs.requests,
      });
    }
  } finally {
    await bare.stop();
  }
  const [bytes] = answers.map((answer) => Buffer.byteLength(answer.body));
  process.stdout.write(`GET /v1/parcel?id=…, answer ${name}, body of about ${bytes} bytes\n`);
  report(rounds);
}

interface Round {
  readonly ours: LoadResult;
  readonly theirs: LoadResult;
  /** Processor seconds a request. */
  readonly cpu_ours: number;
  readonly cpu_theirs: number;
}

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => figureOf(rounds.map(pick));
  const ratio = of(({ ours, theirs }) => ours.per_s / theirs.per_s);
  say('throughput, product / bare node:http', showFigure(ratio, 3), {
    text: `≥ ${TARGET}`,
    met: ratio.median >= TARGET,
  });
  const cpu = of(({ cpu_ours, cpu_theirs }) => cpu_theirs / cpu_ours);
  say('processor time a request, bare / product', showFigure(cpu, 3));
  say(
    'product, requests per second',
    showFigure(
      of(({ ours }) => ours.per_s),
      0,
    ),
  );
  say(
    'bare node:http, requests per second',
    showFigure(
      of(({ theirs }) => theirs.per_s),
      0,
    ),
  );
  const tail = of(({ ours }) => quantile(ours.latencies_ms, 0.99));
  say(`product, 99th percentile ms, ${CONNECTIONS} connections`, showFigure(tail, 2));
  const busy = of(({ theirs }) => theirs.busy);
  say('load generator busy, at the bare server', showFigure(busy, 2), {
    text: `< ${BUSY_LIMIT}`,
    met: busy.median < BUSY_LIMIT,
  });
}

/** What Node's server adds itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

async function record(port: number, { path, headers }: Ask): Promise<RecordedAnswer> {
  const request = ask({ port, host: '127.0.0.1', path, headers: headers ?? {} });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end();
  });
  const body = (await buffer(response)).toString('utf8');
  const kept: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.has(name.toLowerCase())) kept.push(name, value);
  }
  return { path, status: response.statusCode ?? 0, headers: kept, body };
}

function etagOf({ headers }: RecordedAnswer): string {
  const at = headers.findIndex((name) => name.toLowerCase() === 'etag');
  return headers[at + 1] ?? '';
}
