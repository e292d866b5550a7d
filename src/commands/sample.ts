// miedza sample: the synthetic corner of mazowieckie, as official files and loaded through the real ingest.

import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHANGING_POWIAT } from '../../world/editions.ts';
import { DEFAULT_PARCELS, DEFAULT_SEED, generateWorld } from '../../world/generate.ts';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn, prepareFolder, sampleIn } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import { tellCalendarDays } from '../ingest/calendar-events.ts';
import { computeLater } from '../ingest/run.ts';
import { type Command, DATA_OPTION, positiveInteger, readFlags } from './command.ts';
import { type IngestChoices, ingestPath } from './ingest-files.ts';
import { createProgress } from './progress.ts';

export const sample: Command = {
  summary: 'make the sample world and load it',
  help: `miedza sample [--parcels N] [--seed S] [--editions 1|2] [--files DIR] [--data DIR]

Writes a synthetic corner of mazowieckie in the official file formats and loads it into the dataset, some files in an
earlier edition and then in the current one, so that there are changes to tell. Where a step fails or is stopped, what is
made by then is kept, and the same command goes on from there.

  --parcels N   how many parcels, 1,000 to 5,000,000 (default 20,000)
  --seed S      another seed gives another world (default 1)
  --editions N  1 loads the current edition alone: nothing has changed (default 2)
  --files DIR   only write the files there, load nothing; the second edition goes to DIR/second
  --data DIR    data folder (default: MIEDZA_DATA or ./data)`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      parcels: { type: 'string' },
      seed: { type: 'string' },
      editions: { type: 'string' },
      files: { type: 'string' },
    });
    const size = {
      ...numbered('parcels', positiveInteger('parcels', values.parcels)),
      ...numbered('seed', positiveInteger('seed', values.seed)),
      ...numbered('editions', positiveInteger('editions', values.editions)),
    };
    if (size.editions !== undefined && size.editions > 2)
      throw new UsageError(`--editions ${size.editions}: allowed are 1 and 2`);
    if (values.files !== undefined) {
      const folder = resolve(values.files);
      await writeFiles(folder, join(folder, 'second'), size);
      return 0;
    }
    const { data, store } = readConfig(values);
    if (store !== null) {
      await loadSample(data, store, size);
      return 0;
    }
    if (existsSync(datasetIn(data))) {
      throw new UsageError(
        `${datasetIn(data)} exists already; choose another folder with --data, or remove it first`,
      );
    }
    await buildSample(data, size);
    return 0;
  },
};

type Size = { parcels?: number; seed?: number; editions?: number };

const numbered = (name: keyof Size, value: number | undefined): Size =>
  value === undefined ? {} : { [name]: value };

/**
 * The files are written, loaded and removed again: the dataset is what is served. It is loaded aside and moved into
 * place whole, so that a build that was stopped half-way is not taken for a world. What a step has made is kept until then:
 * whoever builds the same world again goes on with it.
 */
export async function buildSample(data: string, size: Size = {}): Promise<void> {
  prepareFolder(data);
  const folder = sampleIn(data);
  process.stderr.write('Building the sample world (synthetic, about 20,000 parcels by default):\n');
  const files = join(folder, 'files');
  const second = join(folder, 'second');
  const aside = join(folder, 'loaded');
  const isOne = size.editions === 1;
  // The first edition goes when it is loaded: what is left of a stopped build says how far it came.
  if (isWritten(isOne ? files : second, size))
    process.stderr.write(`  going on with the files in ${folder}\n`);
  else {
    rmSync(folder, { recursive: true, force: true });
    await writeFiles(files, second, size);
  }
  try {
    if (isWritten(files, size)) {
      if (!isOne) await watchSinceSummer(files, aside);
      // Nothing is served yet: the answers are worked out once, when all sources are there.
      await load(files, aside);
      rmSync(files, { recursive: true, force: true });
    }
    if (!isOne) await load(second, aside);
  } catch (error) {
    process.stderr.write(`  what was made is kept in ${folder}; the same command goes on from there\n`);
    throw error;
  }
  renameSync(datasetIn(aside), datasetIn(data));
  rmSync(folder, { recursive: true, force: true });
}

/** Into a database, which is not moved: what is loaded is served at once, and the same command goes on where it ended. */
export async function loadSample(data: string, store: string, size: Size = {}): Promise<void> {
  prepareFolder(data);
  const files = join(sampleIn(data), 'files');
  if (!isWritten(files, size)) await writeFiles(files, join(sampleIn(data), 'second'), size);
  await load(files, data, { store });
  rmSync(sampleIn(data), { recursive: true, force: true });
}

async function load(files: string, data: string, choices: IngestChoices = {}): Promise<void> {
  const outcomes = await ingestPath(files, undefined, data, choices);
  const failed = outcomes.find((outcome) => outcome.outcome === 'failed');
  if (failed) throw new Error(`the sample world could not be loaded: ${failed.file}`);
}

/** What is watched since the eve of the day on which the law turned (law §2): units, and the parcels and plans of 1418. */
const WATCHED = new RegExp(
  `^(?:TERC_|PRG_A|${CHANGING_POWIAT}\\.gpkg|(?:pog|mpzp)-${CHANGING_POWIAT}\\.zip)`,
);
/** Their layers; the others are worked out once, when all sources are there. */
const WATCHED_LAYERS: readonly FactLayer[] = ['pog', 'mpzp', 'soil', 'buildings', 'ground'];
const EVE = new Date('2026-08-31T06:00:00Z');
const MORNING = new Date('2026-09-01T06:00:00Z');

/** What the calendar turned can only be told by who was there: those files are loaded and worked out as if on that eve. */
async function watchSinceSummer(files: string, data: string): Promise<void> {
  if (new Date() < MORNING) return;
  await load(files, data, { named: WATCHED, compute: false, now: () => EVE });
  await using dataset = openDataset(data);
  await computeLater(dataset.options({ now: () => EVE }), { some: WATCHED_LAYERS });
  for (const at of [EVE, MORNING]) await tellCalendarDays(dataset.options({ now: () => at }));
}

/** Whether the files of this very world are there to the last: their mark is written when all others are. */
function isWritten(files: string, { parcels = DEFAULT_PARCELS, seed = DEFAULT_SEED }: Size): boolean {
  const mark = join(files, 'synthetic.json');
  if (!existsSync(mark)) return false;
  const made: Size = JSON.parse(readFileSync(mark, 'utf8'));
  return made.parcels === parcels && made.seed === seed;
}

async function writeFiles(folder: string, second: string, { editions = 2, ...size }: Size): Promise<void> {
  const progress = createProgress();
  try {
    const { files, parcels } = await generateWorld({
      folder,
      ...(editions === 2 ? { second } : {}),
      ...size,
      onProgress: (done, total, what) => progress.update(what, done, total),
    });
    progress.end(`  ${files.length} files with ${parcels.toLocaleString('en')} parcel rows written`);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
