// Map tiles: a tile asked before against bare node:http; what it costs to draw the fullest tile of the sample with all overlays, in
// processor time, also by 3,000 parcels, and in its longest stretch without a pause; and the same parcels and zones through ST_AsMVT where PostGIS is
// installed, on the same tile in the same run.

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { datasetIn } from '../src/data-folder.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { drawTile } from '../src/tiles/draw-tile.ts';
import { groundOfTile, type TileAddress } from '../src/tiles/tile-grid.ts';
import { compareWithBare } from './compare.ts';
import { dataOf, drawParcels, giveKey, SAMPLE_SIZE } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';
import { startMiedza } from './servers.ts';

const ROUNDS = 31;
/** The code is warm then, as in a server that has drawn some tiles. */
const WARM_UP = 200;
const SETTLED_MS = 500;
const CROWD = 3_000;
const MOST_MS = 45;
/** Where the WKB begins in a GeoPackage blob of the dataset. */
const WKB_FROM = 40;

export async function benchTiles(): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  await compareKnown(data);
  await measureCrowd(data);
}

/** Tiles of zoom 14 and 15 that hold parcels, as a map asks for them again. */
async function compareKnown(data: string): Promise<void> {
  const headers = { 'x-api-key': giveKey(data), 'accept-encoding': 'gzip' };
  const product = await startMiedza(data);
  try {
    const answer = await fetch(`http://127.0.0.1:${product.port}/tiles.json`);
    const { tiles }: { tiles: string[] } = JSON.parse(await answer.text());
    const path = new URL(tiles[0] ?? '').pathname.replaceAll('%7B', '{').replaceAll('%7D', '}');
    const paths = drawParcels(data, 60).map(({ lng, lat }, at) => {
      const { z, x, y } = tileAt(14 + (at % 2), lng, lat);
      return path.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
    });
    await compareWithBare(product, data, {
      name: 'tiles',
      title: 'GET /tiles/{version}/{z}/{x}/{y}.mvt, asked before',
      asks: [...new Set(paths)].map((one) => ({ path: one, headers })),
      status: 200,
      target: 0.5,
    });
  } finally {
    await product.stop();
  }
}

async function measureCrowd(data: string): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  const postgres = findPostgres();
  const postgis = postgres === null ? null : await startPostgis(postgres);
  try {
    await store.read(async (reads) => {
      const { corpus } = await createSnapshotCache()(reads);
      const tile = crowdedTile(data);
      const [ours, slices]: [number[], number[]] = [[], []];
      let bytes = 0;
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        let [longest, since] = [0, performance.now()];
        const pause = () => {
          longest = Math.max(longest, performance.now() - since);
          since = performance.now();
          return undefined;
        };
        const before = process.cpuUsage();
        bytes = (await drawTile(reads, corpus, tile, pause)).length;
        const { user, system } = process.cpuUsage(before);
        if (round < 0) continue;
        ours.push((user + system) / 1_000);
        slices.push(longest);
      }
      const { parcels, shapes } = countIn(data, tile);
      process.stdout.write(
        `One tile of zoom ${tile.z}: ${parcels} parcels, ${shapes} shapes of registers, ${bytes.toLocaleString('en')} bytes\n`,
      );
      const perCrowd = ours.map((ms) => (ms * CROWD) / parcels);
      say('processor ms a tile', showFigure(figureOf(ours), 1));
      const figure = figureOf(perCrowd);
      say(`processor ms, by ${CROWD.toLocaleString('en')} parcels`, showFigure(figure, 1), {
        text: `< ${MOST_MS}`,
        met: figure.median < MOST_MS,
      });
      say('longest stretch between two pauses, ms', showFigure(figureOf(slices), 1));
      await compareWithPostgis(postgis, data, tile, figureOf(ours).median);
    });
  } finally {
    await store.close();
    await postgis?.stop();
  }
}

async function compareWithPostgis(
  postgis: Postgis | null,
  data: string,
  tile: TileAddress,
  ours_ms: number,
): Promise<void> {
  if (!postgis) {
    process.stdout.write('  ST_AsMVT skipped: PostgreSQL or PostGIS is not installed here\n');
    return;
  }
  loadShapes(postgis, data, tile);
  const query = `SELECT (SELECT ST_AsMVT(t, 'parcels', 4096, 'geom') FROM (
      SELECT id, ST_AsMVTGeom(ST_Transform(s.geom, 3857), b.bounds, 4096, 64) AS geom FROM parcels s, b WHERE s.geom && b.ground) t)
    || (SELECT ST_AsMVT(t, 'shapes', 4096, 'geom') FROM (
      SELECT role, attributes, ST_AsMVTGeom(ST_Transform(s.geom, 3857), b.bounds, 4096, 64) AS geom FROM shapes s, b WHERE s.geom && b.ground) t)`;
  const script = `WITH b AS (SELECT ST_TileEnvelope(${tile.z}, ${tile.x}, ${tile.y}) AS bounds,
    ST_Transform(ST_TileEnvelope(${tile.z}, ${tile.x}, ${tile.y}, margin => 0.015625), 2180) AS ground) ${query};`;
  const seconds = 4;
  const before = postgis.cpu_s();
  const rate = postgis.rate([script], 1, seconds);
  // The time of a session counts when its process is gone.
  await wait(SETTLED_MS);
  const theirs_ms = (1_000 * (postgis.cpu_s() - before)) / (rate * seconds);
  say('ST_AsMVT, processor ms a tile', theirs_ms.toFixed(1));
  say('processor time a tile, product / ST_AsMVT', (ours_ms / theirs_ms).toFixed(2));
}

function loadShapes(postgis: Postgis, data: string, tile: TileAddress): void {
  postgis.run('CREATE TABLE parcels (id text, geom geometry(MultiPolygon, 2180))');
  postgis.run('CREATE TABLE shapes (role text, attributes text, geom geometry(Geometry, 2180))');
  const [minX, minY, maxX, maxY] = groundOfTile(tile);
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const meets = 'r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?';
  const hex = (geom: unknown) => Buffer.from(geom as Uint8Array).toString('hex');
  const parcels = db
    .prepare(`SELECT p.id, p.geom FROM rtree_parcels_geom r JOIN parcels p ON p.fid = r.id WHERE ${meets}`)
    .all(minX, maxX, minY, maxY)
    .map(({ id, geom }) => `${id}\t${hex((geom as Uint8Array).subarray(WKB_FROM))}\n`);
  postgis.run('COPY parcels FROM STDIN', parcels.join(''));
  const shapes = db
    .prepare(
      `SELECT e.role, e.attributes, e.geom FROM rtree_evidence_geom r JOIN evidence e ON e.fid = r.id
       WHERE ${meets} AND e.role IN (${DRAWN}) AND length(e.geom) > 29`,
    )
    .all(minX, maxX, minY, maxY)
    .map(
      ({ role, attributes, geom }) =>
        `${role}\t${String(attributes).replaceAll('\\', '\\\\')}\t${hex((geom as Uint8Array).subarray(WKB_FROM))}\n`,
    );
  postgis.run('COPY shapes FROM STDIN', shapes.join(''));
  db.close();
  for (const table of ['parcels', 'shapes']) {
    postgis.run(`CREATE INDEX ON ${table} USING gist (geom)`);
    postgis.run(`VACUUM ANALYZE ${table}`);
  }
}

const DRAWN =
  "'pog_zone', 'pog_ouz', 'mpzp_act', 'mpzp_area', 'flood_q10', 'flood_q100', 'flood_q500', 'protected', 'landslide', 'landslide_threat', 'building'";

export function tileAt(z: number, lng: number, lat: number): TileAddress {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor((lng / 360 + 0.5) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

/** The tile of zoom 14 with the most parcels. */
function crowdedTile(data: string): TileAddress {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const counts = new Map<string, number>();
  for (const { lng, lat } of db.prepare('SELECT lng, lat FROM parcels').iterate()) {
    const { x, y } = tileAt(14, Number(lng), Number(lat));
    counts.set(`${x} ${y}`, (counts.get(`${x} ${y}`) ?? 0) + 1);
  }
  db.close();
  const [most = ''] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const [x = 0, y = 0] = most.split(' ').map(Number);
  return { z: 14, x, y };
}

function countIn(data: string, tile: TileAddress): { parcels: number; shapes: number } {
  const [minX, minY, maxX, maxY] = groundOfTile(tile);
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const count = (table: string, more = '') =>
    Number(
      db
        .prepare(
          `SELECT count(*) AS n FROM rtree_${table}_geom r JOIN ${table} t ON t.fid = r.id
           WHERE r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ? ${more}`,
        )
        .get(minX, maxX, minY, maxY)?.n,
    );
  const counted = { parcels: count('parcels'), shapes: count('evidence', `AND t.role IN (${DRAWN})`) };
  db.close();
  return counted;
}
