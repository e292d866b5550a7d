// The same questions, each asked for the first time, of both stores in one run: the whole pipeline over the files of a data folder and
// over a PostgreSQL with the same rows, in processor time of the program and of the database; beside it what raw pgbench needs
// for the very statements that the store sends. What loading costs is measured by stores-load.ts.

import { OWN_LIMITS, openService } from '../src/app.ts';
import type { OperationName } from '../src/contract/operations.ts';
import { accountsIn, datasetIn } from '../src/data-folder.ts';
import { wholeBody } from '../src/service/snapshot/answer-body.ts';
import { migrateDatabase } from '../src/store/postgis/migrate.ts';
import { openPostgisSource, openPostgisTarget } from '../src/store/postgis/moved-tables.ts';
import { STATE_QUERY } from '../src/store/postgis/turn.ts';
import { openSqliteSource } from '../src/store/sqlite/moved-tables.ts';
import { copyTables } from '../src/store/store-tables.ts';
import { createTileset, tilesetName } from '../src/tiles/tileset.ts';
import { drawBoxes, PAGE } from './boxes.ts';
import { dataOf, drawDistinct, textsOf } from './data.ts';
import { figureOf } from './figures.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';
import { watchStatements, writtenOut } from './statements.ts';
import { tileAt } from './tiles.ts';

const REQUESTS = 900;
/** Of each kind, before anything is measured: code and the snapshot are warm then, what is asked for is not. */
const WARM_UP = 60;
const ROUNDS = 6;
const AT_ONCE = 16;
const BOXES = 150;
/** pgbench takes at most 128 scripts. */
const SCRIPTS = 100;
const PGBENCH_S = 3;
const CLIENTS = 4;
const KEY = { secret: 'bench', limits: { ...OWN_LIMITS, rate_per_s: 1e6, burst: 1e6 } };

/** One question of a service: what it answers, to be compared. */
type Ask = (asked: Asked) => Promise<Uint8Array>;

interface Asked {
  readonly service: ReturnType<typeof openService>;
  readonly tileset: ReturnType<typeof createTileset>;
}

export async function benchStores(parcels: number): Promise<void> {
  const bin = findPostgres();
  const cluster = bin === null ? null : await startPostgis(bin);
  if (!cluster)
    return void process.stdout.write('skipped: there is no PostgreSQL with PostGIS on this machine\n');
  try {
    const data = await dataOf(parcels);
    await copyInto(cluster, data);
    await compareQuestions(cluster, data);
  } finally {
    await cluster.stop();
  }
}

async function copyInto(cluster: Postgis, data: string): Promise<void> {
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
  cluster.run('VACUUM ANALYZE');
  cluster.run('CHECKPOINT');
}

async function compareQuestions(cluster: Postgis, data: string): Promise<void> {
  process.stdout.write(
    `processor time a question, µs (each asked once, ${AT_ONCE} at once); ratio: program and database together by the files;\nraw: of PostgreSQL for the same statements by pgbench\n`,
  );
  tell(['question', 'files', 'program', 'database', 'ratio', '(low–high)', 'statements', 'raw', 'all/raw']);
  const files = openAsked(data, null);
  const database = openAsked(data, cluster.url);
  try {
    for (const [name, asks] of Object.entries(questionsOf(data))) {
      const warm = Math.min(WARM_UP, Math.floor(asks.length / 3));
      await compareAnswers(files, database, asks.slice(0, warm));
      const measured = asks.slice(warm);
      const rounds = Array.from({ length: ROUNDS }, (_, round) =>
        measured.filter((_, at) => at % ROUNDS === round),
      );
      const costs: { files: number; program: number; database: number; ratio: number }[] = [];
      for (const some of rounds) {
        const own = await costOf(() => askAll(files, some));
        const before_s = cluster.cpu_s();
        const program = await costOf(() => askAll(database, some));
        const server = (cluster.cpu_s() - before_s) * 1e6;
        costs.push({ files: own, program, database: server, ratio: (program + server) / own });
      }
      const each = (part: 'files' | 'program' | 'database') =>
        Math.round(costs.reduce((sum, cost) => sum + cost[part], 0) / measured.length);
      const ratio = figureOf(costs.map((cost) => cost.ratio));
      const raw = await rawCost(cluster, data, asks.slice(0, SCRIPTS));
      const all = each('program') + each('database');
      tell([
        name,
        each('files'),
        each('program'),
        each('database'),
        ratio.median.toFixed(2),
        `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
        raw.statements.toFixed(1),
        Math.round(raw.us),
        (all / raw.us).toFixed(1),
      ]);
    }
  } finally {
    for (const { service } of [files, database]) await service.close();
  }
}

const WIDTHS = [16, 8, 9, 10, 8, 14, 12, 8, 9];
const tell = (cells: readonly (string | number)[]): void => {
  const line = cells.map((cell, at) =>
    at === 0 ? String(cell).padEnd(WIDTHS[0] ?? 0) : String(cell).padStart(WIDTHS[at] ?? 0),
  );
  process.stdout.write(`${line.join('')}\n`);
};

function openAsked(data: string, store: string | null): Asked {
  const service = openService({ data, store, signup_url: '' }, KEY);
  return { service, tileset: createTileset(service) };
}

function questionsOf(data: string): Record<string, Ask[]> {
  const places = drawDistinct(data, REQUESTS);
  const texts = textsOf(data, places);
  const tiles = new Map(
    places.map(({ lng, lat }) => {
      const tile = tileAt(15, lng, lat);
      return [`${tile.x} ${tile.y}`, tile] as const;
    }),
  );
  return {
    'by id': places.map(({ id }) => question('parcel', { id })),
    'by point': places.map(({ lat, lng }) => question('parcel', { point: `${lat},${lng}` })),
    'box of 1,000': drawBoxes(data, BOXES).map((box) =>
      question('search', { bbox: box.join(','), limit: PAGE }),
    ),
    resolve: texts.map((q) => question('resolve', { q })),
    suggest: texts.map((q) => question('suggest', { q: q.slice(0, -2) })),
    check: places.map(({ id }) => question('check', { id })),
    tile: [...tiles.values()].map(
      (tile): Ask =>
        async ({ tileset }) => {
          const drawn = await tileset.tile(tilesetName((await tileset.served()).corpus), tile);
          if (!drawn) throw new Error('the dataset was replaced under the bench');
          return drawn;
        },
    ),
  };
}

function question(operation: OperationName, input: object): Ask {
  return async ({ service: { handle } }) => {
    const call = { operation, input: () => input, language: 'en', secret: KEY.secret } as const;
    const { http, fault, body } = await handle({ ...call, if_none_match: undefined });
    if (http >= 400 && http !== 404)
      throw new Error(`${operation} ${JSON.stringify(input)}: ${http} ${String(fault)}`);
    return body === null ? Buffer.alloc(0) : wholeBody(body);
  };
}

async function askAll(asked: Asked, asks: readonly Ask[]): Promise<Uint8Array[]> {
  const answers: Uint8Array[] = [];
  for (let at = 0; at < asks.length; at += AT_ONCE)
    answers.push(...(await Promise.all(asks.slice(at, at + AT_ONCE).map((ask) => ask(asked)))));
  return answers;
}

/** Stores that answer differently are not to be compared. */
async function compareAnswers(files: Asked, database: Asked, asks: readonly Ask[]): Promise<void> {
  const [own, theirs] = [await askAll(files, asks), await askAll(database, asks)];
  for (const [at, answer] of own.entries())
    if (!Buffer.from(answer).equals(theirs[at] ?? Buffer.alloc(0)))
      throw new Error(`the stores answer differently: ${at}\n${shown(answer)}\n${shown(theirs[at])}`);
}

const shown = (answer: Uint8Array = Buffer.alloc(0)) => Buffer.from(answer).toString().slice(0, 500);

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The statements of each question as a script of its own, prepared by pgbench, which plans each once. */
async function rawCost(
  cluster: Postgis,
  data: string,
  asks: readonly Ask[],
): Promise<{ us: number; statements: number }> {
  const fresh = openAsked(data, cluster.url);
  const scripts: string[] = [];
  let statements = 0;
  try {
    // The first question also reads what all have in common.
    for (const [at, ask] of [asks[0], ...asks].entries()) {
      const watch = watchStatements();
      try {
        await ask?.(fresh);
      } finally {
        watch.stop();
      }
      const own = watch.statements.filter(({ text }) => text !== STATE_QUERY && !/FROM ground\b/.test(text));
      if (at < 2 || own.length === 0) continue;
      statements += own.length;
      scripts.push(own.map(writtenOut).join('\n'));
    }
  } finally {
    await fresh.service.close();
  }
  const before_s = cluster.cpu_s();
  const rate = cluster.rate(scripts, CLIENTS, PGBENCH_S);
  const us = ((cluster.cpu_s() - before_s) * 1e6) / (rate * PGBENCH_S);
  return { us, statements: statements / scripts.length };
}
