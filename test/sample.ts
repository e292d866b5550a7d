// Small sample worlds, made and loaded by the real generator and the real ingest. Each is built once for all test files
// (and later runs) as long as the code that makes it stays the same; every caller gets a copy of its own.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDataset } from '../src/dataset.ts';
import { planFiles } from '../src/ingest/plan-files.ts';
import { ingestFile } from '../src/ingest/run.ts';
import { generateWorld } from '../world/generate.ts';

export const SAMPLE_PARCELS = 3_000;

/** Units, boundaries and the bulk files of parcels: enough for whatever is not about layers, and quicker than all. */
export const LAND = /^(TERC_|PRG_|\d{4}\.gpkg)/;

/** When samples are loaded and when clients ask, unless a test says otherwise: no test depends on today. */
export const LOADED_AT = new Date('2026-11-10T08:00:00Z');
export const ASKED_AT = new Date('2026-11-15T12:00:00Z');

export interface Sample {
  readonly data: string;
  readonly files: string;
}

export interface SampleChoices {
  /** A PostgreSQL database to load into instead of the folder. */
  readonly store?: string | null;
  /** Names of the files to load; all without it. */
  readonly only?: RegExp;
  readonly at?: Date;
}

/** A folder that goes away with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Loads the files of a folder; throws when one is not published. */
export async function loadFolder(
  files: string,
  data: string,
  { only = /./, at = LOADED_AT, store = null }: SampleChoices = {},
): Promise<void> {
  await using dataset = openDataset(data, store);
  for (const { recipe, path } of planFiles(files, undefined)) {
    if (!only.test(basename(path))) continue;
    const outcome = await ingestFile(recipe, path, dataset.options({ now: () => at }));
    if (outcome.outcome === 'failed') throw new Error(`${outcome.file}: ${outcome.reason}`);
  }
}

/** The files of a world, to be read only: others read them too. */
export const worldOf = (parcels: number): Promise<string> =>
  keep(`world ${parcels}`, (folder) => generateWorld({ folder, parcels }));

/** The world's files and a data folder with them loaded. */
export async function buildSampleData(
  parcels = SAMPLE_PARCELS,
  { only = /./, at = LOADED_AT }: SampleChoices = {},
): Promise<Sample> {
  const world = await worldOf(parcels);
  const loaded = await keep(`data ${parcels} ${only.source} ${at.toISOString()}`, (folder) =>
    loadFolder(world, folder, { only, at }),
  );
  const root = temporaryFolder();
  const sample = { data: join(root, 'data'), files: join(root, 'files') };
  cpSync(world, sample.files, { recursive: true });
  cpSync(loaded, sample.data, { recursive: true });
  return sample;
}

const KEPT_IN = join(tmpdir(), 'miedza-samples');
const KEPT_MS = 24 * 3_600_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The folder that `make` fills, or filled before with the same code. */
export async function keep(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(KEPT_IN, digestOf(name, fingerprint()));
  if (existsSync(folder)) return folder;
  mkdirSync(KEPT_IN, { recursive: true });
  dropOld();
  // One process makes it, the others wait for that.
  using _lock = await takeLock(`${folder}.lock`);
  if (existsSync(folder)) return folder;
  // Made aside and renamed: whoever looks meanwhile finds all of it or nothing.
  const draft = mkdtempSync(`${folder}-`);
  await make(draft);
  renameSync(draft, folder);
  return folder;
}

const SQLITE_BUSY = 5;

/** A lock of SQLite, because it ends with its process, however that ends. */
async function takeLock(path: string): Promise<Disposable> {
  const db = new DatabaseSync(path);
  for (;;) {
    try {
      db.exec('BEGIN EXCLUSIVE');
      return db;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      await wait(50);
    }
  }
}

/** Everything that a sample depends on. */
let known: string | undefined;
function fingerprint(): string {
  known ??= digestOf(
    ...globSync(['src/**/*.{ts,sql}', 'world/**/*.ts', 'test/sample.ts'], { cwd: ROOT })
      .filter((path) => !path.endsWith('.test.ts'))
      .sort()
      .flatMap((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  );
  return known;
}

const digestOf = (...texts: string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 24);

function dropOld(): void {
  for (const name of readdirSync(KEPT_IN)) {
    const path = join(KEPT_IN, name);
    const age_ms = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age_ms > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
