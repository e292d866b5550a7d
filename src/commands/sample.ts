// miedza sample: the synthetic corner of mazowieckie, as official files and loaded through the real ingest.

import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_PARCELS, DEFAULT_SEED, generateWorld } from '../../world/generate.ts';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn, prepareFolder, sampleIn } from '../data-folder.ts';
import { type Command, DATA_OPTION, positiveInteger, readFlags } from './command.ts';
import { ingestPath } from './ingest-files.ts';
import { createProgress } from './progress.ts';

export const sample: Command = {
  summary: 'make the sample world and load it',
  help: `miedza sample [--parcels N] [--seed S] [--files DIR] [--data DIR]

Writes a synthetic corner of mazowieckie in the official file formats and loads it into the dataset. Where a step fails
or is stopped, what is made by then is kept, and the same command goes on from there.

  --parcels N   how many parcels, 1,000 to 5,000,000 (default 20,000)
  --seed S      another seed gives another world (default 1)
  --files DIR   only write the files there, load nothing
  --data DIR    data folder (default: MIEDZA_DATA or ./data)`,
  async run(words) {
    const { values } = readFlags(words, {
      ...DATA_OPTION,
      parcels: { type: 'string' },
      seed: { type: 'string' },
      files: { type: 'string' },
    });
    const size = {
      ...numbered('parcels', positiveInteger('parcels', values.parcels)),
      ...numbered('seed', positiveInteger('seed', values.seed)),
    };
    if (values.files !== undefined) {
      await writeFiles(resolve(values.files), size);
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

type Size = { parcels?: number; seed?: number };

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
  const aside = join(folder, 'loaded');
  if (isWritten(files, size)) process.stderr.write(`  going on with the files in ${files}\n`);
  else {
    rmSync(folder, { recursive: true, force: true });
    await writeFiles(files, size);
  }
  try {
    // Nothing is served yet: the answers are worked out once, when all sources are there.
    const outcomes = await ingestPath(files, undefined, aside);
    const failed = outcomes.find((outcome) => outcome.outcome === 'failed');
    if (failed) throw new Error(`the sample world could not be loaded: ${failed.file}`);
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
  if (!isWritten(files, size)) await writeFiles(files, size);
  const outcomes = await ingestPath(files, undefined, data, { store });
  const failed = outcomes.find((outcome) => outcome.outcome === 'failed');
  if (failed) throw new Error(`the sample world could not be loaded: ${failed.file}`);
  rmSync(sampleIn(data), { recursive: true, force: true });
}

/** Whether the files of this very world are there to the last: their mark is written when all others are. */
function isWritten(files: string, { parcels = DEFAULT_PARCELS, seed = DEFAULT_SEED }: Size): boolean {
  const mark = join(files, 'synthetic.json');
  if (!existsSync(mark)) return false;
  const made: Size = JSON.parse(readFileSync(mark, 'utf8'));
  return made.parcels === parcels && made.seed === seed;
}

async function writeFiles(folder: string, size: Size): Promise<void> {
  const progress = createProgress();
  try {
    const { files, parcels } = await generateWorld({
      folder,
      ...size,
      onProgress: (done, total, what) => progress.update(what, done, total),
    });
    progress.end(`  ${files.length} files with ${parcels.toLocaleString('en')} parcel rows written`);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
