// The same questions, each asked for the first time, of both stores in one run: the whole pipeline over the files of a data folder and
// over a PostgreSQL with the same rows, in processor time of the program and of the database; beside it what raw pgbench makes of the
// same statement. Then loading and computing the same files into each.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_LIMITS, openService } from '../src/app.ts';
import { ingestPath } from '../src/commands/ingest-files.ts';
import type { OperationName } from '../src/contract/operations.ts';
import { accountsIn, datasetIn } from '../src/data-folder.ts';
import { migrateDatabase } from '../src/store/postgis/migrate.ts';
import { openPostgisSource, openPostgisTarget } from '../src/store/postgis/moved-tables.ts';
import { openSqliteSource } from '../src/store/sqlite/moved-tables.ts';
import { copyTables } from '../src/store/store-tables.ts';
import { cachedFolder, dataOf, drawDistinct, filesOf, SAMPLE_SIZE, textsOf } from './data.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';

const REQUESTS = 600;
const AT_ONCE = 16;
const BOX_M = 1_400;
const KEY = { secret: 'bench', limits: OWN_LIMITS };

type Service = ReturnType<typeof openService>;
interface Question {
  readonly operation: OperationName;
  readonly input: object;
}

export async function benchStores(): Promise<void> {
  const bin = findPostgres();
  const cluster = bin === null ? null : await startPostgis(bin);
  if (!cluster)
    return void process.stdout.write('skipped: there is no PostgreSQL with PostGIS on this machine\n');
  try {
    await benchReads(cluster);
    await benchLoads(cluster);
  } finally {
    await cluster.stop();
  }
}

async function benchReads(cluster: Postgis): Promise<void> {
  const data = await dataOf(SAMPLE_SIZE);
  await migrateDatabase(cluster.url);
  const files = openSqliteSource({ dataset: datasetIn(data), accounts: accountsIn(`${data}-none`) });
  const target = await openPostgisTarget(cluster.url);
  await copyTables(
    files,
    target,
    () => openPostgisSource(cluster.url),
    () => undefined,
  );
  await target.close();
  await files.close();
  const limits = { ...OWN_LIMITS, rate_per_s: 1e6, burst: 1e6 };
  const own = { data, signup_url: '' };
  const stores = {
    files: openService(own, { ...KEY, limits }),
    database: openService({ ...own, store: cluster.url }, { ...KEY, limits }),
  };
  const raw = rawStatements(data);
  process.stdout.write(
    `µs of processor time a request (${REQUESTS} each, ${AT_ONCE} at once); raw: of PostgreSQL for the bare statement\n`,
  );
  process.stdout.write(
    `${'question'.padEnd(16)}${'files'.padStart(8)}${'program'.padStart(9)}${'database'.padStart(10)}${'ratio'.padStart(7)}${'raw'.padStart(6)}\n`,
  );
  for (const [name, questions] of Object.entries(questionsOf(data))) {
    // The index of names and the snapshot are there before anything is measured.
    for (const service of Object.values(stores)) await askAll(service, questions.slice(0, 20));
    const rest = questions.slice(20);
    const sums = { files: 0, program: 0, database: 0 };
    const half = Math.ceil(rest.length / 2);
    for (const some of [rest.slice(0, half), rest.slice(half)]) {
      sums.files += await cost(() => askAll(stores.files, some));
      const before_s = cluster.cpu_s();
      sums.program += await cost(() => askAll(stores.database, some));
      sums.database += (cluster.cpu_s() - before_s) * 1e6;
    }
    const each = (us: number) => Math.round(us / rest.length);
    const ratio = ((sums.program + sums.database) / sums.files).toFixed(1);
    const statement = raw[name];
    const rawEach = statement === undefined ? '–' : String(rawCost(cluster, statement));
    process.stdout.write(
      `${name.padEnd(16)}${String(each(sums.files)).padStart(8)}${String(each(sums.program)).padStart(9)}${String(each(sums.database)).padStart(10)}${ratio.padStart(7)}${rawEach.padStart(6)}\n`,
    );
  }
  for (const service of Object.values(stores)) await service.close();
}

function questionsOf(data: string): Record<string, Question[]> {
  const places = drawDistinct(data, REQUESTS);
  const of = (operation: OperationName, input: (place: (typeof places)[number]) => object) =>
    places.map((place) => ({ operation, input: input(place) }));
  const boxes = places.slice(0, 120).map(({ lng, lat }) => {
    const half = [BOX_M / 2 / 68_600, BOX_M / 2 / 111_200] as const;
    return [lng - half[0], lat - half[1], lng + half[0], lat + half[1]].join(',');
  });
  return {
    'by id': of('parcel', ({ id }) => ({ id })),
    'by point': of('parcel', ({ lat, lng }) => ({ point: `${lat},${lng}` })),
    'box of 1,000': boxes.map((bbox) => ({ operation: 'search', input: { bbox, limit: 1_000 } })),
    resolve: textsOf(data, places).map((q) => ({ operation: 'resolve', input: { q } })),
    suggest: textsOf(data, places).map((q) => ({ operation: 'suggest', input: { q: q.slice(0, 9) } })),
    check: of('check', ({ id }) => ({ id })),
  };
}

/** As requests send them, with a parcel drawn by chance. */
function rawStatements(data: string): Record<string, string> {
  const [one] = drawDistinct(data, 1);
  const part = one?.id.slice(0, 4);
  const columns = 'id, area_official_m2, area_geometry_m2, lng, lat, record_hash, geom, facts';
  const at = (reach: string) =>
    `SELECT ${columns} FROM parcels p, (SELECT minx + 1 AS x, miny + 1 AS y FROM parcels WHERE part = '${part}' AND fid = :fid) c
     WHERE p.part = '${part}' AND ST_MakeEnvelope(p.minx, p.miny, p.maxx, p.maxy, 2180)
       && ST_MakeEnvelope(c.x - ${reach}, c.y - ${reach}, c.x + ${reach}, c.y + ${reach}, 2180)`;
  const fid = '\\set fid random(1, 5000)\n';
  return {
    'by id': `SELECT ${columns} FROM parcels WHERE part = '${part}' AND id = '${one?.id}';`,
    'by point': `${fid}${at('0')};`,
    'box of 1,000': `${fid}${at(String(BOX_M / 2))} ORDER BY id LIMIT 1000;`,
  };
}

function rawCost(cluster: Postgis, script: string): number {
  const before_s = cluster.cpu_s();
  const seconds = 3;
  const rate = cluster.rate([script], 2, seconds);
  return Math.round(((cluster.cpu_s() - before_s) * 1e6) / (rate * seconds));
}

async function cost(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function askAll({ handle }: Service, questions: readonly Question[]): Promise<void> {
  for (let at = 0; at < questions.length; at += AT_ONCE)
    await Promise.all(
      questions.slice(at, at + AT_ONCE).map(async ({ operation, input }) => {
        const { http, fault } = await handle({
          operation,
          input: () => input,
          language: 'en',
          secret: KEY.secret,
          if_none_match: undefined,
        });
        if (http >= 400 && http !== 404)
          throw new Error(`${operation} ${JSON.stringify(input)}: ${http} ${String(fault)}`);
      }),
    );
}

/** MIEDZA_BENCH_PARCELS says how many; a million takes an hour or two. */
async function benchLoads(cluster: Postgis): Promise<void> {
  const parcels = Number(process.env.MIEDZA_BENCH_PARCELS ?? SAMPLE_SIZE);
  const files = await filesOf(parcels);
  const root = await cachedFolder('stores', async () => undefined);
  process.stdout.write(
    `\nloading and computing ${parcels.toLocaleString('en')} parcels with all registers\n`,
  );
  cluster.run('CREATE SCHEMA loaded');
  const store = `${cluster.url}&options=${encodeURIComponent('-csearch_path=loaded,public')}`;
  await migrateDatabase(store);
  for (const [name, place] of [
    ['files', null],
    ['database', store],
  ] as const) {
    const data = join(root, `${name}-${parcels}`);
    rmSync(data, { recursive: true, force: true });
    const [began, cpu, server_s] = [performance.now(), process.cpuUsage(), cluster.cpu_s()];
    await ingestPath(files, undefined, data, { store: place });
    const { user, system } = process.cpuUsage(cpu);
    const own_s = (user + system) / 1e6;
    const more = place === null ? '' : `, database ${(cluster.cpu_s() - server_s).toFixed(1)} s`;
    process.stdout.write(
      `${name.padEnd(10)}${((performance.now() - began) / 1_000).toFixed(1)} s; processor: program ${own_s.toFixed(1)} s${more}\n`,
    );
    rmSync(data, { recursive: true, force: true });
  }
  const size = cluster.run(
    "SELECT pg_size_pretty(sum(pg_total_relation_size(c.oid))) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'loaded' AND c.relkind = 'r'",
  );
  process.stdout.write(`the database takes ${size[0]}\n`);
}
