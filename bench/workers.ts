// What several processes cost and bring: requests by id, each asked for the first time, by a server of one process and by one of two.
// Requests a second of processor time of the whole server (primary and workers) tell the cost; the rate, with the load generator on
// the same cores, what is left of the gain. Two busy processes slow each other down on one machine: so two servers of one process,
// asked at the same time, are measured too. What two workers cost beyond those is the price of being one server.

import { availableParallelism } from 'node:os';
import { dataOf, drawDistinct, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';

const ROUNDS = 5;
/** A process answers at its own pace only after some 50,000 requests, of which two share a round. */
const WARM_UPS = 8;
/** For each process: what requests of one turn share is part of what they cost. */
const CONNECTIONS = 64;
/** More than the server keeps of the questions it was asked last: each is answered anew. */
const REQUESTS = 12_000;
const TARGET = 0.9;
/** Far below what one process answers: then two do not contend for the cores, and each request costs what the program takes. */
const PACE = { per_s: 1_500, duration_ms: 8_000 };
const COUNTS = [1, 2];

interface Round {
  readonly per_cpu_s: number;
  readonly per_s: number;
}

export async function benchWorkers(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const asks = drawDistinct(data, REQUESTS).map(({ id }): Ask => ({ path: `/v1/parcel?id=${id}`, headers }));
  const half = asks.length / 2;
  const halves = [asks.slice(0, half), asks.slice(half)];
  const servers: RunningServer[] = [];
  for (const workers of [...COUNTS, 1, 1]) servers.push(await startMiedza(data, workers));
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
    () => measure(apart.map((server, at) => [server, halves[at] ?? [], 1] as const)),
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
        const measured = await way();
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
    const against = (other: number) => {
      const others = of(other, (r) => r.per_cpu_s);
      return figureOf(of(1, (r) => r.per_cpu_s).map((own, at) => own / (others[at] ?? Number.NaN)));
    };
    say('two against two servers apart, by processor time', showFigure(against(2), 2));
    const ratio = against(0);
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
    const rate = figureOf(
      of(1, (r) => r.per_s).map((own, at) => own / (of(0, (r) => r.per_s)[at] ?? Number.NaN)),
    );
    say(`two against one, by rate on ${availableParallelism()} cores`, showFigure(rate, 2));
  } finally {
    for (const server of servers) await server.stop();
  }
}
