// What several processes cost and bring: requests by id, each asked for the first time, by a server of one process and by one of two.
// Requests a second of processor time of the whole server (primary and workers) tell the cost; the rate, with the load generator on
// the same cores, what is left of the gain.

import { availableParallelism } from 'node:os';
import { dataOf, drawDistinct, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';

const ROUNDS = 7;
const WARM_UPS = 2;
const CONNECTIONS = 64;
/** More than the server keeps of the questions it was asked last: each is answered anew. */
const REQUESTS = 12_000;
const TARGET = 0.9;
const COUNTS = [1, 2];

interface Round {
  readonly per_cpu_s: number;
  readonly per_s: number;
}

export async function benchWorkers(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const asks = drawDistinct(data, REQUESTS).map(({ id }): Ask => ({ path: `/v1/parcel?id=${id}`, headers }));
  const servers: RunningServer[] = [];
  for (const workers of COUNTS) servers.push(await startMiedza(data, workers));
  const measure = async (server: RunningServer): Promise<Round> => {
    const before_s = server.cpu_s();
    const { per_s } = await load({ port: server.port, asks, connections: CONNECTIONS, status: 200 });
    return { per_cpu_s: asks.length / (server.cpu_s() - before_s), per_s };
  };
  const rounds: Round[][] = servers.map(() => []);
  try {
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      process.stderr.write(`  workers: round ${round + 1} of ${WARM_UPS + ROUNDS}\n`);
      for (const [at, server] of servers.entries()) {
        const one = await measure(server);
        if (round >= WARM_UPS) rounds[at]?.push(one);
      }
    }
    const of = (at: number, pick: (round: Round) => number) => (rounds[at] ?? []).map(pick);
    for (const [at, workers] of COUNTS.entries()) {
      const { now_mb, peak_mb } = servers[at]?.memory() ?? { now_mb: 0, peak_mb: 0 };
      say(
        `${workers} worker(s), requests a second of processor time`,
        showFigure(figureOf(of(at, (r) => r.per_cpu_s)), 0),
      );
      say(`  requests a second, load generator beside it`, showFigure(figureOf(of(at, (r) => r.per_s)), 0));
      say('  memory in all, MB', `${now_mb.toFixed(0)} (${peak_mb.toFixed(0)} at the highest of each)`);
    }
    const [one, two] = [of(0, (r) => r.per_cpu_s), of(1, (r) => r.per_cpu_s)];
    const ratio = figureOf(two.map((own, at) => own / (one[at] ?? Number.NaN)));
    say('two against one, by processor time', showFigure(ratio, 2), {
      text: `≥ ${TARGET}`,
      met: ratio.median >= TARGET,
    });
    const rate = figureOf(
      of(1, (r) => r.per_s).map((own, at) => own / (of(0, (r) => r.per_s)[at] ?? Number.NaN)),
    );
    say(`two against one, by rate on ${availableParallelism()} cores`, showFigure(rate, 2));
  } finally {
    for (const server of servers) await server.stop();
  }
}
