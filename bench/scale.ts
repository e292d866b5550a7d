// Whether size matters: the latency of a request by id with a million parcels against twenty thousand.

import { dataOf, drawParcels, giveKey, LARGE_SIZE, SAMPLE_SIZE } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';

const ROUNDS = 9;
const ROUND_MS = 2_000;
/** Long enough that the large dataset's pages are read from the disk once. */
const WARM_UP_MS = 8_000;
const REQUESTS = 20_000;
const TARGET = 1.2;

interface Side {
  readonly server: RunningServer;
  readonly asks: readonly Ask[];
  readonly medians_ms: number[];
  readonly tails_ms: number[];
}

export async function benchScale(): Promise<void> {
  const small = await open(SAMPLE_SIZE);
  const large = await open(LARGE_SIZE);
  try {
    for (const side of [small, large]) await run(side, WARM_UP_MS);
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  scale: round ${round} of ${ROUNDS}\n`);
      for (const side of [small, large]) {
        const latencies = await run(side, ROUND_MS);
        side.medians_ms.push(quantile(latencies, 0.5));
        side.tails_ms.push(quantile(latencies, 0.99));
      }
      ratios.push((large.medians_ms.at(-1) ?? 0) / (small.medians_ms.at(-1) ?? 0));
    }
    const ratio = figureOf(ratios);
    say('median latency by id, 1,000,000 / 20,000', showFigure(ratio, 2), {
      text: `≤ ${TARGET}`,
      met: ratio.median <= TARGET,
    });
    for (const [name, side] of Object.entries({ '20,000': small, '1,000,000': large })) {
      say(`${name} parcels, median ms`, showFigure(figureOf(side.medians_ms), 3));
      say(`${name} parcels, 99th percentile ms`, showFigure(figureOf(side.tails_ms), 3));
    }
  } finally {
    await small.server.stop();
    await large.server.stop();
  }
}

async function open(parcels: number): Promise<Side> {
  const data = await dataOf(parcels);
  const headers = { 'x-api-key': giveKey(data) };
  const asks = drawParcels(data, REQUESTS).map(({ id }) => ({ path: `/v1/parcel?id=${id}`, headers }));
  return { server: await startMiedza(data), asks, medians_ms: [], tails_ms: [] };
}

/** One connection: what is measured is the answer, not a queue. */
async function run({ server, asks }: Side, duration_ms: number): Promise<Float64Array> {
  return (await load({ port: server.port, asks, connections: 1, status: 200, duration_ms })).latencies_ms;
}
