// What asking for many parcels at once saves: 1,000 ids in one POST /v1/parcel/batch against as many single requests, by
// a client that asks one after another and by one that keeps many connections busy. Once for ids that were asked for
// before, as by someone who watches a list of parcels, and once for ids that nobody has asked for.

import { dataOf, drawDistinct, giveKey, SAMPLE_SIZE, spell } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { startMiedza } from './servers.ts';

const IDS = 1_000;
const CONNECTIONS = 64;
const ROUNDS = 9;
const WARM_UPS = 3;
/** One after another, where the same is asked again: a single one is over too soon to be measured well. */
const BATCHES = 10;
const TARGET = 8;

interface Round {
  /** Milliseconds until all ids are answered. */
  readonly batch_ms: number;
  readonly one_ms: number;
  readonly many_ms: number;
}

type Measure = () => Promise<Round>;

export async function benchBatch(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const places = drawDistinct(data, IDS * (1 + WARM_UPS + ROUNDS));
  const server = await startMiedza(data);
  const time = async (asks: readonly Ask[], connections: number) => {
    const { per_s } = await load({ port: server.port, asks, connections, status: 200 });
    return (1000 * asks.length) / per_s;
  };
  const nextIds = () => places.splice(0, IDS).map(({ id }) => id);
  const batchOf = (ids: readonly string[]): Ask => ({
    path: '/v1/parcel/batch',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ items: ids.map((id) => ({ id })) }),
  });
  const singly = (ids: readonly string[], times: number) =>
    ids.map((id): Ask => ({ path: `/v1/parcel?id=${spell(id, times)}`, headers }));

  /** An answer is kept when it is asked for the second time; one kind of asking is over before the other begins. */
  const watched = nextIds();
  const again: Measure = async () => {
    const thirdTime = async (asks: readonly Ask[], connections: number) => {
      for (const _ of ['asked', 'kept']) await time(asks, connections);
      return time(asks, connections);
    };
    return {
      batch_ms: (await thirdTime(Array<Ask>(BATCHES).fill(batchOf(watched)), 1)) / BATCHES,
      one_ms: await thirdTime(singly(watched, 0), 1),
      many_ms: await time(singly(watched, 0), CONNECTIONS),
    };
  };
  /** Other ids each time, each single question in a spelling of its own. */
  const anew: Measure = async () => {
    const ids = nextIds();
    return {
      batch_ms: await time([batchOf(ids)], 1),
      one_ms: await time(singly(ids, 2), 1),
      many_ms: await time(singly(ids, 1), CONNECTIONS),
    };
  };
  const rounds: Record<'again' | 'anew', Round[]> = { again: [], anew: [] };
  try {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) for (const one of [again, anew]) await one();
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  batch: round ${round} of ${ROUNDS}\n`);
      rounds.again.push(await again());
      rounds.anew.push(await anew());
    }
  } finally {
    await server.stop();
  }
  report('asked for before', rounds.again, TARGET);
  report('asked for the first time', rounds.anew, null);
}

function report(which: string, rounds: readonly Round[], target: number | null): void {
  const of = (pick: (round: Round) => number) => figureOf(rounds.map(pick));
  const inTurn = of(({ batch_ms, one_ms }) => one_ms / batch_ms);
  say(
    `${IDS.toLocaleString('en')} ids ${which}: a batch is faster than one by one, times`,
    showFigure(inTurn, 1),
    target === null ? undefined : { text: `≥ ${target}`, met: inTurn.median >= target },
  );
  const atOnce = of(({ batch_ms, many_ms }) => many_ms / batch_ms);
  say(`  and than over ${CONNECTIONS} connections, times`, showFigure(atOnce, 1));
  for (const [name, pick] of [
    ['in one batch', (round: Round) => round.batch_ms],
    ['one by one', (round: Round) => round.one_ms],
    [`over ${CONNECTIONS} connections`, (round: Round) => round.many_ms],
  ] as const)
    say(`  ${name}, ms`, showFigure(of(pick), 1));
}
