// How near reading free text comes to a bare node:http server that sends the same bytes: on the sample world, and with
// a national number of names beside it. Prints what the index of names costs: time to build, memory.

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { datasetIn } from '../src/data-folder.ts';
import { AdminDirectory } from '../src/domain/admin.ts';
import { foldName } from '../src/domain/text/fold.ts';
import { Names } from '../src/service/names.ts';
import { openSqliteStore } from '../src/store/sqlite/read.ts';
import { randomFor } from '../world/random.ts';
import type { RecordedAnswer } from './bare-server.ts';
import { cachedFolder, dataOf, giveKey, SAMPLE_SIZE, SEED } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { startBare, startMiedza } from './servers.ts';

const CONNECTIONS = 64;
const ROUNDS = 7;
const ROUND_MS = 2_000;
const WARM_UP_MS = 3_000;
const REQUESTS = 1_000;
const NAMES = 500_000;
const TARGET = 0.15;
const NATIONAL_SHARE = 0.5;

export async function benchResolve(): Promise<void> {
  const sample = await dataOf(SAMPLE_SIZE);
  const national = await nationalData(sample);
  process.stdout.write('the index of names\n');
  for (const data of [sample, national]) await measureIndex(data);
  const ours = await compare('sample names', sample, TARGET);
  await compare(`${NAMES.toLocaleString('en')} names`, national, ours * NATIONAL_SHARE);
}

/** The sample world with made-up localities and streets in its address register, until it has as many as the country. */
async function nationalData(sample: string): Promise<string> {
  return cachedFolder(`data-national-${NAMES}`, async (folder) => {
    process.stderr.write(`${NAMES.toLocaleString('en')} names, written once\n`);
    copyFileSync(datasetIn(sample), datasetIn(folder));
    const db = new DatabaseSync(datasetIn(folder));
    const random = randomFor(SEED, 'names');
    const gminy = db.prepare("SELECT code FROM terc WHERE length(code) = 7 AND code LIKE '%2'").all();
    const geom = db.prepare("SELECT geom FROM evidence WHERE role = 'address' LIMIT 1").get()
      ?.geom as Uint8Array;
    const evidence = db.prepare(
      "INSERT INTO evidence (source, role, key, piece, place, hash, attributes, geom) VALUES ('prg_addresses', 'address', ?, 0, ?, '', ?, ?)",
    );
    const address = db.prepare("INSERT INTO addresses VALUES (?, ?, ?, ?, '1')");
    db.exec('BEGIN');
    const names = new Set<string>();
    while (names.size < NAMES) names.add(nameFrom(random, names.size));
    // One name in five is that of a locality, the others are its streets.
    let locality = '';
    for (const [at, street] of [...names].entries()) {
      if (at % 5 === 0) {
        locality = street;
        continue;
      }
      const gmina = String(gminy[Math.floor(at / 5) % gminy.length]?.code);
      const row = JSON.stringify({ locality, street, house_number: '1', postcode: null });
      const { lastInsertRowid } = evidence.run(`bench-${at}`, gmina, row, geom);
      address.run(lastInsertRowid, gmina, foldName(locality), foldName(street));
    }
    db.exec('COMMIT');
    db.close();
  });
}

const SYLLABLES =
  'bo cha dro fa go ja ka kra la le lu ma mi mro no o pa pia ra ro sa si sta sty ta to wa wi wo za zy'.split(
    ' ',
  );
const ENDINGS = ['wo', 'wice', 'sko', 'nka', 'now', 'lin', 'szyn', 'dy'];

/** A word or two of syllables. */
function nameFrom(random: () => number, at: number): string {
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  const word = () =>
    syllable() + syllable() + (random() < 0.5 ? syllable() : '') + (ENDINGS[at % ENDINGS.length] ?? '');
  return random() < 0.4 ? `${word()} ${word()}` : word();
}

/** Memory in use after a collection. */
function heldMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

async function measureIndex(data: string): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  await store.read(async (reads) => {
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    const before_mb = heldMb();
    const busy = process.cpuUsage();
    const lags = monitorEventLoopDelay({ resolution: 1 });
    lags.enable();
    const index = await new Names(admin).index(reads);
    lags.disable();
    const { user, system } = process.cpuUsage(busy);
    const mb = heldMb() - before_mb;
    say(
      `${index.size.toLocaleString('en')} names`,
      `${((user + system) / 1e3).toFixed(0)} ms of processor time to build, others wait at most ${(lags.max / 1e6).toFixed(0)} ms, ${mb.toFixed(0)} MB`,
    );
  });
  await store.close();
}

/** Texts as people type them, from parcels of the sample: plain, announced, inflected, misspelt, abbreviated. */
function textsOf(data: string): string[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const rows = db
    .prepare(
      `SELECT p.number, o.name FROM parcels p JOIN obreby o ON o.id = p.obreb_id WHERE length(o.name) > 4
       ORDER BY p.id LIMIT ?`,
    )
    .all(REQUESTS);
  db.close();
  const random = randomFor(SEED, 'texts');
  return rows.map((row) => {
    const [number, name] = [String(row.number), String(row.name)];
    const cut = 2 + Math.floor(random() * (name.length - 3));
    const forms = [
      `dz. ${number} ${name}`,
      `działka nr ew. ${number}, obręb ${name}`,
      `${name.toLowerCase()} dz ${number}`,
      `dz. ${number} ${name.slice(0, cut)}${name.slice(cut + 1)}`,
      `dz. ${number} w ${name}`,
    ];
    return forms[Math.floor(random() * forms.length)] ?? '';
  });
}

async function compare(what: string, data: string, target: number): Promise<number> {
  const headers = { 'x-api-key': giveKey(data) };
  const product = await startMiedza(data);
  try {
    const wanted = textsOf(data).map(
      (q): Ask => ({ path: `/v1/resolve?q=${encodeURIComponent(q)}`, headers }),
    );
    const answers: { ask: Ask; answer: RecordedAnswer }[] = [];
    for (const ask of wanted) answers.push({ ask, answer: await record(product.port, ask) });
    const found = answers.filter(({ answer }) => answer.status === 200);
    const recording = join(data, 'recording-resolve.json');
    writeFileSync(recording, JSON.stringify(found.map(({ answer }) => answer)));
    const bare = await startBare(recording);
    const asks = found.map(({ ask }) => ask);
    const run = (port: number, duration_ms: number) =>
      load({ port, asks, connections: CONNECTIONS, status: 200, duration_ms });
    const rounds: { ours: number; theirs: number }[] = [];
    try {
      for (const { port } of [product, bare]) await run(port, WARM_UP_MS);
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await run(product.port, ROUND_MS);
        const theirs = await run(bare.port, ROUND_MS);
        rounds.push({ ours: ours.per_s, theirs: theirs.per_s });
      }
    } finally {
      await bare.stop();
    }
    const ratio = figureOf(rounds.map(({ ours, theirs }) => ours / theirs));
    process.stdout.write(`GET /v1/resolve?q=…, ${what}, ${asks.length} texts\n`);
    say('throughput, product / bare node:http', showFigure(ratio, 3), {
      text: `≥ ${target.toFixed(3)}`,
      met: ratio.median >= target,
    });
    say('product, requests per second', showFigure(figureOf(rounds.map(({ ours }) => ours)), 0));
    say('product, resident memory MB', product.memory().now_mb.toFixed(0));
    return ratio.median;
  } finally {
    await product.stop();
  }
}

/** What Node's server adds itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

async function record(port: number, { path, headers }: Ask): Promise<RecordedAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: headers ?? {} });
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name)).flat();
  return { path, status: response.status, headers: kept, body: await response.text() };
}
