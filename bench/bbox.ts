// Boxes of about 950 parcels on ground that nobody asked for before, all over worlds larger than any cache: processor time of
// GET /v1/search?bbox=… with everything a request costs, against the same query in PostGIS through pgbench, on the same boxes
// in the same run. Both give the columns of a summary, in the order of ids. PostGIS is asked for them again and again, and
// plans each once; the product is started anew for each round, and warmed up on other boxes.

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { datasetIn } from '../src/data-folder.ts';
import { AdminDirectory } from '../src/domain/places/admin-units.ts';
import { summarise } from '../src/domain/record.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { boxPath, type DegreeBox, drawBoxes, PAGE } from './boxes.ts';
import { record } from './compare.ts';
import { dataOf, giveKey, LARGE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { load } from './load.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';
import { startMiedza } from './servers.ts';

const SIZES = [200_000, LARGE_SIZE];
const ROUNDS = 5;
/** pgbench takes at most 128 scripts. */
const BOXES = 180;
/** Of the boxes, for warming up: asked for in pages of many sizes, so that no answer is a kept one. */
const WARM_UP = 1 / 3;
const WARM_UP_ASKS = 3_000;
const AGREED = 5;
const POSTGIS_S = 4;
const CLIENTS = 4;
const SETTLED_MS = 500;

export async function benchBbox(): Promise<void> {
  const bin = findPostgres();
  for (const size of SIZES) {
    const data = await dataOf(size);
    const postgis = bin === null ? null : await startPostgis(bin);
    process.stdout.write(`${size.toLocaleString('en')} parcels\n`);
    try {
      if (postgis) await loadSummaries(postgis, data);
      await compare(data, postgis);
    } finally {
      await postgis?.stop();
    }
  }
}

async function compare(data: string, postgis: Postgis | null): Promise<void> {
  const headers = { 'x-api-key': giveKey(data) };
  const boxes = drawBoxes(data, BOXES);
  const warm = boxes.slice(0, boxes.length * WARM_UP);
  const fresh = boxes.slice(warm.length);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    process.stderr.write(`  bbox: round ${round} of ${ROUNDS}\n`);
    const product = await startMiedza(data);
    try {
      const ask = async (asked: readonly DegreeBox[], limit?: number) => {
        const asks = asked.map((box) => ({ path: boxPath(box, limit), headers }));
        await load({ port: product.port, asks, connections: CLIENTS, status: 200 });
      };
      // The code is warm then, the ground that counts is not.
      for (let page = 1; page * warm.length < WARM_UP_ASKS; page += 1) await ask(warm, PAGE - page);
      await wait(SETTLED_MS);
      const before = product.cpu_s();
      await ask(fresh);
      ours.push((1_000 * (product.cpu_s() - before)) / fresh.length);
      if (postgis && round === 1)
        for (const box of fresh.slice(0, AGREED)) await agree(product.port, postgis, box, headers);
    } finally {
      await product.stop();
    }
    if (postgis) theirs.push(await postgisCost(postgis, fresh.map(queryOf)));
  }
  say(`product, processor ms a box (${fresh.length} boxes)`, showFigure(figureOf(ours), 2));
  if (!postgis) {
    process.stdout.write('  PostGIS skipped: PostgreSQL or PostGIS is not installed here\n');
    return;
  }
  say('PostGIS, processor ms a box', showFigure(figureOf(theirs), 2));
  const ratio = figureOf(ours.map((own, at) => own / (theirs[at] ?? Number.NaN)));
  say('processor time a box, product / PostGIS', showFigure(ratio, 2), {
    text: '≤ 1',
    met: ratio.median <= 1,
  });
  const [version] = postgis.run("SELECT version() || ', PostGIS ' || postgis_lib_version()");
  process.stdout.write(`  ${version}\n`);
}

async function postgisCost(postgis: Postgis, scripts: readonly string[]): Promise<number> {
  const before = postgis.cpu_s();
  const rate = postgis.rate(scripts, CLIENTS, POSTGIS_S);
  // The time of a session counts when its process is gone.
  await wait(SETTLED_MS);
  return (1_000 * (postgis.cpu_s() - before)) / (rate * POSTGIS_S);
}

const TEXTS = 'id, voivodeship, powiat_name, gmina_teryt, gmina_name, obreb_id, obreb_name, number'.split(
  ', ',
);
/** Rows of a COPY. */
const PART = 50_000;
/** Where the WKB begins in a GeoPackage blob of the dataset. */
const WKB_FROM = 40;

/** Every column of a summary stands in the row: the query has nothing to join. */
async function loadSummaries(postgis: Postgis, data: string): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  const admin = await store.read(
    async (reads) => new AdminDirectory(await reads.terc(), await reads.obreby()),
  );
  await store.close();
  postgis.run(
    `CREATE TABLE parcels (${TEXTS.map((name) => `${name} text`).join(', ')}, area_official_m2 float8,
     lng float8, lat float8, geom geometry(MultiPolygon, 2180))`,
  );
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const page = db.prepare(
    'SELECT fid, id, area_official_m2, lng, lat, geom FROM parcels WHERE fid > ? ORDER BY fid LIMIT ?',
  );
  for (let rows = page.all(0, PART); rows.length > 0; rows = page.all(rows.at(-1)?.fid ?? 0, PART)) {
    const lines = rows.map((row) => {
      const area_official_m2 = row.area_official_m2 as number | null;
      const centroid = [row.lng as number, row.lat as number] as const;
      const texts = summarise({ id: row.id as string, area_official_m2, centroid }, admin, null);
      const geom = Buffer.from((row.geom as Uint8Array).subarray(WKB_FROM)).toString('hex');
      const cells = [...TEXTS.map((name) => Reflect.get(texts, name)), area_official_m2, ...centroid, geom];
      return `${cells.map((cell) => cell ?? '\\N').join('\t')}\n`;
    });
    postgis.run('COPY parcels FROM STDIN', lines.join(''));
  }
  db.close();
  postgis.run('CREATE INDEX ON parcels USING gist (geom)');
  postgis.run('VACUUM ANALYZE parcels');
}

const queryOf = (box: DegreeBox) =>
  `SELECT ${TEXTS.join(', ')}, area_official_m2, lng, lat FROM parcels
   WHERE ST_Intersects(geom, ST_Transform(ST_MakeEnvelope(${box.join(', ')}, 4326), 2180)) ORDER BY id;`;

/** Two that do not find the same parcels are not to be compared. */
async function agree(
  port: number,
  postgis: Postgis,
  box: DegreeBox,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { body } = await record(port, { path: boxPath(box), headers });
  const { result }: { result: { id: string }[] } = JSON.parse(body);
  const ours = result.map(({ id }) => id);
  const theirs = postgis.run(queryOf(box)).map((line) => line.split('|')[0]);
  if (theirs.join() === ours.join()) return;
  throw new Error(`box ${box.join(',')}: ${ours.length} parcels here, ${theirs.length} in PostGIS`);
}
