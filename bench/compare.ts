// The product against the bare node:http server on the same requests: answers are recorded from the product once, then
// both are asked in alternating rounds, and the product once more at half of its peak rate. Knows no operation.

import { writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RecordedAnswer } from './bare-server.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, type LoadResult, load } from './load.ts';
import { type RunningServer, startBare } from './servers.ts';

const CONNECTIONS = 64;
const ROUNDS = 9;
const ROUND_MS = 2_000;
const WARM_UP_MS = 3_000;
/** Threads of V8 go on compiling for some 50,000 requests; a server runs for days. */
export const WARM_UPS = 3;
const PACED_MS = 5_000;
/** A busier generator could hide the difference between the two servers. */
const BUSY_LIMIT = 0.95;

export interface Comparison {
  readonly name: string;
  /** What is asked, for the reader. */
  readonly title: string;
  readonly asks: readonly Ask[];
  readonly status: number;
  /** The least throughput, as a share of the bare server's; null where none is promised. */
  readonly target: number | null;
  /** Each round sends every request once, however long that takes, instead of for a fixed time. */
  readonly onceEach?: boolean;
}

interface Round {
  readonly ours: LoadResult;
  readonly theirs: LoadResult;
  /** Processor seconds a request. */
  readonly cpu_ours: number;
  readonly cpu_theirs: number;
}

export async function compareWithBare(
  product: RunningServer,
  data: string,
  comparison: Comparison,
): Promise<void> {
  const { name, title, asks, status, onceEach = false } = comparison;
  const recording = join(data, `recording-${name}.json`);
  const answers: RecordedAnswer[] = [];
  for (const one of asks) answers.push(await record(product.port, one));
  writeFileSync(recording, JSON.stringify(answers));
  const bare = await startBare(recording);
  const plan = { asks, connections: CONNECTIONS, status };
  const run = ({ port }: RunningServer, duration_ms: number) =>
    load({ ...plan, port, ...(onceEach ? {} : { duration_ms }) });
  const rounds: Round[] = [];
  try {
    for (let at = 0; at < WARM_UPS; at += 1)
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
  const peak = figureOf(rounds.map(({ ours }) => ours.per_s)).median;
  const half = await load({
    ...plan,
    port: product.port,
    pace: { per_s: peak / 2, duration_ms: PACED_MS },
  });
  const bytes = figureOf(
    answers.map(({ body, is_base64 }) => Buffer.byteLength(body, is_base64 ? 'base64' : 'utf8')),
  ).median;
  process.stdout.write(`${title}, body of about ${bytes.toLocaleString('en')} bytes\n`);
  report(rounds, comparison.target, half);
}

function report(rounds: readonly Round[], target: number | null, half: LoadResult): void {
  const of = (pick: (round: Round) => number) => figureOf(rounds.map(pick));
  const ratio = of(({ ours, theirs }) => ours.per_s / theirs.per_s);
  const verdict = target === null ? undefined : { text: `≥ ${target}`, met: ratio.median >= target };
  say('throughput, product / bare node:http', showFigure(ratio, 3), verdict);
  const cpu = of(({ cpu_ours, cpu_theirs }) => cpu_theirs / cpu_ours);
  say('processor time a request, bare / product', showFigure(cpu, 3));
  const rate = of(({ ours }) => ours.per_s);
  say('product, requests per second', showFigure(rate, 0));
  const bareRate = of(({ theirs }) => theirs.per_s);
  say('bare node:http, requests per second', showFigure(bareRate, 0));
  const tail = of(({ ours }) => quantile(ours.latencies_ms, 0.99));
  say(`product, 99th percentile ms, ${CONNECTIONS} connections`, showFigure(tail, 2));
  const [median, late] = [quantile(half.latencies_ms, 0.5), quantile(half.latencies_ms, 0.99)];
  say('product, 99th percentile ms at half of peak', `${late.toFixed(2)} (median ${median.toFixed(2)})`);
  const busy = of(({ theirs }) => theirs.busy);
  say('load generator busy, at the bare server', showFigure(busy, 2), {
    text: `< ${BUSY_LIMIT}`,
    met: busy.median < BUSY_LIMIT,
  });
}

/** What Node's server adds itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

export async function record(port: number, { path, headers }: Ask): Promise<RecordedAnswer> {
  const request = ask({ port, host: '127.0.0.1', path, headers: headers ?? {} });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end();
  });
  const is_base64 = response.headers['content-encoding'] !== undefined;
  const body = (await buffer(response)).toString(is_base64 ? 'base64' : 'utf8');
  const kept: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.has(name.toLowerCase())) kept.push(name, value);
  }
  return { path, status: response.statusCode ?? 0, headers: kept, body, is_base64 };
}
