// What several processes cost and bring: requests by id, each asked for the first time, by a server of one process and by one of two.
// Requests a second of processor time of the whole server (primary and workers) tell the cost; the rate, with the load generator on
// the same cores, what is left of the gain. Two busy processes slow each other down on one machine: so two servers of one process that
// share nothing, not even a file, are asked at the same time. What two workers cost beyond those is the price of being one server.

import { copyFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { accountsIn } from '../src/data-folder.ts';
import { inFolder } from './cost.ts';
import { copyDataset, dataOf, drawDistinct, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';

const ROUNDS = 5;
/** A process answers at its own pace only after some 50,000 requests, of which two share a round. */
const WARM_UPS = 8;
/** For each process: what requests of one turn share is part of what they cost. */
const CONNECTIONS = 64;
/** More than a server remembers of the questions it was asked last, whatever its processes: each is answered anew. */
const REQUESTS = 12_000;
const TARGET = 0.9;
/** Far below what one process answers: then two do not contend for the cores, and each request costs what the program takes. */
const PACE = { per_s: 1_500, duration_ms: 8_000 };
const COUNTS = [1, 2];

interface Round {
  readonly per_cpu_s: number;
  readonly per_s: number;
}

export const benchWorkers = (): Promise<void> =>
  inFolder((first) => inFolder((second) => compareWorkers([first, second])));

/** `folders` are for the servers apart. */
async function compareWorkers(folders: readonly string[]): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const asks = drawDistinct(data, REQUESTS).map(({ id }): Ask => ({ path: `/v1/parcel?id=${id}`, headers }));
  const half = asks.length / 2;
  const halves = [asks.slice(0, half), asks.slice(half)];
  const servers: RunningServer[] = [];
  for (const workers of COUNTS) servers.push(await startMiedza(data, workers));
  for (const folder of folders) {
    copyDataset(data, folder);
    copyFileSync(accountsIn(data), accountsIn(folder));
    servers.push(await startMiedza(folder));
  }
  const [one, two, ...apart] = servers as [RunningServer, RunningServer, RunningServer, RunningServer];
  const measure = async (
    asked: readonly (readonly [RunningServer, readonly Ask[], number])[],
  ): Promise<Round> => {
    const cpu_s = () => asked.reduce((sum, [server]) => sum + server.cpu_s(), 0);
    const before_s = cpu_s();
    const loads = await Promise.all(
      asked.map(([{ port }, own, workers]) =>
        load({ port, asks: own, connections: workers * CONNECTIONS, status: 200 }),
      ),
    );
    const per_s = loads.reduce((sum, own) => sum + own.per_s, 0);
    return { per_cpu_s: asks.length / (cpu_s() - before_s), per_s };
  };
  const ways = [
    () => measure([[one, asks, 1]]),
    () => measure([[two, asks, 2]]),
    // By turns, so that none is asked for the same half twice running.
    (round: number) =>
      measure(apart.map((server, at) => [server, halves[(at + round) % 2] ?? [], 1] as const)),
  ];
  /** Processor time a request at the same rate, whoever answers, µs. */
  const measurePaced = async (server: RunningServer): Promise<number> => {
    const before_s = server.cpu_s();
    const { requests } = await load({
      port: server.port,
      asks,
      connections: CONNECTIONS,
      status: 200,
      pace: PACE,
    });
    return ((server.cpu_s() - before_s) / requests) * 1e6;
  };
  const paced: { readonly one: number; readonly two: number }[] = [];
  const rounds: Round[][] = ways.map(() => []);
  try {
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      process.stderr.write(`  workers: round ${round + 1} of ${WARM_UPS + ROUNDS}\n`);
      for (const [at, way] of ways.entries()) {
        const measured = await way(round);
        if (round >= WARM_UPS) rounds[at]?.push(measured);
      }
      if (round >= WARM_UPS) paced.push({ one: await measurePaced(one), two: await measurePaced(two) });
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
    const ratioOf = (own: number, other: number, pick: (round: Round) => number) => {
      const others = of(other, pick);
      return figureOf(of(own, pick).map((each, at) => each / (others[at] ?? Number.NaN)));
    };
    const perCpu = (round: Round) => round.per_cpu_s;
    say('two against two servers that share nothing', showFigure(ratioOf(1, 2, perCpu), 2));
    say('those against one: what the machine takes', showFigure(ratioOf(2, 0, perCpu), 2));
    const ratio = ratioOf(1, 0, perCpu);
    say('two against one, by processor time', showFigure(ratio, 2), {
      text: `≥ ${TARGET}`,
      met: ratio.median >= TARGET,
    });
    const calm = figureOf(paced.map((each) => each.one / each.two));
    say(
      `the same at ${PACE.per_s.toLocaleString('en')} requests a second`,
      `${showFigure(calm, 2)}; ${showFigure(figureOf(paced.map((each) => each.one)), 0)} against ${showFigure(figureOf(paced.map((each) => each.two)), 0)} µs`,
      { text: `≥ ${TARGET}`, met: calm.median >= TARGET },
    );
    const rate = ratioOf(1, 0, (round) => round.per_s);
    say(`two against one, by rate on ${availableParallelism()} cores`, showFigure(rate, 2));
  } finally {
    for (const server of servers) await server.stop();
  }
}
