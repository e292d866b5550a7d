// Datasets to measure on: sample worlds of a given size, loaded by the real ingest and kept under the system's
// temporary folder for the next run. A change of the dataset's schema gives a new folder.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ingestPath } from '../src/commands/ingest-files.ts';
import { buildSample } from '../src/commands/sample.ts';
import { accountsIn, datasetIn } from '../src/data-folder.ts';
import { numberOf, obrebOf } from '../src/domain/places/parcel-id.ts';
import { openAccounts } from '../src/store/sqlite/accounts-file.ts';
import { createKey } from '../src/store/sqlite/key-records.ts';
import { generateWorld } from '../world/generate.ts';
import { randomFor } from '../world/random.ts';

export const SEED = 1;

export const SAMPLE_SIZE = 20_000;
export const LARGE_SIZE = 1_000_000;

const schema = readFileSync(new URL('../src/store/sqlite/schema.sql', import.meta.url));
const CACHE = join(tmpdir(), `miedza-bench-${createHash('sha256').update(schema).digest('hex').slice(0, 8)}`);

/** A folder of the cache, made once by `build`; a build that was cut short is not taken for a whole one. */
export async function cachedFolder(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await build(draft);
  renameSync(draft, folder);
  return folder;
}

export async function dataOf(parcels: number): Promise<string> {
  return cachedFolder(`data-${parcels}`, async (folder) => {
    process.stderr.write(`${parcels.toLocaleString('en')} parcels, built once into ${CACHE}\n`);
    await buildSample(folder, { parcels, seed: SEED, editions: 1 });
  });
}

/** The official files of a world, not loaded. */
export async function filesOf(parcels: number): Promise<string> {
  return cachedFolder(`files-${parcels}`, async (folder) => {
    await generateWorld({ folder, parcels, seed: SEED });
  });
}

/** A world loaded with nothing worked out yet. */
export async function loadedOf(parcels: number): Promise<string> {
  const files = await filesOf(parcels);
  return cachedFolder(`loaded-${parcels}`, async (folder) => {
    process.stderr.write(`${parcels.toLocaleString('en')} parcels, loaded once into ${CACHE}\n`);
    await ingestPath(files, undefined, folder, { compute: false });
  });
}

export function copyDataset(from: string, to: string): void {
  copyFileSync(datasetIn(from), datasetIn(to));
}

/** A new accounts file with one key that no limit slows down; its secret. */
export function giveKey(data: string): string {
  for (const end of ['', '-wal', '-shm']) rmSync(accountsIn(data) + end, { force: true });
  const db = openAccounts(accountsIn(data));
  try {
    return createKey(db, { name: 'bench', rate_per_s: 1_000_000, burst: 1_000_000 }, new Date()).secret;
  } finally {
    db.close();
  }
}

export interface Place {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

/** Parcels drawn by chance from the dataset, with repetition; the same seed draws the same. */
export function drawParcels(data: string, count: number): Place[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  try {
    const range = db.prepare('SELECT min(fid) AS low, max(fid) AS high FROM parcels').get();
    const [low, high] = [Number(range?.low), Number(range?.high)];
    const at = db.prepare('SELECT id, lng, lat FROM parcels WHERE fid >= ? ORDER BY fid LIMIT 1');
    const random = randomFor(SEED, `parcels of ${count}`);
    return Array.from({ length: count }, () => {
      const { id, lng, lat } = at.get(low + Math.floor(random() * (high - low + 1))) ?? {};
      return { id: String(id), lng: Number(lng), lat: Number(lat) };
    });
  } finally {
    db.close();
  }
}

/** Parcels as people write them, by number and the name of the obręb; left out where that is only a number. */
export function textsOf(data: string, parcels: readonly Place[]): string[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  try {
    const rows = db.prepare('SELECT id, name FROM obreby WHERE name IS NOT NULL').all();
    const names = new Map(rows.map(({ id, name }) => [String(id), String(name)]));
    return parcels.flatMap(({ id }) => {
      const name = names.get(obrebOf(id)) ?? '';
      return /\p{L}{3}/u.test(name) ? [`dz. ${numberOf(id)} ${name}`] : [];
    });
  } finally {
    db.close();
  }
}

/** Different parcels of the sample, in an order of chance; up to about four fifths of it. */
export function drawDistinct(data: string, count: number): Place[] {
  const drawn = drawParcels(data, 2 * SAMPLE_SIZE).map((place) => [place.id, place] as const);
  return [...new Map(drawn).values()].slice(0, count);
}

/** The same id written another way: a question that was not asked before, so that its answer is not a kept one. */
export function spell(id: string, times: number): string {
  const code = id.charCodeAt(times).toString(16);
  return `${id.slice(0, times)}%${code}${id.slice(times + 1)}`;
}
