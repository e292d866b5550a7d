// Loading a file or a folder from the command line: what is loaded in which order, how far it has come, and what came of it.
// A folder goes on after a file that fails, and may be stopped: the same command goes on where it ended.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../config.ts';
import { prepareFolder, workIn } from '../data-folder.ts';
import { type OpenDataset, openDataset } from '../dataset.ts';
import { counted } from '../domain/sentences/measures.ts';
import { describeNames } from '../ingest/file-names.ts';
import { durationOf, LoadProgress } from '../ingest/load-progress.ts';
import { type PlannedFile, planFiles, unknownFiles } from '../ingest/plan-files.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { computeLater, type FileOutcome, type IngestOptions, ingestFile } from '../ingest/run.ts';
import { describeUnchecked } from '../ingest/served-files.ts';
import { type PlannedLoad, splitLoad } from '../ingest/split-load.ts';
import { StoreError } from '../store/reads.ts';
import { describeFileFault, isDiskFault } from './disk-fault.ts';
import { createProgress, type Progress } from './progress.ts';

export interface IngestChoices {
  /** A PostgreSQL database to load into instead of the data folder. */
  readonly store?: string | null;
  readonly allowLoss?: boolean;
  readonly compute?: boolean;
  /** Names of the files of a folder to load; all without it. */
  readonly named?: RegExp;
  /** Another time than the clock's. */
  readonly now?: () => Date;
  /** Of files that hold many; null for all of them. */
  readonly powiaty?: readonly string[] | null;
}

export async function ingestPath(
  path: string,
  source: string | undefined,
  data: string,
  { powiaty = null, store = null, named = /./, ...choices }: IngestChoices = {},
): Promise<FileOutcome[]> {
  const found = filesAt(path, source).filter((file) => named.test(basename(file.path)));
  const unknown = unknownFiles(path);
  prepareFolder(data);
  const progress = createProgress();
  await using dataset = openDataset(data, store);
  // Before anything is read: a second ingest is refused as such, and not as many files that fail.
  await dataset.writer.claim();
  const files = await loadsOf(found, powiaty, dataset);
  using _stop = onInterrupt(data, files.length > 1);
  const [only, ...more] = files;
  if (only && more.length === 0) {
    const { powiat, strays } = only;
    const options = dataset.options({ ...choices, powiat, strays, onProgress: progress.update });
    const outcome = await ingestFile(only.recipe, only.path, options);
    tell(progress, outcome);
    await tellUnchecked(progress, [outcome], dataset);
    tellUnknown(progress, unknown);
    return [outcome];
  }
  const outcomes = await ingestFiles(files, dataset, choices, progress);
  if (choices.compute !== false) await computeAll(dataset, progress);
  const failed = outcomes.filter((outcome) => outcome.outcome === 'failed');
  if (failed.length > 0) {
    progress.end(`  ${failed.length} of ${files.length} files NOT published:`);
    for (const { file, reason } of failed) progress.end(`    ${file}: ${reason}`);
  }
  await tellUnchecked(progress, outcomes, dataset);
  tellUnknown(progress, unknown);
  return outcomes;
}

function filesAt(path: string, source: string | undefined): PlannedFile[] {
  const known = RECIPES.map((recipe) => recipe.source);
  if (source !== undefined && !known.some((name) => name === source)) {
    throw new UsageError(`"${source}" is not a source; sources are ${known.join(', ')}`);
  }
  if (!existsSync(path)) throw new UsageError(`there is nothing at ${path}`);
  const files = planFiles(path, source);
  if (files.length > 0) return files;
  const names = statSync(path).isDirectory() ? readdirSync(path).sort() : [basename(path)];
  const found = names.length === 0 ? 'it is empty' : `found ${listed(names)}`;
  const own = RECIPES.filter((recipe) => recipe.source === source).flatMap((recipe) => recipe.names);
  throw new UsageError(
    source === undefined
      ? `no file at ${path} has a name that a source claims (${found}; miedza ingest --help lists the names); name a file and name the source: ${known.join(', ')}`
      : `no file at ${path} has a name that ${source} claims (${found}); its files are called ${describeNames(own)}; name one of another name by itself: --from FILE`,
  );
}

async function loadsOf(
  files: readonly PlannedFile[],
  powiaty: readonly string[] | null,
  dataset: OpenDataset,
): Promise<PlannedLoad[]> {
  const { writer, workFolder } = dataset.options();
  const loads: PlannedLoad[] = [];
  for (const file of files) loads.push(...(await splitLoad(file, powiaty, writer, workFolder)));
  if (loads.length > 0) return loads;
  throw new UsageError('nothing tells which powiaty to load; say them with --partition 1418,1438');
}

async function ingestFiles(
  files: readonly PlannedLoad[],
  dataset: OpenDataset,
  choices: IngestChoices,
  progress: Progress,
): Promise<FileOutcome[]> {
  const sizes = files.map((file) => statSync(file.path).size);
  const overall = new LoadProgress(sizes);
  const options = dataset.options({
    ...choices,
    first_loads_later: true,
    onProgress: (what, done, total) => progress.update(what, done, total, `${overall.text()}: `),
  });
  const outcomes: FileOutcome[] = [];
  for (const [at, file] of files.entries()) {
    const began = performance.now();
    const outcome = await attempt(file, options, progress);
    overall.add(sizes[at] ?? 0, performance.now() - began, outcome.outcome !== 'unchanged');
    outcomes.push(outcome);
    tell(progress, outcome, `  [${overall.text()}]`);
  }
  return outcomes;
}

/** The other files go on whatever happened to this one, unless it would happen to them too; a bug is still shown whole. */
async function attempt(
  { recipe, path, powiat, strays }: PlannedLoad,
  options: IngestOptions,
  progress: Progress,
): Promise<FileOutcome> {
  try {
    return await ingestFile(recipe, path, { ...options, powiat, strays });
  } catch (error) {
    if (isDiskFault(error) || error instanceof StoreError) throw error;
    const fileFault = describeFileFault(error);
    if (fileFault !== null) {
      return { file: basename(path), source: recipe.source, outcome: 'failed', reason: fileFault };
    }
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    progress.end(stack);
    return {
      file: basename(path),
      source: recipe.source,
      outcome: 'failed',
      reason: `an unexpected fault: ${message}`,
    };
  }
}

/** Works out what loads left for later; how many powiaty there were. */
export async function computeAll(dataset: OpenDataset, progress: Progress): Promise<number> {
  const began = performance.now();
  let overall = '';
  const done = await computeLater(
    dataset.options({
      onProgress: (what, count, total) => progress.update(what, count, total, overall),
    }),
    {
      onShare: (share) => {
        const left_s = ((performance.now() - began) * (1 - share)) / share / 1_000;
        overall = `${Math.floor(100 * share)} % of all, about ${durationOf(left_s)} left: `;
      },
    },
  );
  for (const { powiat, parcels } of done)
    progress.end(`  powiat ${powiat}: ${counted(parcels, 'parcel')} worked out`);
  return done.length;
}

function tell(progress: Progress, outcome: FileOutcome, after = ''): void {
  progress.end(`  ${describe(outcome)}${after}`);
  if (outcome.outcome !== 'published') return;
  for (const what of outcome.passed_over) progress.end(`    passed over: ${what}`);
  for (const words of [outcome.unchecked, outcome.lacking]) if (words !== null) progress.end(`    ${words}`);
}

function describe(outcome: FileOutcome): string {
  switch (outcome.outcome) {
    case 'published': {
      const { created, changed, removed, unchanged, issues } = outcome.report;
      return `${outcome.file}: ${counted(created + changed + unchanged, 'row')} (${created} new, ${changed} changed, ${removed} removed), ${counted(issues, 'issue')}`;
    }
    case 'unchanged':
      return `${outcome.file}: unchanged since the last load`;
    case 'failed':
      return `${outcome.file}: NOT published: ${outcome.reason}`;
  }
}

/** Boundaries that have come may tell of loads before them. */
async function tellUnchecked(
  progress: Progress,
  outcomes: readonly FileOutcome[],
  { writer }: OpenDataset,
): Promise<void> {
  if (!outcomes.some(({ source, outcome }) => source === 'prg' && outcome === 'published')) return;
  for (const line of await describeUnchecked(writer)) progress.end(`  ${line}`);
}

const MOST_NAMED = 20;

function tellUnknown(progress: Progress, names: readonly string[]): void {
  if (names.length === 0) return;
  progress.end(
    `  not known by their names, passed over: ${listed(names)} (name a file and its source to load it)`,
  );
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Exit code of a program that was interrupted, as shells count. */
const INTERRUPTED = 130;

/** What is published stays; unpacked files, which may hold what must not be kept, go at once. */
function onInterrupt(data: string, isMany: boolean): Disposable {
  const stop = () => {
    rmSync(workIn(data), { recursive: true, force: true });
    const next = isMany ? ' The same command goes on from here.' : '';
    process.stderr.write(`\nStopped. What was published stays.${next}\n`);
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', stop);
  return { [Symbol.dispose]: () => void process.off('SIGINT', stop) };
}
