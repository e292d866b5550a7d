// Whether long work leaves others their share: how long a read by id takes beside four clients that ask for boxes, polygons,
// batches or texts without end, each for the first time, against reads by id alone. The others ask from a thread of their own.

import { once } from 'node:events';
import { Worker, workerData } from 'node:worker_threads';
import { boxPath, dentedPolygon, drawBoxes, PAGE } from './boxes.ts';
import { dataOf, drawParcels, giveKey, textsOf } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, type LoadPlan, load } from './load.ts';
import { startMiedza } from './servers.ts';

const PARCELS = 200_000;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const WARM_UP_MS = 4_000;
/** So few that reads by id alone never wait for each other long. */
const READS_PER_S = 200;
const CONNECTIONS = 8;
const OTHERS = 4;
const BATCH_ITEMS = 1_000;
const TARGET = 3;
/** Of parcels by id, in a round and in all. */
const IDS = 40_000;

export async function benchFairness(): Promise<void> {
  const data = await dataOf(PARCELS);
  const headers = { 'x-api-key': giveKey(data) };
  const server = await startMiedza(data);
  const parcels = drawParcels(data, IDS);
  const reads = parcels.map(({ id }): Ask => ({ path: `/v1/parcel?id=${id}`, headers }));
  const company = companyOf(data, headers);
  let from = 0;
  const tailBeside = async (asks: readonly Ask[] | null, duration_ms: number): Promise<number> => {
    const others =
      asks && besides({ port: server.port, asks, connections: OTHERS, status: 200, duration_ms });
    from = (from + 1_000) % IDS;
    const { latencies_ms } = await load({
      port: server.port,
      asks: [...reads.slice(from), ...reads.slice(0, from)],
      connections: CONNECTIONS,
      status: 200,
      pace: { per_s: READS_PER_S, duration_ms },
    });
    await others;
    return quantile(latencies_ms, 0.99);
  };
  try {
    for (const asks of [null, ...Object.values(company)]) await tailBeside(asks, WARM_UP_MS);
    const tails = new Map<string, number[]>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  fairness: round ${round} of ${ROUNDS}\n`);
      for (const [name, asks] of [['alone', null] as const, ...Object.entries(company)]) {
        const tail = await tailBeside(asks, ROUND_MS);
        tails.set(name, [...(tails.get(name) ?? []), tail]);
      }
    }
    const alone = tails.get('alone') ?? [];
    say('99th percentile ms by id, alone', showFigure(figureOf(alone), 2));
    for (const name of Object.keys(company)) {
      const own = tails.get(name) ?? [];
      say(`beside ${OTHERS} clients with ${name}, ms`, showFigure(figureOf(own), 2));
      const ratio = figureOf(own.map((tail, at) => tail / (alone[at] ?? Number.NaN)));
      say('  against alone', showFigure(ratio, 2), { text: `≤ ${TARGET} ×`, met: ratio.median <= TARGET });
    }
  } finally {
    await server.stop();
  }
}

/** Each list is longer than what is asked in a round, or than what is kept. */
function companyOf(data: string, headers: Record<string, string>): Record<string, readonly Ask[]> {
  const boxes = drawBoxes(data, 60);
  const pages = Array.from({ length: 40 }, (_, at) => PAGE - at);
  const json = { ...headers, 'content-type': 'application/json' };
  const post = (path: string, body: object): Ask => ({ path, headers: json, body: JSON.stringify(body) });
  const parcels = drawParcels(data, 30 * BATCH_ITEMS + 1);
  const batches = Array.from({ length: 30 }, (_, at) =>
    parcels.slice(at * BATCH_ITEMS, (at + 1) * BATCH_ITEMS).map(({ id }) => ({ id })),
  );
  return {
    boxes: pages.flatMap((limit) => boxes.map((box) => ({ path: boxPath(box, limit), headers }))),
    polygons: pages.flatMap((limit) =>
      boxes.map((box) => post('/v1/search', { polygon: dentedPolygon(box), limit })),
    ),
    batches: batches.map((items) => post('/v1/parcel/batch', { items })),
    texts: textsOf(data, parcels).map((text) => ({
      path: `/v1/resolve?q=${encodeURIComponent(text)}`,
      headers,
    })),
  };
}

async function besides(plan: LoadPlan): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: plan });
  await once(worker, 'exit');
}

if (workerData) await load(workerData as LoadPlan);
