// What asking for many parcels at once saves: 1,000 ids in one POST /v1/parcel/batch against as many single requests, by
// a client that keeps many connections busy and by one that asks one after another.

import { dataOf, drawDistinct, giveKey, SAMPLE_SIZE, spell } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { startMiedza } from './servers.ts';

const IDS = 1_000;
const CONNECTIONS = 64;
const ROUNDS = 9;
const WARM_UPS = 3;
/** Batches a round, one after another; single requests are sent once each. */
const BATCHES = 5;
const TARGET = 8;

interface Round {
  /** Milliseconds until all ids are answered. */
  readonly batch_ms: number;
  readonly many_ms: number;
  readonly one_ms: number;
}

export async function benchBatch(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const places = drawDistinct(data, IDS * (WARM_UPS + ROUNDS));
  const server = await startMiedza(data);
  const time = async (asks: readonly Ask[], connections: number) => {
    const { per_s } = await load({ port: server.port, asks, connections, status: 200 });
    return (1000 * asks.length) / per_s;
  };
  /** Other ids each time, and each single question once: none is answered from what is kept. */
  const measure = async (): Promise<Round> => {
    const ids = places.splice(0, IDS).map(({ id }) => id);
    const singly = (times: number) =>
      ids.map((id): Ask => ({ path: `/v1/parcel?id=${spell(id, times)}`, headers }));
    const batch: Ask = {
      path: '/v1/parcel/batch',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ items: ids.map((id) => ({ id })) }),
    };
    return {
      batch_ms: (await time(Array<Ask>(BATCHES).fill(batch), 1)) / BATCHES,
      many_ms: await time(singly(1), CONNECTIONS),
      one_ms: await time(singly(2), 1),
    };
  };
  const rounds: Round[] = [];
  try {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await measure();
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  batch: round ${round} of ${ROUNDS}\n`);
      rounds.push(await measure());
    }
  } finally {
    await server.stop();
  }
  report(rounds);
}

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => figureOf(rounds.map(pick));
  const inTurn = of(({ batch_ms, one_ms }) => one_ms / batch_ms);
  say('a batch is faster than one by one, times', showFigure(inTurn, 1), {
    text: `≥ ${TARGET}`,
    met: inTurn.median >= TARGET,
  });
  const atOnce = of(({ batch_ms, many_ms }) => many_ms / batch_ms);
  say(`and than over ${CONNECTIONS} connections, times`, showFigure(atOnce, 1));
  const batch_ms = of((round) => round.batch_ms);
  say(`${IDS.toLocaleString('en')} ids in one batch, ms`, showFigure(batch_ms, 1));
  const one_ms = of((round) => round.one_ms);
  say('one by one, ms', showFigure(one_ms, 1));
  const many_ms = of((round) => round.many_ms);
  say(`over ${CONNECTIONS} connections, ms`, showFigure(many_ms, 1));
}
