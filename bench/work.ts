// One piece of work in a process of its own, and what it cost as JSON on stdout:
// node work.ts load DATA FILE … loads files and works nothing out; node work.ts compute DATA LAYER … works layers out;
// node work.ts folder DATA FOLDER does what `miedza ingest --from FOLDER` does, load-only and compute-all DATA FOLDER [STORE] its two
// halves, into a database where one is named; node work.ts voivodeship FOLDER PARCELS POWIATY writes the files of one.

import { globSync, readFileSync } from 'node:fs';
import { type IngestChoices, ingestPath } from '../src/commands/ingest-files.ts';
import { createProgress } from '../src/commands/progress.ts';
import { openDataset } from '../src/dataset.ts';
import { FACT_LAYERS } from '../src/domain/layers/layer-table.ts';
import { tellNothing } from '../src/domain/publish/tell-events.ts';
import { leftForLater } from '../src/domain/publish/touched.ts';
import { computeFacts } from '../src/ingest/compute.ts';
import { publishLoad } from '../src/ingest/publish-load.ts';
import { revisit } from '../src/ingest/revisit.ts';
import { generateVoivodeship } from '../world/voivodeship.ts';

export interface Cost {
  readonly wall_s: number;
  /** Of all threads, from the start of the work to its end. */
  readonly cpu_s: number;
  /** Resident memory at its highest. */
  readonly peak_mb: number;
  /** Parts of the processor time by thread, the busiest first, while workers were at work (Linux; else none). */
  readonly threads: readonly number[];
}

/** Ticks of each thread: fields 14 and 15 of its stat file, counted after the name in parentheses. */
function partsOfThreads(): number[] {
  const ticks = globSync('/proc/self/task/*/stat').map((file) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  const all = ticks.reduce((sum, own) => sum + own, 0);
  return ticks.map((own) => own / all).sort((a, b) => b - a);
}

let threads: readonly number[] = [];

async function load(data: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const [outcome] = await ingestPath(file, undefined, data, { compute: false });
    if (outcome?.outcome !== 'published') throw new Error(`${file} was not loaded`);
  }
}

/** As `miedza ingest compute` does, for some of the layers. */
async function compute(data: string, names: readonly string[]): Promise<void> {
  const layers = FACT_LAYERS.filter((layer) => names.includes(layer));
  await using dataset = openDataset(data);
  const { writer, engine } = dataset.options();
  const powiaty = new Set(leftForLater(await writer.corpus()).map(({ powiat }) => powiat));
  const at = new Date().toISOString();
  for (const powiat of powiaty) {
    const { stage, comparison } = await revisit(writer, { source: 'egib', places: [powiat], at });
    await computeFacts(stage, engine, layers, Number.MAX_SAFE_INTEGER, () => undefined);
    await publishLoad(stage, comparison, { as_of: null, at, layers, computed: true }, tellNothing);
  }
  threads = partsOfThreads();
}

async function loadAll(data: string, folder = ''): Promise<void> {
  const outcomes = await ingestPath(folder, undefined, data);
  const failed = outcomes.find(({ outcome }) => outcome === 'failed');
  if (failed) throw new Error(`${failed.file} was not loaded`);
}

/** A file that is refused is told on stderr, and missing in every store. */
const loadHalf = (data: string, [folder = '', store]: readonly string[], choices: IngestChoices) =>
  ingestPath(folder, undefined, data, { ...choices, store: store ?? null });

async function write(folder: string, parcels: number, powiaty: number): Promise<void> {
  const progress = createProgress();
  const onProgress = (done: number, total: number, step: string) => progress.update(step, done, total);
  await generateVoivodeship({ folder, parcels, powiaty, onProgress });
}

const [what, data = '', ...rest] = process.argv.slice(2);
const before = process.cpuUsage();
const began = performance.now();
if (what === 'load') await load(data, rest);
else if (what === 'folder') await loadAll(data, rest[0]);
else if (what === 'load-only') await loadHalf(data, rest, { compute: false });
// Files that were loaded are known: what is left is to work out.
else if (what === 'compute-all') await loadHalf(data, rest, {});
else if (what === 'voivodeship') await write(data, Number(rest[0]), Number(rest[1]));
else await compute(data, rest);
const { user, system } = process.cpuUsage(before);
const cost: Cost = {
  wall_s: (performance.now() - began) / 1_000,
  cpu_s: (user + system) / 1e6,
  peak_mb: process.resourceUsage().maxRSS / 1_024,
  threads,
};
process.stdout.write(JSON.stringify(cost));
