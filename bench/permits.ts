// The one layer that is answered from what lies around at request time: how long that takes in a town with fifty
// thousand permits, and how much of it is the request itself (an address, which is only looked up).

import { DatabaseSync } from 'node:sqlite';
import { datasetIn } from '../src/data-folder.ts';
import { openDataset } from '../src/dataset.ts';
import { tellNothing } from '../src/domain/publish/tell-events.ts';
import { compareLoad } from '../src/ingest/compare-load.ts';
import { publishLoad } from '../src/ingest/publish-load.ts';
import { randomFor } from '../world/random.ts';
import { cachedFolder, copyDataset, dataOf, giveKey, SEED, spell } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { load } from './load.ts';
import { startMiedza } from './servers.ts';

/** A world large enough that the town lies in it whole. */
const PARCELS = 200_000;
const PERMITS = 50_000;
const TOWN_M = 5_000;
const ASKED_PER_ROUND = 60_000;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const TARGET_MS = 2;

export async function benchPermits(): Promise<void> {
  const data = await cachedFolder(`permits-${PERMITS}`, async (folder) => {
    copyDataset(await dataOf(PARCELS), folder);
    await issuePermits(folder);
  });
  const headers = { 'x-api-key': giveKey(data) };
  const town = townOf(data);
  const random = randomFor(SEED, 'asked');
  const server = await startMiedza(data);
  let times = 0;
  const ask = async (layer: string, duration_ms: number) => {
    times += 1;
    const asked = new Set(Array.from({ length: ASKED_PER_ROUND }, () => drawByArea(town, random()).id));
    const asks = [...asked].map((id) => ({ path: `/v1/layer/${layer}?id=${spell(id, times)}`, headers }));
    // One connection: what is measured is the answer, not a queue.
    return (await load({ port: server.port, asks, connections: 1, status: 200, duration_ms })).latencies_ms;
  };
  const tails: number[] = [];
  const medians: number[] = [];
  const plain: number[] = [];
  try {
    for (const layer of ['permits', 'address']) await ask(layer, ROUND_MS);
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  permits: round ${round} of ${ROUNDS}\n`);
      const latencies = await ask('permits', ROUND_MS);
      medians.push(quantile(latencies, 0.5));
      tails.push(quantile(latencies, 0.99));
      plain.push(quantile(await ask('address', ROUND_MS), 0.99));
    }
  } finally {
    await server.stop();
  }
  const tail = figureOf(tails);
  say(`permits, 99th percentile ms`, showFigure(tail, 2), {
    text: `< ${TARGET_MS}`,
    met: tail.median < TARGET_MS,
  });
  say('permits, median ms', showFigure(figureOf(medians), 2));
  say('address, 99th percentile ms', showFigure(figureOf(plain), 2));
}

interface TownParcel {
  readonly id: string;
  /** Of this one and all before it. */
  readonly area_m2: number;
}

/** Evenly over the ground, not over parcels: the core of a small sample town would hold most permits. */
function drawByArea(town: readonly TownParcel[], chance: number): TownParcel {
  const wanted_m2 = chance * (town.at(-1)?.area_m2 ?? 0);
  let [low, high] = [0, town.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((town[middle]?.area_m2 ?? 0) > wanted_m2) high = middle;
    else low = middle + 1;
  }
  const drawn = town[low];
  if (!drawn) throw new Error('the town has no parcels');
  return drawn;
}

/** Parcels within reach of the place where most lie together. */
function townOf(data: string): TownParcel[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  try {
    const centre = db
      .prepare(
        `SELECT avg(minx) AS x, avg(miny) AS y FROM rtree_parcels_geom
         GROUP BY floor(minx / 1000), floor(miny / 1000) ORDER BY count(*) DESC LIMIT 1`,
      )
      .get();
    const [x, y] = [Number(centre?.x), Number(centre?.y)];
    const parcels = db
      .prepare(
        `SELECT p.id, p.area_geometry_m2 AS area_m2, r.minx, r.miny FROM rtree_parcels_geom r JOIN parcels p ON p.fid = r.id
         WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?`,
      )
      .all(x - TOWN_M, x + TOWN_M, y - TOWN_M, y + TOWN_M)
      .filter((row) => Math.hypot(Number(row.minx) - x, Number(row.miny) - y) < TOWN_M);
    let sum_m2 = 0;
    return parcels.map((row) => {
      sum_m2 += Number(row.area_m2);
      return { id: String(row.id), area_m2: sum_m2 };
    });
  } finally {
    db.close();
  }
}

/** Through the writer, as a load of the register of the whole voivodeship. */
async function issuePermits(data: string): Promise<void> {
  const town = townOf(data);
  const random = randomFor(SEED, 'permits');
  const at = new Date().toISOString();
  await using dataset = openDataset(data);
  const run = { source: 'rwdz', file: 'bench', sha256: 'bench', synthetic: true, started_at: at } as const;
  const stage = await dataset.writer.stage(run);
  await stage.add(
    Array.from({ length: PERMITS }, (_, number) => ({
      kind: 'permit' as const,
      row: {
        permit_id: `bench ${number}`,
        place: '14',
        parcels: [drawByArea(town, random()).id],
        kind: 'building_permit',
        decision_date: `20${16 + (number % 10)}-0${1 + (number % 9)}-15`,
        object_category: 'I',
      },
    })),
  );
  const load = { as_of: at.slice(0, 10), at, layers: [], computed: true };
  await publishLoad(stage, await compareLoad(stage, ['14']), load, tellNothing);
}
