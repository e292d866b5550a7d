// A box of 1,000 parcels: GET /v1/search?bbox=… with everything a request costs, against the same query in PostGIS through
// pgbench, on the same parcels in the same run. Both give the columns of a summary, in the order of ids. The product is
// never asked for a box twice, as by someone who moves a map about a place; PostGIS is asked for the same boxes again and
// again, which it plans once.

import { setTimeout as wait } from 'node:timers/promises';
import { datasetIn } from '../src/data-folder.ts';
import { AdminDirectory } from '../src/domain/places/admin-units.ts';
import { summarise } from '../src/domain/record.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { type Random, randomFor } from '../world/random.ts';
import { record } from './compare.ts';
import { dataOf, drawDistinct, giveKey, type Place, SAMPLE_SIZE, SEED } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';
import { startMiedza } from './servers.ts';

/** Connections here, clients there. */
const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_S = 4;
const SETTLED_MS = 500;
const PACED_MS = 5_000;
const BOXES = 20;
/** Summaries a box: as near to the largest page as can be had. */
const LEAST = 990;
const MOST = 1_000;
/** How far each box asked for lies from one of the boxes drawn. */
const SHIFT_M = 25;
/** More than are asked for in a round. */
const SHIFTED = 12_000;
const TARGET = 3;

type Box = readonly [minLng: number, minLat: number, maxLng: number, maxLat: number];

interface Round {
  /** Boxes per second. */
  readonly ours: number;
  readonly theirs: number;
  /** Processor seconds a box. */
  readonly cpu_ours: number;
  readonly cpu_theirs: number;
}

export async function benchBbox(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  const headers = { 'x-api-key': giveKey(data) };
  const bin = findPostgres();
  const postgis = bin === null ? null : await startPostgis(bin);
  if (!postgis) {
    process.stdout.write(
      '  skipped: PostgreSQL (initdb, postgres, psql, pgbench) or PostGIS is not installed here\n',
    );
    return;
  }
  const product = await startMiedza(data);
  try {
    await loadSummaries(postgis, data);
    const boxes = await drawBoxes(data, (box) => search(product.port, box, headers));
    const scripts = boxes.map(queryOf);
    const random = randomFor(SEED, 'boxes beside boxes');
    const beside = (count: number) =>
      Array.from({ length: count }, (_, at) => shift(boxes[at % BOXES] as Box, random));
    for (const box of [...boxes, ...beside(BOXES)]) {
      const found = await search(product.port, box, headers);
      if (found.isAll) agree(postgis, box, found);
    }
    const plan = { port: product.port, connections: CONNECTIONS, status: 200 };
    const draw = () => beside(SHIFTED).map((box): Ask => ({ path: pathOf(box), headers }));
    const measure = async (): Promise<Round> => {
      const asks = draw();
      const cpu = [product.cpu_s(), postgis.cpu_s()] as const;
      const { per_s: ours } = await load({ ...plan, asks, duration_ms: 1000 * ROUND_S });
      const theirs = postgis.rate(scripts, CONNECTIONS, ROUND_S);
      // The time of a session counts when its process is gone.
      await wait(SETTLED_MS);
      return {
        ours,
        theirs,
        cpu_ours: (product.cpu_s() - cpu[0]) / (ours * ROUND_S),
        cpu_theirs: (postgis.cpu_s() - cpu[1]) / (theirs * ROUND_S),
      };
    };
    await measure();
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  bbox: round ${round} of ${ROUNDS}\n`);
      rounds.push(await measure());
    }
    const rate = figureOf(rounds.map((round) => round.ours));
    const half = await load({
      ...plan,
      asks: draw(),
      pace: { per_s: rate.median / 2, duration_ms: PACED_MS },
    });
    const ratio = figureOf(rounds.map((round) => round.ours / round.theirs));
    say(`rate, product / PostGIS, ${CONNECTIONS} clients`, showFigure(ratio, 2), {
      text: `≥ ${TARGET}`,
      met: ratio.median >= TARGET,
    });
    const cpu = figureOf(rounds.map((round) => round.cpu_theirs / round.cpu_ours));
    say('processor time a box, PostGIS / product', showFigure(cpu, 2));
    say('product, processor ms a box', showFigure(figureOf(rounds.map((round) => 1000 * round.cpu_ours)), 2));
    say(`product, boxes of ${LEAST} to ${MOST} per second`, showFigure(rate, 1));
    const postgisRate = figureOf(rounds.map((round) => round.theirs));
    say('PostGIS, the same boxes per second', showFigure(postgisRate, 1));
    const [median, late] = [quantile(half.latencies_ms, 0.5), quantile(half.latencies_ms, 0.99)];
    say('product, 99th percentile ms at half of peak', `${late.toFixed(1)} (median ${median.toFixed(1)})`);
    const [version] = postgis.run("SELECT version() || ', PostGIS ' || postgis_lib_version()");
    process.stdout.write(`  ${version}\n`);
  } finally {
    await product.stop();
    await postgis.stop();
  }
}

const TEXTS = 'id, voivodeship, powiat_name, gmina_teryt, gmina_name, obreb_id, obreb_name, number'.split(
  ', ',
);

/** Every column of a summary stands in the row: the query has nothing to join. */
async function loadSummaries(postgis: Postgis, data: string): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  const lines = await store.read(async (reads) => {
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    const parcels = await reads.parcelsInBox([0, 0, 1e7, 1e7]);
    return parcels.map((parcel) => {
      const { centroid, area_official_m2, ...texts } = summarise(parcel, admin, null);
      const geom = Buffer.from(parcel.wkb).toString('hex');
      const cells = [...TEXTS.map((name) => Reflect.get(texts, name)), area_official_m2, ...centroid, geom];
      return `${cells.map((cell) => cell ?? '\\N').join('\t')}\n`;
    });
  });
  await store.close();
  postgis.run(
    `CREATE TABLE parcels (${TEXTS.map((name) => `${name} text`).join(', ')}, area_official_m2 float8,
     lng float8, lat float8, geom geometry(MultiPolygon, 2180))`,
  );
  postgis.run('COPY parcels FROM STDIN', lines.join(''));
  postgis.run('CREATE INDEX ON parcels USING gist (geom)');
  postgis.run('VACUUM ANALYZE parcels');
}

const pathOf = (box: Box) => `/v1/search?bbox=${box.join(',')}&limit=${MOST}`;

const queryOf = (box: Box) =>
  `SELECT ${TEXTS.join(', ')}, area_official_m2, lng, lat FROM parcels
   WHERE ST_Intersects(geom, ST_Transform(ST_MakeEnvelope(${box.join(', ')}, 4326), 2180)) ORDER BY id;`;

interface Found {
  readonly ids: readonly string[];
  readonly isAll: boolean;
}

async function search(port: number, box: Box, headers: Readonly<Record<string, string>>): Promise<Found> {
  const { status, body } = await record(port, { path: pathOf(box), headers });
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${body.slice(0, 500)}`);
  const { result, page }: { result: { id: string }[]; page: { has_more: boolean } } = JSON.parse(body);
  return { ids: result.map(({ id }) => id), isAll: !page.has_more };
}

/** Boxes around parcels, halved towards the size that holds the wanted number; places too thinly divided are left out. */
async function drawBoxes(data: string, find: (box: Box) => Promise<Found>): Promise<Box[]> {
  const boxes: Box[] = [];
  for (const place of drawDistinct(data, 10 * BOXES)) {
    if (boxes.length === BOXES) break;
    let [low_m, high_m] = [0, 990];
    for (let step = 0; step < 14; step += 1) {
      const reach_m = (low_m + high_m) / 2;
      const box = boxAround(place, reach_m);
      const { ids, isAll } = await find(box);
      if (isAll && ids.length >= LEAST) {
        boxes.push(box);
        break;
      }
      if (isAll) low_m = reach_m;
      else high_m = reach_m;
    }
  }
  if (boxes.length < BOXES) throw new Error(`only ${boxes.length} boxes hold ${LEAST} parcels or more`);
  return boxes;
}

const M_A_DEGREE = 111_320;

function boxAround({ lng, lat }: Place, reach_m: number): Box {
  const up = reach_m / M_A_DEGREE;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return rounded([lng - across, lat - up, lng + across, lat + up]);
}

function shift([minLng, minLat, maxLng, maxLat]: Box, random: Random): Box {
  const most = SHIFT_M / M_A_DEGREE;
  const up = most * (2 * random() - 1);
  const across = (most * (2 * random() - 1)) / Math.cos((minLat * Math.PI) / 180);
  return rounded([minLng + across, minLat + up, maxLng + across, maxLat + up]);
}

const rounded = ([minLng, minLat, maxLng, maxLat]: Box): Box => {
  const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
  return [round(minLng), round(minLat), round(maxLng), round(maxLat)];
};

/** Two that do not find the same parcels are not to be compared. */
function agree(postgis: Postgis, box: Box, { ids }: Found): void {
  const theirs = postgis.run(queryOf(box)).map((line) => line.split('|')[0]);
  if (theirs.join() === ids.join()) return;
  throw new Error(`box ${box.join(',')}: ${ids.length} parcels here, ${theirs.length} in PostGIS`);
}
