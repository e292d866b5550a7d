// How near reading free text comes to a bare node:http server that sends the same bytes: on the sample world, and with
// a national number of names beside it. Prints what the index of names costs: time to build, memory.

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { datasetIn } from '../src/data-folder.ts';
import { AdminDirectory } from '../src/domain/places/admin-units.ts';
import { foldName } from '../src/domain/text/fold.ts';
import { CacheRegistry } from '../src/service/snapshot/cache.ts';
import { NameIndexCache } from '../src/service/snapshot/name-index-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { randomFor } from '../world/random.ts';
import type { RecordedAnswer } from './bare-server.ts';
import { record, WARM_UPS } from './compare.ts';
import { cachedFolder, dataOf, giveKey, SAMPLE_SIZE, SEED } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import { type Ask, load } from './load.ts';
import { type RunningServer, startBare, startMiedza } from './servers.ts';

const CONNECTIONS = 64;
const ROUNDS = 7;
/** More than the product remembers of what it was asked (src/service/snapshot/answer-cache.ts): each is read anew. */
const REQUESTS = 10_000;
/** Asked at once while answers are recorded. */
const RECORDED_AT_ONCE = 16;
export const NAMES = 500_000;
const TARGET = 0.25;
const NATIONAL_SHARE = 0.5;

export async function benchResolve(): Promise<void> {
  const sample = await dataOf(SAMPLE_SIZE);
  const national = await nationalData(sample);
  process.stdout.write('the index of names\n');
  for (const data of [sample, national]) await measureIndex(data);
  const pathsOf = (data: string) => textsOf(data).map((q) => `/v1/resolve?q=${encodeURIComponent(q)}`);
  const ours = await compare('resolve, sample names', sample, TARGET, pathsOf(sample));
  const what = `resolve, ${NAMES.toLocaleString('en')} names`;
  await compare(what, national, ours * NATIONAL_SHARE, pathsOf(national));
}

/** The sample world with made-up localities and streets in its address register, until it has as many as the country. */
export async function nationalData(sample: string): Promise<string> {
  return cachedFolder(`data-national-${NAMES}`, async (folder) => {
    process.stderr.write(`${NAMES.toLocaleString('en')} names, written once\n`);
    copyFileSync(datasetIn(sample), datasetIn(folder));
    const db = new DatabaseSync(datasetIn(folder));
    const random = randomFor(SEED, 'names');
    const gminy = db.prepare("SELECT code FROM terc WHERE length(code) = 7 AND code LIKE '%2'").all();
    const geom = db.prepare("SELECT geom FROM evidence WHERE role = 'address' LIMIT 1").get()
      ?.geom as Uint8Array;
    const evidence = db.prepare(
      "INSERT INTO evidence (source, role, key, piece, place, hash, version, attributes, geom) VALUES ('prg_addresses', 'address', ?, 0, ?, '', 1, ?, ?)",
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

/** Processor time of this process: the machine may be busy with other work. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

async function measureIndex(data: string): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  await store.read(async (reads) => {
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    const before_mb = heldMb();
    const began_ms = cpuMs();
    let turn_ms = began_ms;
    let longest_ms = 0;
    const turns = setInterval(() => {
      longest_ms = Math.max(longest_ms, cpuMs() - turn_ms);
      turn_ms = cpuMs();
    });
    const index = await new NameIndexCache(admin, new CacheRegistry()).index(reads);
    const built_ms = cpuMs() - began_ms;
    clearInterval(turns);
    const mb = heldMb() - before_mb;
    say(
      `${index.size.toLocaleString('en')} names`,
      `${built_ms.toFixed(0)} ms of processor time to build, others wait for ${longest_ms.toFixed(0)} ms of it at most; ${mb.toFixed(0)} MB`,
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
       ORDER BY p.id`,
    )
    .all();
  db.close();
  const random = randomFor(SEED, 'texts');
  return Array.from({ length: REQUESTS }, () => {
    const row = rows[Math.floor(random() * rows.length)];
    const [number, name] = [String(row?.number), String(row?.name)];
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

/** The product against a bare server that sends the same bytes. */
export async function compare(
  what: string,
  data: string,
  target: number,
  paths: readonly string[],
): Promise<number> {
  const headers = { 'x-api-key': giveKey(data) };
  const product = await startMiedza(data);
  try {
    const wanted = paths.map((path): Ask => ({ path, headers }));
    const answers: { ask: Ask; answer: RecordedAnswer }[] = [];
    for (let at = 0; at < wanted.length; at += RECORDED_AT_ONCE) {
      const some = wanted.slice(at, at + RECORDED_AT_ONCE);
      answers.push(
        ...(await Promise.all(some.map(async (ask) => ({ ask, answer: await record(product.port, ask) })))),
      );
    }
    const found = answers.filter(({ answer }) => answer.status === 200);
    const recording = join(data, 'recording-resolve.json');
    writeFileSync(recording, JSON.stringify(found.map(({ answer }) => answer)));
    const bare = await startBare(recording);
    const asks = found.map(({ ask }) => ask);
    const run = async (server: RunningServer): Promise<Measured> => {
      const before_s = server.cpu_s();
      const { requests, per_s } = await load({
        port: server.port,
        asks,
        connections: CONNECTIONS,
        status: 200,
      });
      return { per_s, cpu_us: ((server.cpu_s() - before_s) / requests) * 1e6 };
    };
    const rounds: Round[] = [];
    try {
      for (let at = 0; at < WARM_UPS; at += 1) for (const server of [product, bare]) await run(server);
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ ours: await run(product), theirs: await run(bare) });
      }
    } finally {
      await bare.stop();
    }
    process.stdout.write(`GET /v1/${what}, ${asks.length} texts\n`);
    const ratio = report(rounds, target);
    say('product, resident memory MB', product.memory().now_mb.toFixed(0));
    return ratio;
  } finally {
    await product.stop();
  }
}

interface Measured {
  readonly per_s: number;
  /** Processor time a request. */
  readonly cpu_us: number;
}

interface Round {
  readonly ours: Measured;
  readonly theirs: Measured;
}

function report(rounds: readonly Round[], target: number): number {
  const of = (pick: (round: Round) => number) => figureOf(rounds.map(pick));
  const ratio = of(({ ours, theirs }) => ours.per_s / theirs.per_s);
  say('throughput, product / bare node:http', showFigure(ratio, 3), {
    text: `≥ ${target.toFixed(3)}`,
    met: ratio.median >= target,
  });
  const cpu = of(({ ours, theirs }) => theirs.cpu_us / ours.cpu_us);
  say('processor time a request, bare / product', showFigure(cpu, 3));
  const own = of(({ ours }) => ours.cpu_us);
  say('product, processor time a request, µs', showFigure(own, 0));
  const rate = of(({ ours }) => ours.per_s);
  say('product, requests per second', showFigure(rate, 0));
  return ratio.median;
}
