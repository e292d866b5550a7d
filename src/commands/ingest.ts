// miedza ingest: official files into the dataset, and what came of it.

import { existsSync } from 'node:fs';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn, prepareFolder } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import { freshnessOf } from '../domain/corpus/registers.ts';
import { leftForLater } from '../domain/publish/touched.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { computeLater, type FileOutcome, ingestFile, planFiles, unknownFiles } from '../ingest/run.ts';
import { type PlannedLoad, splitLoad } from '../ingest/split-load.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { FETCH_HELP, powiatyOf, runFetch } from './ingest-fetch.ts';
import { createProgress } from './progress.ts';
import { table } from './table.ts';

export const ingest: Command = {
  summary: 'load official files into the dataset',
  help: `miedza ingest [SOURCE] --from PATH [--partition 1418] [--no-compute] [--allow-loss] [--data DIR]
miedza ingest compute
miedza ingest fetch SOURCE [--partition 1418] [--url SOURCE=URL] [--allow-loss] [--data DIR]
miedza ingest refresh [--partitions 1418,1438] [--url SOURCE=URL] [--allow-loss] [--data DIR]
miedza ingest report
miedza ingest status

Loads one file, or every file of a folder whose name is known, into the dataset. Each file is checked and published
in one step: a broken file publishes nothing and what was served stays. An unchanged file is only noted.

Sources:
${RECIPES.map((recipe) => `  ${recipe.source.padEnd(13)} ${recipe.reads}`).join('\n')}

  --from PATH    a file or a folder
  --partition 1418,1438
                 of a GeoParquet file of a voivodeship or the country only these powiaty (default: all it holds)
  --no-compute   publish without working out the answers: they are not_computed until "ingest compute"
  --allow-loss   publish although more than a fifth of the parcels would vanish
  --data DIR     data folder (default: MIEDZA_DATA or ./data)

${FETCH_HELP}

report shows the last runs with their issues; status what is loaded and how fresh it is.`,
  async run(words) {
    if (words[0] === 'fetch' || words[0] === 'refresh') return runFetch(words);
    const { values, positionals } = readFlags(words, {
      ...DATA_OPTION,
      from: { type: 'string' },
      'allow-loss': { type: 'boolean', default: false },
      'no-compute': { type: 'boolean', default: false },
      partition: { type: 'string' },
    });
    const config = readConfig(values);
    const [first] = positionals;
    if (first === 'report') return showReport(config.data);
    if (first === 'status') return showStatus(config.data);
    if (first === 'compute') return computeNow(config.data);
    if (values.from === undefined)
      throw new UsageError('say what to load with --from PATH; see miedza ingest --help');
    const outcomes = await ingestPath(values.from, first, config.data, {
      allowLoss: values['allow-loss'],
      compute: !values['no-compute'],
      powiaty: powiatyOf(values.partition),
    });
    return outcomes.some((outcome) => outcome.outcome === 'failed') ? 1 : 0;
  },
};

interface IngestChoices {
  readonly allowLoss?: boolean;
  readonly compute?: boolean;
  /** Of files that hold many; null for all of them. */
  readonly powiaty?: readonly string[] | null;
}

/** Loads a file or a folder, in order; stops at the first failure, for what follows may build on it. */
export async function ingestPath(
  path: string,
  source: string | undefined,
  data: string,
  { powiaty = null, ...choices }: IngestChoices = {},
): Promise<FileOutcome[]> {
  const known = RECIPES.map((recipe) => recipe.source);
  if (source !== undefined && !known.some((name) => name === source)) {
    throw new UsageError(`"${source}" is not a source; sources are ${known.join(', ')}`);
  }
  if (!existsSync(path)) throw new UsageError(`there is nothing at ${path}`);
  const files = planFiles(path, source);
  const unknown = unknownFiles(path);
  if (files.length === 0) {
    throw new UsageError(
      `no file at ${path} has a name that a source claims${unknown.length > 0 ? ` (there are ${listed(unknown)})` : ''}; name the source: ${known.join(', ')}`,
    );
  }
  prepareFolder(data);
  const progress = createProgress();
  await using dataset = openDataset(data);
  const options = dataset.options({ ...choices, onProgress: progress.update });
  const outcomes: FileOutcome[] = [];
  const loads: PlannedLoad[] = [];
  for (const file of files) loads.push(...(await splitLoad(file, powiaty, dataset.writer)));
  if (loads.length === 0) {
    throw new UsageError('nothing tells which powiaty to load; say them with --partition 1418,1438');
  }
  for (const { recipe, path: file, powiat } of loads) {
    const outcome = await ingestFile(recipe, file, { ...options, powiat });
    outcomes.push(outcome);
    progress.end(`  ${describe(outcome)}`);
    if (outcome.outcome === 'published') {
      for (const what of outcome.passed_over) progress.end(`    passed over: ${what}`);
    }
    if (outcome.outcome === 'failed') break;
  }
  if (unknown.length > 0) progress.end(`  passed over, for no source claims such a name: ${listed(unknown)}`);
  return outcomes;
}

const NAMES_SHOWN = 20;

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Works out what was left for later; the exit code. */
export async function computeNow(data: string): Promise<number> {
  requireDataset(data);
  const progress = createProgress();
  await using dataset = openDataset(data);
  const done = await computeLater(dataset.options({ onProgress: progress.update }));
  for (const { powiat, parcels } of done) progress.end(`  powiat ${powiat}: ${parcels} parcels worked out`);
  if (done.length === 0) progress.end('  nothing was left to work out');
  return 0;
}

function requireDataset(data: string): void {
  if (!existsSync(datasetIn(data))) throw new UsageError(`there is no dataset in ${data} yet`);
}

function describe(outcome: FileOutcome): string {
  switch (outcome.outcome) {
    case 'published': {
      const { created, changed, removed, unchanged, issues } = outcome.report;
      return `${outcome.file}: ${created + changed + unchanged} rows (${created} new, ${changed} changed, ${removed} removed), ${issues} issues`;
    }
    case 'unchanged':
      return `${outcome.file}: unchanged since the last load`;
    case 'failed':
      return `${outcome.file}: NOT published: ${outcome.reason}`;
  }
}

async function showStatus(data: string): Promise<number> {
  requireDataset(data);
  await using dataset = openDataset(data);
  const now = new Date();
  const rows = (await dataset.writer.states()).map((state) => [
    state.source,
    state.scope || 'country',
    state.as_of ?? '',
    state.last_success_at.slice(0, 16).replace('T', ' '),
    freshnessOf(state.source, state.last_success_at, now),
    String(state.rows),
    state.synthetic ? 'synthetic' : '',
  ]);
  const header = ['source', 'scope', 'as of', 'last load (UTC)', 'freshness', 'rows', ''];
  process.stdout.write(`${table(rows, header)}\n`);
  const left = Map.groupBy(leftForLater(await dataset.writer.corpus()), (entry) => entry.powiat);
  for (const [powiat, entries] of left) {
    const layers = entries.map((entry) => entry.layer).join(', ');
    process.stdout.write(`powiat ${powiat}: not computed yet: ${layers} (miedza ingest compute)\n`);
  }
  return 0;
}

const RUNS_SHOWN = 20;

async function showReport(data: string): Promise<number> {
  requireDataset(data);
  await using dataset = openDataset(data);
  for (const run of await dataset.writer.runs(RUNS_SHOWN)) {
    const counts = `${run.rows} rows, ${run.issues} issues`;
    process.stdout.write(
      `run ${run.run}  ${run.started_at.slice(0, 19)}  ${run.source}  ${run.file}  ${run.outcome}  ${counts}${run.reason ? `\n  ${run.reason}` : ''}\n`,
    );
    for (const { kind, count, example } of await dataset.writer.issueKinds(run.run)) {
      process.stdout.write(`  ${kind} × ${count}, for example ${example}\n`);
    }
  }
  return 0;
}
