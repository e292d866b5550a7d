// The whole voivodeship at once: 5,000,000 parcels in 42 powiaty are written, loaded and worked out as `miedza ingest --from
// FOLDER` does it, then asked beside 20,000 parcels of the same kind in one powiat. Takes hours and 20 GB of disk: it is run
// by hand. A smaller one, `voivodeship-1m`, has 1,000,000 parcels in 10 powiaty.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LAYER_KEYS } from '../src/contract/layers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { costOf } from './cost.ts';
import { cachedFolder, drawParcels, giveKey, type Place, textsOf } from './data.ts';
import { figureOf, quantile, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startMiedza } from './servers.ts';
import type { Cost } from './work.ts';

const SMALL = { parcels: 20_000, powiaty: 1 } as const;
const MOST_MB = 1_024;
const SERVER_MB = 450;
const QUESTIONS = 100_000;
const ROUNDS = 7;
const ROUND_ASKS = 300;
const WARM_UP_ASKS = 1_000;
const ALL = `layers=${LAYER_KEYS.join(',')}`;
/** Half the side of a box, in degrees: some tens of parcels. */
const BOX_LAT = 0.0015;
const BOX_LNG = 0.0025;

interface Size {
  readonly parcels: number;
  readonly powiaty: number;
}

export async function benchVoivodeship(size: Size): Promise<void> {
  const small = await buildWorld(SMALL);
  const large = await buildWorld(size);
  tellCosts(size, large);
  await compareLatency(small, large, size);
  await measureMemory(large);
}

/** What building cost is kept beside what was built. */
const costsIn = (folder: string) => join(folder, 'costs.json');

async function buildWorld({ parcels, powiaty }: Size): Promise<string> {
  const size = `${parcels}-in-${powiaty}`;
  const files = await cachedFolder(`voivodeship-files-${size}`, async (folder) => {
    const cost = await costOf(['voivodeship', folder, String(parcels), String(powiaty)]);
    writeFileSync(costsIn(folder), JSON.stringify(cost));
  });
  return cachedFolder(`voivodeship-data-${size}`, async (folder) => {
    const loading = await costOf(['folder', folder, files]);
    const writing: Cost = JSON.parse(readFileSync(costsIn(files), 'utf8'));
    writeFileSync(costsIn(folder), JSON.stringify({ writing, loading }));
  });
}

function tellCosts({ parcels }: Size, data: string): void {
  if (!existsSync(costsIn(data))) return;
  const { writing, loading }: { writing: Cost; loading: Cost } = JSON.parse(
    readFileSync(costsIn(data), 'utf8'),
  );
  const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`;
  const within = (cost: Cost) => ({ text: `≤ ${MOST_MB}`, met: cost.peak_mb <= MOST_MB });
  say('writing the files', `${minutes(writing.wall_s)}, ${minutes(writing.cpu_s)} of a core`);
  say('writing the files, highest resident MB', writing.peak_mb.toFixed(0), within(writing));
  say('loading and working out', `${minutes(loading.wall_s)}, ${minutes(loading.cpu_s)} of a core`);
  const { rows, files_s, compute_s } = runsOf(data);
  say('  of it reading and publishing files', minutes(files_s));
  say('  of it working out', `${minutes(compute_s)}, ${(parcels / compute_s).toFixed(0)} parcels a second`);
  say('rows of all registers a second, while loading', (rows / files_s).toFixed(0));
  say('highest resident MB, all threads', loading.peak_mb.toFixed(0), within(loading));
  const bytes = statSync(datasetIn(data)).size;
  say('disk', `${(bytes / 2 ** 30).toFixed(1)} GB, ${(bytes / parcels).toFixed(0)} bytes a parcel`);
}

/** From the list of runs: those without a file worked something out. */
function runsOf(data: string): { rows: number; files_s: number; compute_s: number } {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  try {
    const seconds = "(unixepoch(finished_at, 'subsec') - unixepoch(started_at, 'subsec'))";
    const row = db
      .prepare(
        `SELECT sum(rows) AS rows, sum(iif(file <> '', ${seconds}, 0)) AS files_s, sum(iif(file = '', ${seconds}, 0)) AS compute_s
         FROM runs WHERE outcome = 'published'`,
      )
      .get();
    return { rows: Number(row?.rows), files_s: Number(row?.files_s), compute_s: Number(row?.compute_s) };
  } finally {
    db.close();
  }
}

/** Each question is asked once: `by id` alone asks for parcels that were asked for before. */
const KINDS: Readonly<Record<string, { most: number; askOf: (place: Place) => string }>> = {
  'by id, again': { most: 1.3, askOf: ({ id }) => `/v1/parcel?id=${id}` },
  'by id, first time, all layers': { most: 1.3, askOf: ({ id }) => `/v1/parcel?id=${id}&${ALL}` },
  'by point': { most: 1.3, askOf: ({ lat, lng }) => `/v1/parcel?point=${lat},${lng}` },
  'by box': {
    most: 1.3,
    askOf: ({ lat, lng }) =>
      `/v1/search?bbox=${[lng - BOX_LNG, lat - BOX_LAT, lng + BOX_LNG, lat + BOX_LAT].map((degrees) => degrees.toFixed(7)).join(',')}&limit=50`,
  },
  'by text': { most: 1.6, askOf: () => '' },
};

/** Two worlds, asked in turns; processor time a question is what a busy machine does not move. */
export async function compareLatency(small: string, large: string, { parcels }: Size): Promise<void> {
  const sides = [await openSide(small), await openSide(large)] as const;
  try {
    for (const [kind, { most }] of Object.entries(KINDS)) {
      const rounds: [Measured, Measured][] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair: [Measured, Measured] = [
          await ask(sides[0], kind, round),
          await ask(sides[1], kind, round),
        ];
        // The first round warms up.
        if (round > 0) rounds.push(pair);
      }
      const ratioOf = (of: (one: Measured) => number) =>
        figureOf(rounds.map(([first, second]) => of(second) / of(first)));
      const ratio = ratioOf(({ median_ms }) => median_ms);
      const name = `${kind}: median latency, ${parcels.toLocaleString('en')} / ${SMALL.parcels.toLocaleString('en')}`;
      say(name, showFigure(ratio, 2), { text: `≤ ${most}`, met: ratio.median <= most });
      const ms = (side: 0 | 1) => showFigure(figureOf(rounds.map((pair) => pair[side].median_ms)), 2);
      say('  ms', `${ms(1)} against ${ms(0)}`);
      say(
        '  processor time',
        showFigure(
          ratioOf(({ cpu_ms }) => cpu_ms),
          2,
        ),
      );
    }
  } finally {
    for (const { server } of sides) await server.stop();
  }
}

interface Measured {
  readonly median_ms: number;
  /** Of the server, a question. */
  readonly cpu_ms: number;
}

interface Side {
  readonly server: RunningServer;
  readonly asks: Readonly<Record<string, readonly Ask[]>>;
}

async function openSide(data: string): Promise<Side> {
  const headers = { 'x-api-key': giveKey(data) };
  const count = WARM_UP_ASKS + ROUNDS * ROUND_ASKS;
  const drawn = drawParcels(data, 4 * count * Object.keys(KINDS).length);
  const distinct = [...new Map(drawn.map((place) => [place.id, place])).values()];
  const asks = Object.entries(KINDS).map(([kind, { askOf }], at) => {
    // Obręby of towns have no names to ask by: of texts more are drawn than are asked.
    const own =
      kind === 'by text' ? distinct.slice(at * count) : distinct.slice(at * count, (at + 1) * count);
    const paths =
      kind === 'by text'
        ? textsOf(data, own)
            .slice(0, count)
            .map((text) => `/v1/resolve?q=${encodeURIComponent(text)}`)
        : own.map(askOf);
    return [kind, paths.map((path) => ({ path, headers }))] as const;
  });
  return { server: await startMiedza(data), asks: Object.fromEntries(asks) };
}

/** One connection: what is measured is the answer, not a queue. Round 0 has the questions to warm up with. */
async function ask({ server, asks }: Side, kind: string, round: number): Promise<Measured> {
  const all = asks[kind] ?? [];
  const from = WARM_UP_ASKS + (round - 1) * ROUND_ASKS;
  const isAgain = kind === 'by id, again';
  const part = isAgain || round === 0 ? all.slice(0, WARM_UP_ASKS) : all.slice(from, from + ROUND_ASKS);
  const before_s = server.cpu_s();
  const { latencies_ms, requests } = await load({
    port: server.port,
    asks: part,
    connections: 1,
    status: 200,
  });
  const cpu_ms = ((server.cpu_s() - before_s) * 1_000) / requests;
  return { median_ms: quantile(latencies_ms, 0.5), cpu_ms };
}

export async function measureMemory(data: string): Promise<void> {
  const headers = { 'x-api-key': giveKey(data) };
  const places = drawParcels(data, QUESTIONS);
  const texts = textsOf(data, places.slice(0, QUESTIONS / 10));
  const asks = places.map(({ id, lat, lng }, at): Ask => {
    const text = texts[at / 10];
    if (at % 10 === 0 && text !== undefined)
      return { path: `/v1/resolve?q=${encodeURIComponent(text)}`, headers };
    return {
      path: at % 3 === 0 ? `/v1/parcel?point=${lat},${lng}&${ALL}` : `/v1/parcel?id=${id}&${ALL}`,
      headers,
    };
  });
  const server = await startMiedza(data);
  try {
    await load({ port: server.port, asks: asks.slice(0, 1), connections: 1, status: 200 });
    say('server after the first question, MB', server.memory().now_mb.toFixed(0));
    await load({ port: server.port, asks, connections: 16, status: 200 });
    const { now_mb, peak_mb } = server.memory();
    say(`server after ${QUESTIONS.toLocaleString('en')} questions, MB`, now_mb.toFixed(0), {
      text: `≤ ${SERVER_MB}`,
      met: now_mb <= SERVER_MB,
    });
    say('  at the highest, MB', peak_mb.toFixed(0));
  } finally {
    await server.stop();
  }
}
